import GTKBridge
import HawkNotesPresentation
import Phrases

/// The other version of a text that was changed elsewhere while it is edited here, with the
/// choices. Both versions are kept until the user chooses.
@MainActor
final class ConflictView {
    let root: Box
    let mine = Button(localized("Keep Mine"), "remedy")
    let theirs = Button(localized("Keep Theirs"), "remedy")
    private let text: Label

    /// - Parameters:
    ///   - heading: says what was changed.
    ///   - text: shows the other version.
    ///   - further: further actions, besides keeping one of the two.
    ///   - role: an alert interrupts screen readers.
    init(
        _ heading: String,
        text: Label = Label(""),
        further: Button? = nil,
        role: AccessibleRole = .alert
    ) {
        root = Box(.vertical, spacing: 6, role: role).classes("note-conflict").visible(false)
        self.text = text.wrapping().lines(12).ellipsizing()
        let buttons = WrapBox(spacing: 6)
        for button in [mine, theirs, further].compactMap(\.self) { buttons.append(button) }
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

    /// Shows the other version, in pango's markup.
    func showOtherVersion(markup: String) {
        text.setMarkup(markup)
        root.visible(true)
    }

    func hide() { root.visible(false) }
}

extension WordDifference {
    /// The second text in Pango markup, with parts of the first struck through.
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
