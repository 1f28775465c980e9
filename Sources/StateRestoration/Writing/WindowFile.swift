import Foundation

/// The state file of an open window, from the writer's view.
///
/// Changes are appended. When that is impossible (a file from before this launch, which must not
/// change; a failed append; a log that has outgrown its content), the whole state is written to a
/// file beside it. Appends go to the new file at once, and it is renamed to the old one's name
/// after its sync: at every moment the disk has one complete file, and a slow disk does not delay
/// the next keystroke.
///
/// Rewriting a long file from before this launch takes as long. Therefore the first changes go to a
/// small continuation file, and the whole state follows when it is time to sync.
final class WindowFile {
    /// The minimum size of a log that is worth rewriting, in bytes.
    private static let smallLog = 128 * 1024
    /// The maximum ratio of the log to the content; each byte typed is then rewritten 1/4 times on
    /// average.
    private static let growthLimit = 4

    let id: SceneIdentifier
    private(set) var state: WindowState
    private var encoder = StateFileEncoder()
    private let directory: StateDirectory
    private let writer: String
    private let path: String
    private var pending: [UInt8] = []
    private var logSize = 0
    private var snapshotSize = 0
    /// Whether the next write must make a complete new file.
    private(set) var needsSnapshot = true
    /// The file from before this launch, as long as the live file or the next change can continue
    /// it.
    private var base: BaseFile?
    /// Whether that file is on the disk, safe from a power cut.
    private var isBaseSynced = false
    /// The path of its continuation, and whether that exists.
    private var continuation: (path: String, isThere: Bool)?
    /// The last run's continuation file: no longer needed when a new file has the window's name.
    private var oldContinuation: String?
    /// The temporary name of the live file, as long as it has one.
    private(set) var replacementPath: String?
    /// Replacements of the window's file that were never renamed to it.
    private var superseded: [String] = []
    /// Those of them whose sync failed: they do not survive a power cut, and the next file has all
    /// their content.
    private var useless: Set<String> = []
    /// The identity of the live file after its last write; `nil` before.
    private var own: FileIdentity?
    /// The number after the live file's last record, and its last bytes.
    private var ownEnd: (number: Int, bytes: [UInt8]) = (0, [])
    /// The file that has the window's name while the live file has another one.
    private(set) var named: ExpectedFile
    /// Foreign files found in the place of the window's files and not reported yet.
    private var foreign: [ForeignFile] = []
    /// Whether the state has changes that are in no file.
    private(set) var hasUnwrittenChanges = false

    init(
        id: SceneIdentifier,
        state: WindowState,
        launchFile: LaunchFile,
        directory: StateDirectory,
        writer: String
    ) {
        self.id = id
        base = launchFile.base
        oldContinuation = launchFile.continuation
        self.state = state
        self.directory = directory
        self.writer = writer
        path = directory.window(id)
        named = launchFile.expected
    }

    var hasLog: Bool { logSize > 0 }

    /// Whether writes go to a continuation of a file from before this launch.
    var isContinuing: Bool { base != nil && continuation != nil && !needsSnapshot }

    /// The temporary names of the window's files.
    var temporaryPaths: [String] {
        superseded + [replacementPath, continuation?.path, oldContinuation].compactMap { $0 }
    }

    /// The file to which changes are appended.
    var livePath: String { replacementPath ?? continuation?.path ?? path }

    /// Records that the file from before this launch is safe from a power cut.
    func baseIsSynced() { isBaseSynced = true }

    func apply(_ change: SceneChange) {
        state.apply(change)
        hasUnwrittenChanges = true
        beginContinuation()
        guard !needsSnapshot else { return }
        // A pasted book, which makes the log outgrow the content, is not encoded twice.
        if logSize + pending.count + change.textSize > growthBound {
            requireSnapshot()
        } else {
            encoder.append(change, to: &state, bytes: &pending)
        }
    }

    /// Starts the continuation of the file from before this launch, if possible.
    private func beginContinuation() {
        guard needsSnapshot, isBaseSynced, let base else { return }
        needsSnapshot = false
        let number = state.nextSequence
        continuation = (StateDirectory.replacement(of: path, number: number), isThere: false)
        pending = encoder.continuation(of: base, &state, id, writer: writer)
    }

