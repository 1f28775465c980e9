import Foundation
import GRDB
import HawkNotesModel

/// Reads a record of a line, and says what of it is unknown.
///
/// A record is understood as a whole or not at all: of one that this version can't understand, a part
/// might say something else than it was meant to. So nothing but known columns with values that they
/// can have is ever taken from a file.
struct RecordReader {
    private var members: [SharedJSON.Member]
    private(set) var unknownColumns: [SharedJSON.Member] = []

    /// The members that `read()` has not used.
    var unknownMembers: [SharedJSON.Member] { members }

    init(_ members: [SharedJSON.Member]) { self.members = members }

    /// The first member names the kind of a record.
    ///
    /// - Returns: nil if the record is unknown.
    mutating func read() -> SharedRecord.Content? {
        guard let first = members.first else { return nil }
        switch first.name {
        case "read": return readFiles()
        case "made": return item("made").flatMap { readRow($0, LibraryRecord.made) }
        case "source": return readRow("source", .importedItem, LibraryRecord.source)
        case "batch": return readRow("batch", .importBatch, LibraryRecord.batch)
        case "picture": return readRow("picture", .picture, LibraryRecord.picture)
        case "set": return readValue()
        case "text": return readText()
        case "trash": return readTrash()
        case "purge":
            guard let item = item("purge"), SharedField.isKind(item.kind), let date = int("at")
            else { return nil }
            return .library(.purge(item, purgedAt: date))
        default: return nil
        }
    }

    // MARK: - Members

    private mutating func take(_ name: String) -> SharedJSON? {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        return members.remove(at: index).value
    }

    private mutating func int(_ name: String) -> Int64? { take(name)?.int }

    private mutating func id(_ name: String) -> UUID? {
        take(name)?.string.flatMap(Base64URL.id)
    }

    private mutating func item(_ name: String) -> LibraryRecord.Item? {
        guard let text = take(name)?.string else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let id = Base64URL.id(String(parts[1])) else { return nil }
        return LibraryRecord.Item(kind: String(parts[0]), id: id)
    }

    /// - Returns: an empty list if there is no such member; nil if one of them is none.
    private mutating func texts(_ name: String) -> [String]? {
        switch take(name) {
        case nil: return []
        case .array(let values):
            let texts = values.compactMap(\.string)
            return texts.count == values.count ? texts : nil
        case .some: return nil
        }
    }

    private mutating func ids(_ name: String) -> Set<UUID>? {
        guard let texts = texts(name) else { return nil }
        let ids = texts.compactMap(Base64URL.id)
        return ids.count == texts.count ? Set(ids) : nil
    }

    /// - Returns: false if there is no such member; nil if it is something else.
    private mutating func flag(_ name: String) -> Bool? {
        switch take(name) {
        case nil: false
        case .bool(true): true
        case .some: nil
        }
    }

    private mutating func stamp() -> ChangeStamp? {
        switch take("at") {
        case .int(let milliseconds): return ChangeStamp(milliseconds: milliseconds)
        case .array(let parts) where (2...3).contains(parts.count):
            guard let milliseconds = parts[0].int, let count = parts[1].int else { return nil }
            var stamp = ChangeStamp(milliseconds: milliseconds, count: count)
            if parts.count == 3 {
                guard let device = parts[2].string.flatMap(Hexadecimal.number) else { return nil }
                stamp.device = device
            }
            return stamp
        default: return nil
        }
    }

    // MARK: - Records

    private mutating func readFiles() -> SharedRecord.Content? {
        guard let texts = texts("read"), let time = int("at") else { return nil }
        let ids = texts.compactMap(SharedFileID.init(base64:))
        return ids.count == texts.count ? .read(ids, at: time) : nil
    }

    private mutating func readTrash() -> SharedRecord.Content? {
        guard let note = id("trash"), let revisions = ids("of"), let date = int("at") else {
            return nil
        }
        return .library(.trash(note: note, revisions: revisions, deletedAt: date))
    }

    private mutating func readText() -> SharedRecord.Content? {
        guard let note = id("text") else { return nil }
        var text: String?
        if let value = take("is") {
            guard let string = value.string, !string.utf8.contains(0) else { return nil }
            text = string
        }
        let derived = text.map { RevisionID.of($0, in: note) }
        var content = derived
        if members.contains(where: { $0.name == "of" }) {
            content = id("of")
            // A text must never be taken for another one.
            if derived != nil { return nil }
        }
        guard let content else { return nil }
        var revision: UUID? = content
        if members.contains(where: { $0.name == "id" }) { revision = id("id") }
        guard let revision, let replaced = ids("after"), let stamp = stamp(),
            let isPurged = flag("purged")
        else { return nil }
        var row = RevisionRow(noteID: note, id: revision, content: content, stamp: stamp)
        row.replaced = replaced
        row.state = isPurged ? .purged : nil
        return .library(.text(row, text))
    }

