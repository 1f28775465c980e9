import GTKBridge
import StateRestoration

/// Keeps one scroll offset, anchored to the element at the top, and brings it back.
///
/// The restored offset can only be reached once the content has been laid out, which takes a frame or
/// two; until then it is set again after every layout, before anything is drawn. The same is done when
/// the view's width changes and the lines break elsewhere. A person who scrolls first wins: the view is
/// never moved under their hand.
@MainActor
final class ScrollRestorer: Restorable {
    /// Where an unscrolled view begins. One that begins at the end stays there when the content grows,
    /// as long as nobody scrolls away from it.
    enum Start {
        case top, end
    }

    /// How many frames a restored offset is held: enough for everything to have its final size.
    private static let heldFrames = 4

    private static let top = AnchoredScrollPosition(
        elementID: nil,
        offsetInElement: 0,
        absoluteOffset: 0
    )

    private let view: ScrolledWindow
    private let content: Widget
    private let start: Start
    private let storage: SceneStorage<AnchoredScrollPosition?>
    private let elements: @MainActor () -> [(id: String, widget: Widget)]
    private var pending: AnchoredScrollPosition?
    private var sticksToEnd: Bool
    private var framesLeft = 0
    private var lastWidth = 0
    private var isSaving = false
    private var isMoving = false
    private var isOutdated = true

    /// Restores the view's offset from the scope's key and keeps it there from now on.
    init(
        _ view: ScrolledWindow,
        content: Widget,
        start: Start = .top,
        key: RestorationKey<AnchoredScrollPosition?>,
        in scope: RestorationScope,
        elements: @escaping @MainActor () -> [(id: String, widget: Widget)]
    ) {
        self.view = view
        self.content = content
        self.start = start
        self.elements = elements
        storage = SceneStorage(key, in: scope)
        let stored = storage.wrappedValue
        sticksToEnd = start == .end && stored == nil
        // The top is held as well: giving something the focus would scroll to it.
        pending = stored ?? (sticksToEnd ? nil : Self.top)
        view.onResize { [weak self] in self?.isOutdated = true }
        view.onLayout { [weak self] in self?.didLayOut() }
        view.onScroll { [weak self] in self?.scrolled() }
        view.onScrollGesture { [weak self] in self?.pending = nil }
        view.onMap { [weak self] in self?.hold() }
        if view.isMapped { hold() }
        scope.attach(self)
    }

    /// Keeps what was scrolled to just before the window is closed.
    func encodeState(to scope: RestorationScope) {
        if isSaving { save() }
    }

    /// Goes to the end and stays there while the content grows, until somebody scrolls.
    func scrollToEnd() {
        pending = nil
        sticksToEnd = true
        apply()
    }

    /// Goes back to the offset that is kept, once what it is anchored to is there.
    func restore() {
        guard !sticksToEnd, let stored = storage.wrappedValue else { return }
        pending = stored
        isOutdated = true
        hold()
    }

    /// Holds the restored offset for some frames.
    private func hold() {
        guard pending != nil else { return }
        let isCounting = framesLeft > 0
        framesLeft = Self.heldFrames
        if !isCounting { countFrames() }
    }

    private func countFrames() {
        view.onNextFrame { [weak self] in
            guard let self else { return }
            self.framesLeft -= 1
            if self.framesLeft > 0, self.pending != nil {
                self.countFrames()
            } else {
                self.framesLeft = 0
                self.pending = nil
                self.sticksToEnd = self.isAtEnd
            }
        }
    }

    private func didLayOut() {
        let width = view.size.width
        if width != lastWidth {
            if lastWidth > 0, pending == nil, !sticksToEnd {
                pending = storage.wrappedValue
                hold()
            }
            lastWidth = width
            isOutdated = true
        }
        guard isOutdated else { return }
        isOutdated = false
        apply()
    }

    private var maximum: Double { max(0, view.contentHeight - view.pageHeight) }

    private var isAtEnd: Bool { start == .end && view.offset >= maximum - 1 }

    private func apply() {
        guard view.pageHeight > 0 else { return }
        isMoving = true
        defer { isMoving = false }
        if let pending {
            let known = Dictionary(
                elements().map { ($0.id, $0.widget) },
                uniquingKeysWith: { first, _ in first }
            )
            view.offset = pending.offset(maximum: maximum) { id in
                known[id].flatMap { $0.frame(in: content)?.y }
            }
        } else if sticksToEnd {
            view.offset = maximum
        }
    }

    private func scrolled() {
        guard !isMoving else { return }
        guard pending == nil else {
            // GTK scrolls to what has the focus; a restored offset comes before that.
            isOutdated = true
            return
        }
        sticksToEnd = isAtEnd
        guard !isSaving else { return }
        isSaving = true
        // Not at every step: finding the anchor looks at every element.
        MainLoop.after(milliseconds: 60) { [weak self] in
            guard let self else { return }
            self.isSaving = false
            self.save()
        }
    }

    private func save() {
        guard pending == nil, view.pageHeight > 0 else { return }
        let tops = elements().compactMap { element in
            element.widget.frame(in: content).map {
                AnchoredScrollPosition.Element(id: element.id, top: $0.y)
            }
        }
        storage.wrappedValue = AnchoredScrollPosition(offset: view.offset, elements: tops)
    }
}
