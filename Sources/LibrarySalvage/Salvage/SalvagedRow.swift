import Foundation
import GRDB

/// A row that was found, with values that the new library accepts.
struct SalvagedRow {
    let layout: SalvageLayout
    /// In the order of the layout's columns. Trailing ones may be missing.
    var values: [DatabaseValue]
    /// The flaws of a note.
    var flaws: Flaws = []

    var table: SalvageTable { layout.table }

    struct Flaws: OptionSet {
        let rawValue: Int
        /// The end of the text is missing.
        static let isCut = Flaws(rawValue: 1)
        /// The text differs from the saved one.
        static let isAltered = Flaws(rawValue: 2)
        /// The dates are unknown.
        static let isUndated = Flaws(rawValue: 4)
    }

    /// Nil if the values cannot be a row of the table.
    ///
    /// - Parameters:
    ///   - found: in the order of the layout's columns.
    ///   - isDoubtful: whether parts of it may belong to something else, unless the checksum of the
    ///     text is right.
    init?(_ found: [SQLValue], rowID: Int64, layout: SalvageLayout, isDoubtful: Bool = false) {
        self.layout = layout
        values = []
        var text: [UInt8]?
        for (value, kind) in zip(found, layout.kinds) {
            switch (kind, value) {
            case (.rowID, _):
                values.append(rowID.databaseValue)
            case (.id, .blob(let bytes)), (.id, .text(let bytes)):
                guard bytes.count == 16 else { return nil }
                values.append(Data(bytes).databaseValue)
            case (.subjectKind, .text(let bytes)), (.subjectKind, .blob(let bytes)):
                guard let kind = Self.subjectKinds[bytes.count] else { return nil }
                values.append(kind.databaseValue)
            case (.text, .text(let bytes)), (.text, .blob(let bytes)):
                if text == nil { text = bytes }
                values.append(repaired(bytes).databaseValue)
            case (.text, .missing(let bytes)):
                guard layout.table.hasReadersTexts else { return nil }
                flaws.insert(.isCut)
                values.append(repaired(Self.withoutTornEnd(bytes)).databaseValue)
            case (.integer, .integer(let number)):
                values.append(number.databaseValue)
            case (.date, .integer(let number)) where Self.dates.contains(number):
                values.append(number.databaseValue)
            case (.date, .integer), (.date, .missing):
                flaws.insert(.isUndated)
                values.append(.null)
            case (.optionalID, .blob(let bytes)), (.optionalID, .text(let bytes)):
                values.append(bytes.count == 16 ? Data(bytes).databaseValue : .null)
            case (.optionalText, .text(let bytes)), (.optionalText, .blob(let bytes)):
                values.append(repaired(bytes).databaseValue)
            case (.optionalText, .missing(let bytes)):
                let part = repaired(Self.withoutTornEnd(bytes))
                values.append(part.isEmpty ? .null : part.databaseValue)
            case (.optionalInteger, .integer(let number)):
                values.append(number.databaseValue)
            case (.data, .blob(let bytes)):
                values.append(Data(bytes).databaseValue)
            case (.origin, .null):
                values.append(.null)
            case (.origin, _):
                values.append(origin(value).databaseValue)
            case (.readingStatus, .text(let bytes)), (.readingStatus, .blob(let bytes)):
                let status = String(decoding: bytes, as: UTF8.self)
                let isKnown = layout.rules.readingStatuses.contains(status)
                values.append(isKnown ? status.databaseValue : .null)
            case (.readingStatus, _):
                values.append(.null)
            case (.optionalID, _), (.optionalText, _), (.optionalInteger, _), (.other, .missing):
                values.append(.null)
            case (.other, _):
                values.append(Self.databaseValue(value))
            default:
                return nil
            }
        }
        if table.hasReadersTexts {
            finish(text, isDoubtful: isDoubtful)
        } else {
            fill()
        }
        if table == .picture, !isWholePicture { return nil }
    }

    /// A row that was read from a table with the columns of the layout.
    init(stored values: [DatabaseValue], layout: SalvageLayout, flaws: Flaws) {
        self.layout = layout
        self.values = values
        self.flaws = flaws
    }

