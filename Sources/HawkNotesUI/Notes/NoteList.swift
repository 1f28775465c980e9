import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The notes of a page as rows of a list; only visible rows have cards.
@MainActor
final class NoteList: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Study notes")
    private(set) var rowCount: Int
    /// The existing cards: those of notes near the view, and of notes that are being edited.
    private(set) var cards: [NoteItem.ID: NoteCard] = [:]
    /// Makes the card of a note.
    var makeCard: (@MainActor (NoteItem) -> NoteCard)?
    private let notes: NoteRows
    private var collapses = false

    init(_ notes: NoteRows) {
        self.notes = notes
        rowCount = notes.count
    }

    /// Applies a change of the notes; cards that stay keep their place and the focus.
    func apply(_ change: RowsChange, now: Date) {
        rowCount = notes.count
        list?.rows.keepingFocusedRowInView {
            list?.apply(
                removed: change.removed,
                inserted: change.inserted,
                collapsing: collapses,
                in: self
            )
            list?.remake(change.changed.joined().filter { !update($0, now: now) }, in: self)
        }
    }

    /// Animates the removal of a note: the rows below it move up.
    func collapsing(_ delete: () -> Void) {
        collapses = true
        delete()
        collapses = false
    }

    /// Updates a row that has stayed in place.
    ///
    /// - Returns: false when the row must be recreated.
    private func update(_ row: Int, now: Date) -> Bool {
        guard let widget = list?.row(at: row, of: self) else { return true }
        // A note far from the view is no longer loaded; its card stays as it was.
        guard let item = notes.item(at: row) else { return keepsRow(row) }
        guard let card = cards[item.id], card.root === widget else { return false }
        if card.note != item { card.show(item, now: now) }
        return true
    }

    /// The existing cards, in order.
    var liveCards: [NoteCard] {
        (list?.rows.liveRows ?? []).compactMap { row in
            cards.values.first { $0.root === row.widget }
        }
    }

    /// The saved note with this id, if it is loaded.
    func note(_ id: NoteItem.ID) -> Note? { notes.note(id) }

    /// Scrolls to a note, wherever it is.
    func reveal(_ id: NoteItem.ID) {
        notes.find(id) { [weak self] _ in self?.revealPart(of: id) }
    }

    /// Scrolls to a note, wherever it is, focuses it and highlights it for a moment.
    func pointOut(_ id: NoteItem.ID) {
        notes.find(id) { [weak self] index in
            guard index != nil else { return }
            self?.list?.go(to: id.canonicalString) { Self.letStandOut($0) }
        }
    }

    private static func letStandOut(_ row: Widget) {
        row.setClass("pointed-out", for: .milliseconds(1500))
    }

    /// Animates a note that was just saved here: it moves up from the composer.
    func letRise(_ id: NoteItem.ID) { cards[id]?.root.setClass("rises", for: .milliseconds(200)) }

    /// Scrolls to a part of a loaded note; to all of it by default.
    func revealPart(of id: NoteItem.ID, top: Int = 0, height: Int? = nil) {
        guard let row = notes.index(of: id) else { return }
        list?.reveal(row, of: self, top: top, height: height)
    }

    // MARK: Rows

    func makeRow(_ row: Int) -> Widget {
        guard let item = notes.item(at: row), let makeCard else { return Self.makePlaceholder() }
        if let card = cards[item.id], card.root.hasParent {
            // The card is still in the note's old row, which is about to be recreated.
            card.close()
            cards[item.id] = nil
        }
        let card = cards[item.id] ?? makeCard(item)
        cards[item.id] = card
        return card.root
    }

    /// A card for a note that is still being read.
    private static func makePlaceholder() -> Widget {
        let card = Box(.vertical).classes("note-card", "card").sizeRequest(height: 76)
        return RowItem(card, name: localized("Note")).classes("note-row")
    }

    func keepsRow(_ row: Int) -> Bool {
        guard let widget = list?.row(at: row, of: self),
            let card = cards.values.first(where: { $0.root === widget })
        else { return false }
        return card.isBusy || card.selection != nil
    }

    func didDrop(_ row: Widget) {
        guard let card = cards.values.first(where: { $0.root === row }) else { return }
        card.close()
        cards[card.note.id] = nil
    }

    func didShow(_ rows: Range<Int>) { notes.need(rows) }

    // MARK: Elements

    func element(of row: Int) -> String? { notes.item(at: row)?.id.canonicalString }

    func row(of element: String) -> Int? { UUID(uuidString: element).flatMap(notes.index) }

    func find(_ element: String, _ completion: @escaping @MainActor () -> Void) {
        guard let id = UUID(uuidString: element) else { return }
        notes.find(id) { if $0 != nil { completion() } }
    }
}
