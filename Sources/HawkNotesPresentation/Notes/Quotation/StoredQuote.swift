import Foundation
import HawkNotesModel
import StateRestoration

extension TextKey {
    /// The quotation of the new note of a page.
    package static let newNoteQuote = TextKey(name: "newNoteQuote")
    /// The changed quotation of a note.
    package static let editQuote = TextKey(name: "editQuote")
    /// The quotation of a note that is waiting to be saved.
    static let pendingQuote = TextKey(name: "quote")
}

extension RestorationKey<Bool> {
    /// Whether the quotation field of the new note is shown.
    package static var showsNewNoteQuote: Self { .init(name: "showsNewNoteQuote", default: false) }
    /// Whether the quotation field of an edit is shown.
    package static var showsEditQuote: Self { .init(name: "showsEditQuote", default: false) }
}

extension RestorationKey<String> {
    /// The quotation that an edit began with, as `Quote.stored`; empty in edits that an older
    /// version began.
    static var editQuoteBase: Self { .init(name: "editQuoteBase", default: "") }
}

extension Quote? {
    /// The value in a window's state, never empty: a line each for color and style, and below them
    /// the text.
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
    /// Whether a value at a path may be a draft: cheaper than parsing the path.
    package static func mayBeDraft(_ path: String) -> Bool {
        draftNames.contains { path.hasSuffix($0) }
    }

    private static let draftNames = [
        TextKey.newNote.name, TextKey.edit.name, TextKey.newNoteQuote.name, TextKey.editQuote.name,
    ]
}

/// A draft in the state of a window: the quotation, and the reader's own words below.
package struct WrittenDraft {
    /// Where the draft is stored.
    package let place: StoredPath
    /// The reader's own words.
    package let words: String
    /// The quotation; nil when there is none.
    package let quote: Quote?
    /// The quotation and the words.
    package var text: String { quote.above(words) }

    /// - Parameters:
    ///   - path: the path of the words, or of the quotation of a draft without words.
    ///   - value: returns the text at a path.
    /// - Returns: nil for a path that is no draft, or whose draft is reported at another path.
    package init?(at path: String, _ value: (String) -> String?) {
        let place = StoredPath(path)
        guard place.isDraft, let other = place.otherPart else { return nil }
        let isQuote = place.isQuotation
        let own = value(path) ?? ""
        let rest = value(other) ?? ""
        // Quotation and words are one draft, reported at the path of the words.
        guard !own.isEmpty, !isQuote || rest.isEmpty else { return nil }
        self.place = place
        words = isQuote ? "" : own
        let quoted = isQuote ? own : rest
        quote = quoted.isEmpty ? nil : Quote(quoted)
    }

    /// The same for a window.
    @MainActor
    package init?(at path: String, in scene: RestorationScene) {
        self.init(at: path) { path in
            if case .string(let text) = scene.storedValue(at: path) { text } else { nil }
        }
    }
}
