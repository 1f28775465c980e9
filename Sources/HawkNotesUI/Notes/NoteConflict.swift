import GTKBridge
import HawkNotesPresentation
import Phrases

/// The other version of a note that was changed elsewhere while it is edited here, and what to do with
/// the two. Both are kept until somebody decides.
@MainActor
final class NoteConflict {
    /// What becomes of the two versions.
    enum Choice {
        case mine, theirs, both
    }

    let root = Box(.vertical, spacing: 6, role: .alert).classes("note-conflict").visible(false)
    private let text = Label("", "note-text").wrapping().lines(12).ellipsizing()

    init(choose: @escaping @MainActor (Choice) -> Void) {
        let choices: [(title: String, choice: Choice)] = [
            (localized("Keep Mine"), .mine), (localized("Keep Theirs"), .theirs),
            (localized("Keep Both"), .both),
        ]
        let buttons = WrapBox(spacing: 6)
        for (title, choice) in choices {
            buttons.append(Button(title, "remedy").onClicked { choose(choice) })
        }
        let heading = localized("This note was changed elsewhere meanwhile:")
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
        text.setMarkup(WordDifference.markup(from: mine, to: theirs))
        root.visible(true)
    }

    func hide() { root.visible(false) }
}
