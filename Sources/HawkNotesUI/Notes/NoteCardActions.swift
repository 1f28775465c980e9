import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

extension NoteCard {
    /// What a card asks of the list that it is in.
    struct Actions {
        /// Saves what an edit has made of the note; `newID` is the id of the note that the text becomes if
        /// the note is gone or another one by then.
        var edit: @MainActor (_ id: UUID, _ new: EditedNote, _ newID: UUID) -> Void
        /// Told that the card has become a text field.
        var didBeginEditing: @MainActor (_ id: UUID) -> Void
        /// Makes an id for a note.
        var makeID: @MainActor () -> UUID
        /// Takes the card away when its note is no longer there.
        var removeIfGone: @MainActor (_ id: UUID) -> Void
        var delete: @MainActor (_ id: UUID) -> Void
        var copy: @MainActor (_ text: String) -> Void
        /// Copies the link to the note.
        var copyLink: @MainActor (_ id: UUID) -> Void = { _ in }
        /// Offers the note as a file.
        var export: @MainActor (_ id: UUID) -> Void
        /// Offers other pages for the note.
        var move: @MainActor (_ id: UUID) -> Void = { _ in }
        /// Shows what the note read before.
        var showVersions: @MainActor (_ id: UUID) -> Void = { _ in }
        /// Makes a part of the card a handle to drag the note by.
        var addHandle: @MainActor (_ handle: Widget, _ card: NoteCard) -> Void = { _, _ in }
        /// Marks the note, or takes its mark away.
        var toggleMark: @MainActor (_ id: UUID) -> Void = { _ in }
        /// Marks the note and the one that is so many below, which gets the focus.
        var extendMarks: @MainActor (_ id: UUID, _ step: Int) -> Void = { _, _ in }
        /// Takes all marks away; says whether there were any.
        var clearMarks: @MainActor () -> Bool = { false }
        /// Tries again to save a note that could not be saved.
        var tryAgain: @MainActor () -> Void
        /// Gives the text of a note back that could not be saved.
        var giveBack: @MainActor (_ id: UUID) -> Void
        /// Keeps what is seen above the card where it is, before somebody changes its height: a list at
        /// its end would go to its new end.
        var holdPlace: @MainActor () -> Void = {}
        /// Scrolls as little as it takes to have a part of the card in view; in pixels from its top.
        var reveal: @MainActor (_ id: UUID, _ top: Int, _ height: Int) -> Void = { _, _, _ in }
        /// Shows what a `hawknotes://` link names.
        var openLink: @MainActor (_ address: String) -> Void = { _ in }
        /// Shows a character that the note mentions, in a new window if wanted.
        var openMention: @MainActor (_ id: UUID, _ inNewWindow: Bool) -> Void = { _, _ in }
        /// Shows a note that the reader has yet to come to.
        var unveil: @MainActor (_ id: UUID) -> Void = { _ in }
        /// Told when the card's date comes into sight, is another one, or goes.
        var showsDate: @MainActor (_ date: any MovingDate, _ isSeen: Bool) -> Void = { _, _ in }
    }
}
