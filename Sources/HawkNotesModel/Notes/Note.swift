import Foundation

/// The subject of a note.
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
    /// Survives changes, deletion and restoring; links refer to it.
    public let id: UUID
    /// The book or the character that the note is about.
    public let subject: NoteSubject
    /// The reader's text; empty only if there is a quotation.
    public let text: String
    /// When the note was first saved.
    public let createdAt: Date
    /// When the text or quotation last changed; equal to `createdAt` if neither ever did.
    public let modifiedAt: Date
    /// The page or place in the book; nil if unknown.
    public internal(set) var place: NotePlace?
    /// The quotation from the book, as supplied by a device.
    public internal(set) var quote: Quote?
    /// The names of the tags, without `#`; see ``NoteTags``.
    public internal(set) var tags: [String] = []
    /// Whether the date of writing is unknown: `createdAt` is then the date of the import.
    public internal(set) var isUndated = false
    /// Texts of other libraries that could not be merged into this one, the latest first. Only read
    /// with the notes of a page.
    public internal(set) var otherTexts: [OtherText] = []
    /// Orders notes of the same millisecond, and keeps the position of a restored note.
    let sequence: Int64
}

/// The place in a book that a note belongs to; at least one of the two values is known.
public struct NotePlace: Hashable, Sendable {
    /// The chapter. It may no longer exist.
    public var chapterID: UUID?
    /// In the reader's or a device's words: "p. 87", "12 %".
    public var text: String?

    /// Doesn't validate either value.
    public init(chapterID: UUID? = nil, text: String? = nil) {
        self.chapterID = chapterID
        self.text = text
    }

    /// The first number in the text, to order the notes of a chapter; nil if there is none.
    public var number: Double? {
        // Reads bytes for speed: every saved note needs it, and imports have a hundred thousand.
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

/// A passage that was highlighted in a book.
public struct Quote: Hashable, Sendable {
    /// The words of the book.
    public var text: String
    /// The highlight color, by the device's name for it.
    public var color: String?
    /// The highlight style, by the device's name for it: "underline".
    public var style: String?

    /// Doesn't validate any value.
    public init(_ text: String, color: String? = nil, style: String? = nil) {
        self.text = text
        self.color = color
        self.style = style
    }

    /// The quotation without leading empty lines and trailing blanks; nil if nothing is left.
    public var normalized: Quote? {
        var quote = self
        quote.text = Note.trimmed(text)
        return quote.text.isEmpty ? nil : quote
    }
}

/// The result of saving an edited text.
public enum SavedEdit: Hashable, Sendable {
    /// It is now the note's text.
    case changed
    /// It became a separate note, because the note had been deleted in the meantime.
    case becameNewAsDeleted
    /// It became a separate note, because the note had been changed in the meantime.
    case becameNewAsChanged
}
