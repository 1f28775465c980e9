import GTKBridge
import HawkNotesPresentation
import Phrases

/// Measures and headings that pages share.
@MainActor
enum PageParts {
    /// The width beyond which lines become hard to read, in pixels.
    static let measure = 640
    /// The same for large windows.
    static let largeMeasure = 720

    /// The maximum width of lines in a window of the size class, in pixels.
    static func measure(for sizeClass: SizeClass) -> Int {
        sizeClass == .large ? largeMeasure : measure
    }

    /// The line height of running text, as a multiple of the font's own; the style sheet uses the
    /// same for text fields.
    static let lineHeight = 1.45

    /// The heading of a section.
    static func heading(_ text: String) -> Label {
        Label(text, "title-4", "section-heading", role: .heading(level: 2)).wrapping()
            .halign(.start)
    }

    /// A heading with a control at the end of its line, or below it if there is too little room.
    static func heading(_ text: String, with control: Widget) -> Widget {
        WrapBox(spacing: 6, lines: .spread)
            .append(heading(text), control.valign(.end))
    }
}

/// A picture, a heading and lines below: the message of an empty page.
@MainActor
struct StatusPage {
    let root: Box
    /// The maximum number of characters in a centered line: longer ones are hard to read.
    static let lineLength = 36

    /// - Parameter isCompact: for a part of a page, rather than a page of its own. Leaves out the
    ///   picture if there is too little height.
    init(icon: String, heading: String, isCompact: Bool = false, _ rest: [Widget]) {
        let spacing = isCompact ? 6 : 12
        let image = Image(icon: icon, size: 96).classes("empty-drawing")
        let text = Box(.vertical, spacing: spacing).append(
            Label(
                heading,
                isCompact ? "title-4" : "title-1",
                role: .heading(level: isCompact ? 3 : 1)
            ).centered().wrapping().keepingLastWordsTogether().maximumCharacters(Self.lineLength)
        ).append(rest)
        let parts: [Widget] =
            isCompact ? [SpareBox(text, spare: image, spacing: spacing)] : [image, text]
        root = Box(.vertical, spacing: spacing).append(parts)
            .halign(.center).valign(.center).margin(24)
    }

    /// The distance of the picture from the top, in pixels, on every page and in every dialog.
    static let top = 36

    /// The page below other content, rather than in the middle.
    ///
    /// - Parameter space: the space that its container leaves above it, in pixels.
    func below(_ space: Int) -> Widget {
        root.valign(.start).margin(horizontal: 12, vertical: Self.top - space)
    }

    /// An ordinary line of text.
    static func text(_ text: String) -> Label {
        Label(text).centered().wrapping().keepingLastWordsTogether()
            .maximumCharacters(lineLength)
    }

    /// A line that is less important.
    static func remark(_ text: String) -> Label {
        Label(text, "dim-label").centered().wrapping().keepingLastWordsTogether()
            .maximumCharacters(lineLength)
    }
}

/// A line with a symbol that shows a problem; hidden until there is one.
@MainActor
final class ProblemLine {
    let root = Box(.horizontal, spacing: 6, role: .alert).classes("problem-line")
    private let label = Label("", "caption").wrapping()

    init() {
        let icon = Image(icon: "dialog-warning-symbolic").valign(.start)
        root.append(icon, label.hexpand()).visible(false)
    }

    /// The text shown; empty while hidden.
    var text: String { root.isVisible ? label.text : "" }

    /// Shows a problem, and announces it.
    func show(_ text: String) {
        if self.text != text { root.accessibleLabel(text).announce(text) }
        if label.text != text { label.text = text }
        root.visible(true)
    }

    func hide() { root.visible(false) }
}

extension Widget {
    /// Gives the widget a style class while its animation runs; restarts one that is still running.
    func setClass(_ name: String, for time: Duration) {
        setClass(name, false).setClass(name, true)
        MainLoop.after(time) { [weak self] in
            _ = self?.setClass(name, false)
        }
    }
}
