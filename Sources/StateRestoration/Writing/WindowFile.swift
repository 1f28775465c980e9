import Foundation

/// The state file of one open window, as the writer keeps it.
///
/// Changes are appended. When that cannot be (a file from before this launch, which must stay as it
/// is; a failed append; a log that has outgrown its content), the whole state is written to a file
/// beside it. That one takes the appends at once, and the old one's name as soon as it is synced:
/// at every moment the disk has one whole file, and a slow disk does not hold up the next
/// keystroke.
///
/// A long file from before this launch takes as long to write anew. The first changes go to a small
/// one that goes on from it, and the whole state follows when it is time to sync.
final class WindowFile {
    /// A log below this is never worth rewriting, in bytes.
    private static let smallLog = 128 * 1024
    /// How often the log may outgrow the content; each byte typed is then rewritten 1/4 times on
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
    /// Whether the next write must be a whole new file.
    private(set) var needsSnapshot = true
    /// The file from before this launch, as long as the next change can go on from it, or the live file
    /// does.
    private var base: BaseFile?
    /// Whether that is on the disk, whatever happens to the power.
    private var isBaseSynced = false
    /// The name of the file that goes on from it, and whether it is there.
    private var continuation: (path: String, isThere: Bool)?
    /// The file in which the last run went on from the window's: of no use when a new one has the name.
    private var oldContinuation: String?
    /// The temporary name that the live file still has, if it has.
    private(set) var replacementPath: String?
    /// Files that were to replace the window's and did not get that far.
    private var superseded: [String] = []
    /// Those of them whose sync failed: no power cut leaves them, and the next file has all of it.
    private var useless: Set<String> = []
    /// What the live file was when it was last written to; `nil` before.
    private var own: FileIdentity?
    /// The number after the last record in it, and how it ends.
    private var ownEnd: (number: Int, bytes: [UInt8]) = (0, [])
    /// What has the window's name while the live file has another one.
    private(set) var named: ExpectedFile
    /// What other programs had put in the place of the window's files, since that was last asked for.
    private var foreign: [ForeignFile] = []
    /// Whether the state has something that is in no file.
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

    /// Whether what is written goes to a file that goes on from one of before this launch.
    var isContinuing: Bool { base != nil && continuation != nil && !needsSnapshot }

    /// The temporary names of the window's files.
    var temporaryPaths: [String] {
        superseded + [replacementPath, continuation?.path, oldContinuation].compactMap { $0 }
    }

    /// The file that takes the appends.
    var livePath: String { replacementPath ?? continuation?.path ?? path }

    /// Notes that no power cut changes the file from before this launch.
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

    /// Begins the file that goes on from the one of before this launch, where that can be.
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

    /// Notes that a sync of one of the files failed, which no later one makes good.
    ///
    /// - Returns: Whether it is the live file, and the state must be written anew therefore.
    func syncFailed(_ failedPath: String) -> Bool {
        if failedPath != path { useless.insert(failedPath) }
        return failedPath == livePath
    }

    /// Returns the files that have become useless since the last `write`, once; they are to be removed.
    func drainUseless() -> [String] {
        defer { superseded.removeAll { useless.contains($0) } }
        return superseded.filter { useless.contains($0) }
    }

    /// Returns the files that the live one supersedes, once; they are to be removed.
    func drainSuperseded() -> [String] {
        defer { superseded = [] }
        return superseded
    }

    /// Writes what is pending. After a failure the next call writes everything.
    ///
    /// - Returns: Whether a new file was begun, which `finishReplacing` must end.
    func write() throws -> Bool {
        if !needsSnapshot, logSize + pending.count > growthBound { requireSnapshot() }
        if isContinuing, !isBaseThere { requireSnapshot() }
        if !needsSnapshot, !pending.isEmpty { try checkLiveFile() }
        guard needsSnapshot else {
            guard !pending.isEmpty else { return false }
            // A failed append may have written a part: the file must not be appended to again.
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
        // Not synced, it must not take the name of what is on the disk: it stays beside it.
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

    /// Whether the file that the live one goes on from stands where it stood at launch.
    private var isBaseThere: Bool {
        do {
            return try base == nil || directory.fileSystem.status(path) == base?.status
        } catch {
            // Whatever it is, what is written whole needs no other file.
            return false
        }
    }

    private func createOrRemove(_ newPath: String, _ bytes: [UInt8]) throws {
        do {
            try create(newPath, bytes)
        } catch {
            // On a full disk a part may stand there.
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

    /// Gives the new file the old one's name, now that its content is on the disk.
    ///
    /// - Returns: The files that are useless as soon as the name is on the disk; `nil` when
    ///   the file has been superseded meanwhile, and nothing was done.
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

    /// The whole state as of now, for the list of closed windows, or with no date for a workspace.
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
    /// Returns what another program has put in the place of the window's files, once.
    func drainForeign() -> [ForeignFile] {
        defer { foreign = [] }
        return foreign
    }

    /// What has the window's own name, as far as this process knows.
    var expectedAtName: ExpectedFile {
        replacementPath == nil && continuation == nil && own != nil ? ownExpected : named
    }

    /// Has the window written anew when its file is not the one that this process has left.
    ///
    /// - Parameter isElsewhere: Whether the whole directory is another one.
    /// - Returns: Whether it is to be written.
    func requireSnapshotIfForeign(isElsewhere: Bool = false) -> Bool {
        if isElsewhere {
            named = .nothing
            // Unlike one that this process may be in the middle of replacing.
            if replacementPath == nil, continuation == nil, let own { named = .file(own) }
        } else if own != nil ? !directory.isForeign(livePath, ownExpected) : isLaunchFileThere {
            return false
        }
        requireSnapshot()
        return true
    }

    /// Whether it is the content that this process has written, as far as its length, its last number
    /// and its end tell.
    private func isOwn(_ bytes: [UInt8], _ state: WindowState, _ own: FileIdentity) -> Bool {
        bytes.count == own.size && state.window == id && state.nextSequence == ownEnd.number
            && bytes.suffix(ownEnd.bytes.count).elementsEqual(ownEnd.bytes)
    }

    private func noteEnd(_ bytes: [UInt8]) {
        ownEnd = (state.nextSequence, Array(bytes.suffix(256)))
    }

    private var ownExpected: ExpectedFile { own.map { .file($0) } ?? .unknown }

    /// Whether the file from before this launch, in which all is that this run knows, is still there.
    private var isLaunchFileThere: Bool {
        // What is going to be written anyway is looked at then.
        hasUnwrittenChanges || !directory.isForeign(path, named)
    }

    /// Checks whether the file to append to is the one that this process has left. When it is not, it is
    /// kept, and the state written anew.
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

    /// The same for what has the window's name, before another file takes it.
    private func checkNamedFile() throws {
        guard directory.isForeign(path, named) else { return }
        _ = try keep(path) { bytes, state in
            if let own, ownExpected == named { return isOwn(bytes, state, own) }
            // The file of before this launch has a second name, or a copy, there.
            let launchFile = directory.previousSession + "/\(id).state"
            guard try directory.fileSystem.status(launchFile)?.kind == .file else { return false }
            let limit = StateDirectory.fileSizeLimit
            return try directory.fileSystem.read(launchFile, limit) == bytes
        }
        named = .unknown
    }

    /// Keeps what another program has put there, and goes on with numbers above those that it has.
    ///
    /// - Returns: Whether it was something else than what had been there.
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
