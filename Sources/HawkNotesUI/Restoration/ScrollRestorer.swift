import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Keeps how far a list of rows is scrolled, anchored to the row at the top, and brings it back.
///
/// The list itself keeps what is seen in its place; here is only said where it begins. That is held for some
/// frames, as something that gets the focus would scroll to itself; a person who scrolls first wins.
@MainActor
final class ScrollRestorer: Restorable {
    /// Where an unscrolled list begins. One that begins at the end stays there when rows come, as long
    /// as the reader does not scroll away from it.
    enum Start {
        case top, end
    }

    /// How long a changed position waits before it is saved again.
    private static let saveDelay: Duration = .milliseconds(60)
    /// For how many frames a restored offset is held.
    private static let heldFrames = 4

    private let list: PartList
    private let start: Start
    private let storage: SceneStorage<AnchoredScrollPosition?>
    private var pending: AnchoredScrollPosition?
    private var framesLeft = 0
    private var isSaving = false
    /// Whether something has scrolled while the offset was held.
    private var mustSave = false

    /// Restores the list's offset from the scope's key and keeps it there from now on.
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
        lookFor(pending)
        list.onRowsChange = { [weak self] in self?.rowsDidChange() }
        list.rows.onScroll = { [weak self] in self?.scrolled() }
        list.onScrollGesture = { [weak self] in self?.letGo() }
        list.onMap = { [weak self] in self?.hold() }
        begin()
        scope.attach(self)
    }

    /// Keeps what was scrolled to just before the window is closed.
    func encodeState(to scope: RestorationScope) {
        if isSaving { save() }
    }

    /// Goes to the end and stays there while rows come, until the user scrolls.
    func scrollToEnd() {
        letGo()
        list.rows.scrollToEnd()
    }

    /// Goes back to the offset that is kept, once what it is anchored to is there.
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
            guard let self, self.pending == position || self.framesLeft > 0 else { return }
            self.pending = position
            self.apply()
            self.hold()
        }
    }

    private func hold() {
        list.rows.ignoresFocus = true
        let isCounting = framesLeft > 0
        framesLeft = Self.heldFrames
        if !isCounting { countFrames() }
    }

    private func countFrames() {
        list.view.onNextFrame { [weak self] in
            guard let self, self.framesLeft > 0 else { return }
            self.framesLeft -= 1
            if self.pending != nil { self.apply() }
            if self.framesLeft > 0 {
                self.countFrames()
            } else {
                self.letGo()
                if self.mustSave { self.scrolled() }
            }
        }
    }

    /// Lets the person, or the focus, scroll.
    private func letGo() {
        pending = nil
        framesLeft = 0
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
        guard pending == nil, framesLeft == 0 else {
            mustSave = true
            return
        }
        if start == .end, list.rows.isScrolledByHand, list.rows.isAtEnd, !list.rows.sticksToEnd {
            list.rows.scrollToEnd()
        }
        mustSave = false
        guard !isSaving else { return }
        isSaving = true
        MainLoop.after(Self.saveDelay) { [weak self] in
            guard let self else { return }
            self.isSaving = false
            self.save()
        }
    }

    private func save() {
        guard pending == nil, list.rows.anchor != nil else { return }
        // At its end, a list comes back at its end, also with rows that came meanwhile.
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
    /// The nearest number that there is.
    fileprivate init(clamping value: Double) {
        self = Int(Swift.max(-1e15, Swift.min(1e15, value.isNaN ? 0 : value)))
    }
}
