import HawkNotesModel

/// How the words of a text field are checked.
@MainActor
package struct FieldSpelling {
    /// The result of checking a word.
    package enum Verdict: Sendable {
        case correct, misspelled
        /// The word must be looked up.
        case unknown
    }

    /// Checks the words.
    package let checker: SpellingChecker
    /// Whether words can be added to the user's dictionary: not in a private window.
    package let canAdd: Bool
    private let language: @MainActor () -> String?
    private let mentions: @MainActor () -> MentionNames
    private let seriesID: @MainActor () -> Series.ID?
    private let known: SeriesKnownWords
    /// Nil for those that all windows share.
    private let ignored: IgnoredWords?

    /// - Parameters:
    ///   - ignored: the words to ignore; nil for those that all windows share.
    ///   - language: the language of the text as a BCP 47 tag; nil for that of the session.
    ///   - mentions: the names that can follow an `@`.
    package init(
        _ checker: SpellingChecker,
        known: SeriesKnownWords,
        in seriesID: @escaping @MainActor () -> Series.ID?,
        ignored: IgnoredWords? = nil,
        language: @escaping @MainActor () -> String?,
        mentions: @escaping @MainActor () -> MentionNames = { .none }
    ) {
        self.checker = checker
        self.known = known
        self.seriesID = seriesID
        self.ignored = ignored
        self.language = language
        self.mentions = mentions
        canAdd = ignored == nil
    }

    /// Whether words of the field can be misspelled.
    package var isOn: Bool { checker.checks(language()) }

    /// The words of a paragraph, each with its verdict.
    package func words(in paragraph: String) -> [(word: SpelledWord, verdict: Verdict)] {
        let found = SpelledWords.find(in: paragraph, mentions: mentions())
        guard !found.isEmpty else { return [] }
        let (known, language) = (known.words(in: seriesID()), language())
        let ignored = (ignored ?? checker.ignored).words
        return found.map { word in
            let verdict: Verdict =
                if ignored.contains(word.text) || known.contains(word.text) {
                    .correct
                } else {
                    switch checker.isCorrect(word.text, in: language) {
                    case true?: .correct
                    case false?: .misspelled
                    case nil: .unknown
                    }
                }
            return (word, verdict)
        }
    }

    /// Looks words up, and calls back when the results are known.
    package func lookUp(_ words: Set<String>, _ completion: @escaping @MainActor () -> Void) {
        checker.lookUp(words, in: language(), completion)
    }

    /// Finds words similar to a misspelled one.
    package func findSuggestions(
        for word: String,
        _ completion: @escaping @MainActor ([String]) -> Void
    ) {
        checker.findSuggestions(for: word, in: language(), completion)
    }

    /// Adds a word to the user's dictionary; does nothing in a private window.
    package func add(_ word: String) {
        if canAdd { checker.add(word, to: language()) }
    }

    /// Ignores a word until the program ends or the private window is closed.
    package func ignore(_ word: String) { checker.ignore(word, in: ignored ?? checker.ignored) }

    /// Calls the body when other words may be misspelled, as long as the returned objects are kept.
    package func observe(_ body: @escaping @MainActor () -> Void) -> [ChangeObservation] {
        [checker.observe(body), known.observe(body)]
    }
}

extension LoadedSeries {
    /// The language of the page of notes as a BCP 47 tag: that of the book, or of the book that a
    /// character comes from, or of another book of the series; nil if none is known.
    package func language(of subject: NoteSubject) -> String? {
        switch subject {
        case .book(let id): return book(id)?.language
        case .character(let id):
            guard let character = character(id) else { return nil }
            let own = character.bookID.flatMap { book($0)?.language }
            return own ?? self[character.seriesID]?.books.lazy.compactMap(\.language).first
        }
    }
}
