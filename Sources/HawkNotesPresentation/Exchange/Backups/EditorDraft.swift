import Foundation
import HawkNotesModel

extension BackupDraft {
    /// The texts that were typed in an open editor and are not saved; nil if there are none.
    ///
    /// The draft belongs to the page of the book or character. A series has no page, and its draft
    /// can only be copied.
    ///
    /// - Parameters:
    ///   - texts: the changed texts with the names of their fields, in the order of the editor.
    package init?(_ subject: EditorSubject, texts: [(field: String, text: String)]) {
        let lines = texts.filter { !DraftText.isBlank($0.text) }.map { "\($0.field): \($0.text)" }
        guard !lines.isEmpty else { return nil }
        let page: NoteSubject =
            switch subject.kind {
            case .series, .book: .book(subject.id)
            case .character: .character(subject.id)
            }
        self.init(page: page, words: lines.joined(separator: "\n"))
    }
}

extension FormField {
    /// Whether the reader writes the text of the field; the others hold choices, pictures and IDs.
    package var isWritten: Bool {
        switch self {
        case .title, .author, .newSeries, .tagline, .overview, .isbn, .link, .linkName, .chapters,
            .name, .aliases, .summary, .synopsis:
            true
        case .series, .number, .year, .language, .status, .rating, .readings, .shelves, .cover,
            .book, .chapter, .relations, .avatar, .books:
            false
        }
    }
}
