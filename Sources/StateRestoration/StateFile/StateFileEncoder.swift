import Foundation

/// Makes the lines of one state file, and knows which short number stands for which path.
struct StateFileEncoder {
    private var numbers: [String: Int] = [:]

    /// The whole file: header, then one line per value.
    ///
    /// A text with history is one line with the text before it, and one for each edit since: what
    /// a reader that knows of no history would find in a file that was only appended to.
    mutating func snapshot(
        of state: inout WindowState,
        _ id: SceneIdentifier,
        writer: String
    ) -> [UInt8] {
        numbers = [:]
        var records: [[JSONValue.Member]] = []
        if !state.title.isEmpty { records.append([.init("title", .string(state.title))]) }
        if let date = state.closingDate {
            records.append([.init("closed", .double(date.timeIntervalSinceReferenceDate))])
        }
        // By bytes: the order of strings that are normalized in different ways is not a total one.
        let contents = state.contents.sorted {
            $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
        }
        for (path, content) in contents {
            records.append(subject(path) + members(of: content))
            if case .text(let text) = content {
                for edit in text.history.edits { records.append(subject(path) + [member(edit)]) }
            }
        }
        records += state.unknownRecords

        var bytes: [UInt8] = []
        let header: [JSONValue.Member] = [
            .init("format", .int(StateLine.format)),
            .init("minimumReader", .int(StateLine.minimumReader)),
            .init("writer", .string(writer)),
            .init("window", .string(id.rawValue)),
            .init("records", .int(records.count)),
        ]
        for members in [header + state.unknownHeader] + records {
            append(members, sequence: &state.nextSequence, to: &bytes)
        }
        return bytes
    }

    /// One line for a change that has just been applied to the state.
    mutating func append(_ change: SceneChange, to state: inout WindowState, bytes: inout [UInt8]) {
        let record: [JSONValue.Member]
        switch change {
        case .value(let path, let value):
            record = subject(path) + [.init("v", value?.json ?? .null)]
        case .text(let path, let text): record = subject(path) + [.init("t", .string(text.string))]
        case .splice(let path, let edit): record = subject(path) + [member(edit)]
        case .title(let title): record = [.init("title", .string(title))]
        }
        append(record, sequence: &state.nextSequence, to: &bytes)
    }

    private func append(
        _ members: [JSONValue.Member],
        sequence: inout Int,
        to bytes: inout [UInt8]
    ) {
        StateLine.append([.init("n", .int(sequence))] + members, to: &bytes)
        sequence += 1
    }

    /// The number of a path, with the path itself the first time.
    private mutating func subject(_ path: String) -> [JSONValue.Member] {
        if let number = numbers[path] { return [.init("k", .int(number))] }
        let number = numbers.count + 1
        numbers[path] = number
        return [.init("k", .int(number)), .init("path", .string(path))]
    }

    private func member(_ edit: TextEdit) -> JSONValue.Member {
        .init("s", .array([.int(edit.offset), .string(edit.removed), .string(edit.inserted)]))
    }

    private func members(of content: SceneContent) -> [JSONValue.Member] {
        switch content {
        case .value(let value): [.init("v", value.json)]
        case .text(let text): [.init("t", .string(text.textBeforeHistory.string))]
        case .unknown(.object(let members)): members
        case .unknown(let value): [.init("v", value)]
        }
    }
}
