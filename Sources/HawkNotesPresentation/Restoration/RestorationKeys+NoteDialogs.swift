import StateRestoration

// Of the dialogs about notes.
extension RestorationKey<String> {
    /// The ids of the notes to move, separated by blanks.
    package static var movedNotes: Self { .init(name: "notes", default: "") }

    /// The link to their page.
    package static var movedNotesPage: Self { .init(name: "page", default: "") }

    /// The id of the note whose versions are shown.
    package static var versionsNote: Self { .init(name: "note", default: "") }

    /// The number of the version that is shown in full; empty for the newest.
    package static var shownVersion: Self { .init(name: "version", default: "") }
}
