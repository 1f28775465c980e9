import GTKBridge

/// A page with a picture, a heading, and lines below it: what is shown where there is nothing else
/// to show.
@MainActor
struct StatusPage {
    let root: Box
    /// The most characters of a line in the middle: longer ones lead the eye astray.
    static let lineLength = 36

    /// - Parameter isCompact: for a part of a page, rather than a page of its own. Where that is too low,
    ///   the picture is left out.
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
