import Foundation

/// Settles what a source says of a note now with what has become of the note here, part by part: each has
/// what was changed on one side only, and what the reader has made stays.
///
/// What is missing at the source is never taken away here.
struct NoteSettlement {
    private let present: Note
    private let said: NoteRecord
    private let words: ImportedWords
    /// What this source has said last.
    private let before: ImportedWords?
    /// What all sources of the note have said last.
    private let all: [ImportedWords]
    /// Whether the note is as it was imported, as far as that can be told without any digest.
    private let seemsUntouched: Bool

    /// What the note is to be.
    private(set) var contents: NoteContents
    /// Whether its words were changed on both sides.
    private(set) var isTextContested = false
    /// Whether what it quotes was.
    private(set) var isQuoteContested = false

    var isContested: Bool { isTextContested || isQuoteContested }

    /// What of the rest was changed on both sides.
    private(set) var keptParts: Set<SettledNote.KeptPart> = []

    /// - Parameter seemsUntouched: asked only where there is no digest.
    init(
        _ present: Note,
        with said: NoteRecord,
        _ words: ImportedWords,
        before: ImportedWords?,
        all: [ImportedWords],
        seemsUntouched: () throws -> Bool
    ) rethrows {
        self.present = present
        self.said = said
        self.words = words
        self.before = before
        self.all = all
        self.seemsUntouched = try all.isEmpty && seemsUntouched()
        contents = NoteContents(present)
        settleText()
        settleQuote()
        settleMark()
        settlePlace()
        settleTags()
    }

    private mutating func settleText() {
        guard !said.text.isEmpty, before?.textDigest != words.textDigest,
            !present.hasText(said.text)
        else { return }
        let digest = ImportedWords.digest(present.text)
        if present.text.isEmpty || isUntouched(\.textDigest, digest) {
            contents.text = said.text
        } else {
            isTextContested = true
        }
    }

    private mutating func settleQuote() {
        guard let quote = said.quote, before?.quoteDigest != words.quoteDigest,
            quote.text != present.quote?.text
        else { return }
        if isUntouched(\.quoteDigest, ImportedWords.digest(of: present.quote)) {
            contents.quote = Quote(
                quote.text,
                color: present.quote?.color ?? quote.color,
                style: present.quote?.style ?? quote.style
            )
        } else {
            isQuoteContested = true
        }
    }

    private mutating func settleMark() {
        guard let quote = said.quote, var own = contents.quote else { return }
        if isTaken(\.mark, ImportedWords.digest(ofMark: present.quote)) {
            own.color = quote.color ?? own.color
            own.style = quote.style ?? own.style
        } else if isKept(\.mark, isSame: quote.color == own.color && quote.style == own.style) {
            keptParts.insert(.mark)
        } else if all.isEmpty {
            own.color = own.color ?? quote.color
            own.style = own.style ?? quote.style
        }
        contents.quote = own
    }

    private mutating func settlePlace() {
        guard let place = said.place else { return }
        if isTaken(\.place, ImportedWords.digest(of: present.place))
            || all.isEmpty && present.place == nil
        {
            contents.place = place
        } else if isKept(\.place, isSame: place == present.place) {
            keptParts.insert(.place)
        }
    }

    private mutating func settleTags() {
        guard !said.tags.isEmpty else { return }
        if isTaken(\.tags, ImportedWords.digest(of: present.tags))
            || all.isEmpty && present.tags.isEmpty
        {
            contents.tags = said.tags
        }
    }

    private func isUntouched<Digest: Equatable>(
        _ part: KeyPath<ImportedWords, Digest>,
        _ digest: Digest
    ) -> Bool {
        all.isEmpty ? seemsUntouched : all.contains { $0[keyPath: part] == digest }
    }

    /// Whether a part without words is as a source has left it, and is something else there now. The words
    /// for a place are of the language of the program.
    private func isTaken(_ part: KeyPath<ImportedWords, UInt32>, _ digest: UInt32) -> Bool {
        before?[keyPath: part] != words[keyPath: part]
            && all.contains { $0[keyPath: part] == digest }
    }

    /// Whether a part that is not taken is something else at the source than it was there.
    private func isKept(_ part: KeyPath<ImportedWords, UInt32>, isSame: Bool) -> Bool {
        guard let before, !isSame else { return false }
        return before[keyPath: part] != words[keyPath: part]
    }
}