    private mutating func readRow(
        _ name: String,
        _ table: RecordTable,
        _ record: (LibraryRecord.Item, [String: LibraryRecord.Value]) -> LibraryRecord
    ) -> SharedRecord.Content? {
        guard let id = id(name) else { return nil }
        return readRow(LibraryRecord.Item(kind: table.kind, id: id), record)
    }

    private mutating func readRow(
        _ item: LibraryRecord.Item,
        _ record: (LibraryRecord.Item, [String: LibraryRecord.Value]) -> LibraryRecord
    ) -> SharedRecord.Content? {
        let fields = SharedField.fields(of: item.kind)
        guard !fields.isEmpty, case .object(let columns)? = take("is"), let own = texts("own"),
            let empty = texts("no"), let known = read(columns, of: item.kind)
        else { return nil }
        let names = Set(fields.map(\.name))
        guard names.isSuperset(of: own), names.isSuperset(of: empty) else { return nil }
        let rules = SharedField.rules(of: item.kind)
        // What an edition has set is known by the edition.
        let isOfEdition = known["origin"].flatMap(String.fromDatabaseValue) == "bundled"
        let edition = isOfEdition ? SharedField.editionFields(of: item.kind) : []
        var values: [String: LibraryRecord.Value] = [:]
        for field in fields {
            let isReaders = own.contains(field.name)
            let isEmpty = empty.contains(field.name)
            let isThere = field.columns.contains { known[$0] != nil }
            if isEmpty, isThere { return nil }
            if edition.contains(field.name), !isReaders, !isThere, !isEmpty { continue }
            let columns = isEmpty ? [] : field.columns.map { known[$0] ?? .null }
            guard zip(field.columns, columns).allSatisfy({ rules[$0]?.allows($1) == true }) else {
                return nil
            }
            values[field.name] = LibraryRecord.Value(columns: columns, isReaders: isReaders)
        }
        return .library(record(item, values))
    }

    private mutating func readValue() -> SharedRecord.Content? {
        guard let item = item("set") else { return nil }
        let columns = take("is")
        let empty = take("no")
        guard let isReaders = flag("own"), let stamp = stamp() else { return nil }
        switch (columns, empty) {
        case (nil, .string(let name)):
            let isKnown =
                item.kind == DeclinedPair.kind
                ? UUID(uuidString: name)?.uuidString == name
                : SharedField.canBeEmpty(name, of: item.kind)
            guard isKnown else { return nil }
            let value = LibraryRecord.Value(columns: [], isReaders: isReaders)
            return .library(.set(item, field: name, value, stamp))
        case (.object(let columns), nil):
            guard let known = read(columns, of: item.kind, orMade: true),
                let column = known.keys.first,
                let field = SharedField.field(withColumn: column, of: item.kind),
                Set(known.keys) == Set(field.columns)
            else { return nil }
            let rules = SharedField.rules(of: item.kind)
            let values = field.columns.map { known[$0] ?? .null }
            let isAllowed = zip(field.columns, values).allSatisfy { column, value in
                field.name == "made"
                    ? value == true.databaseValue : rules[column]?.allows(value) == true
            }
            guard isAllowed else { return nil }
            let value = LibraryRecord.Value(columns: values, isReaders: isReaders)
            return .library(.set(item, field: field.name, value, stamp))
        default: return nil
        }
    }

    // MARK: - Columns

    /// The known columns; the others are noted. Nil if a value is none.
    private mutating func read(
        _ columns: [SharedJSON.Member],
        of kind: String,
        orMade: Bool = false
    ) -> [String: DatabaseValue]? {
        let rules = SharedField.rules(of: kind)
        var known: [String: DatabaseValue] = [:]
        for column in columns {
            guard rules[column.name] != nil || orMade && column.name == "made" else {
                unknownColumns.append(column)
                continue
            }
            guard let value = Self.value(column.value) else { return nil }
            known[column.name] = value
        }
        return known
    }

    private static func value(_ json: SharedJSON) -> DatabaseValue? {
        switch json {
        case .null: return .null
        case .int(let number): return number.databaseValue
        case .double(let number): return number.databaseValue
        case .string(let text): return text.databaseValue
        case .object(let members):
            guard members.count == 1, let text = members[0].value.string else { return nil }
            switch members[0].name {
            case "b": return Base64URL.decode(text).map { Data($0).databaseValue }
            case "r":
                guard ["inf", "-inf"].contains(text) else { return nil }
                return Double(text)?.databaseValue
            default: return nil
            }
        case .bool, .array: return nil
        }
    }
}
