/// The dialogs that are remembered while they are open.
///
/// The raw values are on people's disks, and never change.
package enum DialogKind: String, CaseIterable {
    /// What can be chosen for the whole program.
    case preferences
    /// Everything about earlier states, on several pages.
    case history
    /// The cover of a book or the picture of a character.
    case picture
    /// What a series is called, and the order of its books.
    case seriesEditor
    /// What is known of a book.
    case bookEditor
    /// What is known of a character.
    case characterEditor
    /// Imports books and notes from other programs.
    case importing = "import"
    /// What has been deleted.
    case trash
    /// Something is taken out of the library.
    case exporting = "export"
    /// What can be done with the program.
    case help
    /// The copies of the library.
    case backups
    /// The pages that notes can be moved to.
    case movingNotes = "move"
    /// What a note read before.
    case noteVersions = "versions"
    /// The books or characters that one can be joined with.
    case joining = "join"

    /// The restoration class, by which the dialog is rebuilt.
    package var restorationClass: String { rawValue }
}
