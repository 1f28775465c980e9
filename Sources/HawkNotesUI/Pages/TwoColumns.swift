import GTKBridge
import StateRestoration

/// A page of a head, further sections, and notes with a composer.
///
/// Wide, head and further sections scroll at the left, and the notes scroll at the right over a composer
/// that stays at the bottom. Narrower, everything is one column: head, notes, composer, the rest.
/// The same widgets are moved between the two.
@MainActor
final class TwoColumns {
    let root = Box(.horizontal)
    /// The left column with its margins, in pixels.
    private static let leftWidth = 428
    private let head: Widget
    private let extra: Widget
    private let notes: NotesSection
    private let scope: RestorationScope
    private let extraElements: @MainActor () -> [(id: String, widget: Widget)]
    private let notesHeading = PageParts.heading(localized("Study notes"))
    private var isWide: Bool?
    private var restorers: [ScrollRestorer] = []

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
        notes.onAdded = { [weak self] in
            // In one column the composer that was just used is in view anyway.
            if self?.isWide == true { self?.restorers.last?.scrollToEnd() }
        }
        notes.onLateArrival = { [weak self] in
            for restorer in self?.restorers ?? [] { restorer.restore() }
        }
    }

    func arrange(for sizeClass: SizeClass) {
        let wantsWide = sizeClass == .wide
        guard isWide != wantsWide else { return }
        // A text field that is taken out of its window loses focus and selection.
        let fields = notes.fields
        let releases = fields.map { $0.holdSelection() }
        let focused = fields.first { $0.containsFocus }
        isWide = wantsWide
        takeApart()
        wantsWide ? arrangeTwo() : arrangeOne()
        for release in releases { release() }
        focused?.grabFocus()
    }

    /// Lets the keys of the scroll offsets go.
    func close() { restorers = [] }

    private func takeApart() {
        restorers = []
        for part in [head, extra, notesHeading, notes.list, notes.composer.root]
        where part.hasParent {
            part.removeFromBox()
        }
        root.removeAll()
    }

    private func arrangeTwo() {
        let left = Box(.vertical, spacing: 24).append(head, extra).margin(24)
        let leftView = ScrolledWindow(Clamp(left, maximumWidth: Self.leftWidth))
            .sizeRequest(width: Self.leftWidth).hexpand(false).classes("left-column")
        let list = Box(.vertical, spacing: 18).append(notesHeading, notes.list).margin(24)
        let listView = ScrolledWindow(Clamp(list, maximumWidth: PageParts.measure + 48)).vexpand()
        let bottom = Clamp(
            Box(.vertical).append(notes.composer.root).margin(
                top: 6,
                bottom: 18,
                start: 24,
                end: 24
            ),
            maximumWidth: PageParts.measure + 48
        )
        let right = Box(.vertical).append(listView, bottom).hexpand()
        root.append(leftView, right)
        restorers = [
            ScrollRestorer(
                leftView,
                content: left,
                key: .scroll,
                in: scope,
                elements: extraElements
            ),
            ScrollRestorer(
                listView,
                content: list,
                start: .end,
                key: .notesScroll,
                in: scope,
                elements: { [weak notes] in notes?.elements ?? [] }
            ),
        ]
    }

    private func arrangeOne() {
        let column = Box(.vertical, spacing: 24)
            .append(
                head,
                Box(.vertical, spacing: 12).append(notesHeading, notes.list, notes.composer.root),
                extra
            ).margin(horizontal: 18, vertical: 18)
        let view = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure + 36)).hexpand()
        root.append(view)
        restorers = [
            ScrollRestorer(
                view,
                content: column,
                key: .scroll,
                in: scope,
                elements: { [weak notes, extraElements] in
                    (notes?.elements ?? []) + extraElements()
                }
            )
        ]
    }
}
