import GTKBridge
import HawkNotesPresentation
import StateRestoration

/// A page with a head, further parts, and notes with a composer below them, in one or two columns;
/// restores the scroll positions.
@MainActor
final class NotesColumns {
    var root: Widget { columns.root }
    /// The lists of rows, of which one may be empty.
    var lists: [PartList] { [left, notes.list] }
    private let columns: TwoColumns
    private let extra: [any ListPart]
    private let notes: NotesSection
    private let scope: RestorationScope
    private let heading: WidgetPart
    private let headPart: WidgetPart
    private let emptyPart: WidgetPart
    private let left = PartList()
    private let list: Overlay
    /// Over the notes, for the message of a page without notes.
    private let overList = Box(.vertical).halign(.center).valign(.center).canTarget(false)
    private var arrangement: SizeClass?
    private var listRestorer: ScrollRestorer?
    private var leftRestorer: ScrollRestorer?

    /// - Parameter extra: the parts below the head in two columns, and below the notes in one.
    init(head: Widget, extra: [any ListPart], notes: NotesSection, scope: RestorationScope) {
        self.extra = extra
        self.notes = notes
        self.scope = scope
        headPart = WidgetPart(head)
        heading = WidgetPart(notes.heading)
        emptyPart = WidgetPart(notes.emptyState)
        list = Overlay(notes.list.view.vexpand()).hexpand().vexpand()
        left.rows.setMargins(edge: 24, side: 24)
        columns = TwoColumns(
            TwoColumns.Parts(
                left: left.view,
                list: Box(.vertical).append(list, notes.marks.bar.root).hexpand(),
                bar: notes.composer.root
            )
        )
        list.overlay(overList) { [weak self] in self?.overListPlace() }
        notes.list.view.takeWheel(over: notes.composer.root, around: notes.composer.view)
        notes.list.view.takeWheel(beside: columns.root)
        notes.onAdded = { [weak self] in
            // In one column there is more below the notes.
            guard let self, arrangement?.hasTwoColumns == true else { return false }
            listRestorer?.scrollToEnd()
            return true
        }
        notes.onLateArrival = { [weak self] in self?.listRestorer?.restore() }
    }

    func arrange(for sizeClass: SizeClass) {
        guard arrangement != sizeClass else { return }
        let before = arrangement?.hasTwoColumns
        arrangement = sizeClass
        let measure = PageParts.measure(for: sizeClass)
        notes.list.rows.setMaximumWidth(measure)
        columns.setMeasure(measure)
        let wantsWide = sizeClass.hasTwoColumns
        guard before != wantsWide else { return }
        // A text field that is removed from its window loses its selection.
        let releases =
            notes.fields.map { $0.holdSelection() } + [notes.composer.place.holdSelection()]
        // The rows of items are recreated in the other list.
        let focused = (wantsWide ? notes.list : left).focusedElement
        root.keepingFocus {
            // Release the keys before others claim them.
            close()
            takeApart()
            if wantsWide { arrangeTwo() } else { arrangeOne() }
        }
        for release in releases { release() }
        // Keeps the scroll position, or returns to the beginning.
        if let focused { (wantsWide ? left : notes.list).focusInPlace(focused) }
    }

    /// Focuses an item of the first of these parts that has any, now or once there is one.
    func focusFirst(of parts: [any ListPart]) {
        let part = parts.first(where: \.hasItems) ?? parts.first
        part?.list?.focusFirst(of: parts)
    }

    /// Releases the keys of the scroll positions.
    func close() {
        listRestorer = nil
        leftRestorer = nil
    }

    /// Removes the parts from the lists' rows, so that they can move to the other list.
    private func takeApart() {
        left.show([])
        notes.list.show([notes.noteList])
        overList.removeAll()
    }

    /// The space below the heading.
    private func overListPlace() -> Rectangle? {
        guard let heading = notes.heading.frame(in: list) else { return nil }
        let (width, height) = list.size
        let top = max(0, heading.y + heading.height)
        let room = max(0, Double(height) - top)
        return Rectangle(x: 0, y: top, width: Double(width), height: room)
    }

    private func arrangeTwo() {
        columns.arrangeTwo()
        left.show([headPart] + extra)
        notes.list.rows.setMargins(edge: 24, side: 24)
        overList.append(notes.emptyState)
        notes.list.show([heading, notes.noteList])
        leftRestorer = ScrollRestorer(left, start: .top, key: .scroll, in: scope)
        listRestorer = ScrollRestorer(notes.list, start: .end, key: .notesScroll, in: scope)
    }

    private func arrangeOne() {
        columns.arrangeOne()
        notes.list.rows.setMargins(edge: 18, side: 18)
        notes.list.show(
            [headPart, heading, emptyPart, notes.noteList] + extra
        )
        listRestorer = ScrollRestorer(notes.list, start: .top, key: .scroll, in: scope)
    }
}
