import Foundation

/// What reading a state file gave.
enum StateFileReading: Sendable {
    /// The state, whole, or as far as it could be read.
    case state(WindowState, damage: StateFileDamage?)
    /// Written by a later version that does not let this one read it.
    case tooNew(writer: String, format: Int)
    /// Nothing could be read.
    case unreadable(StateFileProblem)
}

/// Reads a state file up to its end or its first damage.
///
/// Nothing after a damaged line is used: later edits of a text refer to what the earlier ones left.
enum StateFileReader {
    static func read(_ bytes: [UInt8]) -> StateFileReading {
        bytes.withUnsafeBufferPointer { buffer in
            var decoder = StateFileDecoder()
            var start = 0
            while start < buffer.count, decoder.tooNew == nil {
                let lineFeed = endOfLine(buffer, from: start)
                let end = lineFeed ?? buffer.count
                let line = UnsafeBufferPointer(rebasing: buffer[start..<end])
                // A line that lacks nothing but its line feed is as good as any other.
                if var problem = decoder.line(line) {
                    if lineFeed == nil { problem = problem.atCut(line) }
                    return decoder.finish(
                        problem,
                        isAtEnd: !hasIntactLine(buffer, from: start),
                        unusedByteCount: buffer.count - start
                    )
                }
                start = end + 1
            }
            return decoder.finish()
        }
    }

    private static func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    private static func hasIntactLine(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> Bool {
        var start = start
        while start < bytes.count {
            let end = endOfLine(bytes, from: start) ?? bytes.count
            if StateLine.isIntact(UnsafeBufferPointer(rebasing: bytes[start..<end])) { return true }
            start = end + 1
        }
        return false
    }
}

extension StateDirectory {
    /// Reads the state file of this path; `nil` when there is none. The bytes are there when the
    /// file system gave them.
    func readState(_ path: String) -> (reading: StateFileReading, bytes: [UInt8]?)? {
        do {
            let bytes = try fileSystem.read(path, StateDirectory.fileSizeLimit)
            return (StateFileReader.read(bytes), bytes)
        } catch let error as POSIXError where error.code == .ENOENT {
            return nil
        } catch {
            return (.unreadable(StateFileProblem(error as? POSIXError ?? POSIXError(.EIO))), nil)
        }
    }

    /// Whether there is a file of a later version, which is not to be touched.
    func isTooNew(_ path: String) -> Bool {
        if case .tooNew? = readState(path)?.reading { true } else { false }
    }
}

extension StateFileProblem {
    /// The problem of a line, given that the file ends within it.
    fileprivate func atCut(_ line: UnsafeBufferPointer<UInt8>) -> StateFileProblem {
        switch self {
        case .checksum(let number): .cutOff(line: number)
        case .notStateFile where StateLine.isBeginning(line): .cutOff(line: 1)
        default: self
        }
    }
}

private struct StateFileDecoder {
    private(set) var tooNew: (writer: String, format: Int)?
    private var state: WindowState?
    private var paths: [Int: String] = [:]
    private var goodLines = 0
    private var promisedRecords = 0

    private var lineNumber: Int { goodLines + 1 }

    /// Takes a line, or returns what is wrong with it.
    mutating func line(_ line: UnsafeBufferPointer<UInt8>) -> StateFileProblem? {
        let problem: StateFileProblem?
        switch StateLine.read(line) {
        case .record(let members): problem = state == nil ? header(members) : record(members)
        case .noLine where state == nil: problem = .notStateFile
        case .noLine, .wrongChecksum: problem = .checksum(line: lineNumber)
        case .notJSON: problem = .notJSON(line: lineNumber)
        }
        if problem == nil { goodLines += 1 }
        return problem
    }

    func finish() -> StateFileReading {
        if let tooNew { return .tooNew(writer: tooNew.writer, format: tooNew.format) }
        guard let state else { return .unreadable(.empty) }
        guard goodLines <= promisedRecords else { return .state(state, damage: nil) }
        return finish(
            .recordsMissing(found: goodLines - 1, promised: promisedRecords),
            isAtEnd: true,
            unusedByteCount: 0
        )
    }

