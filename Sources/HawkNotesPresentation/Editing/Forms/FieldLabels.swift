import Phrases

extension FormField {
    /// The name of the field, which is a heading above it; empty for lists without one.
    package var label: String {
        switch self {
        case .title: localized("Title")
        case .author: localized("Author")
        case .series: localized("Series")
        case .newSeries: localized("Series Title")
        case .number: localized("Number in the Series")
        case .year: localized("Year")
        case .tagline: localized("Tagline")
        case .overview: localized("Overview")
        case .isbn: localized("ISBN")
        case .link: localized("Link")
        case .linkName: localized("Link Label")
        case .chapters: localized("Chapters")
        case .language: localized("Language")
        case .status: localized("Reading Status")
        case .rating: localized("Rating")
        case .shelves: localized("Shelves")
        case .cover: localized("Cover")
        case .name: localized("Name")
        case .aliases: localized("Other Names")
        case .summary: localized("Short Description")
        case .synopsis: localized("Synopsis")
        case .book: localized("First Appears In")
        case .chapter: localized("In Chapter")
        case .avatar: localized("Picture")
        case .readings: localized("Dates Read")
        case .relations, .books: ""
        }
    }
}
