import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Stores the scroll position of a list, anchored to the row at the top, and restores it.
///
/// The list itself keeps the visible rows in place; the restorer only sets where they begin. The
/// position is held for some frames, unless the user scrolls first.
@MainActor
final class ScrollRestorer: Restorable {
    /// Where a list without a stored position begins. One that begins at the end stays there when
    /// rows are added, unless the user scrolls away.
    enum Start {
        case top, end
    }

    private let list: PartList
    private let start: Start
    private let storage: SceneStorage<AnchoredScrollPosition?>
    private var pending: AnchoredScrollPosition?
    private let timing: ScrollHold
    /// Whether something has scrolled while the offset was held.
    private var mustSave = false

    /// Restores the list's position from the scope's key and stores it there from then on.
    init(
        _ list: PartList,
        start: Start,
        key: RestorationKey<AnchoredScrollPosition?>,
        in scope: RestorationScope
    ) {
        self.list = list
        self.start = start
        storage = SceneStorage(key, in: scope)
        pending = storage.wrappedValue
        timing = ScrollHold(list.view)
        timing.onFrame = { [weak self] in self?.apply() }
        timing.onEnd = { [weak self] in self?.didHold() }
        timing.save = { [weak self] in self?.save() }
        lookFor(pending)
        list.onRowsChange = { [weak self] in self?.rowsDidChange() }
        list.rows.onScroll = { [weak self] in self?.scrolled() }
        list.onScrollGesture = { [weak self] in self?.letGo() }
        list.onMap = { [weak self] in self?.hold() }
        begin()
        scope.attach(self)
    }

    /// Stores the scroll position just before the window is closed.
    func encodeState(to scope: RestorationScope) {
        if timing.isSaving { save() }
    }

    /// Scrolls to the end and stays there while rows are added, until the user scrolls.
    func scrollToEnd() {
        letGo()
        list.rows.scrollToEnd()
    }

    /// Returns to the stored position once its anchor exists.
    func restore() {
        guard !list.rows.sticksToEnd, let stored = storage.wrappedValue else { return }
        pending = stored
        apply()
        hold()
    }

    private func begin() {
        if pending != nil {
            apply()
        } else if start == .end {
            list.rows.scrollToEnd()
        } else {
            list.rows.scroll(to: 0)
        }
        if list.view.isMapped { hold() }
    }

    /// The note may be anywhere on a long page.
    private func lookFor(_ position: AnchoredScrollPosition?) {
        guard let position, let element = position.elementID else { return }
        list.find(element) { [weak self] in
            guard let self, self.pending == position || self.timing.isHolding else { return }
            self.pending = position
            self.apply()
            self.hold()
        }
    }

    private func hold() {
        list.rows.ignoresFocus = true
        timing.begin()
    }

    private func didHold() {
        letGo()
        if mustSave { scrolled() }
    }

    /// Stops holding the position, as the user or the focus scrolls.
    private func letGo() {
        pending = nil
        timing.end()
        list.rows.ignoresFocus = false
    }

    private func rowsDidChange() { if pending != nil { apply() } }

    private func apply() {
        guard let pending else { return }
        let anchors =
            [(pending.elementID, pending.offsetInElement)]
            + pending.neighbors.map { ($0.elementID, $0.offsetInElement) }
        for case let (element?, offset) in anchors {
            guard let row = list.row(of: element) else { continue }
            return list.rows.scroll(
                to: RowArrangement.Anchor(index: row, top: Int(clamping: (-offset).rounded()))
            )
        }
        list.rows.scroll(to: Int(clamping: pending.absoluteOffset.rounded()))
    }

    private func scrolled() {
        guard pending == nil, !timing.isHolding else {
            mustSave = true
            return
        }
        if start == .end, list.rows.isScrolledByHand, list.rows.isAtEnd, !list.rows.sticksToEnd {
            list.rows.scrollToEnd()
        }
        mustSave = false
        timing.saveSoon()
    }

    private func save() {
        guard pending == nil, list.rows.anchor != nil else { return }
        // A list that was at its end is restored there, even with new rows.
        if list.rows.sticksToEnd {
            storage.wrappedValue = nil
            return
        }
        storage.wrappedValue = AnchoredScrollPosition(
            offset: Double(list.rows.offset),
            elements: list.elements.map { AnchoredScrollPosition.Element(id: $0.id, top: $0.top) }
        )
    }
}

extension Int {
    /// The nearest integer.
    fileprivate init(clamping value: Double) {
        self = Int(Swift.max(-1e15, Swift.min(1e15, value.isNaN ? 0 : value)))
    }
}
