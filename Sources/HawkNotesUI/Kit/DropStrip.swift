import GTKBridge

/// A strip to drop on, shown at the bottom of a window during a drag.
///
/// It works with every display server, and for a window that fills the screen.
@MainActor
final class DropStrip {
    let root: Revealer
    private let area = Box(.vertical)

    /// - Parameters:
    ///   - type: the MIME type of what can be dropped.
    ///   - onDrop: told what was dropped on the strip.
    init(
        icon: String,
        text: String,
        type: String,
        onDrop: @escaping @MainActor (String) -> Void
    ) {
        let strip = Box(.horizontal, spacing: 12).append(
            Image(icon: icon),
            Label(text, "heading").wrapping().centered()
        ).halign(.center)
        area.append(strip.vexpand().valign(.center)).classes("drop-strip")
        root = Revealer(area, transition: .slideUp)
        root.valign(.end).visible(false)
        DropTarget.add(
            type,
            to: area,
            onHover: { [weak self] isOver in self?.area.setClass("hovered", isOver) },
            onDrop: { text, _ in onDrop(text) }
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
