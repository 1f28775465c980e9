import Foundation

/// Encodes the lines of one state file, and assigns short numbers to paths.
struct StateFileEncoder {
    /// A path's entry in the file so far.
    private struct Subject {
        /// The number that represents the path.
        var key: Int
        /// The number of the last line that wrote or edited its content.
        var lastRecord: Int?
        /// The number of lines that have named it.
        var nameCount = 0
    }

    /// The content of a line, without its number.
    private struct Record {
        var members: [JSONValue.Member]
        /// A text that is written completely, and may be long.
        var text: ChunkedText?

        init(_ members: [JSONValue.Member], text: ChunkedText? = nil) {
            self.members = members
            self.text = text
        }
    }

    /// The number of lines that name a path in addition to its number: when one of them is damaged,
    /// the others tell the path of the rest.
    private static let namingLines = 2

    private var subjects: [String: Subject] = [:]
    /// The number that represents the first path.
    private var firstKey = 1
    /// The numbers of the last records of paths in the continued file.
    private var earlierRecords: [String: Int] = [:]

    /// The complete file: header, then one line per value.
    ///
    /// A text with history takes one line for the text before it, and one for each edit since: the
    /// same lines that a reader without support for histories would find in a file that was only
    /// appended to.
    mutating func snapshot(
        of state: inout WindowState,
        _ id: SceneIdentifier,
        writer: String
    ) -> [UInt8] {
        self = StateFileEncoder()
        state.lastRecords = [:]
        var records: [Record] = []
        if !state.title.isEmpty { records.append(Record([.init("title", .string(state.title))])) }
        if let date = state.closingDate {
            let seconds = date.timeIntervalSinceReferenceDate
            records.append(Record([.init("closed", .double(seconds))]))
        }
        // By bytes: the order of differently normalized strings is not total.
        let contents = state.contents.sorted {
            $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
        }
        for (path, content) in contents {
            // The header is the first.
            let number = state.nextSequence + 1 + records.count
            let record = record(of: content)
            records.append(
                Record(self.record(path, number) { _ in record.members }, text: record.text)
            )
            guard case .text(let text) = content else { continue }
            let edits = text.history.edits
            var length = text.scalarCount - edits.reduce(0) { $0 + $1.growth }
            for (index, edit) in edits.enumerated() {
                records.append(Record(splice(edit, length: length, path, number + 1 + index)))
                length += edit.growth
            }
            if let selection = text.selection, selection != text.selectionAfterHistory {
                records.append(Record(about(path) + [member(selection)]))
            }
        }
        records += state.unknownRecords.map { Record($0) }

        var bytes: [UInt8] = []
        let header = StateFileEncoder.header(id, writer: writer, recordCount: records.count)
        for record in [Record(header + state.unknownHeader)] + records {
            append(record, sequence: &state.nextSequence, to: &bytes)
        }
        return bytes
    }

    /// The beginning of a continuation of another file, which contains the state.
    mutating func continuation(
        of base: BaseFile,
        _ state: inout WindowState,
        _ id: SceneIdentifier,
        writer: String
    ) -> [UInt8] {
        self = StateFileEncoder()
        // Higher than any in the other file, where each path has at least one record.
        firstKey = state.nextSequence + 1
        earlierRecords = state.lastRecords
        let header = StateFileEncoder.header(
            id,
            writer: writer,
            minimumReader: StateLine.firstFormatWithContinuations
        )
        var bytes: [UInt8] = []
        let members = header + [Continuation.member(base)]
        append(Record(members), sequence: &state.nextSequence, to: &bytes)
        return bytes
    }

    private static func header(
        _ id: SceneIdentifier,
        writer: String,
        minimumReader: Int = StateLine.minimumReader,
        recordCount: Int = 0
    ) -> [JSONValue.Member] {
        [
            .init("format", .int(StateLine.format)),
            .init("minimumReader", .int(minimumReader)),
            .init("writer", .string(writer)),
            .init("window", .string(id.rawValue)),
            .init("records", .int(recordCount)),
        ]
    }

    /// One line for a change that was just applied to the state.
    mutating func append(_ change: SceneChange, to state: inout WindowState, bytes: inout [UInt8]) {
        let number = state.nextSequence
        let record: Record
        switch change {
        case .value(let path, let value):
            record = Record(self.record(path, number) { _ in [.init("v", value?.json ?? .null)] })
        case .text(let path, let text):
            record = Record(self.record(path, number) { _ in [] }, text: text)
        case .splice(let path, let edit):
            let length = state.contents[path]?.text?.scalarCount ?? 0
            record = Record(splice(edit, length: length - edit.growth, path, number))
        case .selection(let path, let selection):
            record = Record(about(path) + [member(selection)])
        case .title(let title): record = Record([.init("title", .string(title))])
        }
        append(record, sequence: &state.nextSequence, to: &bytes)
    }

