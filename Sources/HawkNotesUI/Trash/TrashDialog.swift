import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The deleted items, which can be restored or deleted permanently.
@MainActor
final class TrashDialog: DialogContent {
    let title = localized("Trash")
    let root: Widget
    let size = (width: 600, height: 640)
    var focusable: [(name: String, widget: Widget)] {
        items.liveRows.map { (Self.name($0.id), $0.widget) }
            + [("empty", head.empty)] + (head.step.map { [("all", $0.keep)] } ?? [])
    }

    let rows: TrashRows
    let toasts = ToastPresenter()
    let head: TrashHead
    var lists: [PartList] { [list] }
    var foot: Widget? { head.foot }
    private let list = PartList()
    private let items: TrashList
    private weak var window: MainWindow?
    private var seriesChanges: ChangeObservation?
    private let context: AppContext
    private let step: SceneStorage<String>
    private var scroll: ScrollRestorer?
    /// The known numbers of the items to be deleted.
    private var summary: TrashSummary?
    /// The element that gets the focus as soon as it exists.
    private var wantedFocus: String?
    private var isClosed = false

    /// The confirmation of deleting everything.
    private static let all = "all"

    /// - Parameters:
    ///   - days: how long items are kept; nil for forever.
    ///   - scope: stores the scroll position and an open confirmation.
    ///   - window: the window below the dialog.
    init(days: Int?, in scope: RestorationScope, over window: MainWindow) {
        self.window = window
        context = window.context
        step = SceneStorage(.trashStep, in: scope)
        head = TrashHead(days: days)
        rows = TrashRows(in: window.context.library)
        items = TrashList(rows)
        let overlay = Overlay(list.view.vexpand())
        overlay.overlay(toasts.root)
        root = overlay
        items.makeCard = { [unowned self] in card($0) }
        rows.shown = { [weak context] in context?.series.shown($0) ?? $0 }
        rows.onChange = { [weak self] in self?.apply($0) }
        rows.onError = { [weak self] in self?.failed(toRead: $0) }
        head.empty.onClicked { [weak self] in self?.setStep(to: Self.all) }
        list.show([WidgetPart(head.root), items])
        rows.begin()
        seriesChanges = context.series.observe { [weak self] _ in self?.rows.refresh() }
        scroll = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
        head.show(isEmpty: rows.isLoaded && rows.count == 0)
        showStep()
    }

    func close() {
        isClosed = true
        seriesChanges = nil
        rows.close()
    }

    func leaveInnermost() -> Bool {
        guard !step.wrappedValue.isEmpty else { return false }
        setStep(to: "")
        return true
    }

    func focus(_ name: String) -> Bool {
        guard let id = Self.id(name) else { return false }
        wantedFocus = id.canonicalString
        focusWanted()
        return true
    }

    private static func name(_ id: UUID) -> String { "item:" + id.canonicalString }

    private static func id(_ name: String) -> UUID? {
        name.hasPrefix("item:") ? UUID(uuidString: String(name.dropFirst(5))) : nil
    }

    private func focusWanted() {
        guard rows.isLoaded, let wanted = wantedFocus else { return }
        wantedFocus = nil
        if items.row(of: wanted) != nil { list.focus(wanted) } else { root.focusFirst() }
    }

    // MARK: The items

    private func apply(_ change: RowsChange) {
        items.apply(change)
        let isEmpty = rows.isLoaded && rows.count == 0
        if isEmpty, !step.wrappedValue.isEmpty { step.reset() }
        if !change.isInPlace { readSummary() }
        head.show(isEmpty: isEmpty)
        focusWanted()
    }

    private func failed(toRead error: LibraryError) {
        error.report(to: toasts, reason: LibraryText.readingReason) {
            localized("The trash cannot be read: %1", $0)
        }
    }

