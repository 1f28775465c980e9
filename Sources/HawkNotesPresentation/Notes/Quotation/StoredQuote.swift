import Foundation
import HawkNotesModel
import StateRestoration

extension TextKey {
    /// What the note quotes that is being written on a page.
    package static let newNoteQuote = TextKey(name: "newNoteQuote")
    /// The changed quotation of a note.
    package static let editQuote = TextKey(name: "editQuote")
    /// What a note quotes that is still to be saved.
    static let pendingQuote = TextKey(name: "quote")
}

extension RestorationKey<Bool> {
    /// Whether there is a field for what the new note quotes.
    package static var showsNewNoteQuote: Self { .init(name: "showsNewNoteQuote", default: false) }
    /// The same while a note is edited.
    package static var showsEditQuote: Self { .init(name: "showsEditQuote", default: false) }
}

extension RestorationKey<String> {
    /// The quotation that an edit began with, as `Quote.stored`; empty in what older versions have begun.
    static var editQuoteBase: Self { .init(name: "editQuoteBase", default: "") }
}

extension Quote? {
    /// As it stands in a window's state, never empty: color and style on a line each, and below them the
    /// words.
    var stored: String {
        let marks = [self?.color, self?.style].map { mark in
            (mark ?? "").replacing("\n", with: " ")
        }
        return (marks + [self?.text ?? ""]).joined(separator: "\n")
    }

    init(stored: String) {
        let lines = stored.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3 else {
            self = nil
            return
        }
        func mark(_ index: Int) -> String? { lines[index].isEmpty ? nil : String(lines[index]) }
        self = Quote(String(lines[2]), color: mark(0), style: mark(1)).normalized
    }
}

extension StoredPath {
    /// Whether a value at a path may be a text that is being written: cheaper than to take the path apart.
    package static func mayBeDraft(_ path: String) -> Bool {
        draftNames.contains { path.hasSuffix($0) }
    }

    private static let draftNames = [
        TextKey.newNote.name, TextKey.edit.name, TextKey.newNoteQuote.name, TextKey.editQuote.name,
    ]
}

/// A text that is being written, as it stands in the state of a window: what is quoted, and the reader's own
/// words below.
package struct WrittenDraft {
    /// Where it is kept.
    package let place: StoredPath
    /// The reader's own words.
    package let words: String
    /// What is quoted; nil when nothing is.
    package let quote: Quote?
    /// Both.
    package var text: String { quote.above(words) }

    /// - Parameters:
    ///   - path: of the words, or of the quotation of a draft without any.
    ///   - value: tells the text at a path.
    /// - Returns: nil for what is no draft, or is told of at another path.
    package init?(at path: String, _ value: (String) -> String?) {
        let place = StoredPath(path)
        guard place.isDraft, let other = place.otherPart else { return nil }
        let isQuote = place.isQuotation
        let own = value(path) ?? ""
        let rest = value(other) ?? ""
        // Both are one draft, which stands where its words are.
        guard !own.isEmpty, !isQuote || rest.isEmpty else { return nil }
        self.place = place
        words = isQuote ? "" : own
        let quoted = isQuote ? own : rest
        quote = quoted.isEmpty ? nil : Quote(quoted)
    }

    /// The same, of a window.
    @MainActor
    package init?(at path: String, in scene: RestorationScene) {
        self.init(at: path) { path in
            if case .string(let text) = scene.storedValue(at: path) { text } else { nil }
        }
    }
}
