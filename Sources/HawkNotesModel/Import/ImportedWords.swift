import Foundation
import GRDB

/// Digests of a note as its source last had it. They tell whether the source has changed since, and
/// whether the reader has changed the note. No word can be recovered from them.
struct ImportedWords: Hashable, Sendable {
    /// Of the text that was stored in the note.
    let textDigest: Data
    /// Of the quotation; of an empty text if there is none.
    let quoteDigest: Data
    /// Of everything that was read; 0 if unknown.
    let reading: UInt32
    /// Of the place that was stored in the note.
    let place: UInt32
    /// Of the color and style of the quotation that were stored in the note.
    let mark: UInt32
    /// Of the tags that were stored in the note.
    let tags: UInt32

    init(_ record: NoteRecord, _ reading: SourceReading? = nil) {
        textDigest = Self.digest(record.text)
        quoteDigest = Self.digest(of: record.quote)
        self.reading = reading?.digest ?? 0
        place = Self.digest(of: record.place)
        mark = Self.digest(ofMark: record.quote)
        tags = Self.digest(of: record.tags)
    }

    /// Reads a row of imported items; nil if a value is missing.
    init?(row: Row) throws {
        let columns = try Self.columns.map { try row.decode(Data?.self, forColumn: $0) }
        guard let words = Self(columns.compactMap(\.self).reduce(Data(), +)) else { return nil }
        self = words
    }

    /// Reads all digests from a single value.
    init?(_ data: Data) {
        guard data.count == Self.size else { return nil }
        let bytes = [UInt8](data)
        textDigest = Data(bytes[..<16])
        quoteDigest = Data(bytes[16..<32])
        let numbers = stride(from: 32, to: Self.size, by: 4).map { start in
            bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        (reading, place, mark, tags) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// The values of the columns.
    var values: [Data] { [textDigest, quoteDigest, rest] }

    /// All digests in a single value.
    var data: Data { values.reduce(Data(), +) }

    private var rest: Data {
        Data(
            [reading, place, mark, tags].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
            }
        )
    }

    /// The digest of everything that was read, from the column for the rest; 0 if unknown.
    static func reading(inRest data: Data?) -> UInt32 {
        guard let data, data.count == 16 else { return 0 }
        return data.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    static let columns = ["textDigest", "quoteDigest", "restDigest"]
    private static let size = 48

    // MARK: - Digests

    /// As long as an id, whatever the length of the text.
    static func digest(_ text: String) -> Data {
        text.isEmpty ? nothing : Data(SHA256.digest(text).prefix(16))
    }

    private static func digest(_ data: Data) -> Data { Data(SHA256.digest(data).prefix(16)) }

    /// The digest of a column's value.
    static func digest(of value: DatabaseValue) -> Data {
        // The description of a blob is its length.
        if case .blob(let data) = value.storage { return digest(data) }
        return digest(value.description)
    }

    static func digest(of quote: Quote?) -> Data { quote.map { digest($0.text) } ?? nothing }

    static func digest(of place: NotePlace?) -> UInt32 {
        digest([place?.chapterID?.uuidString, place?.text])
    }

    static func digest(ofMark quote: Quote?) -> UInt32 { digest([quote?.color, quote?.style]) }

    static func digest(of tags: [String]) -> UInt32 { digest(tags) }

    private static func digest(_ texts: [String?]) -> UInt32 {
        var reading = SourceReading()
        for text in texts { reading.add(text) }
        return reading.digest
    }

    private static let nothing = digest(Data())
}

/// A hash of everything that a source says about a note: reading the same again changes nothing.
///
/// It is computed for every note of a file, most of which are known. It is therefore FNV-1a, which
/// is very cheap, and not cryptographic.
public struct SourceReading: Hashable, Sendable {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of no text.
    public init() {}

    /// Adds a text; nil differs from an empty one.
    public mutating func add(_ text: String?) {
        guard var text else { return add(0xFE) }
        text.withUTF8 { for byte in $0 { add(byte) } }
        // This byte never occurs in a text.
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    /// Never 0.
    var digest: UInt32 { max(1, UInt32(truncatingIfNeeded: hash ^ (hash >> 32))) }
}
