import Foundation

/// The file that a window had at launch, as the one that goes on from it must know it.
struct BaseFile: Sendable, Equatable {
    /// What it was when it was read: it must be the same one that stands there.
    let status: FileStatus
    /// Tells its content from any other; see `Continuation.checksum(of:)`.
    let checksum: UInt32
}

/// What the last run has left of a window, as far as its first change in this run must know.
struct LaunchFile: Sendable {
    /// Its file, when another one can go on from it.
    var base: BaseFile?
    /// The file in which the last run went on from it.
    var continuation: String?
    /// What stands under the window's name.
    var expected = ExpectedFile.unknown
}

/// A file that goes on from another one, which stays as it is: a header, then what was appended.
///
/// The first change after a launch would otherwise wait until all that the window holds is written
/// anew. The header says how long the other file is, and the checksum of the checksums of its lines.
/// Both files together are one state file, the one behind the other.
struct Continuation: Sendable {
    let path: String
    let bytes: [UInt8]
    /// The number of the header: the one after the last of the other file.
    let number: Int
    /// The window that it is about.
    let window: SceneIdentifier?
    private let size: Int
    private let checksum: UInt32

    /// The member of the header by which such a file is told from others.
    static let key = "continues"

    /// Reads the header; `nil` when the file is none that goes on from another.
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

    /// What a header says of the file that its own goes on from.
    static func member(_ base: BaseFile) -> JSONValue.Member {
        .init(key, .array([.int(base.status.size), .int(Int(base.checksum))]))
    }

    /// The checksum of the checksums that stand at the beginnings of the lines.
    ///
    /// Where each line agrees with its own, this tells the file from any other, and costs next to
    /// nothing. Where one does not, it still tells that the file is the same but for that.
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

    /// Whether this is the file that it goes on from.
    func goesOn(from base: [UInt8]) -> Bool {
        base.count == size && Continuation.checksum(of: base) == checksum
    }

    /// What both files say together.
    ///
    /// - Parameter base: The content of the other file, or of another than that: from there on no
    ///   edit of a text is then taken for one of the text at hand.
    func read(after base: [UInt8]) -> StateFileReading {
        if goesOn(from: base) { return StateFileReader.read(base + bytes) }
        return StateDirectory.joined(base, bytes).withUnsafeBufferPointer {
            StateFileSalvage.read($0, after: .unreadable(.otherBase), changedBefore: number)
        }
    }
}

extension StateDirectory {
    /// What a file must know that goes on from this one, which is whole; `nil` when none can, or when
    /// it is as soon written anew.
    func base(
        _ path: String,
        _ bytes: [UInt8],
        _ state: WindowState,
        _ status: FileStatus?
    ) -> BaseFile? {
        guard bytes.count >= smallestContinued, bytes.last == 0x0A,
            state.format == StateLine.format, state.window.map({ window($0) }) == path
        else { return nil }
        // Writing it anew is never wrong.
        guard let status, status.kind == .file, status.size == bytes.count else { return nil }
        return BaseFile(status: status, checksum: Continuation.checksum(of: bytes))
    }

    /// The file that goes on from the one of an open window; `nil` when there is none.
    private func continuation(of id: SceneIdentifier) throws -> Continuation? {
        for name in try namesIfPresent(windows) where StateDirectory.window(fileName: name) == id {
            guard StateDirectory.replacementNumber(fileName: name) != nil else { continue }
            let path = windows + "/" + name
            let bytes = try fileSystem.read(path, StateDirectory.fileSizeLimit)
            if let continuation = Continuation(path, bytes) { return continuation }
        }
        return nil
    }

    /// Reads the file of an open window with what goes on from it, otherwise like `readState(_:of:)`.
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

    /// The content of a file, with that of the one that goes on from it, if there is one.
    func content(of path: String, continuedBy continuation: String?) throws -> [UInt8] {
        let bytes = try fileSystem.read(path, StateDirectory.fileSizeLimit)
        guard let continuation else { return bytes }
        let more = try fileSystem.read(continuation, StateDirectory.fileSizeLimit)
        return StateDirectory.joined(bytes, more)
    }

    /// One file behind another, of which the end may have been cut off.
    fileprivate static func joined(_ base: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        guard let last = base.last, last != 0x0A else { return base + bytes }
        return base + [0x0A] + bytes
    }
}

// MARK: - At launch

// Windows whose last run had just begun to write to a second file, and was killed.

extension SessionLoader {
    /// The window with what stands in a file that goes on from its own, or as it was when that is left
    /// over.
    mutating func continued(
        _ window: LoadedSession.Window?,
        by continuation: Continuation,
        _ id: SceneIdentifier
    ) -> LoadedSession.Window? {
        let base = base(of: continuation, window, id)
        if base == nil, let window, window.isNewer(than: continuation.number) { return window }
        // Another file than it goes on from is better than none.
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

    /// The very file that another one goes on from: under its name, or as it was kept at launch.
    private func base(
        of continuation: Continuation,
        _ window: LoadedSession.Window?,
        _ id: SceneIdentifier
    ) -> (path: String, bytes: [UInt8])? {
        for path in [directory.window(id), directory.previousSession + "/\(id).state"] {
            guard let found = content(path) else { continue }
            if continuation.goesOn(from: found.bytes) { return found }
            // Whatever it is that the window has been written to since.
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
            // What it has been good for is in the report.
            return nil
        }
    }
}

extension LoadedSession.Window {
    /// Whether it is whole, and was written after the record of this number.
    fileprivate func isNewer(than number: Int) -> Bool {
        damage?.isInSnapshot != true && state.nextSequence > number + 1
    }
}
