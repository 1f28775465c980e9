import HawkNotesFormats
import Phrases

/// The texts of files that are recognized but not supported.
@MainActor
enum OtherFileText {
    /// The kind of file, and which file to import instead.
    static func sentence(_ other: OtherFile, _ name: String) -> String {
        switch other {
        case .kindleBook:
            localized("“%1” is a Kindle book. Hawk Notes reads books in the EPUB format.", name)
        case .evernote:
            localized("“%1” is an export from Evernote, which Hawk Notes can’t read yet.", name)
        case .joplin:
            localized(
                "“%1” is an export from Joplin. Export the notes as Markdown instead, and choose that folder.",
                name
            )
        case .table(let program):
            localized(
                "“%1” is a book list from %2, which Hawk Notes can’t read yet.",
                name,
                program
            )
        case .highlights(let program):
            localized(
                "“%1” holds highlights from %2, which Hawk Notes can’t read yet.",
                name,
                program
            )
        case .pdf:
            localized("“%1” is a PDF. Hawk Notes reads books in the EPUB format.", name)
        case .document:
            localized("“%1” is a document. Save its text as Markdown to import it.", name)
        case .zip(isReadable: true):
            localized("“%1” is a ZIP archive. Unpack it and choose the folder.", name)
        case .zip(isReadable: false):
            localized("“%1” is a ZIP archive with nothing to import.", name)
        case .archive:
            localized("“%1” is an archive. Unpack it and choose the folder.", name)
        case .database:
            localized("“%1” is a database, which Hawk Notes can’t read.", name)
        }
    }
}