    private func append(_ record: Record, sequence: inout Int, to bytes: inout [UInt8]) {
        StateLine.append(
            [.init("n", .int(sequence))] + record.members,
            text: record.text,
            to: &bytes
        )
        sequence += 1
    }

    /// A record that writes or edits the content of a path.
    ///
    /// - Parameter members: Makes its content from the number of the previous such record.
    private mutating func record(
        _ path: String,
        _ number: Int,
        _ members: (_ last: Int?) -> [JSONValue.Member]
    ) -> [JSONValue.Member] {
        let subject = about(path)
        defer { subjects[path]?.lastRecord = number }
        return subject + members(subjects[path]?.lastRecord)
    }

    /// The subject of a record: a path's number, with the path itself in the first lines.
    private mutating func about(_ path: String) -> [JSONValue.Member] {
        let new = Subject(key: firstKey + subjects.count, lastRecord: earlierRecords[path])
        var subject = subjects[path] ?? new
        defer { subjects[path] = subject }
        let key = JSONValue.Member("k", .int(subject.key))
        guard subject.nameCount < StateFileEncoder.namingLines else { return [key] }
        subject.nameCount += 1
        return [key, .init("path", .string(path))]
    }

    /// - Parameter length: The length of the text before the edit.
    private mutating func splice(
        _ edit: TextEdit,
        length: Int,
        _ path: String,
        _ number: Int
    ) -> [JSONValue.Member] {
        record(path, number) { last in
            [StoredEdit(edit, length: length, last: last, number: number).member]
        }
    }

    private func member(_ selection: TextSelection) -> JSONValue.Member {
        .init("c", .array([.int(selection.cursor), .int(selection.anchor)]))
    }

    private func record(of content: SceneContent) -> Record {
        switch content {
        case .value(let value): Record([.init("v", value.json)])
        case .text(let text): Record([], text: text.textBeforeHistory)
        case .unknown(.object(let members)): Record(members)
        case .unknown(let value): Record([.init("v", value)])
        }
    }
}

/// An edit of a text as stored in a state file, with data to verify that it belongs to the current
/// text.
struct StoredEdit {
    var edit: TextEdit
    /// The length of the text before it, in Unicode scalars; `nil` in formats below 3.
    var length: Int?
    /// The number of lines back to the text's previous record; `nil` when it had none in this
    /// file.
    var distance: Int?

    /// Makes an edit to be written.
    ///
    /// - Parameters:
    ///   - last: The number of the text's previous record, if any.
    ///   - number: The number of its own record.
    init(_ edit: TextEdit, length: Int, last: Int?, number: Int) {
        self.edit = edit
        self.length = length
        distance = last.map { number - $0 }
    }

    /// Reads an edit; `nil` when the member has another form.
    init?(_ member: JSONValue.Member) {
        guard member.key == "s", case .array(let parts) = member.value,
            (3...5).contains(parts.count), let offset = parts[0].intValue,
            let first = parts[1].stringValue
        else { return nil }
        // Checked one by one: this takes most of the time of reading many windows.
        let second = parts[2].stringValue
        edit = TextEdit(
            offset: offset,
            removed: second == nil ? "" : first,
            inserted: second ?? first
        )
        let numbers = parts[(second == nil ? 2 : 3)...]
        guard let length = numbers.first else { return }
        guard numbers.count <= 2, let length = length.intValue,
            let distance = numbers.count == 2 ? numbers.last?.intValue : 1
        else { return nil }
        self.length = length
        self.distance = distance == 0 ? nil : distance
    }

    /// The member as written, without the most common values: that nothing was removed, and that
    /// the previous line was about the same text.
    var member: JSONValue.Member {
        var parts: [JSONValue] = [.int(edit.offset)]
        if length == nil || !edit.removed.isEmpty { parts.append(.string(edit.removed)) }
        parts.append(.string(edit.inserted))
        if let length { parts.append(.int(length)) }
        if length != nil, distance != 1 { parts.append(.int(distance ?? 0)) }
        return .init("s", .array(parts))
    }
}
