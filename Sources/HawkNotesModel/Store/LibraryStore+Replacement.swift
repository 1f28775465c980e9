import Foundation
import GRDB
import LibrarySalvage
import Synchronization

/// The state of a library whose files another program has replaced while it was open.
public struct ReplacedLibrary: Sendable {
    /// The item in its place.
    public enum Kind: Hashable, Sendable {
        /// Nothing. The library continues when its files return.
        case missing
        /// A copy with the same last commit.
        case copied
        /// Another library, or another state of this one.
        case replaced
        /// The library, which another machine of this name has open.
        case heldElsewhere(String)
    }

    /// The item in its place.
    public var kind: Kind
    /// The folder with a copy of the open library; nil while it is made, or if that failed.
    public var copy: URL?
    /// Why there is no copy; nil if there is one, or it is being made.
    public var copyProblem: LibraryError?
    /// Whether the copy is postponed until the library is closed, because enough were made within
    /// the hour.
    public var isCopyPostponed = false
    /// Whether this machine has restored the library in the same way within the last hour, in this
    /// run or an earlier one; see ``LibraryRestore/putBack(_:)``. Another program keeps replacing
    /// it, so doing so again would be useless.
    public var wasPutBackLately = false
}

extension LibraryError {
    /// The error for a library that another program has replaced.
    static func replaced(_ files: LibraryFiles) -> LibraryError {
        LibraryError(
            .replaced,
            "Another program has replaced the library \(files.database.path).",
            url: files.database
        )
    }
}

extension LibraryStore {
    /// The result of comparing the open files with those at their paths.
    struct Standing: Sendable {
        /// Once set, nothing is written; only missing files may return.
        var difference: LibraryDifference?
        var copy: URL?
        var copyProblem: LibraryError?
        var isCopyPostponed = false
        var wasPutBackLately = false
        /// How often missing files have returned: an older copy lacks later changes.
        var returns = 0
        /// The machine that has the library open, if this is a read-only copy.
        var holderOfOriginal: String?
        /// Called on each change.
        var tell: (@Sendable (ReplacedLibrary?) -> Void)?
    }

    /// Whether the library's files were replaced.
    var isReplaced: Bool { standing.withLock { $0.difference != nil } }

    /// Whether only the open connection still has the library: not for a read-only copy of one that
    /// another machine has, which stays at its path.
    var isOutOfReach: Bool {
        standing.withLock { $0.difference != nil && $0.holderOfOriginal == nil }
    }

    /// Refuses every write: this is a copy of a library that another machine has open.
    func becomeCopy(heldBy host: String) {
        writer.unsafeReentrantWrite { _ in
            standing.withLock { standing in
                standing.holderOfOriginal = host
                standing.difference = .heldElsewhere(host)
            }
        }
    }

    /// The state of a replacement; nil without one.
    var replaced: ReplacedLibrary? { standing.withLock(\.replaced) }

    /// Calls the body on any thread when the files are found to be replaced, or return.
    func onReplacement(_ body: @escaping @Sendable (ReplacedLibrary?) -> Void) {
        let present = standing.withLock { standing in
            standing.tell = body
            return standing.replaced
        }
        if let present { body(present) }
    }

    /// Compares, and throws unless the files are in place. Call it on the writer's queue.
    func requireFilesInPlace() throws {
        guard let files, let difference = compare() else { return }
        if case .heldElsewhere(let host) = difference {
            throw LibraryError.heldElsewhere(host, files.database)
        }
        throw LibraryError.replaced(files)
    }

    /// Compares while nothing is written.
    @discardableResult
    func lookAtFiles() -> LibraryDifference? {
        openFiles == nil ? nil : writer.unsafeReentrantWrite { _ in compare() }
    }

    /// Like `lookAtFiles()`, for a library that may be closing.
    func lookAtFilesIfOpen() {
        if !isClosed { lookAtFiles() }
    }

    private func compare() -> LibraryDifference? {
        guard let openFiles else { return nil }
        let before = standing.withLock(\.difference)
        // Another library does not become this one.
        if let before, before != .missing { return before }
        // First: another machine may change the files.
        let now =
            lease?.otherHolder.map(LibraryDifference.heldElsewhere) ?? openFiles.difference()
        guard now != before else { return before }
        let (tell, replaced) = standing.withLock { standing in
            standing.difference = now
            if now == nil {
                standing.copy = nil
                standing.copyProblem = nil
                standing.isCopyPostponed = false
                standing.wasPutBackLately = false
                standing.returns += 1
            }
            return (standing.tell, standing.replaced)
        }
        // First: the result of the job below is newer, and must be reported later.
        tell?(replaced)
        if now != nil {
            // Each would read the other library, or open it.
            (writer as? DatabasePool)?.invalidateReadOnlyConnections()
            environment.after(0) { [weak self] in
                // Closing the library makes the copy as well.
                guard let self, !isClosed else { return }
                lookWhetherPutBackLately()
                setAsideCopy()
            }
        }
        return now
    }

