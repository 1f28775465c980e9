import Foundation
import HawkNotesModel
import StateRestoration

/// A new note that is being saved.
package struct PendingNote: Equatable, Identifiable {
    /// The id of the note in the library.
    package let id: UUID
    let subject: NoteSubject
    package let text: String
    package var quote: Quote?
    /// When *Save* was pressed.
    let date: Date
    /// The note's place in the book.
    package var place: NotePlace?
    /// Why the last attempt to save it failed.
    package var problem: SavingProblem?
}

/// A pending note in the state of a window, below the page on which it was written.
///
/// The text is written last and removed first: without it or a quotation there is no note.
@MainActor
final class PendingNoteStorage {
    /// The scope of the page.
    let home: RestorationScope
    private let id: UUID
    private let subject: SceneStorage<String>
    private let date: SceneStorage<Date>
    private let place: SceneStorage<String>
    private let returns: SceneStorage<Bool>
    private let text: RestorableText
    private let quote: RestorableText

    init(_ id: UUID, in home: RestorationScope) {
        self.home = home
        self.id = id
        let scope = home.pendingNote(id)
        subject = SceneStorage(.pendingSubject, in: scope)
        date = SceneStorage(.pendingDate, in: scope)
        place = SceneStorage(.pendingPlace, in: scope)
        returns = SceneStorage(.pendingIsReturning, in: scope)
        text = RestorableText(.pendingNote, in: scope)
        quote = RestorableText(.pendingQuote, in: scope)
    }

    /// The note; nil when it is incomplete or of an unknown kind.
    var note: PendingNote? {
        guard hasText, let subject = NoteSubject(stored: subject.wrappedValue) else { return nil }
        return PendingNote(
            id: id,
            subject: subject,
            text: text.string,
            quote: quote.isEmpty ? nil : Quote(quote.string),
            date: date.wrappedValue,
            place: NotePlace?(stored: place.wrappedValue)
        )
    }

    /// Whether the note was stored completely.
    var hasText: Bool { !text.isEmpty || !quote.isEmpty }

    /// Whether the text is being returned to the composer, so that the note must not be saved.
    var isReturning: Bool {
        get { returns.wrappedValue }
        set { returns.wrappedValue = newValue }
    }

    func write(_ note: PendingNote) {
        subject.wrappedValue = note.subject.stored
        date.wrappedValue = note.date
        if note.place != nil { place.wrappedValue = note.place.stored }
        if let quoted = note.quote { quote.setString(quoted.text) }
        text.setString(note.text)
    }

    func forget() {
        text.setString("")
        quote.setString("")
        subject.reset()
        date.reset()
        place.reset()
        returns.reset()
    }

    /// The ids of all pending notes of a window, with the scopes of their pages; including pages
    /// that are not shown, or that no longer exist.
    static func all(in scene: RestorationScene) -> [(id: UUID, home: RestorationScope)] {
        var found: [(id: UUID, home: RestorationScope)] = []
        var seen: Set<String> = []
        for path in scene.storedKeys() {
            let stored = StoredPath(path)
            guard case .pendingNote(let id) = stored.subject else { continue }
            let home = scene.root.scope(stored.page)
            if seen.insert(home.pendingNote(id).path).inserted { found.append((id, home)) }
        }
        return found
    }
}

extension RestorationScope {
    /// The scope at the end of these identifiers.
    package func scope(_ identifiers: some Sequence<String>) -> RestorationScope {
        identifiers.reduce(self) { $0.scope($1) }
    }
}

extension NoteSubject {
    /// The value in a window's state.
    var stored: String {
        switch self {
        case .book(let id): "book:" + id.canonicalString
        case .character(let id): "character:" + id.canonicalString
        }
    }

    init?(stored: String) {
        let parts = stored.split(separator: ":")
        guard parts.count == 2, let id = UUID(uuidString: String(parts[1])) else { return nil }
        switch parts[0] {
        case "book": self = .book(id)
        case "character": self = .character(id)
        default: return nil
        }
    }
}
