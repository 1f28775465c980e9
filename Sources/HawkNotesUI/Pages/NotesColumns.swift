import GTKBridge
import StateRestoration

/// A page of a head, further sections, and notes with a composer, in two columns or in one; where they
/// are scrolled to comes back.
@MainActor
final class NotesColumns {
    var root: Widget { columns.root }
    private let columns: TwoColumns
    private let head: Widget
    private let extra: Widget
    private let notes: NotesSection
    private let scope: RestorationScope
    private let extraElements: @MainActor () -> [(id: String, widget: Widget)]
    private let heading = PageParts.heading(localized("Study notes"))
    private let list: Overlay
    private var isWide: Bool?
    private var listRestorer: RowScrollRestorer?
    private var leftRestorer: ScrollRestorer?

    init(
        head: Widget,
        extra: Widget,
        notes: NotesSection,
        scope: RestorationScope,
        extraElements: @escaping @MainActor () -> [(id: String, widget: Widget)]
    ) {
        self.head = head
        self.extra = extra
        self.notes = notes
        self.scope = scope
        self.extraElements = extraElements
        list = Overlay(notes.list.view).hexpand()
        columns = TwoColumns(
            TwoColumns.Parts(head: head, extra: extra, list: list, bar: notes.composer.root)
        )
        notes.onAdded = { [weak self] in
            // In one column the composer that was just used is in view anyway.
            if self?.isWide == true { self?.listRestorer?.scrollToEnd() }
        }
        notes.onLateArrival = { [weak self] in self?.listRestorer?.restore() }
    }

    func arrange(for sizeClass: SizeClass) {
        let wantsWide = sizeClass == .wide
        guard isWide != wantsWide else { return }
        isWide = wantsWide
        // A text field that is taken out of its window loses its selection.
        let releases = notes.fields.map { $0.holdSelection() }
        root.keepingFocus {
            // Their keys are let go before others want them.
            close()
            takeApart()
            if wantsWide { arrangeTwo() } else { arrangeOne() }
        }
        for release in releases { release() }
    }

    /// Lets the keys of the scroll offsets go.
    func close() {
        listRestorer = nil
        leftRestorer = nil
    }

    /// Takes the parts out of the list's rows, where another list would look for them.
    private func takeApart() {
        notes.list.setSections(leading: [], trailing: [])
        if notes.emptyState.hasParent { list.removeOverlay(notes.emptyState) }
    }

    private func arrangeTwo() {
        let left = columns.arrangeTwo()
        head.margin(0)
        extra.margin(0)
        notes.list.rows.setMargins(edge: 24, side: 24)
        list.overlay(notes.emptyState.valign(.center).canTarget(false))
        notes.list.setSections(leading: [.init(widget: heading)], trailing: [])
        leftRestorer = ScrollRestorer(
            left.view,
            content: left.content,
            key: .scroll,
            in: scope,
            elements: extraElements
        )
        listRestorer = RowScrollRestorer(notes.list, start: .end, key: .notesScroll, in: scope)
    }

    private func arrangeOne() {
        columns.arrangeOne()
        head.margin(bottom: 12)
        extra.margin(top: 12)
        notes.list.rows.setMargins(edge: 18, side: 18)
        notes.list.setSections(
            leading: [
                .init(widget: head), .init(widget: heading), .init(widget: notes.emptyState),
            ],
            trailing: [
                .init(widget: notes.composer.root),
                .init(widget: extra, elements: extraElements),
            ]
        )
        listRestorer = RowScrollRestorer(notes.list, start: .top, key: .scroll, in: scope)
    }
}
