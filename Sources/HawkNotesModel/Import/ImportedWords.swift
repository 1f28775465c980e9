import Foundation
import GRDB

/// What a source has said of a note, in short: tells whether it says something else by now, and whether
/// the reader has made something else of the note. No word can be read back from it.
struct ImportedWords: Hashable, Sendable {
    /// Of the text as the note got it.
    let textDigest: Data
    /// Of what it quotes; of an empty text where that is nothing.
    let quoteDigest: Data
    /// Of everything as it was read; 0 where that is not known.
    let reading: UInt32
    /// Of the place as the note got it.
    let place: UInt32
    /// Of how the quotation was marked, as the note got it.
    let mark: UInt32
    /// Of the tags as the note got them.
    let tags: UInt32

    init(_ record: NoteRecord, _ reading: SourceReading? = nil) {
        textDigest = Self.digest(record.text)
        quoteDigest = Self.digest(of: record.quote)
        self.reading = reading?.digest ?? 0
        place = Self.digest(of: record.place)
        mark = Self.digest(ofMark: record.quote)
        tags = Self.digest(of: record.tags)
    }

    /// What a row of imported things has; nil where some of it is missing.
    init?(row: Row) throws {
        let columns = try Self.columns.map { try row.decode(Data?.self, forColumn: $0) }
        guard let words = Self(columns.compactMap(\.self).reduce(Data(), +)) else { return nil }
        self = words
    }

    /// The same in one value.
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

    /// What the columns hold.
    var values: [Data] { [textDigest, quoteDigest, rest] }

    /// All of it in one value.
    var data: Data { values.reduce(Data(), +) }

    private var rest: Data {
        Data(
            [reading, place, mark, tags].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
            }
        )
    }

    /// What stands in the column for the rest of everything that was read; 0 where that is not known.
    static func reading(inRest data: Data?) -> UInt32 {
        guard let data, data.count == 16 else { return 0 }
        return data.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    static let columns = ["textDigest", "quoteDigest", "restDigest"]
    private static let size = 48

    // MARK: - Digests

    /// As long as an id, however long the text.
    static func digest(_ text: String) -> Data {
        text.isEmpty ? nothing : Data(SHA256.digest(text).prefix(16))
    }

    private static func digest(_ data: Data) -> Data { Data(SHA256.digest(data).prefix(16)) }

    /// Of a value in a column.
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

/// Everything that a source says of a note, put through a hash: the same reading again changes nothing.
///
/// It is made for every note of a file, most of which are known: so it is FNV-1a, which costs next to
/// nothing, and no cryptography.
public struct SourceReading: Hashable, Sendable {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Nothing yet.
    public init() {}

    /// Adds a text; nil is another than an empty one.
    public mutating func add(_ text: String?) {
        guard var text else { return add(0xFE) }
        text.withUTF8 { for byte in $0 { add(byte) } }
        // Stands in no text.
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    /// Never 0.
    var digest: UInt32 { max(1, UInt32(truncatingIfNeeded: hash ^ (hash >> 32))) }
}
