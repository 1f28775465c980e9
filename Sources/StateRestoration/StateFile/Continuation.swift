import Foundation

/// A window's file at launch, as its continuation must know it.
struct BaseFile: Sendable, Equatable {
    /// Its status when it was read, which must not have changed.
    let status: FileStatus
    /// Identifies its content; see `Continuation.checksum(of:)`.
    let checksum: UInt32
}

/// The last run's files of a window, for its first change in this run.
struct LaunchFile: Sendable {
    /// Its file, if it can be continued.
    var base: BaseFile?
    /// The file in which the last run continued it.
    var continuation: String?
    /// The file that has the window's name.
    var expected = ExpectedFile.unknown
}

/// A file that continues another one, which does not change: a header, then the appended records.
///
/// Otherwise the first change after a launch would wait until the whole window is rewritten. The
/// header has the length of the other file, and the checksum of its lines' checksums. Concatenated,
/// the two files are one state file.
struct Continuation: Sendable {
    let path: String
    let bytes: [UInt8]
    /// The number of the header: the one after the other file's last record.
    let number: Int
    /// The window of the file.
    let window: SceneIdentifier?
    private let size: Int
    private let checksum: UInt32

    /// The member of the header that marks such a file.
    static let key = "continues"

    /// Reads the header; `nil` when the file is not a continuation.
    init?(_ path: String, _ bytes: [UInt8]) {
        let members = bytes.withUnsafeBufferPointer { bytes -> [JSONValue.Member]? in
            let end = StateFileReader.endOfLine(bytes, from: 0) ?? bytes.count
            let line = UnsafeBufferPointer(rebasing: bytes[..<end])
            guard case .record(let members) = StateLine.read(line) else { return nil }
            return members
        }
        let header = JSONValue.object(members ?? [])
        guard let number = header["n"]?.intValue, StateFileDecoder.numbers.contains(number),
            let parts = header[Continuation.key]?.arrayValue, parts.count == 2,
            let size = parts[0].intValue, let checksum = parts[1].intValue.flatMap(UInt32.init)
        else { return nil }
        self.path = path
        self.bytes = bytes
        self.number = number
        self.size = size
        self.checksum = checksum
        window = header["window"]?.stringValue.flatMap { SceneIdentifier($0) }
    }

    /// The member of a header that describes the continued file.
    static func member(_ base: BaseFile) -> JSONValue.Member {
        .init(key, .array([.int(base.status.size), .int(Int(base.checksum))]))
    }

    /// The checksum of the checksums at the beginnings of the lines.
    ///
    /// If each line matches its own checksum, this identifies the file at almost no cost. Otherwise
    /// it still shows that the file is the same except for damaged lines.
    static func checksum(of base: [UInt8]) -> UInt32 {
        base.withUnsafeBufferPointer { base in
            var sums: [UInt8] = []
            var start = 0
            while start < base.count {
                let end = StateFileReader.endOfLine(base, from: start) ?? base.count
                sums += base[start..<min(start + 8, end)]
                start = end + 1
            }
            return sums.withUnsafeBufferPointer(Checksum.crc32)
        }
    }

    /// Whether this is the file that it continues.
    func goesOn(from base: [UInt8]) -> Bool {
        base.count == size && Continuation.checksum(of: base) == checksum
    }

    /// The state of both files together.
    ///
    /// - Parameter base: The content of the other file. If it is a different file, later edits are
    ///   not applied to its texts.
    func read(after base: [UInt8]) -> StateFileReading {
        if goesOn(from: base) { return StateFileReader.read(base + bytes) }
        return StateDirectory.joined(base, bytes).withUnsafeBufferPointer {
            StateFileSalvage.read($0, after: .unreadable(.otherBase), changedBefore: number)
        }
    }
}

extension StateDirectory {
    /// The description of this undamaged file for a continuation; `nil` when it cannot be
    /// continued, or rewriting it is as fast.
    func base(
        _ path: String,
        _ bytes: [UInt8],
        _ state: WindowState,
        _ status: FileStatus?
    ) -> BaseFile? {
        guard bytes.count >= smallestContinued, bytes.last == 0x0A,
            state.format == StateLine.format, state.window.map({ window($0) }) == path
        else { return nil }
        // Rewriting it is never wrong.
        guard let status, status.kind == .file, status.size == bytes.count else { return nil }
        return BaseFile(status: status, checksum: Continuation.checksum(of: bytes))
    }

