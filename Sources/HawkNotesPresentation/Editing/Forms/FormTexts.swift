import Foundation

/// The texts of an editor, by the names of its fields.
///
/// Two editors of the same item are compared text by text. The names are on users' disks and never
/// change.
package struct FormTexts: Hashable, Sendable {
    private var texts: [String: String] = [:]

    init(_ texts: [FormField: String] = [:]) {
        for (field, text) in texts { self[field] = text }
    }

    /// Parses a stored form; nil for anything else.
    package init?(stored: String) {
        guard
            let texts = try? JSONDecoder().decode(
                [String: String].self,
                from: Data(stored.utf8)
            )
        else { return nil }
        self.texts = texts
    }

    /// The stored form.
    package var stored: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // A dictionary of strings can always be encoded.
        return (try? encoder.encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The text of a field; empty without one.
    package subscript(field: FormField) -> String {
        get { texts[field.rawValue] ?? "" }
        set { texts[field.rawValue] = newValue.isEmpty ? nil : newValue }
    }

    /// The trimmed text of a field; nil if it is empty.
    package func trimmed(_ field: FormField) -> String? {
        let text = self[field].trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    /// The lines of a field that are not blank.
    func lines(_ field: FormField) -> [String] {
        self[field].split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The ID in a field.
    package func id(_ field: FormField) -> UUID? { UUID(uuidString: self[field]) }
}

/// The fields of all editors.
package enum FormField: String, CaseIterable, Sendable {
    case title, author, series, newSeries, number, year, tagline, overview, isbn, link, linkName,
        chapters
    case language, status, rating, readings, shelves
    case cover
    case name, aliases, summary, synopsis, book, chapter, relations
    case avatar
    case books
}

/// Merges two edits of the same texts.
struct FormMerge: Hashable, Sendable {
    /// The changes of both; yours in case of a conflict.
    private(set) var merged: FormTexts
    /// The fields with conflicts.
    private(set) var conflicts: [FormField] = []

    init(base: FormTexts, yours: FormTexts, theirs: FormTexts) {
        merged = theirs
        for field in FormField.allCases where !Self.isSame(yours[field], base[field]) {
            merged[field] = yours[field]
            if !Self.isSame(theirs[field], base[field]), !Self.isSame(theirs[field], yours[field]) {
                conflicts.append(field)
            }
        }
    }

    /// By scalars: String's == takes different spellings of é for the same text.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.unicodeScalars.elementsEqual(right.unicodeScalars)
    }
}
