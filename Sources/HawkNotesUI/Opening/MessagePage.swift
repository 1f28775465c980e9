import GTKBridge

/// A page with a picture, a heading, and lines below it: what a window shows that has nothing else
/// to show.
@MainActor
struct MessagePage {
    let root: Box

    init(icon: String, heading: String, _ rest: [Widget]) {
        root = Box(.vertical, spacing: 12).append(
            Image(icon: icon, size: 96).classes("empty-drawing"),
            Label(heading, "title-1").centered().wrapping().maximumCharacters(40)
        ).append(rest).halign(.center).valign(.center).margin(24)
    }

    /// A line of text that can be read as such.
    static func text(_ text: String) -> Label {
        Label(text).centered().wrapping().maximumCharacters(60)
    }

    /// A line that matters less.
    static func remark(_ text: String) -> Label {
        Label(text, "dim-label").centered().wrapping().maximumCharacters(60)
    }

    /// A window for the page, which is not one of the reader's own.
    static func window(_ application: Application, height: Int) -> Window {
        let window = Window(application: application)
        window.title = "Hawk Notes"
        window.defaultSize = (width: 600, height: height)
        window.setTitlebar(HeaderBar())
        return window
    }
}
