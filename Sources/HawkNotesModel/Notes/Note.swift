import Foundation

/// What a note is about.
public enum NoteSubject: Hashable, Sendable {
    /// A book, by its id.
    case book(UUID)
    /// A character, by its id.
    case character(UUID)

    /// The id of the book or the character.
    public var id: UUID {
        switch self {
        case .book(let id), .character(let id): id
        }
    }
}

/// A saved study note.
///
/// Dates are exact to the millisecond, so that a note that was read back equals the one that
/// was saved.
public struct Note: Identifiable, Hashable, Sendable {
    /// Stays the same through changes, deletion and return; links name it.
    public let id: UUID
    /// The book or the character that it is about.
    public let subject: NoteSubject
    /// What the reader wrote; empty only where there is a quotation.
    public let text: String
    /// When it was first saved.
    public let createdAt: Date
    /// When its text or its quotation last changed; the same as `createdAt` if neither ever did.
    public let modifiedAt: Date
    /// Where in the book it belongs; nil where that is not known.
    public internal(set) var place: NotePlace?
    /// What it quotes from the book, as a device gave it.
    public internal(set) var quote: Quote?
    /// The names of its tags, without `#`; see ``NoteTags``.
    public internal(set) var tags: [String] = []
    /// Whether the date of writing is unknown: `createdAt` is then the date of the import.
    public internal(set) var isUndated = false
    /// Orders notes of the same millisecond, and brings a deleted note back to its old place.
    let sequence: Int64
}

/// Where in a book a note belongs; at least one of the two is known.
public struct NotePlace: Hashable, Sendable {
    /// The chapter. It need not be there any more.
    public var chapterID: UUID?
    /// In the reader's or a device's words: "p. 87", "12 %".
    public var text: String?

    /// Takes both as they are.
    public init(chapterID: UUID? = nil, text: String? = nil) {
        self.chapterID = chapterID
        self.text = text
    }

    /// The first number in the text, to order notes of a chapter by; nil where there is none.
    public var number: Double? {
        // By its bytes: it is asked for with each note that is saved, and a hundred thousand are imported.
        guard let bytes = text?.utf8, let start = bytes.firstIndex(where: Self.isDigit) else {
            return nil
        }
        let whole = bytes[start...].prefix(12).prefix(while: Self.isDigit)
        var number = String(decoding: whole, as: UTF8.self)
        let rest = bytes[whole.endIndex...]
        if let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
            let fraction = rest.dropFirst().prefix(6).prefix(while: Self.isDigit)
            if !fraction.isEmpty { number += "." + String(decoding: fraction, as: UTF8.self) }
        }
        return Double(number)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}

/// A passage that was marked in a book.
public struct Quote: Hashable, Sendable {
    /// The words of the book.
    public var text: String
    /// The colour that it was marked with, as the device calls it.
    public var color: String?
    /// How it was marked, as the device calls it: "underline".
    public var style: String?

    /// Takes all as they are.
    public init(_ text: String, color: String? = nil, style: String? = nil) {
        self.text = text
        self.color = color
        self.style = style
    }

    /// The same without empty lines before the words and blanks after them; nil where nothing is left.
    public var normalized: Quote? {
        var quote = self
        quote.text = Note.trimmed(text)
        return quote.text.isEmpty ? nil : quote
    }
}

/// What became of an edited text.
public enum SavedEdit: Hashable, Sendable {
    /// It is the note's text.
    case changed
    /// It is a note of its own, because the note had been deleted meanwhile.
    case becameNewAsDeleted
    /// It is a note of its own, because the note had been changed meanwhile.
    case becameNewAsChanged
}
