import GTKBridge
import HawkNotesPresentation

/// The parts that pages have in common.
@MainActor
enum PageParts {
    /// The width beyond which lines become hard to read, in pixels.
    static let measure = 640
    /// The same where there is much room.
    static let largeMeasure = 720

    /// The width that lines have at most in a window of the size class, in pixels.
    static func measure(for sizeClass: SizeClass) -> Int {
        sizeClass == .large ? largeMeasure : measure
    }

    /// The height of a line that is read, as a multiple of the font's own; the style sheet has the same for
    /// the text of fields.
    static let lineHeight = 1.45

    /// A heading over a section.
    static func heading(_ text: String) -> Label {
        Label(text, "title-4", "section-heading", role: .heading(level: 2)).wrapping()
            .halign(.start)
    }

    /// A heading with something to press at the end of its line, or below it where there is no room.
    static func heading(_ text: String, with control: Widget) -> Widget {
        WrapBox(spacing: 6, lines: .spread)
            .append(heading(text), control.valign(.end))
    }
}
