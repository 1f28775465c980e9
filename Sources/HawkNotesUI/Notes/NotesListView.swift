import Foundation
import GTKBridge
import HawkNotesModel

/// The notes of a page as rows of a list that makes only those that are seen, with other parts of the page
/// before and behind them.
@MainActor
final class NotesListView {
    /// A part of the page that stands in the list as a row.
    struct Section {
        var widget: Widget
        /// What stands in it that a scroll offset may be anchored to.
        var elements: @MainActor () -> [(id: String, widget: Widget)] = { [] }
    }

    let rows = RowView(metrics)
    let view: ScrolledWindow
    /// Told which rows there are now, after they have changed.
    var onRowsChange: @MainActor () -> Void = {}
    /// Told when somebody turns the wheel over the list.
    var onScrollGesture: @MainActor () -> Void = {}
    /// Told when the list comes onto the screen.
    var onMap: @MainActor () -> Void = {}
    /// The cards that there are now: of notes near the view, and of those that are being edited.
    private(set) var cards: [NoteItem.ID: NoteCard] = [:]
    /// Makes the card of a note.
    var makeCard: (@MainActor (NoteItem) -> NoteCard)?
    private let notes: NoteRows
    private var count = 0
    private var leading: [Section] = []
    private var trailing: [Section] = []

    init(_ notes: NoteRows) {
        self.notes = notes
        view = ScrolledWindow(rows).hexpand().vexpand()
        rows.classes("notes")
        rows.accessibleLabel(localized("Study notes"))
        var source = RowView.Source { [unowned self] in row(at: $0) }
        source.keepsRow = { [unowned self] in keeps($0) }
        source.rowWasDropped = { [unowned self] in dropped($0) }
        count = notes.count
        rows.show(source, count: count)
        rows.onRowsChange = { [weak self] in self?.rowsDidChange($0) }
        view.onScrollGesture { [weak self] in self?.onScrollGesture() }
        view.onMap { [weak self] in self?.onMap() }
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
        let end = self.leading.count + count
        let removed = [0..<self.leading.count, end..<(end + self.trailing.count)]
        self.leading = leading
        self.trailing = trailing
        let newEnd = leading.count + count
        rows.apply(
            removed: removed,
            inserted: [0..<leading.count, newEnd..<(newEnd + trailing.count)]
        )
    }

    /// Takes over what has become of the notes; cards that stay keep their place and the focus.
    func apply(_ change: NoteRowsChange, now: Date) {
        let focus = cardAfterFocus
        // Before the row goes: GTK would look for another place.
        if let focus { keepingPlace { focus.root.grabFocus() } }
        count = notes.count
        rows.apply(removed: change.removed.map(shifted), inserted: change.inserted.map(shifted))
        rows.remake(
            change.changed.joined().filter { !update($0, now: now) }.map { $0 + leading.count }
        )
    }

    private func keepingPlace(_ body: () -> Void) {
        let ignored = rows.ignoresFocus
        rows.ignoresFocus = true
        body()
        rows.ignoresFocus = ignored
    }

    /// Brings a row up to date that has stayed where it was.
    ///
    /// - Returns: false when it has to be made anew.
    private func update(_ index: Int, now: Date) -> Bool {
        guard let row = rows.row(at: index + leading.count) else { return true }
        guard let item = notes.item(at: index), let card = cards[item.id], card.root === row else {
            return false
        }
        if card.note != item { card.show(item, now: now) }
        return true
    }

    /// The row of a note, if that is known.
    func index(of id: NoteItem.ID) -> Int? { notes.index(of: id).map { leading.count + $0 } }

    /// The cards that there are, from the first to the last.
    var liveCards: [NoteCard] {
        rows.liveRows.compactMap { row in cards.values.first { $0.root === row.widget } }
    }

    /// Shows a note, wherever it is.
    func reveal(_ id: NoteItem.ID) {
        notes.find(id) { [weak self] _ in
            if let self, let index = self.index(of: id) { self.rows.reveal(index) }
        }
    }

    /// Keeps what is seen where it is when a card at the end changes its height.
    func holdPlace() {
        if rows.sticksToEnd, let anchor = rows.anchor { rows.scroll(to: anchor) }
    }

    private func rowsDidChange(_ range: Range<Int>) {
        let first = max(0, range.lowerBound - leading.count)
        let last = min(count, range.upperBound - leading.count)
        if first < last { notes.need(first..<last) }
        onRowsChange()
    }

    private func shifted(_ range: Range<Int>) -> Range<Int> {
        (range.lowerBound + leading.count)..<(range.upperBound + leading.count)
    }

    private func section(at index: Int) -> Section? {
        if index < leading.count { return leading[index] }
        let last = index - leading.count - count
        return trailing.indices.contains(last) ? trailing[last] : nil
    }

    private func row(at index: Int) -> Widget {
        if let section = section(at: index) { return section.widget }
        guard let item = notes.item(at: index - leading.count), let makeCard else {
            return Self.makePlaceholder()
        }
        let card = cards[item.id] ?? makeCard(item)
        cards[item.id] = card
        return card.root
    }

    /// A card of a note that is being read.
    private static func makePlaceholder() -> Widget {
        let card = Box(.vertical).classes("note-card", "card").sizeRequest(height: 76)
        return RowItem(card, name: localized("Note")).classes("note-row")
    }

    private func keeps(_ index: Int) -> Bool {
        guard section(at: index) == nil else { return true }
        return notes.item(at: index - leading.count).flatMap { cards[$0.id] }?.isBusy == true
    }

    private func dropped(_ row: Widget) {
        guard let card = cards.values.first(where: { $0.root === row }) else { return }
        card.close()
        cards[card.note.id] = nil
    }

    /// The card that takes the focus over from one whose note goes: the next, or else the one before.
    private var cardAfterFocus: NoteCard? {
        let live = liveCards
        guard let index = live.firstIndex(where: { $0.root.containsFocus }),
            notes.index(of: live[index].note.id) == nil, !live[index].isBusy
        else { return nil }
        let others = live[(index + 1)...] + live[..<index].reversed()
        return others.first { notes.index(of: $0.note.id) != nil }
    }

    // MARK: Scrolling

    /// What a scroll offset can be anchored to, as far as it is there: how far below the top of
    /// everything it begins.
    var elements: [(id: String, top: Double)] {
        rows.liveRows.flatMap { row -> [(id: String, top: Double)] in
            let top = Double(rows.top(of: row.index))
            guard let section = section(at: row.index) else {
                let item = notes.item(at: row.index - leading.count)
                return item.map { [($0.id.uuidString.lowercased(), top)] } ?? []
            }
            return section.elements().compactMap { element in
                element.widget.frame(in: section.widget).map { (element.id, top + $0.y) }
            }
        }
    }

    /// Looks for a note that is not known, and tells when it is.
    func find(_ element: String, _ completion: @escaping @MainActor () -> Void) {
        guard let id = UUID(uuidString: element), index(of: id) == nil else { return }
        notes.find(id) { if $0 != nil { completion() } }
    }

    /// The row in which an element is, and how far below the row's top it begins; nil when that is not
    /// known.
    func place(of element: String) -> (row: Int, top: Double)? {
        if let id = UUID(uuidString: element), let index = index(of: id) { return (index, 0) }
        for (position, section) in (leading + trailing).enumerated() {
            let row = position < leading.count ? position : position + count
            if let widget = section.elements().first(where: { $0.id == element })?.widget {
                return (row, widget.frame(in: section.widget)?.y ?? 0)
            }
        }
        return nil
    }
}
