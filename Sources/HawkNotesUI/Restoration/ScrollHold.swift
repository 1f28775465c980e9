import GTKBridge
import Phrases

/// Times the restoration of a scroll position: it is held for a few frames, because something that gets the
/// focus would scroll to itself; later positions are saved shortly after they change.
@MainActor
final class ScrollHold {
    /// How long a changed position waits before it is saved again.
    private static let saveDelay: Duration = .milliseconds(60)
    /// For how many frames a restored position is held.
    private static let heldFrames = 4

    private let view: Widget
    /// Called for each frame in which the position is held.
    var onFrame: @MainActor () -> Void = {}
    /// Called after the last of these frames.
    var onEnd: @MainActor () -> Void = {}
    /// Saves the position.
    var save: @MainActor () -> Void = {}
    private var framesLeft = 0
    private(set) var isSaving = false

    /// - Parameter view: scrolls; its frames are counted.
    init(_ view: Widget) { self.view = view }

    /// Whether the position is held.
    var isHolding: Bool { framesLeft > 0 }

    /// Holds the position for the next few frames.
    func begin() {
        let isCounting = isHolding
        framesLeft = Self.heldFrames
        if !isCounting { countFrames() }
    }

    /// Stops holding the position.
    func end() { framesLeft = 0 }

    private func countFrames() {
        view.onNextFrame { [weak self] in
            guard let self, isHolding else { return }
            framesLeft -= 1
            onFrame()
            if isHolding { countFrames() } else { onEnd() }
        }
    }

    /// Saves the position in a moment, together with further changes.
    func saveSoon() {
        guard !isSaving else { return }
        isSaving = true
        MainLoop.after(Self.saveDelay) { [weak self] in
            guard let self else { return }
            isSaving = false
            save()
        }
    }
}
