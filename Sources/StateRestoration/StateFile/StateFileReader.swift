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
    ///
    /// - Parameter id: The window that it must be of.
    func readState(
        _ path: String,
        of id: SceneIdentifier? = nil
    ) -> (reading: StateFileReading, bytes: [UInt8]?)? {
        do {
            let bytes = try fileSystem.read(path, StateDirectory.fileSizeLimit)
            let reading = StateFileReader.read(bytes)
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

    /// Whether an error says that there is nothing of the name.
    private static func meansNothing(_ code: POSIXErrorCode) -> Bool {
        code == .ENOENT || code == .ENOTDIR
    }

    /// Whether a file can be read that could not be read before.
    func canBeRead(_ path: String) -> Bool {
        if case .unreadable(let problem)? = readState(path)?.reading {
            !problem.mayPass
        } else {
            true
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
    /// Not an optional: each record would then copy it out and back.
    private var state = WindowState()
    private var hasHeader = false
    private var paths: [Int: String] = [:]
    private var goodLines = 0
    private var promisedRecords = 0

    private var lineNumber: Int { goodLines + 1 }

    /// Takes a line, or returns what is wrong with it.
    mutating func line(_ line: UnsafeBufferPointer<UInt8>) -> StateFileProblem? {
        let problem: StateFileProblem?
        switch StateLine.read(line) {
        case .record(let members): problem = hasHeader ? record(members) : header(members)
        case .noLine where !hasHeader: problem = .notStateFile
        case .noLine, .wrongChecksum: problem = .checksum(line: lineNumber)
        case .notJSON: problem = .notJSON(line: lineNumber)
        }
        if problem == nil { goodLines += 1 }
        return problem
    }

    func finish() -> StateFileReading {
        if let tooNew { return .tooNew(writer: tooNew.writer, format: tooNew.format) }
        guard hasHeader else { return .unreadable(.empty) }
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
        guard hasHeader else { return .unreadable(problem) }
        let damage = StateFileDamage(
            problem: problem,
            isInSnapshot: goodLines <= promisedRecords,
            isAtEnd: isAtEnd,
            unusedByteCount: unusedByteCount
        )
        return .state(state, damage: damage)
    }

    private mutating func header(_ members: [JSONValue.Member]) -> StateFileProblem? {
        var minimumReader: Int?
        var window: SceneIdentifier?
        for member in members {
            switch (member.key, member.value) {
            case ("n", .int(let number)) where (0..<Int.max / 2).contains(number):
                state.nextSequence = number + 1
            case ("format", .int(let format)): state.format = format
            case ("minimumReader", .int(let format)): minimumReader = format
            case ("writer", .string(let writer)): state.writer = writer
            case ("records", .int(let count)): promisedRecords = count
            case ("window", let name): window = name.stringValue.flatMap { SceneIdentifier($0) }
            default: state.unknownHeader.append(member)
            }
        }
        guard let minimumReader else { return .notStateFile }
        if state.format >= StateLine.firstFormatWithNames { state.window = window }
        if minimumReader > StateLine.format {
            tooNew = (state.writer, state.format)
        } else {
            // The number comes from a file: only so much is taken on trust.
            let count = min(max(promisedRecords, 0), 1000)
            state.contents.reserveCapacity(count)
            paths.reserveCapacity(count)
            hasHeader = true
        }
        return nil
    }

    private mutating func record(_ members: [JSONValue.Member]) -> StateFileProblem? {
        var number: Int?
        var key: Int?
        var path: String?
        var rest = members[0..<0]
        for (index, member) in members.enumerated() {
            switch member.key {
            case "n" where member.value.intValue != nil: number = member.value.intValue
            case "k" where member.value.intValue != nil: key = member.value.intValue
            case "path" where member.value.stringValue != nil: path = member.value.stringValue
            // Nearly always one member, or some in a row: those are not copied.
            case _ where rest.isEmpty: rest = members[index...index]
            case _ where rest.endIndex == index: rest = members[rest.startIndex...index]
            default: rest.append(member)
            }
        }
        guard number == state.nextSequence else { return .outOfOrder(line: lineNumber) }
        let knownPath = path ?? key.flatMap { paths[$0] }
        if key != nil, knownPath == nil { return .unnamedKey(line: lineNumber) }
        state.nextSequence += 1
        guard let key else {
            if let path { rest.append(.init("path", .string(path))) }
            other(rest)
            return nil
        }
        if let path { paths[key] = path }
        if let knownPath { content(rest, of: knownPath) }
        return nil
    }

    private mutating func content(_ members: ArraySlice<JSONValue.Member>, of path: String) {
        guard members.count == 1, let member = members.first else {
            state.contents[path] = .unknown(.object(Array(members)))
            return
        }
        switch (member.key, member.value) {
        case ("v", .null): state.apply(.value(path: path, nil))
        case ("v", let json):
            state.contents[path] =
                RestorableValue(json: json).map(SceneContent.value) ?? .unknown(.object([member]))
        case ("t", .string(let text)): state.apply(.text(path: path, ChunkedText(text)))
        case ("s", .array(let parts)):
            guard parts.count == 3, let offset = parts[0].intValue,
                let removed = parts[1].stringValue, let inserted = parts[2].stringValue
            else { fallthrough }
            let edit = TextEdit(offset: offset, removed: removed, inserted: inserted)
            state.apply(.splice(path: path, edit))
        default: state.contents[path] = .unknown(.object([member]))
        }
    }

    private mutating func other(_ members: ArraySlice<JSONValue.Member>) {
        guard members.count == 1, let member = members.first else {
            state.unknownRecords.append(Array(members))
            return
        }
        switch (member.key, member.value) {
        case ("title", .string(let title)): state.title = title
        case ("closed", .double(let date)):
            state.closingDate = Date(timeIntervalSinceReferenceDate: date)
        case ("closed", .int(let date)):
            state.closingDate = Date(timeIntervalSinceReferenceDate: Double(date))
        default: state.unknownRecords.append([member])
        }
    }
}
