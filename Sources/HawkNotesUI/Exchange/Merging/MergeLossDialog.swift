import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The values that a merge did not take; each can be used instead of the one that was kept.
@MainActor
final class MergeLossDialog: DialogContent {
    let title = MergeLossText.title
    let root: Widget
    let size = (width: 600, height: 640)
    var focusable: [(name: String, widget: Widget)] {
        items.liveRows.map { (MergeLossList.name($0.id), $0.widget) }
    }

    let rows: MergeLossRows
    let toasts = ToastPresenter()
    var lists: [PartList] { [list] }
    private let list = PartList()
    private let items: MergeLossList
    private let stack = Stack()
    private let none = StatusPage(
        icon: "hawknotes-empty-notes-symbolic",
        heading: localized("There are no differing values"),
        isCompact: true,
        [StatusPage.remark(localized("The merge was undone, or its items were deleted."))]
    ).root
    private let context: AppContext
    private var seriesChanges: ChangeObservation?
    private var scroll: ScrollRestorer?
    /// The element that gets the focus as soon as it exists.
    private var wantedFocus: String?
    private var isClosed = false
    private lazy var offer = UndoOffer<LibraryUndo>(in: toasts) {
        MergeLossText.used($0.count)
    } takeBack: { [weak self] undos in
        self?.takeBack(undos)
    }

    /// - Parameter scope: stores the merge and the scroll position.
    /// - Returns: nil when the merge is unknown.
    init?(in scope: RestorationScope, context: AppContext) {
        guard let batch = Self.merge(in: scope) else { return nil }
        self.context = context
        rows = MergeLossRows(of: batch, in: context.library)
        items = MergeLossList(rows)
        stack.add(list.view)
        stack.add(none)
        let overlay = Overlay(stack.vexpand())
        overlay.overlay(toasts.root)
        root = overlay
        items.makeCard = { [unowned self] loss in
            MergeLossCard(loss) { [weak self] in self?.use(loss.id) }
        }
        rows.shown = { [weak context] in context?.series.shown($0) ?? $0 }
        rows.onChange = { [weak self] in self?.apply($0) }
        rows.onError = { [weak self] in self?.failed(toRead: $0) }
        let introduction = Label(MergeLossText.introduction, "dim-label").wrapping()
        list.show([WidgetPart(introduction), items])
        rows.begin()
        seriesChanges = context.series.observe { [weak self] _ in self?.rows.refresh() }
        scroll = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
    }

    /// The merge that was shown last.
    static func merge(in scope: RestorationScope) -> ImportBatch.ID? {
        UUID(uuidString: SceneStorage(.shownMerge, in: scope).wrappedValue)
    }

    func close() {
        isClosed = true
        seriesChanges = nil
        rows.close()
        scroll = nil
    }

    func focus(_ name: String) -> Bool {
        guard MergeLossList.id(name) != nil else { return false }
        wantedFocus = name
        focusWanted()
        return true
    }

    private func focusWanted() {
        guard rows.isLoaded, let wanted = wantedFocus else { return }
        wantedFocus = nil
        if items.row(of: wanted) != nil { list.focus(wanted) } else { root.focusFirst() }
    }

    private func apply(_ change: RowsChange) {
        let focused = list.focusedElement
        items.apply(change)
        stack.show(rows.isLoaded && rows.count == 0 ? none : list.view, .none)
        // A row that was made again has lost the focus.
        if let focused, list.focusedElement != focused, items.row(of: focused) != nil {
            list.focus(focused)
        }
        focusWanted()
    }

    private func failed(toRead error: LibraryError) {
        error.report(to: toasts, reason: LibraryText.readingReason) {
            localized("The values cannot be read: %1", $0)
        }
    }

    private func use(_ id: MergeLoss.ID) {
        perform { library in
            try library.use(id)
        } completion: { dialog, result in
            if result.undo.isEmpty {
                // The row says why.
                dialog.rows.refresh()
                if let text = MergeLossText.state(result.found) { dialog.toasts.show(text) }
            } else {
                dialog.offer.add(result.undo)
            }
        }
    }

