import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The part of a note's card with the text that another library has in its place, and the choices;
/// both texts are kept until the user chooses. Has no widget until a note has such a text.
@MainActor
final class OtherTextPart {
    private var view: ConflictView?
    private weak var card: NoteCard?
    /// The note and the text beside it that are shown.
    private var shown: (note: NoteItem, other: Note.OtherText)?

    /// Shows the latest of the other texts; nothing while the note is hidden.
    ///
    /// - Parameters:
    ///   - card: the card of the note.
    ///   - column: gets the part.
    ///   - text: the note's own text, above it.
    func show(_ note: NoteItem, in card: NoteCard, _ column: Box, below text: Widget) {
        guard !card.isVeiled, let other = note.otherTexts.first else {
            shown = nil
            view?.hide()
            return
        }
        self.card = card
        let view = view ?? makeView()
        if self.view == nil {
            self.view = view
            column.insert(view.root, after: text)
        }
        setChoices(sensitive: true)
        if shown?.note.text == note.text, shown?.other == other { return }
        shown = (note, other)
        view.showOtherVersion(
            markup: WordDifference.markup(
                from: card.mentions.opened(note.text).editable,
                to: card.mentions.opened(other.text).editable
            )
        )
    }

    private func setChoices(sensitive: Bool) {
        for button in [view?.mine, view?.theirs, both] { button?.sensitive(sensitive) }
    }

    private var both: Button?

    private func makeView() -> ConflictView {
        let both = Button(localized("Keep Both"), "remedy")
        self.both = both
        let view = ConflictView(
            localized("A merged library has another version of this note:"),
            text: Label("", "note-text").alignedByText(),
            further: both,
            role: .group
        )
        view.mine.onClicked { [weak self] in self?.choose(.own) }
        view.theirs.onClicked { [weak self] in self?.choose(.other) }
        both.onClicked { [weak self] in
            guard let self, let card else { return }
            choose(.both(newID: card.context.makeID()))
        }
        return view
    }

    private func choose(_ choice: Note.TextChoice) {
        guard let card, let shown else { return }
        setChoices(sensitive: false)
        card.root.grabFocus()
        card.section?.settle(shown.other, of: shown.note, keeping: choice) { [weak self] in
            self?.setChoices(sensitive: true)
        }
    }
}

extension NotesSection {
    /// Chooses between two texts of a note, and offers to undo that.
    ///
    /// - Parameter onFailure: called if the note is as it was.
    fileprivate func settle(
        _ other: Note.OtherText,
        of note: NoteItem,
        keeping choice: Note.TextChoice,
        onFailure: @escaping @MainActor () -> Void
    ) {
        context.library.perform { library in
            try library.settle(other.id, of: note.id, shown: note.text, keeping: choice)
        } completion: { [weak window, pending = context.pendingNotes] result in
            switch result {
            case .success(let undo):
                pending.libraryDidSave()
                if !undo.isEmpty { window?.parts.offer(Self.text(of: choice), undo) }
            case .failure(let error):
                onFailure()
                switch error.code {
                case .noteNotFound: window?.show(localized("This note was deleted"))
                case .notFound: window?.show(localized("The note was changed; compare it again"))
                default: PartChanges.report(error, to: window?.toasts)
                }
            }
        }
    }

    private static func text(of choice: Note.TextChoice) -> String {
        switch choice {
        case .own: localized("Your version was kept")
        case .other: localized("The other version was kept")
        case .both: localized("Both versions were kept")
        }
    }
}
