import Foundation
import GTKBridge
import HawkNotesModel

/// The notes of a page as rows of a list that makes only those that are seen, with other parts of the page
/// before and behind them.
@MainActor
final class NotesListView {
    /// A part of the page that stands in the list as a row.
    struct Section {
        /// The name of its row, for the scroll offset; nil for one that others stand for.
        var id: String?
        var widget: Widget
        /// What stands in it that a scroll offset may be anchored to.
        var elements: @MainActor () -> [(id: String, widget: Widget)] = { [] }
    }

    let rows = RowView(metrics)
    let view: ScrolledWindow
    /// Makes the card of a note.
    var makeCard: @MainActor (NoteItem) -> NoteCard = { _ in
        preconditionFailure("a list of notes without its owner")
    }
    private(set) var items: [NoteItem] = []
    /// The cards that there are now: of notes near the view, and of those that are being edited.
    private(set) var cards: [NoteItem.ID: NoteCard] = [:]
    private var leading: [Section] = []
    private var trailing: [Section] = []
    private var indices: [NoteItem.ID: Int] = [:]

    init() {
        view = ScrolledWindow(rows).hexpand().vexpand()
        rows.classes("notes")
        rows.accessibleLabel(localized("Study notes"))
        var source = RowView.Source { [unowned self] in row(at: $0) }
        source.keepsRow = { [unowned self] in keeps($0) }
        source.rowWasDropped = { [unowned self] in dropped($0) }
        rows.show(source, count: 0)
    }

    private static var metrics: RowView.Metrics {
        var metrics = RowView.Metrics()
        metrics.spacing = 12
        metrics.edge = 18
        metrics.side = 18
        metrics.maximumWidth = PageParts.measure
        return metrics
    }

    // MARK: Rows

    /// Puts other parts of the page before and behind the notes.
    func setSections(leading: [Section], trailing: [Section]) {
        let end = self.leading.count + items.count
        let removed = [0..<self.leading.count, end..<(end + self.trailing.count)]
        self.leading = leading
        self.trailing = trailing
        let newEnd = leading.count + items.count
        rows.apply(
            removed: removed,
            inserted: [0..<leading.count, newEnd..<(newEnd + trailing.count)]
        )
    }

    /// Shows these notes; cards that stay keep their place and the focus.
    func show(_ new: [NoteItem]) {
        let focus = focusAfter(new)
        // Before the row goes: GTK would look for another place.
        if let focus, let card = cards[focus] { keepingPlace { card.root.grabFocus() } }
        let difference = RowDifference(from: items.map(\.id), to: new.map(\.id))
        items = new
        indices = Dictionary(
            new.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        rows.apply(
            removed: difference.removed.map(shifted),
            inserted: difference.inserted.map(shifted)
        )
        if let focus, cards[focus]?.root.containsFocus != true, let index = index(of: focus) {
            rows.focus(index)
        }
    }

    private func keepingPlace(_ body: () -> Void) {
        let ignored = rows.ignoresFocus
        rows.ignoresFocus = true
        body()
        rows.ignoresFocus = ignored
    }

    /// The row of a note.
    func index(of id: NoteItem.ID) -> Int? { indices[id].map { leading.count + $0 } }

    /// The cards that there are, from the first to the last.
    var liveCards: [NoteCard] {
        cards.values.sorted { (indices[$0.note.id] ?? 0) < (indices[$1.note.id] ?? 0) }
    }

    /// Shows a note, wherever it is.
    func reveal(_ id: NoteItem.ID) {
        if let index = index(of: id) { rows.reveal(index) }
    }

    private func shifted(_ range: Range<Int>) -> Range<Int> {
        (range.lowerBound + leading.count)..<(range.upperBound + leading.count)
    }

    private func section(at index: Int) -> Section? {
        if index < leading.count { return leading[index] }
        let last = index - leading.count - items.count
        return trailing.indices.contains(last) ? trailing[last] : nil
    }

    private func row(at index: Int) -> Widget {
        if let section = section(at: index) { return section.widget }
        let item = items[index - leading.count]
        let card = cards[item.id] ?? makeCard(item)
        cards[item.id] = card
        return card.root
    }

    private func keeps(_ index: Int) -> Bool {
        guard section(at: index) == nil, items.indices.contains(index - leading.count) else {
            return true
        }
        return cards[items[index - leading.count].id]?.isBusy == true
    }

    private func dropped(_ row: Widget) {
        guard let card = cards.values.first(where: { $0.root === row }) else { return }
        card.close()
        cards[card.note.id] = nil
    }

    /// The note that takes the focus over from one that goes: the next, or else the one before.
    private func focusAfter(_ new: [NoteItem]) -> NoteItem.ID? {
        guard let row = rows.focusedRow, items.indices.contains(row - leading.count) else {
            return nil
        }
        let index = row - leading.count
        let staying = Set(new.map(\.id))
        guard !staying.contains(items[index].id) else { return nil }
        let others = items[(index + 1)...] + items[..<index].reversed()
        return others.first { staying.contains($0.id) }?.id
    }

    // MARK: Scrolling

    /// What a scroll offset can be anchored to, as far as it is there: how far below the top of
    /// everything it begins.
    var elements: [(id: String, top: Double)] {
        rows.liveRows.flatMap { row -> [(id: String, top: Double)] in
            let top = Double(rows.top(of: row.index))
            guard let section = section(at: row.index) else {
                return [(items[row.index - leading.count].id.uuidString.lowercased(), top)]
            }
            let inner = section.elements().compactMap { element in
                element.widget.frame(in: section.widget).map { (element.id, top + $0.y) }
            }
            return (section.id.map { [($0, top)] } ?? []) + inner
        }
    }

    /// The row in which an element is, and how far below the row's top it begins.
    func place(of element: String) -> (row: Int, top: Double)? {
        if let id = UUID(uuidString: element), let index = index(of: id) { return (index, 0) }
        for (position, section) in (leading + trailing).enumerated() {
            let row = position < leading.count ? position : position + items.count
            if section.id == element { return (row, 0) }
            if let widget = section.elements().first(where: { $0.id == element })?.widget {
                return (row, widget.frame(in: section.widget)?.y ?? 0)
            }
        }
        return nil
    }
}