    private func card(_ details: TrashDetails) -> TrashCard {
        let item = details.item
        let isAsked = step.wrappedValue == item.id.canonicalString
        return TrashCard(
            details,
            asks: isAsked ? TrashText.goes(summary) : nil,
            now: context.now(),
            actions: TrashCard.Actions(
                restore: { [weak self] in self?.restore(details) },
                ask: { [weak self] in self?.setStep(to: item.id.canonicalString) },
                purge: { [weak self] in self?.purge(item) },
                keep: { [weak self] in self?.setStep(to: "") },
                showsDate: { [dates = context.movingDates] date, isSeen in
                    if isSeen { dates.add(date) } else { dates.remove(date) }
                }
            )
        )
    }

    // MARK: Confirmations

    /// Shows a confirmation, and hides the previous one.
    private func setStep(to new: String) {
        let old = step.wrappedValue
        guard new != old else { return }
        if new.isEmpty { step.reset() } else { step.wrappedValue = new }
        for id in [old, new].compactMap(UUID.init(uuidString:)) { items.remake(id) }
        showStep()
        if old == Self.all, new.isEmpty { head.empty.grabFocus() }
    }

    private func showStep() {
        if step.wrappedValue == Self.all {
            let new = TrashStep(
                localized("Empty Trash"),
                confirm: { [weak self] in self?.emptyTrash() },
                keep: { [weak self] in self?.setStep(to: "") }
            )
            head.show(new)
            if root.isMapped { new.keep.grabFocus() }
        } else {
            head.show(nil)
        }
        head.show(isEmpty: rows.isLoaded && rows.count == 0)
        readSummary()
    }

    /// Reads the numbers of the items to be deleted, for a confirmation.
    private func readSummary() {
        guard !step.wrappedValue.isEmpty, !isClosed else { return }
        context.library.readTrashSummary { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let new): showSummary(new)
            case .failure(let error): Log.warn("\(error)")
            }
        }
    }

    private func showSummary(_ new: TrashSummary) {
        let isOther = summary.map { $0.copiesUntil != new.copiesUntil } ?? true
        summary = new
        head.step?.say([TrashText.whatGoes(new.count), TrashText.copies(until: new.copiesUntil)])
        if isOther, let id = UUID(uuidString: step.wrappedValue) { items.remake(id) }
    }

    // MARK: Actions

    private func restore(_ details: TrashDetails) {
        let item = details.item
        context.library.perform { library in
            _ = try library.restore([item])
        } completion: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success:
                context.pendingNotes.libraryDidSave()
                guard !isClosed else { return }
                toasts.show(restored(details))
            case .failure(let error):
                report(error) { localized("It could not be restored: %1", $0) }
            }
        }
    }

    private func restored(_ details: TrashDetails) -> Toast {
        let place: Place =
            switch details.item.kind {
            case .note: .note(details.item.id)
            case .character: .character(details.item.id)
            case .book: .book(details.item.id)
            case .series: .series(details.item.id)
            }
        let words = WindowText.quoted(TrashText.title(details).beginning(limit: 40))
        return Toast(
            text: localized("Restored: %1", words),
            action: .init(title: localized("Show")) { [weak self] in self?.open(place) },
            source: self
        )
    }

    /// Shows a restored item in the window below.
    private func open(_ place: Place) {
        context.resolve(place) { [weak self] result in
            guard let self, let window, !window.isClosed else { return }
            guard case .success(let found) = result else {
                return toasts.show(localized("It no longer exists"))
            }
            window.dialogs.dialog(.trash)?.dismiss()
            window.open(place, at: found)
        }
    }

    private func purge(_ item: TrashItem) {
        context.library.perform { library in
            try library.purge(item)
        } completion: { [weak self] result in
            self?.finish(result)
        }
    }

    private func emptyTrash() {
        context.library.perform { library in
            _ = try library.emptyTrash()
        } completion: { [weak self] result in
            self?.finish(result)
        }
    }

    private func finish(_ result: Result<Void, LibraryError>) {
        guard !isClosed else { return }
        switch result {
        case .success: setStep(to: "")
        case .failure(let error):
            report(error) { localized("That could not be deleted: %1", $0) }
        }
    }

    private func report(_ error: LibraryError, _ sentence: (String) -> String) {
        error.report(to: isClosed ? nil : toasts, sentence)
    }
}