    /// The continuation of an open window's file; `nil` when there is none.
    private func continuation(of id: SceneIdentifier) throws -> Continuation? {
        for name in try namesIfPresent(windows) where StateDirectory.window(fileName: name) == id {
            guard StateDirectory.replacementNumber(fileName: name) != nil else { continue }
            let path = windows + "/" + name
            let bytes = try fileSystem.read(path, StateDirectory.fileSizeLimit)
            if let continuation = Continuation(path, bytes) { return continuation }
        }
        return nil
    }

    /// Reads the file of an open window with its continuation, otherwise like `readState(_:of:)`.
    func readWindow(
        _ id: SceneIdentifier
    ) -> (reading: StateFileReading, bytes: [UInt8]?)? {
        guard let (reading, bytes) = readState(window(id), of: id) else { return nil }
        do {
            guard case .state(_, damage: nil) = reading, let bytes,
                let continuation = try continuation(of: id), continuation.goesOn(from: bytes)
            else { return (reading, bytes) }
            return (continuation.read(after: bytes), bytes)
        } catch {
            // There may be a later file: this one must not be taken for the window.
            let error = error as? POSIXError ?? POSIXError(.EIO)
            return (.unreadable(StateFileProblem(error)), bytes)
        }
    }

    /// The content of a file and its continuation, if any.
    func content(of path: String, continuedBy continuation: String?) throws -> [UInt8] {
        let bytes = try fileSystem.read(path, StateDirectory.fileSizeLimit)
        guard let continuation else { return bytes }
        let more = try fileSystem.read(continuation, StateDirectory.fileSizeLimit)
        return StateDirectory.joined(bytes, more)
    }

    /// The two files concatenated; the end of the first may have been cut off.
    fileprivate static func joined(_ base: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        guard let last = base.last, last != 0x0A else { return base + bytes }
        return base + [0x0A] + bytes
    }
}

// MARK: - At launch

// Restores windows whose last run was killed just after it started a continuation.

extension SessionLoader {
    /// The window with the content of its file's continuation; without it when the continuation is
    /// obsolete.
    mutating func continued(
        _ window: LoadedSession.Window?,
        by continuation: Continuation,
        _ id: SceneIdentifier
    ) -> LoadedSession.Window? {
        let base = base(of: continuation, window, id)
        if base == nil, let window, window.isNewer(than: continuation.number) { return window }
        // A different file than the continued one is better than none.
        let (path, bytes) = base ?? content(window?.path) ?? (continuation.path, [])
        guard case .state(let state, let damage) = continuation.read(after: bytes) else {
            return window
        }
        if let window, window.isNewer(than: state.nextSequence - 1) { return window }
        if damage != nil { setAside(continuation.path, continuation.bytes, isMoved: false, of: id) }
        return LoadedSession.Window(
            id: id,
            state: state,
            path: path,
            continuation: path == continuation.path ? nil : continuation.path,
            damage: damage,
            modificationDate: .distantPast
        )
    }

    /// The continued file itself: under its name, or as it was kept at launch.
    private func base(
        of continuation: Continuation,
        _ window: LoadedSession.Window?,
        _ id: SceneIdentifier
    ) -> (path: String, bytes: [UInt8])? {
        for path in [directory.window(id), directory.previousSession + "/\(id).state"] {
            guard let found = content(path) else { continue }
            if continuation.goesOn(from: found.bytes) { return found }
            // The window has been written since, to whatever file.
            if path == window?.path, window?.isNewer(than: continuation.number) == true {
                return nil
            }
        }
        return nil
    }

    private func content(_ path: String?) -> (path: String, bytes: [UInt8])? {
        guard let path else { return nil }
        do {
            return (path, try directory.fileSystem.read(path, StateDirectory.fileSizeLimit))
        } catch {
            // The report has what was recovered of it.
            return nil
        }
    }
}

extension LoadedSession.Window {
    /// Whether it is undamaged, and was written after the record of this number.
    fileprivate func isNewer(than number: Int) -> Bool {
        damage?.isInSnapshot != true && state.nextSequence > number + 1
    }
}
