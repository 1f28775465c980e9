import StateRestoration

// Of the search; in a scope of its own below the window's.

extension TextKey {
    /// The query.
    package static let searchWords = TextKey(name: "words")
    /// The shelf's filter in earlier versions; in the scope of the shelf.
    package static let shelfFilter = TextKey(name: "search")
}

extension RestorationKey<Bool> {
    /// Searches all series instead of the window's own.
    package static var searchesAllSeries: Self { .init(name: "allSeries", default: false) }
}

extension RestorationKey<String> {
    /// The selected result, by its element in the list.
    package static var selectedHit: Self { .init(name: "selected", default: "") }
    /// How Back leads from a result to the search; see `SearchTrail`.
    package static var searchTrail: Self { .init(name: "trail", default: "") }
    /// The filters; see `SearchFilters`.
    package static var searchFilters: Self { .init(name: "filters", default: "") }
}

extension RestorationKey<Int> {
    /// The maximum number of requested notes.
    package static func searchLimit(_ initial: Int) -> Self {
        .init(name: "limit", default: initial)
    }
}
