import GTKBridge
import HawkNotesPresentation
import Phrases

/// Shows toasts over a window, one at a time, for eight seconds, or longer while the pointer is
/// over one.
@MainActor
final class ToastPresenter {
    let root: Revealer
    /// How long a toast is shown.
    private static let displayTime: Duration = .seconds(8)

    private let label = Label().wrapping().ellipsizing().lines(6).maximumCharacters(70)
    private let button = Button("", "flat", "toast-action").wrapping()
    private let pill = Box(.horizontal, spacing: 12, role: .alert)
    /// The current text; nil when there is no toast.
    var text: String? { queue.current?.text }
    private let queue = ToastQueue()
    private var timer: LoopSource?
    private var isHovered = false

    init() {
        pill.append(label, button).classes("toast", "app-notification")
        root = Revealer(pill, transition: .slideUp)
        root.halign(.center).valign(.end).visible(false)
        queue.onChange = { [weak self] in self?.show(current: $0) }
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

    /// Positions the toast above a bar, or at the bottom; centered on either.
    ///
    /// - Parameters:
    ///   - bar: the frame that the toast must not cover; nil for none.
    ///   - size: the size of the window's content.
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

    /// The distance between the toast and the bar or the bottom, in pixels.
    private static let distance = 12.0
    /// The margin of the style sheet around the toast for its shadow, in pixels.
    private static let shadow = 18

    /// Performs the toast's action, and hides the toast.
    ///
    /// - Returns: false when there is no action.
    @discardableResult
    func performAction() -> Bool { queue.performAction() }

    /// Hides the toast.
    func hide() { queue.hide() }

    private func show(current toast: Toast?) {
        guard let toast else {
            timer?.cancel()
            root.isRevealed = false
            return
        }
        label.text = toast.text
        // A screen reader would read the tooltip as well.
        label.tooltip(whenCut: nil)
        pill.accessibleLabel(toast.text).announce(toast.text)
        button.visible(toast.action != nil)
        if let title = toast.action?.title { button.setLabel(title) }
        root.visible(true)
        root.isRevealed = true
        startTimer()
    }

    private func startTimer() {
        timer?.cancel()
        timer = MainLoop.after(Self.displayTime) { [weak self] in
            guard let self, !self.isHovered else { return }
            self.hide()
        }
    }
}

extension ToastPresenter: MessagePresenter {
    func show(_ toast: Toast) { queue.show(toast) }

    func withdrawToast(of source: AnyObject) { queue.withdrawToast(of: source) }
}
