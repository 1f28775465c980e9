import GTKBridge
import HawkNotesPresentation
import Phrases

/// One thing that can be changed in an editor. What stands in it is kept in the window's state.
@MainActor
protocol EditorField: AnyObject {
    /// Which one it is.
    var field: FormField { get }
    var root: Widget { get }
    /// What stands in it.
    var text: String { get }
    /// What can have the focus, by a name that holds at the next launch.
    var focusable: [(name: String, widget: Widget)] { get }
    /// Puts something else there; where the field has a history, that can be undone.
    func take(_ text: String)
    /// What a person reads instead of a text that holds ids.
    func readable(_ text: String) -> String
    /// What is wrong with what stands there; nil when nothing is.
    var problem: String? { get }
    /// What has the focus when something is wrong.
    var wrong: Widget? { get }
    /// The words over the field, and what is said about it below.
    var frame: FieldFrame { get }
    /// Lets the keys go; what is kept stays.
    func close()
}

extension EditorField {
    var problem: String? { nil }
    var wrong: Widget? { focusable.first?.widget }
    func readable(_ text: String) -> String { text }
}

/// What stands around a field: its name, what is wrong, and what others have made of it.
@MainActor
final class FieldFrame {
    let root = Box(.vertical, spacing: 6)
    let line = ProblemLine()
    let conflict = FieldConflict()

    /// - Parameter label: the name of the field.
    init(_ label: String, _ content: Widget) {
        root.append(
            Label(label, "caption", "field-label").wrapping().accessibleHidden(),
            content,
            line.root,
            conflict.root
        )
    }

    /// Says what is wrong; nil takes it back.
    func show(problem: String?) {
        if let problem { line.show(problem) } else { line.hide() }
    }
}

/// What somebody else has made of a field that was changed here too. Both are kept until somebody chooses.
@MainActor
final class FieldConflict {
    let root = Box(.vertical, spacing: 6, role: .alert).classes("note-conflict").visible(false)
    let mine = Button(localized("Keep Mine"), "remedy")
    let theirs = Button(localized("Keep Theirs"), "remedy")
    private let text = Label("").wrapping().lines(12).ellipsizing()

    init() {
        let buttons = WrapBox(spacing: 6)
        buttons.append(mine)
        buttons.append(theirs)
        let heading = localized("This was changed elsewhere meanwhile:")
        root.accessibleLabel(heading).append(
            Label(heading, "heading", role: .heading(level: 3)).wrapping(),
            text,
            Label(
                localized(
                    "Words that only this version has are underlined; those that only yours has are struck out."
                ),
                "caption",
                "dim-label"
            ).wrapping(),
            buttons
        )
    }

    /// Shows the other version, with what differs marked.
    func show(_ theirs: String, besides mine: String) {
        if theirs.isEmpty {
            text.setMarkup("<i>\(localized("Empty").escapedForMarkup)</i>")
        } else {
            text.setMarkup(WordDifference.markup(from: mine, to: theirs))
        }
        root.visible(true)
    }

    func hide() { root.visible(false) }
}

extension WordDifference {
    /// The second text in pango's markup, with what the first has struck out.
    @MainActor
    static func markup(from old: String, to new: String) -> String {
        markup(parts(from: old, to: new))
    }

    /// Parts in pango's markup.
    @MainActor
    static func markup(_ parts: [Part]) -> String {
        parts.map { part in
            switch part {
            case .common(let text): text.escapedForMarkup
            case .removed(let text):
                "<span strikethrough=\"true\" alpha=\"75%\">\(text.escapedForMarkup)</span>"
            case .inserted(let text):
                "<span underline=\"single\" weight=\"bold\">\(text.escapedForMarkup)</span>"
            }
        }.joined()
    }
}
