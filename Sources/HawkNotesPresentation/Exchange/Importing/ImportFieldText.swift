import HawkNotesModel
import Phrases

/// The names of other programs' columns and other files' fields.
@MainActor
package enum ImportFieldText {
    /// The translated name; for an unknown one, the name in the source.
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

    /// The names of a book's fields in the library.
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