    func requireSnapshot() {
        needsSnapshot = true
        hasUnwrittenChanges = true
        base = nil
    }

    /// The same, with numbers above this one.
    func requireSnapshot(from number: Int) {
        state.nextSequence = max(state.nextSequence, number)
        requireSnapshot()
    }

    /// Records that a sync of one of the files failed, which no later sync repairs.
    ///
    /// - Returns: Whether it is the live file, so that the state must be rewritten.
    func syncFailed(_ failedPath: String) -> Bool {
        if failedPath != path { useless.insert(failedPath) }
        return failedPath == livePath
    }

    /// Returns, once, the files that are no longer needed since the last `write`, for removal.
    func drainUseless() -> [String] {
        defer { superseded.removeAll { useless.contains($0) } }
        return superseded.filter { useless.contains($0) }
    }

    /// Returns, once, the files that the live one supersedes, for removal.
    func drainSuperseded() -> [String] {
        defer { superseded = [] }
        return superseded
    }

    /// Writes pending changes. After a failure, the next call writes everything.
    ///
    /// - Returns: Whether a new file was started, which `finishReplacing` must finish.
    func write() throws -> Bool {
        if !needsSnapshot, logSize + pending.count > growthBound { requireSnapshot() }
        if isContinuing, !isBaseThere { requireSnapshot() }
        if !needsSnapshot, !pending.isEmpty { try checkLiveFile() }
        guard needsSnapshot else {
            guard !pending.isEmpty else { return false }
            // A failed append may have written a part of it: the file must not be appended to
            // again.
            let base = base
            requireSnapshot()
            if let continuation, !continuation.isThere {
                try createOrRemove(continuation.path, pending)
                self.continuation?.isThere = true
                own = directory.identity(continuation.path)
            } else {
                try directory.fileSystem.append(livePath, pending)
                own?.size += pending.count
            }
            needsSnapshot = false
            noteEnd(pending)
            self.base = base
            logSize += pending.count
            pending = []
            hasUnwrittenChanges = false
            return false
        }
        if own != nil, replacementPath == nil, continuation == nil { named = ownExpected }
        try checkNamedFile()
        let newPath = StateDirectory.replacement(of: path, number: state.nextSequence)
        let bytes = encoder.snapshot(of: &state, id, writer: writer)
        try createOrRemove(newPath, bytes)
        pending = []
        needsSnapshot = false
        hasUnwrittenChanges = false
        // An unsynced file must not replace one that is on the disk: it stays beside it.
        if let replacementPath { superseded.append(replacementPath) }
        if let continuation, continuation.isThere { superseded.append(continuation.path) }
        continuation = nil
        replacementPath = newPath
        own = directory.identity(newPath)
        noteEnd(bytes)
        logSize = 0
        snapshotSize = bytes.count
        return true
    }

    /// Whether the file that the live one continues is unchanged since the launch.
    private var isBaseThere: Bool {
        do {
            return try base == nil || directory.fileSystem.status(path) == base?.status
        } catch {
            // Whatever the error, a complete new file does not need it.
            return false
        }
    }

    private func createOrRemove(_ newPath: String, _ bytes: [UInt8]) throws {
        do {
            try create(newPath, bytes)
        } catch {
            // On a full disk, a part of it may exist.
            do { try directory.removeIfPresent(newPath) } catch { superseded.append(newPath) }
            throw error
        }
    }

    private func create(_ newPath: String, _ bytes: [UInt8]) throws {
        do {
            try directory.fileSystem.create(newPath, bytes)
        } catch let error as POSIXError where error.code == .ENOENT || error.code == .ENOTDIR {
            // The folder has been removed since.
            try directory.makeFolder(directory.folder(of: id))
            try directory.fileSystem.create(newPath, bytes)
        }
    }

    /// Renames the new file to the old one's name, after its content was synced.
    ///
    /// - Returns: The files that are no longer needed once the name is on the disk; `nil` when the
    ///   file was superseded in the meantime and nothing was done.
    func finishReplacing(_ replacement: String) throws -> [String]? {
        guard replacement == replacementPath else { return nil }
        guard !directory.isForeign(replacement, ownExpected) else {
            requireSnapshot()
            throw RestorationError(
                .damaged,
                "Another program has replaced the new file of a window.",
                url: directory.url(replacement)
            )
        }
        try checkNamedFile()
        try directory.rename(replacement, to: path)
        defer { (superseded, oldContinuation) = ([], nil) }
        replacementPath = nil
        named = .unknown
        return superseded + (oldContinuation.map { [$0] } ?? [])
    }

