import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The versions of a note as rows of a list: cards of those that are seen.
@MainActor
final class VersionList: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Earlier versions")
    var rowCount: Int { rows.rows.count }
    /// Makes the card of a row.
    var makeCard: (@MainActor (Int) -> VersionCard)?
    private let rows: NoteVersionRows
    private var cards: [(row: NoteVersionRows.Row, card: VersionCard)] = []

    init(_ rows: NoteVersionRows) { self.rows = rows }

    /// Makes rows anew, as far as they are there.
    func remake(_ some: [NoteVersionRows.Row]) {
        list?.remake(some.compactMap(rows.rows.firstIndex), in: self)
    }

    /// The cards that there are now.
    var liveCards: [(row: NoteVersionRows.Row, card: VersionCard)] { cards }

    func makeRow(_ row: Int) -> Widget {
        guard let makeCard, rows.rows.indices.contains(row) else { return RowItem() }
        let card = makeCard(row)
        cards.append((rows.rows[row], card))
        return card.root
    }

    func didDrop(_ row: Widget) { cards.removeAll { $0.card.root === row } }

    func didShow(_ shown: Range<Int>) { rows.need(shown) }

    func element(of row: Int) -> String? {
        rows.rows.indices.contains(row) ? rows.rows[row].name : nil
    }

    func row(of element: String) -> Int? { rows.rows.firstIndex { $0.name == element } }
}
