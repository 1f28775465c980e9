/// The dialogs that are restored.
///
/// The raw values are stored, and never change.
package enum DialogKind: String, CaseIterable {
    /// The preferences.
    case preferences
    /// Everything about earlier states, on several pages.
    case history
    /// The cover of a book or the picture of a character.
    case picture
    /// The title of a series, and the order of its books.
    case seriesEditor
    /// The editor of a book.
    case bookEditor
    /// The editor of a character.
    case characterEditor
    /// Imports books and notes from other programs.
    case importing = "import"
    /// The deleted items.
    case trash
    /// Exports a part of the library.
    case exporting = "export"
    /// An overview of the program's features.
    case help
    /// The backups of the library.
    case backups
    /// The pages that notes can be moved to.
    case movingNotes = "move"
    /// The earlier versions of a note.
    case noteVersions = "versions"
    /// The books or characters that a part can be joined with.
    case joining = "join"
    /// The values that a merge did not take.
    case mergeLosses = "merge"

    /// The restoration class, by which the dialog is rebuilt.
    package var restorationClass: String { rawValue }
}
