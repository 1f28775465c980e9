import HawkNotesModel

/// Words that no dictionary has and that are correct nevertheless: names.
package struct KnownWords: Sendable {
    /// No names.
    package static let none = KnownWords([])

    private let words: Set<String>

    /// The words of these names.
    package init(_ names: some Sequence<String>) {
        var words: Set<String> = []
        for name in names {
            for word in SpelledWords.words(ofName: name) {
                words.insert(word)
                words.insert(word.uppercased())
                if let part = Self.afterElision(word) { words.insert(part) }
            }
        }
        self.words = words
    }

    /// The names in a series: of its books, characters, chapters and authors.
    package init(_ series: Series) {
        let characters = series.allCharacters + series.neighbors
        let books = series.books.flatMap { [$0.title, $0.author ?? ""] }
        self.init(
            [series.title, series.author ?? ""] + books + series.chapters.map(\.name)
                + characters.flatMap { [$0.name] + $0.aliases }
        )
    }

    /// Whether a word is one of the names, or its genitive or plural, or follows an elision as in
    /// “d'Arrakis”. A name in lowercase is none.
    package func contains(_ word: String) -> Bool {
        guard !words.isEmpty else { return false }
        if has(word) { return true }
        return Self.afterElision(word).map(has) ?? false
    }

    private func has(_ word: String) -> Bool {
        words.contains(word)
            || ["'s", "s", "'S", "S"].contains { ending in
                word.hasSuffix(ending) && words.contains(String(word.dropLast(ending.count)))
            }
    }

    /// The part of a word behind an elided article or pronoun.
    private static func afterElision(_ word: String) -> String? {
        guard let apostrophe = word.firstIndex(of: "'") else { return nil }
        let part = word[word.index(after: apostrophe)...]
        guard word[..<apostrophe].count <= 2, part.count > 1 else { return nil }
        return String(part)
    }
}

/// The known words of the loaded series.
@MainActor
package final class SeriesKnownWords {
    private let series: LoadedSeries
    private var words: [Series.ID: KnownWords] = [:]
    private var changes: ChangeObservation?
    private let observers = ChangeObservers<Void>()

    package init(_ series: LoadedSeries) {
        self.series = series
        changes = series.observe { [weak self] changed in
            guard let self else { return }
            let isUsed = changed.contains { words.removeValue(forKey: $0) != nil }
            if isUsed { observers.notify(()) }
        }
    }

    /// The names in a series, including those of hidden spoilers: users may write a name that they
    /// know.
    package func words(in id: Series.ID?) -> KnownWords {
        guard let id else { return .none }
        if let known = words[id] { return known }
        guard let whole = series.whole(id) else { return .none }
        let new = KnownWords(whole)
        words[id] = new
        return new
    }

    /// Calls the body when names were changed, as long as the returned object is kept.
    package func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }
}
