import GTKBridge

/// A page with a picture, a heading, and lines below it: what is shown where there is nothing else
/// to show.
@MainActor
struct StatusPage {
    let root: Box
    /// The most characters of a line in the middle: longer ones lead the eye astray.
    static let lineLength = 36

    /// - Parameter isCompact: for a part of a page, rather than a page of its own.
    init(icon: String, heading: String, isCompact: Bool = false, _ rest: [Widget]) {
        root = Box(.vertical, spacing: isCompact ? 6 : 12).append(
            Image(icon: icon, size: 96).classes("empty-drawing"),
            Label(
                heading,
                isCompact ? "title-4" : "title-1",
                role: .heading(level: isCompact ? 3 : 1)
            ).centered().wrapping().keepingLastWordsTogether().maximumCharacters(Self.lineLength)
        ).append(rest).halign(.center).valign(.center).margin(24)
    }

    /// A line of text that can be read as such.
    static func text(_ text: String) -> Label {
        Label(text).centered().wrapping().keepingLastWordsTogether()
            .maximumCharacters(lineLength)
    }

    /// A line that matters less.
    static func remark(_ text: String) -> Label {
        Label(text, "dim-label").centered().wrapping().keepingLastWordsTogether()
            .maximumCharacters(lineLength)
    }
}
