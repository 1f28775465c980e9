import GTKBridge
import HawkNotesPresentation
import Phrases

/// Shows toasts over a window, one at a time, for eight seconds, longer while the pointer rests on one.
///
/// One that can be acted on is not cut short by a later one: that waits, unless it replaces it.
@MainActor
final class ToastPresenter {
    let root: Revealer
    private let label = Label().wrapping().ellipsizing().lines(6).maximumCharacters(70)
    private let button = Button("", "flat", "toast-action")
    private let pill = Box(.horizontal, spacing: 12, role: .alert)
    /// What is said now; nil when nothing is.
    var text: String? { current?.text }
    private var current: Toast?
    private var waiting: [Toast] = []
    private var timer: LoopSource?
    private var isHovered = false

    init() {
        pill.append(label, button).classes("toast", "app-notification")
        root = Revealer(pill, transition: .slideUp)
        root.halign(.center).valign(.end).visible(false)
        button.onClicked { [weak self] in self?.performAction() }
        pill.onHover { [weak self] isOver in
            self?.isHovered = isOver
            if !isOver { self?.startTimer() }
        }
        root.onRevealed { [weak self] in
            guard let root = self?.root, !root.isRevealed else { return }
            root.visible(false)
        }
    }

    /// Where the toast stands: above something, or else at the bottom, in the middle of either.
    ///
    /// - Parameters:
    ///   - bar: the frame of what it must not cover; nil when there is nothing.
    ///   - size: of all that it lies over.
    func place(above bar: Rectangle?, in size: (width: Int, height: Int)) -> Rectangle {
        let (whole, bottom) = (Double(size.width), Double(size.height))
        let below = bar ?? Rectangle(x: 0, y: bottom, width: whole, height: 0)
        let shadow = Double(Self.shadow)
        let most = min(whole, below.width + 2 * shadow)
        let width = max(min(Double(root.naturalWidth), most), Double(root.minimumWidth))
        let height = Double(root.naturalHeight(forWidth: Int(width)))
        return Rectangle(
            x: max(0, below.x + (below.width - width) / 2),
            y: max(0, below.y - Self.distance + shadow - height),
            width: width,
            height: height
        )
    }

    /// Between the toast and what is below it, in pixels.
    private static let distance = 12.0
    /// The room that the style sheet keeps around the toast for its shadow, in pixels.
    private static let shadow = 18

    /// Shows a toast, now or after the one that can still be acted on.
    func show(_ toast: Toast) {
        if current?.action != nil { waiting.append(toast) } else { replace(with: toast) }
    }

    /// Shows a toast in place of the one that is shown, which is not gone by that.
    func replace(with toast: Toast) {
        current = toast
        label.text = toast.text
        // A screen reader would say the tooltip as well.
        label.tooltip(toast.text).accessibleDescription("")
        pill.accessibleLabel(toast.text).announce(toast.text)
        button.visible(toast.action != nil)
        if let title = toast.action?.title { button.setLabel(title) }
        root.visible(true)
        root.isRevealed = true
        startTimer()
    }

    /// Does what the toast offers, and takes it away.
    ///
    /// - Returns: false when there is nothing to do.
    @discardableResult
    func performAction() -> Bool {
        guard let action = current?.action else { return false }
        action.perform()
        hide()
        return true
    }

    /// Takes the toast away.
    func hide() {
        timer?.cancel()
        timer = nil
        let gone = current
        current = nil
        if waiting.isEmpty { root.isRevealed = false } else { replace(with: waiting.removeFirst()) }
        gone?.onGone()
    }

    private func startTimer() {
        timer?.cancel()
        timer = MainLoop.after(milliseconds: 8000) { [weak self] in
            guard let self, !self.isHovered else { return }
            self.hide()
        }
    }
}
