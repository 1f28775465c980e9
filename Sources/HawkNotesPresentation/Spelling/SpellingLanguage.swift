/// Chooses the dictionary for a text.
package enum SpellingLanguage {
    /// The dictionary of a language.
    ///
    /// - Parameters:
    ///   - wanted: the language of the text as a BCP 47 tag; nil for that of the session.
    ///   - session: the languages of the session, the preferred one first, as the environment names
    ///     them.
    ///   - dictionaries: the names of the available dictionaries, such as `de_AT`.
    /// - Returns: nil if no dictionary has the language.
    static func dictionary(
        for wanted: String?,
        session: [String],
        among dictionaries: [String]
    ) -> String? {
        let session = session.compactMap(Name.init)
        guard let language = wanted.flatMap(Name.init) ?? session.first else { return nil }
        let available = dictionaries.sorted().compactMap { text in
            Name(text).map { (name: $0, text: text) }
        }
        .filter { $0.name.isSameLanguage(as: language) }
        // Without a region the session's counts, then that of the language's name.
        let preferred =
            [language] + session.filter { $0.isSameLanguage(as: language) }
            + [Name(language: language.language, region: nil)] + usual(language.language)
        for name in preferred {
            if let found = available.first(where: { $0.name == name }) { return found.text }
        }
        return available.first?.text
    }

    private struct Name: Equatable {
        var language: String
        var region: String?

        init(language: String, region: String?) {
            self.language = language
            self.region = region
        }

        /// Parses `pt-BR`, `pt_BR.UTF-8` and `ca@valencia`; nil for the untranslated locale.
        init?(_ text: String) {
            let plain = text.prefix { $0 != "." && $0 != "@" }
            let parts = plain.split(whereSeparator: { $0 == "-" || $0 == "_" })
            guard let first = parts.first, (2...3).contains(first.count) else { return nil }
            language = first.lowercased()
            region = parts.dropFirst().first { $0.count == 2 }?.uppercased()
        }

        func isSameLanguage(as other: Name) -> Bool {
            language == other.language
                || (language == "no" ? norwegian.contains(other.language) : false)
                || (other.language == "no" ? norwegian.contains(language) : false)
        }
    }

    private static let norwegian: Set = ["nb", "nn", "no"]

    /// The dictionaries to prefer if nothing tells the region.
    private static func usual(_ language: String) -> [Name] {
        let region =
            switch language {
            case "cs": "CZ"
            case "da": "DK"
            case "el": "GR"
            case "en": "US"
            case "pt": "PT"
            case "sv": "SE"
            case "uk": "UA"
            default: language.uppercased()
            }
        let names = [Name(language: language, region: region)]
        return language == "no" ? names + [Name(language: "nb", region: "NO")] : names
    }
}
