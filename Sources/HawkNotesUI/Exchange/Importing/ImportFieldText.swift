import GTKBridge

/// What people call the columns of other programs and the fields of other files.
@MainActor
enum ImportFieldText {
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
}
