import Foundation
import HawkNotesModel

/// What an editor edits.
package struct EditorSubject: Hashable, Sendable {
    /// What it is.
    package enum Kind: String, Sendable {
        case series, book, character
    }

    package let kind: Kind
    /// Of a new thing the id that it will have: so a kill that comes after it was saved does not make two.
    package let id: UUID
    /// The series that it is or belongs to.
    package let seriesID: UUID
    package let isNew: Bool
    /// The book that a new character is in at first.
    var bookID: UUID?

    package init(_ kind: Kind, _ id: UUID, in seriesID: UUID, isNew: Bool, bookID: UUID? = nil) {
        self.kind = kind
        self.id = id
        self.seriesID = seriesID
        self.isNew = isNew
        self.bookID = bookID
    }

    /// Reads what was stored; nil for what this version does not know.
    package init?(stored: String) {
        let parts = stored.split(separator: "/").map(String.init)
        guard parts.count >= 4, let kind = Kind(rawValue: parts[0]),
            let id = UUID(uuidString: parts[1]), let series = UUID(uuidString: parts[2])
        else { return nil }
        let book = parts.count > 4 ? UUID(uuidString: parts[4]) : nil
        self.init(kind, id, in: series, isNew: parts[3] == "new", bookID: book)
    }

    /// As it is kept; it is on people's disks, and never changes.
    package var stored: String {
        let ids = [id, seriesID].map { $0.canonicalString }
        let book = bookID.map { [$0.canonicalString] } ?? []
        return ([kind.rawValue] + ids + [isNew ? "new" : "old"] + book).joined(separator: "/")
    }

    package var dialog: DialogKind {
        switch kind {
        case .series: .seriesEditor
        case .book: .bookEditor
        case .character: .characterEditor
        }
    }

    /// The thing in the library.
    package var part: SeriesPart {
        switch kind {
        case .series: .series(id)
        case .book: .book(id)
        case .character: .character(id)
        }
    }

    /// Whether the series has it. What became a part of something else is gone.
    package func isThere(in series: Series?) -> Bool {
        switch kind {
        case .series: series != nil
        case .book: series?.book(id)?.id == id
        case .character: series?.character(id)?.id == id
        }
    }
}
