import Foundation

/// What an import has read of a note, in short: tells whether the file says something else by now, and
/// whether the reader has made something else of the note.
struct ImportedWords: Hashable, Sendable {
    /// Of the text as the note got it.
    let textDigest: Data
    /// Of what it quotes; of an empty text where that is nothing.
    let quoteDigest: Data

    init(_ record: NoteRecord) {
        textDigest = Self.digest(record.text)
        quoteDigest = record.quote.map { Self.digest($0.text) } ?? Self.nothing
    }

    private static let nothing = digest("")

    /// As long as an id, however long the text.
    static func digest(_ text: String) -> Data { Data(SHA256.digest(Data(text.utf8)).prefix(16)) }
}
