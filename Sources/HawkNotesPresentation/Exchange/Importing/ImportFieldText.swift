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
        case "number of pages": localized("Page Count")
        case "average rating": localized("Average Rating")
        case "date added", "timestamp": localized("Date Added")
        case "additional authors", "contributors": localized("Contributors")
        case "spoiler": localized("Spoiler Mark")
        case "owned copies", "owned?": localized("Owned")
        case "read count": localized("Times Read")
        case "read status": FormField.status.label
        case "tags", "document tags": localized("Tags")
        case "keywords": localized("Keywords")
        case "languages": localized("Languages")
        case "progress": localized("Progress")
        case "custom contents": localized("Custom Table of Contents")
        case "rights": localized("Copyright")
        case "source": localized("Source")
        case "moods": localized("Moods")
        case "pace": localized("Pace")
        case "content warnings": localized("Content Warnings")
        case "cover": FormField.cover.label
        case "size": localized("Size")
        default: field
        }
    }
}

extension FilledField {
    /// The name of the field, as in the editor of a book.
    package var label: String { formField.label }

    private var formField: FormField {
        switch self {
        case .cover: .cover
        case .author: .author
        case .series: .series
        case .number: .number
        case .year: .year
        case .tagline: .tagline
        case .overview: .overview
        case .isbn: .isbn
        case .link: .link
        case .language: .language
        case .status: .status
        case .rating: .rating
        case .readings: .readings
        case .shelves: .shelves
        }
    }
}
