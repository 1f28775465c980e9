import StateRestoration

// Of the search; in a scope of its own below the window's.

extension TextKey {
    /// What is searched for.
    package static let searchWords = TextKey(name: "words")
    /// What earlier versions filtered the shelf by; in the scope of the shelf.
    package static let shelfFilter = TextKey(name: "search")
}

extension RestorationKey<Bool> {
    /// Whether all series are searched, and not only the one that the window shows.
    package static var searchesAllSeries: Self { .init(name: "allSeries", default: false) }
}

extension RestorationKey<String> {
    /// What is selected of what was found, by its element in the list.
    package static var selectedHit: Self { .init(name: "selected", default: "") }
    /// How Back leads to the results from one that was opened; see `SearchTrail`.
    package static var searchTrail: Self { .init(name: "trail", default: "") }
    /// What was chosen to narrow the search down; see `SearchFilters`.
    package static var searchFilters: Self { .init(name: "filters", default: "") }
}

extension RestorationKey<Int> {
    /// How many notes were asked for at most.
    package static func searchLimit(_ initial: Int) -> Self {
        .init(name: "limit", default: initial)
    }
}
