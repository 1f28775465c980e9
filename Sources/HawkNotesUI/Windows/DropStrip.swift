import GTKBridge

/// The strip *Drop here to open in a new window*, shown at the bottom of the window that a drag began in.
///
/// It works with every display server, and for a window that fills the screen.
@MainActor
final class DropStrip {
    let root: Revealer
    private let area = Box(.vertical)

    /// - Parameter onDrop: told what was dropped on the strip.
    init(onDrop: @escaping @MainActor (String) -> Void) {
        let strip = Box(.horizontal, spacing: 12).append(
            Image(icon: "hawknotes-new-window-symbolic"),
            Label(localized("Drop here to open in a new window"), "heading").ellipsizing()
        ).halign(.center)
        area.append(strip.vexpand().valign(.center)).classes("drop-strip")
        root = Revealer(area, transition: .slideUp)
        root.valign(.end).visible(false)
        DropTarget.add(
            DragFormat.activity,
            to: area,
            onHover: { [weak self] isOver in self?.area.setClass("hovered", isOver) },
            onDrop: onDrop
        )
        root.onRevealed { [weak self] in
            guard let root = self?.root, !root.isRevealed else { return }
            root.visible(false)
        }
    }

    /// Whether the strip is there to be dropped on.
    var isShown: Bool {
        get { root.isRevealed }
        set {
            if newValue { root.visible(true) }
            root.isRevealed = newValue
        }
    }
}
