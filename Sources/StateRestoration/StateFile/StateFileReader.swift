import Foundation

/// The result of reading a state file.
enum StateFileReading: Sendable {
    /// The state, complete, or as far as it is readable.
    case state(WindowState, damage: StateFileDamage?)
    /// Written by a later version that does not permit this one to read it.
    case tooNew(writer: String, format: Int)
    /// Nothing is readable.
    case unreadable(StateFileProblem)
}

/// Reads a state file, or the readable parts of a damaged one.
enum StateFileReader {
    /// - Parameter notesRecords: Whether the state includes the last records of paths.
    static func read(_ bytes: [UInt8], notesRecords: Bool = false) -> StateFileReading {
        bytes.withUnsafeBufferPointer { buffer in
            var decoder = StateFileDecoder()
            if notesRecords { decoder.texts = TextSalvage() }
            var start = 0
            while start < buffer.count, decoder.tooNew == nil {
                let lineFeed = endOfLine(buffer, from: start)
                let end = lineFeed ?? buffer.count
                let line = UnsafeBufferPointer(rebasing: buffer[start..<end])
                // A line that only lacks its line feed is good.
                if var problem = decoder.line(line) {
                    if lineFeed == nil { problem = problem.atCut(line) }
                    let isAtEnd = !hasIntactLine(buffer, from: start)
                    let reading = decoder.finish(
                        problem,
                        isAtEnd: isAtEnd,
                        unusedByteCount: buffer.count - start
                    )
                    return isAtEnd ? reading : StateFileSalvage.read(buffer, after: reading)
                }
                start = end + 1
            }
            return decoder.finish()
        }
    }

    static func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    private static func hasIntactLine(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> Bool {
        StateFileSalvage.lines(of: bytes, from: start).contains { line in
            StateLine.isIntact(UnsafeBufferPointer(rebasing: bytes[line]))
        }
    }
}

extension StateDirectory {
    /// Reads the state file of this path; `nil` when it does not exist. The bytes are included if
    /// the file system returned them.
    ///
    /// - Parameter id: The window that the file must belong to.
    func readState(
        _ path: String,
        of id: SceneIdentifier? = nil
    ) -> (reading: StateFileReading, bytes: [UInt8]?)? {
        readState(path, of: id) { try fileSystem.read(path, StateDirectory.fileSizeLimit) }
    }

    /// The same, with the status that later distinguishes the file from another one of its name.
    func readStateWithStatus(
        _ path: String
    ) -> (reading: StateFileReading, bytes: [UInt8]?, status: FileStatus?)? {
        var status: FileStatus?
        let found = readState(path, of: nil) {
            let content = try fileSystem.content(path, limit: StateDirectory.fileSizeLimit)
            status = content.status
            return content.bytes
        }
        return found.map { ($0.reading, $0.bytes, status) }
    }

    private func readState(
        _ path: String,
        of id: SceneIdentifier?,
        _ content: () throws -> [UInt8]
    ) -> (reading: StateFileReading, bytes: [UInt8]?)? {
        do {
            let bytes = try content()
            let isLong = bytes.count >= smallestContinued
            let reading = StateFileReader.read(bytes, notesRecords: isLong)
            if let id, case .state(let state, _) = reading, let window = state.window, window != id
            {
                return (.unreadable(.otherWindow(window)), bytes)
            }
            return (reading, bytes)
        } catch let error as POSIXError where StateDirectory.meansNothing(error.code) {
            return nil
        } catch {
            return (.unreadable(StateFileProblem(error as? POSIXError ?? POSIXError(.EIO))), nil)
        }
    }

    /// Whether an error means that no file has the name.
    private static func meansNothing(_ code: POSIXErrorCode) -> Bool {
        code == .ENOENT || code == .ENOTDIR
    }

    /// Whether a file that was unreadable before is readable now.
    func canBeRead(_ path: String) -> Bool {
        if case .unreadable(let problem)? = readState(path)?.reading {
            !problem.mayPass
        } else {
            true
        }
    }

    /// Whether there is a file of a later version, which must not be changed.
    func isTooNew(_ path: String) -> Bool {
        if case .tooNew? = readState(path)?.reading { true } else { false }
    }
}

extension StateFileProblem {
    /// The problem of a line within which the file ends.
    fileprivate func atCut(_ line: UnsafeBufferPointer<UInt8>) -> StateFileProblem {
        switch self {
        case .checksum(let number): .cutOff(line: number)
        case .notStateFile where StateLine.isBeginning(line): .cutOff(line: 1)
        default: self
        }
    }
}

/// The complete state of a window, as stored in a state file.
struct WindowState: Sendable {
    /// The format, and the writing program.
    var format = StateLine.format
    var writer = ""
    /// The window that the file names as its own, if any.
    var window: SceneIdentifier?
    var title = ""
    /// The date of closing, if the window was closed.
    var closingDate: Date?
    /// The stored contents, by path.
    var contents: [String: SceneContent] = [:]
    /// Members of the header that this version does not know; written again.
    var unknownHeader: [JSONValue.Member] = []
    /// Records that this version does not know; written again.
    var unknownRecords: [[JSONValue.Member]] = []
    /// The number of the next record; it keeps rising when the file is rewritten, so that the later
    /// one of two copies can be recognized.
    var nextSequence = 0
    /// The numbers of the last records that wrote or edited each path; only read from files that
    /// are long enough to be continued.
    var lastRecords: [String: Int] = [:]

    /// Applies a change like the scene.
    mutating func apply(_ change: SceneChange) {
        if case .title(let title) = change { self.title = title } else { contents.apply(change) }
    }
}
