import Foundation

/// What reading a state file gave.
enum StateFileReading: Sendable {
    /// The state, whole, or as far as it could be read.
    case state(WindowState, damage: StateFileDamage?)
    /// Written by a later version that does not let this one read it.
    case tooNew(writer: String, format: Int)
    /// Nothing could be read.
    case unreadable(reason: String)
}

/// Where a state file stops making sense.
struct StateFileDamage: Sendable {
    var reason: String
    /// Whether it is in the part that was written in one piece, and not in what was appended since.
    var isInSnapshot: Bool
}

/// Reads a state file up to its end or its first damage.
///
/// Nothing after a damaged line is used: later edits of a text refer to what the earlier ones left.
enum StateFileReader {
    static func read(_ bytes: [UInt8]) -> StateFileReading {
        bytes.withUnsafeBufferPointer { buffer in
            var decoder = StateFileDecoder()
            var start = 0
            while start < buffer.count {
                guard let end = endOfLine(buffer, from: start) else {
                    decoder.damage = "Its last line is cut off."
                    break
                }
                decoder.line(UnsafeBufferPointer(rebasing: buffer[start..<end]))
                if decoder.isStopped { break }
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
}

private struct StateFileDecoder {
    var damage: String?
    private var state: WindowState?
    private var tooNew: (writer: String, format: Int)?
    private var paths: [Int: String] = [:]
    private var goodLines = 0
    private var promisedRecords = 0

    var isStopped: Bool { damage != nil || tooNew != nil }

    private var lineNumber: Int { goodLines + 1 }

    mutating func line(_ line: UnsafeBufferPointer<UInt8>) {
        guard case .object(let members)? = StateLine.parse(line) else {
            damage = "Its line \(lineNumber) is damaged."
            return
        }
        if state == nil { header(members) } else { record(members) }
        if damage == nil { goodLines += 1 }
    }

    func finish() -> StateFileReading {
        if let tooNew { return .tooNew(writer: tooNew.writer, format: tooNew.format) }
        guard let state else {
            return .unreadable(reason: damage ?? "It is empty.")
        }
        let isWhole = goodLines > promisedRecords
        if damage == nil, isWhole { return .state(state, damage: nil) }
        let reason = damage ?? "It ends after \(goodLines) lines and should have more."
        return .state(state, damage: StateFileDamage(reason: reason, isInSnapshot: !isWhole))
    }

    private mutating func header(_ members: [JSONValue.Member]) {
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
        guard let minimumReader else {
            damage = "Its first line is not the header of a state file."
            return
        }
        if minimumReader > StateLine.format {
            tooNew = (state.writer, state.format)
        } else {
            // The number comes from a file: only so much is taken on trust.
            state.contents.reserveCapacity(min(max(promisedRecords, 0), 1000))
            self.state = state
        }
    }

    private mutating func record(_ members: [JSONValue.Member]) {
        guard var state else { return }
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
        guard number == state.nextSequence else {
            damage = "Its line \(lineNumber) is out of order."
            return
        }
        state.nextSequence += 1
        guard let key else {
            if let path { rest.append(.init("path", .string(path))) }
            other(members: rest, state: &state)
            return
        }
        if let path { paths[key] = path }
        guard let path = path ?? paths[key] else {
            damage = "Its line \(lineNumber) is about a value that was never named."
            return
        }
        content(rest, of: path, state: &state)
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
        case ("closed", let date):
            state.closingDate = date.doubleValue.map(Date.init(timeIntervalSinceReferenceDate:))
        default: state.unknownRecords.append(members)
        }
    }
}
