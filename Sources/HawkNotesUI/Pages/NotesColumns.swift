import GTKBridge
import StateRestoration

/// A page of a head, further sections, and notes with a composer, in two columns or in one; where they
/// are scrolled to comes back.
@MainActor
final class NotesColumns {
    var root: Widget { columns.root }
    private let columns: TwoColumns
    private let notes: NotesSection
    private let scope: RestorationScope
    private let extraElements: @MainActor () -> [(id: String, widget: Widget)]
    private var isWide: Bool?
    private var restorers: [ScrollRestorer] = []

    init(
        head: Widget,
        extra: Widget,
        notes: NotesSection,
        scope: RestorationScope,
        extraElements: @escaping @MainActor () -> [(id: String, widget: Widget)]
    ) {
        columns = TwoColumns(
            TwoColumns.Parts(
                head: head,
                listHeading: PageParts.heading(localized("Study notes")),
                list: notes.list,
                bar: notes.composer.root,
                extra: extra
            )
        )
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
        isWide = wantsWide
        // A text field that is taken out of its window loses focus and selection.
        let fields = notes.fields
        let releases = fields.map { $0.holdSelection() }
        let focused = fields.first { $0.containsFocus }
        // Their keys are let go before others want them.
        restorers = []
        restorers = wantsWide ? restorers(columns.arrangeTwo()) : [restorer(columns.arrangeOne())]
        for release in releases { release() }
        focused?.grabFocus()
    }

    /// Lets the keys of the scroll offsets go.
    func close() { restorers = [] }

    private func restorers(
        _ columns: (left: TwoColumns.Column, right: TwoColumns.Column)
    ) -> [ScrollRestorer] {
        [
            ScrollRestorer(
                columns.left.view,
                content: columns.left.content,
                key: .scroll,
                in: scope,
                elements: extraElements
            ),
            ScrollRestorer(
                columns.right.view,
                content: columns.right.content,
                start: .end,
                key: .notesScroll,
                in: scope,
                elements: { [weak notes] in notes?.elements ?? [] }
            ),
        ]
    }

    private func restorer(_ column: TwoColumns.Column) -> ScrollRestorer {
        ScrollRestorer(
            column.view,
            content: column.content,
            key: .scroll,
            in: scope,
            elements: { [weak notes, extraElements] in
                (notes?.elements ?? []) + extraElements()
            }
        )
    }
}
