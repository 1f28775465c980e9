import HawkNotesModel
import Phrases

/// What people call the columns of other programs and the fields of other files.
@MainActor
package enum ImportFieldText {
    /// The name in the reader's language; of what is not known, as its source has it.
    static func name(of field: String) -> String {
        switch field.lowercased() {
        case "publisher": localized("Publisher")
        case "binding", "format", "formats": localized("Format")
        case "number of pages": localized("Page count")
        case "average rating": localized("Average rating")
        case "date added", "timestamp": localized("Date added")
        case "additional authors", "contributors": localized("Contributors")
        case "spoiler": localized("Spoiler mark")
        case "owned copies", "owned?": localized("Owned")
        case "read count": localized("Times read")
        case "read status": localized("Reading status")
        case "tags", "document tags": localized("Tags")
        case "keywords": localized("Keywords")
        case "languages": localized("Languages")
        case "progress": localized("Progress")
        case "custom contents": localized("Custom table of contents")
        case "rights": localized("Copyright")
        case "source": localized("Source")
        case "moods": localized("Moods")
        case "pace": localized("Pace")
        case "content warnings": localized("Content warnings")
        case "cover": localized("Cover")
        case "size": localized("Size")
        default: field
        }
    }

    /// What is said of a book in the library.
    package static func name(of field: FilledField) -> String {
        switch field {
        case .cover: localized("Cover")
        case .author: localized("Author")
        case .series: localized("Series")
        case .number: localized("Number in the Series")
        case .year: localized("Year")
        case .tagline: localized("Tagline")
        case .overview: localized("Overview")
        case .isbn: localized("ISBN")
        case .link: localized("Link")
        case .language: localized("Language")
        case .status: localized("Reading status")
        case .rating: localized("Rating")
        case .readings: localized("Dates read")
        case .shelves: localized("Shelves")
        }
    }
}
