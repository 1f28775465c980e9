import Phrases

/// What is said in the place of what is veiled.
package enum VeilText {
    /// What a character is called.
    package static var name: String { localized("Someone you have yet to meet") }
    /// What a window is called that shows one.
    static var page: String { localized("A page you haven’t reached yet") }
    /// What stands in the place of a text.
    package static var remark: String { localized("You have not read this far yet.") }
    /// Lifts the veil from one thing.
    package static var show: String { localized("Show Anyway") }
}
