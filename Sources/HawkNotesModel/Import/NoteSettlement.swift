import Foundation

/// Merges a source's current contents with the note's, part by part: changes on only one side are
/// used, and otherwise the reader's version is kept.
///
/// Parts that are missing at the source are never removed here.
struct NoteSettlement {
    private let present: Note
    private let said: NoteRecord
    private let words: ImportedWords
    /// What this source last said.
    private let before: ImportedWords?
    /// What all sources of the note last said.
    private let all: [ImportedWords]
    /// Whether the note seems to be as it was imported, as far as that can be determined without
    /// digests.
    private let seemsUntouched: Bool

    /// The merged contents.
    private(set) var contents: NoteContents
    /// Whether both sides changed the text.
    private(set) var isTextContested = false
    /// Whether both sides changed the quotation.
    private(set) var isQuoteContested = false

    var isContested: Bool { isTextContested || isQuoteContested }

    /// The other parts that both sides changed.
    private(set) var keptParts: Set<SettledNote.KeptPart> = []

    /// - Parameter seemsUntouched: evaluated only without a digest.
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

    /// Whether a part other than the words is as a source left it, and has changed there since. The
    /// text of a place is in the program's language.
    private func isTaken(_ part: KeyPath<ImportedWords, UInt32>, _ digest: UInt32) -> Bool {
        before?[keyPath: part] != words[keyPath: part]
            && all.contains { $0[keyPath: part] == digest }
    }

    /// Whether a part that is kept has changed at the source.
    private func isKept(_ part: KeyPath<ImportedWords, UInt32>, isSame: Bool) -> Bool {
        guard let before, !isSame else { return false }
        return before[keyPath: part] != words[keyPath: part]
    }
}
