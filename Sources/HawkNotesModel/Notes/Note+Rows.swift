import Foundation
import GRDB

extension Note {
    init(row: Row) throws {
        self.init(
            id: try row.decode(forColumn: "id"),
            subject: try NoteSubject(row: row),
            text: try row.decode(forColumn: "text"),
            createdAt: Date(milliseconds: try row.decode(forColumn: "createdAt")),
            modifiedAt: Date(milliseconds: try row.decode(forColumn: "modifiedAt")),
            sequence: try row.decode(forColumn: "sequence")
        )
    }

    /// A note's text without empty lines before it and blanks after it.
    ///
    /// Blanks before the first word stay: they may be an indentation. The null character goes;
    /// SQLite and GTK would both take it for the end of the text.
    static func normalized(_ text: String) throws -> String {
        var lines = text.replacing("\0", with: "")[...]
        while let end = lines.firstIndex(where: \.isNewline),
            lines[..<end].allSatisfy(\.isWhitespace)
        {
            lines = lines[lines.index(after: end)...]
        }
        while lines.last?.isWhitespace == true {
            lines.removeLast()
        }
        guard !lines.isEmpty else {
            throw LibraryError(.emptyNote, "A note needs some text.")
        }
        return String(lines)
    }
}

extension NoteSubject {
    var kind: String {
        switch self {
        case .book: "book"
        case .character: "character"
        }
    }

    init(row: Row) throws {
        let id: UUID = try row.decode(forColumn: "subjectID")
        let kind: String = try row.decode(forColumn: "subjectKind")
        switch kind {
        case "book": self = .book(id)
        case "character": self = .character(id)
        default:
            throw LibraryError(.damaged, "The library is damaged: “\(kind)” is no kind of subject.")
        }
    }
}

extension Date {
    /// Since 1970, as the database keeps it.
    var milliseconds: Int64 {
        // A damaged library may hold any number.
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