    /// Verifies the checksum of the text and then replaces it with the current text's, so that an
    /// altered text is reported only once.
    private mutating func finish(_ saved: [UInt8]?, isDoubtful: Bool) {
        guard let index = layout.index(of: "text"), index < values.count,
            let text = String.fromDatabaseValue(values[index])
        else { return }
        let column = layout.index(of: "textChecksum")
        let stored = column.flatMap {
            $0 < values.count ? Int64.fromDatabaseValue(values[$0]) : nil
        }
        let sum = layout.rules.textChecksum(saved ?? [])
        if saved != nil, let stored {
            if UInt32(truncatingIfNeeded: stored) == sum {
                flaws.remove(.isAltered)
            } else {
                flaws.insert(.isAltered)
            }
        } else if isDoubtful {
            flaws.insert(.isAltered)
        }
        guard let column else { return }
        while values.count <= column { values.append(.null) }
        let present = Array(text.utf8)
        values[column] =
            (saved == present ? sum : layout.rules.textChecksum(present)).databaseValue
    }

    /// The id of a picture is derived from its bytes.
    private var isWholePicture: Bool {
        guard values.count > 4, let data = Data.fromDatabaseValue(values[4]) else { return false }
        return Data(layout.rules.pictureID(data).bytes).databaseValue == values[0]
    }

    /// Leaves columns that an older version lacked to the new library. A character without a series
    /// gets a placeholder until its book is known.
    private mutating func fill() {
        while values.last?.isNull == true { values.removeLast() }
        if let origin = layout.index(of: "origin"), origin < values.count, values[origin].isNull {
            values[origin] = Self.own.databaseValue
        }
        guard table == .character, let series = layout.index(of: "seriesID") else { return }
        while values.count <= series { values.append(.null) }
        if values[series].isNull { values[series] = values[1].isNull ? values[0] : values[1] }
    }

    /// An unknown origin becomes the reader's own, which new editions do not remove.
    private func origin(_ value: SQLValue) -> String {
        guard case .text(let bytes) = value else { return Self.own }
        let origin = String(decoding: bytes, as: UTF8.self)
        return layout.rules.origins.contains(origin) ? origin : Self.own
    }

    private static let own = "own"

    /// A valid text without null characters, which would end it in SQLite and GTK.
    private mutating func repaired(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let isWhole = Array(text.utf8) == bytes && !bytes.contains(0)
        if isWhole { return text }
        flaws.insert(.isAltered)
        return text.replacing("\0", with: "")
    }

    /// Removes an incomplete scalar at the end.
    private static func withoutTornEnd(_ bytes: [UInt8]) -> [UInt8] {
        for length in 1...3 where bytes.count >= length {
            let byte = bytes[bytes.count - length]
            if byte & 0xc0 == 0x80 { continue }
            let needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
            return needed > length ? Array(bytes.dropLast(length)) : bytes
        }
        return bytes
    }

    private static let subjectKinds = [4: "book", 9: "character"]

    /// From about 1900 to 5000. Clocks may be wrong, but not without limits.
    private static let dates: ClosedRange<Int64> = -2_200_000_000_000...95_000_000_000_000

    private static func databaseValue(_ value: SQLValue) -> DatabaseValue {
        switch value {
        case .null, .missing: .null
        case .integer(let number): number.databaseValue
        case .real(let bits): Double(bitPattern: bits).databaseValue
        case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }
}

extension SalvagedRow {
    /// The value of a column; null if there is none.
    func value(_ name: String) -> DatabaseValue {
        guard let index = layout.index(of: name), index < values.count else { return .null }
        return values[index]
    }

    var id: Data? { Data.fromDatabaseValue(value("id")) }

    var text: String { String.fromDatabaseValue(value("text")) ?? "" }

    /// Whether the text or the quotation is not blank. A note needs one of them.
    var hasText: Bool {
        let quote = String.fromDatabaseValue(value("quote")) ?? ""
        return (text + quote).contains { !$0.isWhitespace }
    }

    /// The time of the last change; the earliest possible if unknown.
    var modifiedAt: Int64 {
        flaws.contains(.isUndated)
            ? .min : Int64.fromDatabaseValue(value("modifiedAt")) ?? .min
    }

    /// Replaces a missing date with the other one, or both with 1970. Better ones are searched for
    /// at the end.
    mutating func fillDates() {
        guard flaws.contains(.isUndated) else { return }
        let indexes = values.indices.filter {
            $0 < layout.kinds.count && layout.kinds[$0] == .date
        }
        let known = indexes.map { values[$0] }.first { !$0.isNull }
        for index in indexes where values[index].isNull {
            values[index] = known ?? 0.databaseValue
        }
    }
}

extension UUID {
    /// An id from its bytes; nil unless there are sixteen.
    init?(data: Data) {
        let bytes = Array(data)
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
