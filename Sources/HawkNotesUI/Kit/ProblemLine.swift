import GTKBridge

/// A line with a symbol that says what went wrong; it takes no room until it does.
@MainActor
final class ProblemLine {
    let root = Box(.horizontal, spacing: 6, role: .alert).classes("problem-line")
    private let label = Label("", "caption").wrapping()

    init() {
        let icon = Image(icon: "dialog-warning-symbolic").valign(.start)
        root.append(icon, label.hexpand()).visible(false)
    }

    /// What is said; empty when nothing is.
    var text: String { root.isVisible ? label.text : "" }

    /// Says something.
    func show(_ text: String) {
        if self.text != text { root.accessibleLabel(text).announce(text) }
        if label.text != text { label.text = text }
        root.visible(true)
    }

    func hide() { root.visible(false) }
}
