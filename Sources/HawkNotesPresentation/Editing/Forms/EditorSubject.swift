import Foundation
import HawkNotesModel

/// The subject of an editor.
package struct EditorSubject: Hashable, Sendable {
    /// The kind of item.
    package enum Kind: String, Sendable {
        case series, book, character
    }

    package let kind: Kind
    /// The ID, also of a new item: a crash after saving does not create it twice.
    package let id: UUID
    /// The series that it is or belongs to.
    package let seriesID: UUID
    package let isNew: Bool
    /// The initial book of a new character.
    var bookID: UUID?

    package init(_ kind: Kind, _ id: UUID, in seriesID: UUID, isNew: Bool, bookID: UUID? = nil) {
        self.kind = kind
        self.id = id
        self.seriesID = seriesID
        self.isNew = isNew
        self.bookID = bookID
    }

    /// Parses a stored subject; nil for one that this version does not know.
    package init?(stored: String) {
        let parts = stored.split(separator: "/").map(String.init)
        guard parts.count >= 4, let kind = Kind(rawValue: parts[0]),
            let id = UUID(uuidString: parts[1]), let series = UUID(uuidString: parts[2])
        else { return nil }
        let book = parts.count > 4 ? UUID(uuidString: parts[4]) : nil
        self.init(kind, id, in: series, isNew: parts[3] == "new", bookID: book)
    }

    /// The stored form. It is on users' disks and never changes.
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

    /// The item in the library.
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