    private func takeBack(_ undos: [LibraryUndo]) {
        perform { library in
            for undo in undos { try library.undo(undo) }
        } completion: { _, _ in
        }
    }

    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Library) throws -> Value,
        completion: @escaping @MainActor @Sendable (MergeLossDialog, Value) -> Void
    ) {
        context.library.perform(work) { [context, weak self] result in
            if case .success = result { context.pendingNotes.libraryDidSave() }
            guard let self, !isClosed else { return }
            switch result {
            case .success(let value): completion(self, value)
            case .failure(let error) where error.code == .notFound: rows.refresh()
            case .failure(let error): PartChanges.report(error, to: toasts)
            }
        }
    }
}

/// A value that was not taken, as a row of the list.
@MainActor
final class MergeLossCard {
    let root: RowItem
    let loss: MergeLoss

    init(_ loss: MergeLoss, use: @escaping @MainActor () -> Void) {
        self.loss = loss
        func line(_ text: String, _ classes: String...) -> Label {
            let label = Label(text).wrapping().lines(6).ellipsizing().alignedByText()
            for name in classes { label.classes(name) }
            return label
        }
        let card = Box(.vertical, spacing: 6).append(
            line(MergeLossText.thing(loss), "heading"),
            Label(MergeLossText.field(loss), "caption", "dim-label").wrapping(),
            line(MergeLossText.kept(loss)),
            line(MergeLossText.other(loss))
        ).classes("card", "report-row")
        root = RowItem(card, name: MergeLossText.spoken(loss))
        root.classes("note-row")
        if let state = MergeLossText.state(loss.state) {
            card.append(Label(state, "caption").wrapping())
        } else {
            let button = Button(localized("Use This"), "remedy")
            // Later: this replaces the row and its button.
            button.onClicked { MainLoop.whenIdle(use) }
            card.append(button.halign(.start))
        }
    }
}

/// The values as rows of a list; only visible rows have cards.
@MainActor
final class MergeLossList: ListPart {
    weak var list: PartList?
    let itemsName: String? = MergeLossText.title
    var rowCount: Int { rows.count }
    /// Makes the card of a value.
    var makeCard: (@MainActor (MergeLoss) -> MergeLossCard)?
    private let rows: MergeLossRows
    private var cards: [MergeLoss.ID: MergeLossCard] = [:]

    init(_ rows: MergeLossRows) { self.rows = rows }

    static func name(_ id: MergeLoss.ID) -> String { "value:\(id)" }

    static func id(_ name: String) -> MergeLoss.ID? {
        name.hasPrefix("value:") ? MergeLoss.ID(name.dropFirst(6)) : nil
    }

    /// The existing rows, as elements for the focus.
    var liveRows: [(id: MergeLoss.ID, widget: Widget)] { cards.map { ($0, $1.root) } }

    func makeRow(_ row: Int) -> Widget {
        guard let loss = rows.item(at: row), let makeCard else {
            return RowItem(
                Box(.vertical).classes("card").sizeRequest(height: 150),
                name: MergeLossText.title
            )
        }
        let card = makeCard(loss)
        cards[loss.id] = card
        return card.root
    }

    func didDrop(_ row: Widget) {
        for (id, card) in cards where card.root === row { cards[id] = nil }
    }

    func didShow(_ shown: Range<Int>) { rows.need(shown) }

    func element(of row: Int) -> String? {
        rows.entries.indices.contains(row) ? Self.name(rows.entries[row].id) : nil
    }

    func row(of element: String) -> Int? { Self.id(element).flatMap(rows.index) }
}

extension MainWindow {
    /// Shows the values that a merge did not take.
    func showMergeLosses(of batch: ImportBatch.ID) {
        let scope = scene.root.window.dialog(.mergeLosses)
        if let open = dialogs.dialog(.mergeLosses) {
            if MergeLossDialog.merge(in: scope) == batch { return open.present() }
            open.dismiss()
        }
        SceneStorage(.shownMerge, in: scope).wrappedValue = batch.uuidString
        dialogs.restore(.mergeLosses, in: scope)
    }
}