    /// On each new item at the path: the folder may have been away with the files that were set
    /// aside.
    private func lookWhetherPutBackLately() {
        guard let files else { return }
        // A folder that cannot be listed cannot be copied to either, which is reported.
        let isLate = (try? SetAside(files, environment: environment).wasPutBackLately()) ?? false
        let news: (tell: (@Sendable (ReplacedLibrary?) -> Void)?, ReplacedLibrary?)? =
            standing.withLock { standing in
                guard standing.difference != nil, standing.wasPutBackLately != isLate else {
                    return nil
                }
                standing.wasPutBackLately = isLate
                return (standing.tell, standing.replaced)
            }
        if let news { news.tell?(news.1) }
    }
}

extension LibraryDifference {
    fileprivate var kind: ReplacedLibrary.Kind {
        switch self {
        case .missing: .missing
        case .copied: .copied
        case .replaced, .logReplaced: .replaced
        case .heldElsewhere(let host): .heldElsewhere(host)
        }
    }
}

extension LibraryStore.Standing {
    fileprivate var replaced: ReplacedLibrary? {
        difference.map {
            ReplacedLibrary(
                kind: $0.kind,
                copy: copy,
                copyProblem: copyProblem,
                isCopyPostponed: isCopyPostponed,
                wasPutBackLately: wasPutBackLately
            )
        }
    }
}

// MARK: - The copy of the open library

extension LibraryStore {
    /// The maximum number of libraries set aside within an hour of a run.
    private static let copiesAnHour = 2

    /// Copies the open library to the folder for files that are set aside, unless an equal copy
    /// exists.
    ///
    /// The bytes come from the open files. Nothing is written to them, and no connection is
    /// blocked.
    ///
    /// Waits for a copy that is being made.
    ///
    /// - Parameter isLast: whether the library is about to be closed, so that this is the last
    ///   chance.
    func setAsideCopy(isLast: Bool = false) {
        guard let files, let openFiles, isOutOfReach else { return }
        let news: (tell: (@Sendable (ReplacedLibrary?) -> Void)?, ReplacedLibrary?)? =
            copying.withLock { _ in
                let returns: Int? = standing.withLock { standing in
                    standing.difference != nil && standing.copy == nil ? standing.returns : nil
                }
                guard let returns else { return nil }
                var problem: LibraryError?
                var (copy, made): (URL?, URL?)
                var isPostponed = false
                do {
                    let aside = SetAside(files, environment: environment)
                    copy = try aside.library(equalTo: openFiles)
                    if copy == nil {
                        let hourAgo = environment.now() - 3600
                        isPostponed =
                            try !isLast
                            && aside.libraries(since: hourAgo).count >= Self.copiesAnHour
                        if !isPostponed { made = try aside.copy(openFiles) }
                    }
                } catch {
                    problem = .translating(error, doing: "copy the library", url: files.setAside)
                }
                let isCurrent = standing.withLock { standing in
                    guard standing.returns == returns else { return false }
                    standing.copy = copy ?? made
                    standing.copyProblem = problem
                    standing.isCopyPostponed = isPostponed
                    return true
                }
                guard isCurrent else {
                    // The files returned, and may have been written to.
                    if let made { try? FileManager.default.removeItem(at: made) }
                    return nil
                }
                return standing.withLock { ($0.tell, $0.replaced) }
            }
        if let news { news.tell?(news.1) }
    }

    /// Copies the open library into one file, which replaces any file of its name.
    func saveCopy(to url: URL) throws {
        guard let openFiles else { return }
        let new = URL(fileURLWithPath: url.path + ".new")
        let log = URL(fileURLWithPath: new.path + "-wal")
        let parts = [new, log, URL(fileURLWithPath: new.path + "-shm")]
        for part in parts { try Disk.remove(part) }
        do {
            try Disk.write(openFiles.database.bytes, to: new)
            if openFiles.log.bytes.size > LogHeader.size {
                try Disk.write(openFiles.log.bytes, to: log)
            }
            let copy = try DatabaseQueue(path: new.path)
            try copy.writeWithoutTransaction { db in
                // A single file, which any program can read.
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
            }
            try copy.close()
            try Disk.sync(new)
            try Disk.rename(new, to: url)
            try Disk.syncFolder(of: url)
        } catch {
            for part in parts { try? Disk.remove(part) }
            throw error
        }
    }

    /// Closes a library whose files were replaced, without a checkpoint and without changing the
    /// files.
    ///
    /// Removes the library's own log only if the copy contains it: beside the other library it is
    /// useless.
    func closeReplaced() throws {
        guard let files, let openFiles else { return }
        guard isOutOfReach else {
            try closeWithoutFolding()
            return try FileManager.default.removeItem(at: files.folder)
        }
        setAsideCopy(isLast: true)
        let ownLog = openFiles.isLogInPlace
        try closeWithoutFolding()
        let (difference, copy) = standing.withLock { ($0.difference, $0.copy) }
        guard copy != nil, difference != .missing else { throw LibraryError.replaced(files) }
        // Another machine continues with the same log.
        if case .heldElsewhere = difference { return }
        if ownLog {
            // Removes the mark first: a log without a mark is judged by itself.
            try LogMark.remove(files)
            try Disk.remove(files.log)
            try Disk.remove(files.sharedMemory)
        }
    }
}
