import Foundation
import HawkNotesModel

/// A library as lines: two that have the same lines have no difference that a reader could see.
enum LibraryDescription {
    static func lines(_ library: Library, of ids: Set<UUID>? = nil) throws -> [String] {
        var lines: [String] = []
        for summary in try library.allSeries().sorted(by: { $0.id.uuidString < $1.id.uuidString })
        where ids?.contains(summary.id) ?? true {
            guard let series = try library.series(summary.id) else { continue }
            let name = text(series.title, series.author)
            lines.append("series \(series.id) \(series.origin) \(name)")
            for book in series.books {
                lines.append("book \(book)")
                try lines += picture(book.coverID, library)
                lines += series.chapters(of: book.id).map { "chapter \($0)" }
                try lines += notes(on: .book(book.id), library)
            }
            for character in series.allCharacters {
                lines.append("character \(character)")
                try lines += picture(character.avatarID, library)
                try lines += notes(on: .character(character.id), library)
            }
            lines += series.relations.map { "relation \($0)" }
            lines += series.outerRelations.map { "outer relation \($0)" }
        }
        return lines
    }

    private static func notes(on subject: NoteSubject, _ library: Library) throws -> [String] {
        try library.notes(on: subject).map { note in
            let dates = [note.createdAt, note.modifiedAt].map {
                "\(Int64(($0.timeIntervalSince1970 * 1000).rounded()))"
            }
            let place = note.place.map { "\($0.chapterID as UUID?) \(text($0.text))" } ?? "nowhere"
            let quote = note.quote.map { text($0.text, $0.color, $0.style) } ?? "nothing"
            let tags = note.tags.map { text($0) }
            let kind = note.isUndated ? "undated note" : "note"
            return "\(kind) \(note.id) \(dates) \(place) \(quote) \(tags) \(text(note.text))"
        }
    }

    private static func picture(_ id: UUID?, _ library: Library) throws -> [String] {
        guard let id else { return [] }
        return ["picture \(id) \(try library.picture(id)?.data.count ?? -1)"]
    }

    /// By scalars: to Swift, two spellings of one letter are equal.
    private static func text(_ texts: String?...) -> String {
        texts.map { text in
            guard let text else { return "nil" }
            return text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: ".")
        }.joined(separator: " ")
    }
}
