import HawkNotesModel

/// The dictionaries of a spelling library. They are used by one thread at a time.
package protocol SpellingDictionaries: AnyObject {
    /// The names of the dictionaries, such as `de_AT`.
    var names: [String] { get }
    /// Whether a dictionary has a word; true if it cannot tell.
    func has(_ word: String, in name: String) -> Bool
    /// Similar words, the best first.
    func suggestions(for word: String, in name: String) -> [String]
    /// Adds a word to the user's own dictionary of the language.
    func add(_ word: String, to name: String)
}

/// Checks the spelling of words off the main thread, and remembers the results.
///
/// The dictionaries are loaded when the first word is checked. Without them, or without the
/// language's dictionary, no word is misspelled.
@MainActor
package final class SpellingChecker {
    /// The results of a language are dropped when there are more of them.
    private static let resultLimit = 20_000
    /// The maximum number of suggestions.
    private static let suggestionLimit = 5

    /// Whether words are checked at all.
    package var isOn = true {
        didSet { if isOn != oldValue { observers.notify(()) } }
    }
    /// The words to ignore until the program ends.
    package let ignored = IgnoredWords()
    /// The current time, for work in slices.
    package let now: @MainActor () -> ContinuousClock.Instant

    private let worker: SpellingWorker
    /// By language, whether words are correct.
    private var results: [String?: [String: Bool]] = [:]
    /// The languages without a dictionary.
    private var missing: Set<String?> = []
    private let observers = ChangeObservers<Void>()

    /// - Parameters:
    ///   - languages: the languages of the session, the preferred one first.
    ///   - open: loads the dictionaries, off the main thread; returns nil if there are none.
    package init(
        languages: [String] = [],
        now: @escaping @MainActor () -> ContinuousClock.Instant = { .now },
        open: @escaping @Sendable () -> (any SpellingDictionaries)? = { nil }
    ) {
        self.now = now
        worker = SpellingWorker(languages: languages, open: open)
    }

    /// Whether words of a language can be misspelled, as far as is known.
    ///
    /// - Parameter language: a BCP 47 tag; nil for the language of the session.
    func checks(_ language: String?) -> Bool { isOn && !missing.contains(language) }

    /// Whether a word is correct; nil if it has not been looked up yet.
    func isCorrect(_ word: String, in language: String?) -> Bool? {
        results[language]?[word]
    }

    /// Looks words up, and calls back when the results are known.
    func lookUp(
        _ words: Set<String>,
        in language: String?,
        _ completion: @escaping @MainActor () -> Void
    ) {
        Task { [worker] in
            let found = await worker.check(words, in: language)
            if let found {
                let known = results[language] ?? [:]
                results[language] =
                    known.count > Self.resultLimit
                    ? found : known.merging(found) { $1 }
            } else {
                missing.insert(language)
            }
            completion()
        }
    }

    /// Finds similar words.
    func findSuggestions(
        for word: String,
        in language: String?,
        _ completion: @escaping @MainActor ([String]) -> Void
    ) {
        Task { [worker] in
            let found = await worker.suggestions(for: word, in: language)
            completion(Array(found.prefix(Self.suggestionLimit)))
        }
    }

    /// Adds a word to the user's own dictionary of a language.
    func add(_ word: String, to language: String?) {
        Task { [worker] in
            await worker.add(word, to: language)
            // Other forms of it may be correct now, too.
            results[language] = results[language]?.filter(\.value)
            observers.notify(())
        }
    }

    /// Ignores a word.
    func ignore(_ word: String, in words: IgnoredWords) {
        words.words.insert(word)
        observers.notify(())
    }

    /// Calls the body when other words may be misspelled, as long as the returned object is kept.
    package func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }
}

/// Words that are not marked although no dictionary has them. Forgotten when the program ends.
@MainActor
package final class IgnoredWords {
    fileprivate(set) var words: Set<String> = []

    package init() {}
}

/// Uses the dictionaries off the main thread, for one request after another.
private actor SpellingWorker {
    private let languages: [String]
    private let open: @Sendable () -> (any SpellingDictionaries)?
    private lazy var dictionaries = open()
    private var names: [String?: String?] = [:]

    init(languages: [String], open: @escaping @Sendable () -> (any SpellingDictionaries)?) {
        self.languages = languages
        self.open = open
    }

    /// Whether words are correct; nil without a dictionary.
    func check(_ words: Set<String>, in language: String?) -> [String: Bool]? {
        guard let name = name(of: language), let dictionaries else { return nil }
        return Dictionary(
            uniqueKeysWithValues: words.map { ($0, Self.isCorrect($0, in: name, of: dictionaries)) }
        )
    }

    func suggestions(for word: String, in language: String?) -> [String] {
        name(of: language).flatMap { dictionaries?.suggestions(for: word, in: $0) } ?? []
    }

    func add(_ word: String, to language: String?) {
        if let name = name(of: language) { dictionaries?.add(word, to: name) }
    }

    private func name(of language: String?) -> String? {
        if let known = names[language] { return known }
        let found = dictionaries.flatMap {
            SpellingLanguage.dictionary(for: language, session: languages, among: $0.names)
        }
        names[language] = .some(found)
        return found
    }

    /// Not every dictionary has words with elided articles, as in “l'homme”.
    private static func isCorrect(
        _ word: String,
        in name: String,
        of dictionaries: any SpellingDictionaries
    ) -> Bool {
        if dictionaries.has(word, in: name) { return true }
        let parts = word.split(separator: "'").map(String.init)
        guard parts.count == 2, parts[0].count <= 2, parts[1].count > 2 else { return false }
        return dictionaries.has(parts[1], in: name)
    }
}
