import Foundation
import GRDB
import LibrarySalvage
import Synchronization

/// What is known of a library whose files another program has replaced while it was open.
public struct ReplacedLibrary: Sendable {
    /// What lies in its place.
    public enum Kind: Hashable, Sendable {
        /// Nothing. The library goes on when it is back.
        case missing
        /// A copy with the same last commit.
        case copied
        /// Another library, or another state of this one.
        case replaced
        /// The library, which another machine of this name has open by now.
        case heldElsewhere(String)
    }

    /// What lies in its place.
    public var kind: Kind
    /// The folder with a copy of the library as it was open; nil while it is being made, or if it could not
    /// be.
    public var copy: URL?
    /// Why there is no copy; nil when there is one, or it is being made.
    public var copyProblem: LibraryError?
    /// Whether the copy is made when the library is closed, as enough have been made within the hour.
    public var isCopyPostponed = false
    /// Whether this machine has put the library back in the place of another one within the hour before, in
    /// this run or in an earlier one; see ``LibraryRestore/putBack(_:)``. Something keeps replacing it, so it
    /// would be in vain to do so again.
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
    /// What has come of comparing the files with what lies at their paths.
    struct Standing: Sendable {
        /// Once there is one, nothing is written any more; only files that were missing may come back.
        var difference: LibraryDifference?
        var copy: URL?
        var copyProblem: LibraryError?
        var isCopyPostponed = false
        var wasPutBackLately = false
        /// How often missing files have come back: a copy from before lacks what was saved since.
        var returns = 0
        /// The machine that has the library open of which this is a copy to read.
        var holderOfOriginal: String?
        /// Told of each change.
        var tell: (@Sendable (ReplacedLibrary?) -> Void)?
    }

    /// Whether the library's files were replaced.
    var isReplaced: Bool { standing.withLock { $0.difference != nil } }

    /// Whether nothing but what has always been open knows the library: not so in a copy of one that another
    /// machine has, which lies there as it was made.
    var isOutOfReach: Bool {
        standing.withLock { $0.difference != nil && $0.holderOfOriginal == nil }
    }

    /// Refuses every write from now on: this is a copy of a library that another machine has open.
    func becomeCopy(heldBy host: String) {
        writer.unsafeReentrantWrite { _ in
            standing.withLock { standing in
                standing.holderOfOriginal = host
                standing.difference = .heldElsewhere(host)
            }
        }
    }

    /// What is known of a replacement; nil when there was none.
    var replaced: ReplacedLibrary? { standing.withLock(\.replaced) }

    /// Calls the body, on any thread, when the files turn out to be replaced, or are back.
    func onReplacement(_ body: @escaping @Sendable (ReplacedLibrary?) -> Void) {
        let present = standing.withLock { standing in
            standing.tell = body
            return standing.replaced
        }
        if let present { body(present) }
    }

    /// Compares, and throws unless the files are in place. To be called on the queue of the writer.
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

    /// The same for a library that may be on its end.
    func lookAtFilesIfOpen() {
        if !isClosed { lookAtFiles() }
    }

    private func compare() -> LibraryDifference? {
        guard let openFiles else { return nil }
        let before = standing.withLock(\.difference)
        // Another library does not become this one.
        if let before, before != .missing { return before }
        // First: what another machine does to the files is none of this one's business.
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
        // First: what comes of the job below is newer, and must be told after this.
        tell?(replaced)
        if now != nil {
            // Each would look at the other library, or open it.
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

    /// Each time that something else lies there: the folder may have been away with what was set aside.
    private func lookWhetherPutBackLately() {
        guard let files else { return }
        // What cannot be listed cannot be copied to either, which is said.
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

// MARK: - The copy of what is open

extension LibraryStore {
    /// How many libraries are set aside within an hour, as long as the program runs on.
    private static let copiesAnHour = 2

    /// Copies what is open to the folder of what is set aside, unless an equal copy is there.
    ///
    /// The bytes come from the files that are held open. Nothing is written to them any more, and no
    /// connection is held up.
    ///
    /// Waits for a copy that is being made.
    ///
    /// - Parameter isLast: whether the library is about to be closed, so that there is no later.
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
                    // The files came back, and may have been written to meanwhile.
                    if let made { try? FileManager.default.removeItem(at: made) }
                    return nil
                }
                return standing.withLock { ($0.tell, $0.replaced) }
            }
        if let news { news.tell?(news.1) }
    }

    /// Copies what is open into one file, which replaces what has its name.
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
                // A single file, which every program reads.
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

    /// Closes a library whose files were replaced: nothing is folded in, and what is there is left alone.
    ///
    /// The library's own log goes only if it is in the copy: beside the other library it is of no use.
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
        // Another machine goes on with the same log.
        if case .heldElsewhere = difference { return }
        if ownLog {
            // The mark goes first: a log without it is judged by itself.
            try LogMark.remove(files)
            try Disk.remove(files.log)
            try Disk.remove(files.sharedMemory)
        }
    }
}
