import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The items in the trash as rows of a list; only visible rows have cards.
@MainActor
final class TrashList: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Trash")
    var rowCount: Int { rows.count }
    /// Makes the card of an item.
    var makeCard: (@MainActor (TrashDetails) -> TrashCard)?
    private let rows: TrashRows
    private var cards: [UUID: TrashCard] = [:]

    init(_ rows: TrashRows) { self.rows = rows }

    /// Recreates the row of an item.
    func remake(_ id: UUID) {
        if let row = rows.index(of: id) { list?.remake([row], in: self) }
    }

    /// The existing rows, as elements for the focus.
    var liveRows: [(id: UUID, widget: Widget)] { cards.map { ($0, $1.root) } }

    func makeRow(_ row: Int) -> Widget {
        guard let details = rows.item(at: row), let makeCard else {
            return RowItem(
                Box(.vertical).classes("card").sizeRequest(height: 118),
                name: localized("Trash")
            )
        }
        let card = makeCard(details)
        cards[details.item.id] = card
        return card.root
    }

    func didDrop(_ row: Widget) {
        for (id, card) in cards where card.root === row { cards[id] = nil }
    }

    func didShow(_ shown: Range<Int>) { rows.need(shown) }

    func element(of row: Int) -> String? {
        rows.entries.indices.contains(row) ? rows.entries[row].id.canonicalString : nil
    }

    func row(of element: String) -> Int? { UUID(uuidString: element).flatMap(rows.index) }
}