    func finish(
        _ problem: StateFileProblem,
        isAtEnd: Bool,
        unusedByteCount: Int
    ) -> StateFileReading {
        guard let state else { return .unreadable(problem) }
        let damage = StateFileDamage(
            problem: problem,
            isInSnapshot: goodLines <= promisedRecords,
            isAtEnd: isAtEnd,
            unusedByteCount: unusedByteCount
        )
        return .state(state, damage: damage)
    }

    private mutating func header(_ members: [JSONValue.Member]) -> StateFileProblem? {
        var state = WindowState()
        var minimumReader: Int?
        for member in members {
            switch (member.key, member.value) {
            case ("n", .int(let number)) where (0..<Int.max / 2).contains(number):
                state.nextSequence = number + 1
            case ("format", .int(let format)): state.format = format
            case ("minimumReader", .int(let format)): minimumReader = format
            case ("writer", .string(let writer)): state.writer = writer
            case ("records", .int(let count)): promisedRecords = count
            default: state.unknownHeader.append(member)
            }
        }
        guard let minimumReader else { return .notStateFile }
        if minimumReader > StateLine.format {
            tooNew = (state.writer, state.format)
        } else {
            // The number comes from a file: only so much is taken on trust.
            state.contents.reserveCapacity(min(max(promisedRecords, 0), 1000))
            self.state = state
        }
        return nil
    }

    private mutating func record(_ members: [JSONValue.Member]) -> StateFileProblem? {
        guard var state else { return nil }
        // Out of the property while it is changed: otherwise each record copies the state.
        self.state = nil
        defer { self.state = state }
        var number: Int?
        var key: Int?
        var path: String?
        var rest: [JSONValue.Member] = []
        for member in members {
            switch (member.key, member.value) {
            case ("n", .int(let value)): number = value
            case ("k", .int(let value)): key = value
            case ("path", .string(let value)): path = value
            default: rest.append(member)
            }
        }
        guard number == state.nextSequence else { return .outOfOrder(line: lineNumber) }
        let knownPath = path ?? key.flatMap { paths[$0] }
        if key != nil, knownPath == nil { return .unnamedKey(line: lineNumber) }
        state.nextSequence += 1
        guard let key else {
            if let path { rest.append(.init("path", .string(path))) }
            other(members: rest, state: &state)
            return nil
        }
        if let path { paths[key] = path }
        if let knownPath { content(rest, of: knownPath, state: &state) }
        return nil
    }

    private mutating func content(
        _ members: [JSONValue.Member],
        of path: String,
        state: inout WindowState
    ) {
        guard members.count == 1, let member = members.first else {
            state.contents[path] = .unknown(.object(members))
            return
        }
        switch (member.key, member.value) {
        case ("v", .null): state.apply(.value(path: path, nil))
        case ("v", let json):
            state.contents[path] =
                RestorableValue(json: json).map(SceneContent.value) ?? .unknown(.object(members))
        case ("t", .string(let text)): state.apply(.text(path: path, ChunkedText(text)))
        case ("s", .array(let parts)):
            guard parts.count == 3, let offset = parts[0].intValue,
                let removed = parts[1].stringValue, let inserted = parts[2].stringValue
            else { fallthrough }
            let edit = TextEdit(offset: offset, removed: removed, inserted: inserted)
            state.apply(.splice(path: path, edit))
        default: state.contents[path] = .unknown(.object(members))
        }
    }

    private func other(members: [JSONValue.Member], state: inout WindowState) {
        guard members.count == 1, let member = members.first else {
            state.unknownRecords.append(members)
            return
        }
        switch (member.key, member.value) {
        case ("title", .string(let title)): state.title = title
        case ("closed", .double(let date)):
            state.closingDate = Date(timeIntervalSinceReferenceDate: date)
        case ("closed", .int(let date)):
            state.closingDate = Date(timeIntervalSinceReferenceDate: Double(date))
        default: state.unknownRecords.append(members)
        }
    }
}