    /// The complete current state, for the list of closed windows, or without a date for a
    /// workspace.
    func closingSnapshot(date: Date?) -> [UInt8] {
        state.closingDate = date
        return encoder.snapshot(of: &state, id, writer: writer)
    }

    private var growthBound: Int {
        max(WindowFile.smallLog, WindowFile.growthLimit * snapshotSize)
    }
}

// MARK: - Other programs

extension WindowFile {
    /// Returns, once, the foreign files found in the place of the window's files.
    func drainForeign() -> [ForeignFile] {
        defer { foreign = [] }
        return foreign
    }

    /// The file that has the window's name, as far as this process knows.
    var expectedAtName: ExpectedFile {
        replacementPath == nil && continuation == nil && own != nil ? ownExpected : named
    }

    /// Requests a rewrite of the window if its file is not the one that this process wrote.
    ///
    /// - Parameter isElsewhere: Whether the whole directory was replaced.
    /// - Returns: Whether the window must be written.
    func requireSnapshotIfForeign(isElsewhere: Bool = false) -> Bool {
        if isElsewhere {
            named = .nothing
            // Unlike a file that this process may be replacing right now.
            if replacementPath == nil, continuation == nil, let own { named = .file(own) }
        } else if own != nil ? !directory.isForeign(livePath, ownExpected) : isLaunchFileThere {
            return false
        }
        requireSnapshot()
        return true
    }

    /// Whether it has the content that this process has written, judged by its length, its last
    /// number and its end.
    private func isOwn(_ bytes: [UInt8], _ state: WindowState, _ own: FileIdentity) -> Bool {
        bytes.count == own.size && state.window == id && state.nextSequence == ownEnd.number
            && bytes.suffix(ownEnd.bytes.count).elementsEqual(ownEnd.bytes)
    }

    private func noteEnd(_ bytes: [UInt8]) {
        ownEnd = (state.nextSequence, Array(bytes.suffix(256)))
    }

    private var ownExpected: ExpectedFile { own.map { .file($0) } ?? .unknown }

    /// Whether the file from before this launch, which has all that this run knows, still exists.
    private var isLaunchFileThere: Bool {
        // A file that will be written anyway is checked then.
        hasUnwrittenChanges || !directory.isForeign(path, named)
    }

    /// Checks whether the file to append to is the one that this process wrote. Otherwise it is
    /// kept, and the state is rewritten.
    private func checkLiveFile() throws {
        guard let own, directory.isForeign(livePath, ownExpected) else { return }
        guard try keep(livePath, unless: { isOwn($0, $1, own) }) else {
            self.own = directory.identity(livePath)
            return
        }
        if livePath == path { named = .unknown }
        self.own = nil
        requireSnapshot()
    }

    /// The same for the file that has the window's name, before another file replaces it.
    private func checkNamedFile() throws {
        guard directory.isForeign(path, named) else { return }
        _ = try keep(path) { bytes, state in
            if let own, ownExpected == named { return isOwn(bytes, state, own) }
            // The file from before this launch has a second name, or a copy, there.
            let launchFile = directory.previousSession + "/\(id).state"
            guard try directory.fileSystem.status(launchFile)?.kind == .file else { return false }
            let limit = StateDirectory.fileSizeLimit
            return try directory.fileSystem.read(launchFile, limit) == bytes
        }
        named = .unknown
    }

    /// Keeps a foreign file, and continues with numbers above those that it has.
    ///
    /// - Returns: Whether it differed from the file that had been there.
    private func keep(
        _ path: String,
        unless isKnown: (_ bytes: [UInt8], _ state: WindowState) throws -> Bool
    ) throws -> Bool {
        guard let kept = try directory.keepForeign(path, unless: isKnown) else { return false }
        state.nextSequence = max(state.nextSequence, kept.number)
        foreign.append(
            ForeignFile(
                path: path,
                id: id,
                keptPath: kept.keptPath,
                kind: kept.keptPath == nil ? .removed : .replaced
            )
        )
        return true
    }
}
