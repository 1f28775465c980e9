import Phrases

/// The placeholders of spoilers, and the titles of the commands that show them.
package enum VeilText {
    /// The name of a hidden character.
    package static var name: String { localized("Someone you have yet to meet") }
    /// The title of a window on a hidden page.
    static var page: String { localized("A page you haven’t reached yet") }
    /// The placeholder of a hidden text.
    package static var remark: String { localized("You have not read this far yet.") }
    /// Shows one hidden thing.
    package static var show: String { localized("Show Anyway") }
    /// Explains that something just written will be hidden.
    package static var hiddenLater: String {
        localized("Hidden as a spoiler when you leave this page")
    }
    /// Moves the reading point to a chapter, or to a book.
    package static func markAsRead(_ name: String) -> String {
        localized("Mark as Read to “%1”", name)
    }
}
