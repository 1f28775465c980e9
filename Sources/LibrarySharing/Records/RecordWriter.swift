import Foundation
import GRDB
import HawkNotesModel

/// Writes records as JSON; see the article Format.
struct RecordWriter {
    private var bytes: [UInt8] = []
    /// Unknown columns, which are written after the known ones.
    private let unknownColumns: [[UInt8]]

    init(columns: [[UInt8]]) { unknownColumns = columns }

    mutating func finish(members: [[UInt8]]) -> [UInt8] {
        for member in members {
            bytes.append(UInt8(ascii: ","))
            bytes += member
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    // MARK: - Records

    mutating func write(read files: [SharedFileID], at time: Int64) {
        beginMember("read")
        writeList(files.map(\.base64))
        writeMember("at", time)
    }

    mutating func write(_ record: LibraryRecord) {
        switch record {
        case .made(let item, let values): write("made", item, values)
        case .source(let item, let values): write("source", item.id, item.kind, values)
        case .batch(let item, let values): write("batch", item.id, item.kind, values)
        case .picture(let item, let values): write("picture", item.id, item.kind, values)
        case .edition: break
        case .set(let item, let field, let value, let stamp):
            write("set", item)
            let columns = value.columns.isEmpty ? [] : SharedField.columns(field, of: item.kind)
            if columns.isEmpty {
                writeMember("no", field)
            } else {
                writeValues(Array(zip(columns, value.columns)))
            }
            if value.isReaders { writeTrue("own") }
            write(stamp)
        case .text(let row, let text): write(row, text)
        case .trash(let note, let revisions, let date):
            writeMember("trash", Base64URL.encode(note))
            beginMember("of")
            writeList(revisions.map { Base64URL.encode($0) }.sorted())
            writeMember("at", date)
        case .purge(let item, let date):
            write("purge", item)
            writeMember("at", date)
        }
    }

    private mutating func write(_ name: String, _ item: LibraryRecord.Item) {
        writeMember(name, "\(item.kind)/\(Base64URL.encode(item.id))")
    }

    private mutating func write(
        _ name: String,
        _ item: LibraryRecord.Item,
        _ values: [String: LibraryRecord.Value]
    ) {
        write(name, item)
        write(values, of: item.kind)
    }

    private mutating func write(
        _ name: String,
        _ id: UUID,
        _ kind: String,
        _ values: [String: LibraryRecord.Value]
    ) {
        writeMember(name, Base64URL.encode(id))
        write(values, of: kind)
    }

    private mutating func write(_ row: RevisionRow, _ text: String?) {
        writeMember("text", Base64URL.encode(row.noteID))
        if row.id != row.content { writeMember("id", Base64URL.encode(row.id)) }
        // Follows from the text, if there is one.
        if text.map({ RevisionID.of($0, in: row.noteID) }) != row.content {
            writeMember("of", Base64URL.encode(row.content))
        }
        if !row.replaced.isEmpty {
            beginMember("after")
            writeList(row.replaced.map { Base64URL.encode($0) }.sorted())
        }
        write(row.stamp)
        if row.state == .purged { writeTrue("purged") }
        if let text { writeMember("is", text) }
    }

    /// As short as it can be: most values have no count, and old ones no device.
    private mutating func write(_ stamp: ChangeStamp) {
        beginMember("at")
        if stamp.count == 0, stamp.device == 0 {
            SharedJSONWriter.append(stamp.milliseconds, to: &bytes)
            return
        }
        bytes += "[\(stamp.milliseconds),\(stamp.count)".utf8
        if stamp.device != 0 { bytes += ",\"\(Hexadecimal.encode(stamp.device))\"".utf8 }
        bytes.append(UInt8(ascii: "]"))
    }

    // MARK: - Values

    private mutating func write(_ values: [String: LibraryRecord.Value], of kind: String) {
        let fields = SharedField.fields(of: kind)
        var columns: [(String, DatabaseValue)] = []
        for field in fields {
            guard let value = values[field.name] else { continue }
            columns += zip(field.columns, value.columns).filter { !$1.isNull }
        }
        writeValues(columns)
        let names = fields.map(\.name)
        let own = names.filter { values[$0]?.isReaders == true }
        if !own.isEmpty {
            beginMember("own")
            writeList(own)
        }
        let empty = names.filter { values[$0]?.columns.isEmpty == true }
        if !empty.isEmpty {
            beginMember("no")
            writeList(empty)
        }
    }

    private mutating func writeValues(_ columns: [(String, DatabaseValue)]) {
        beginMember("is")
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (name, value) in columns {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            SharedJSONWriter.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            write(value)
        }
        for column in unknownColumns {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes += column
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ value: DatabaseValue) {
        switch value.storage {
        case .null: bytes += "null".utf8
        case .int64(let number): SharedJSONWriter.append(number, to: &bytes)
        case .double(let number) where number.isFinite:
            SharedJSONWriter.append(number, to: &bytes)
        case .double(let number): bytes += "{\"r\":\"\(number)\"}".utf8
        case .string(let text): SharedJSONWriter.append(text, to: &bytes)
        case .blob(let data):
            bytes += "{\"b\":\"".utf8
            Base64URL.append(data, to: &bytes)
            bytes += "\"}".utf8
        }
    }

    // MARK: - Members

    private mutating func beginMember(_ name: String) {
        bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
        bytes += "\"\(name)\":".utf8
    }

    private mutating func writeMember(_ name: String, _ text: String) {
        beginMember(name)
        SharedJSONWriter.append(text, to: &bytes)
    }

    private mutating func writeMember(_ name: String, _ number: Int64) {
        beginMember(name)
        SharedJSONWriter.append(number, to: &bytes)
    }

    private mutating func writeTrue(_ name: String) {
        beginMember(name)
        bytes += "true".utf8
    }

    private mutating func writeList(_ texts: [String]) {
        bytes.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            SharedJSONWriter.append(text, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
