import GTKBridge
import HawkNotesPresentation
import StateRestoration

/// Stores and restores the scroll offset of a view without rows, in pixels. For lists see
/// ``ScrollRestorer``.
@MainActor
final class OffsetRestorer {
    private let view: ScrolledWindow
    /// The stored offset.
    let storage: SceneStorage<Double>
    private let hold: ScrollHold
    private var pending: Double?

    /// Restores the offset as soon as the content is higher than the view.
    init(_ view: ScrolledWindow, key: RestorationKey<Double>, in scope: RestorationScope) {
        self.view = view
        storage = SceneStorage(key, in: scope)
        pending = storage.isStored ? storage.wrappedValue : nil
        hold = ScrollHold(view)
        hold.onFrame = { [weak self] in self?.apply() }
        hold.onEnd = { [weak self] in self?.pending = nil }
        hold.save = { [weak self] in self?.save() }
        view.onLayout { [weak self] in self?.didLayOut() }
        view.onScroll { [weak self] in self?.didScroll() }
    }

    private func didLayOut() {
        guard pending != nil, !hold.isHolding, view.isMapped, view.contentHeight > view.pageHeight
        else { return }
        apply()
        hold.begin()
    }

    private func apply() {
        if let pending { view.offset = pending }
    }

    private func didScroll() {
        if pending == nil { hold.saveSoon() }
    }

    private func save() {
        if view.offset > 0 { storage.wrappedValue = view.offset } else { storage.reset() }
    }
}
