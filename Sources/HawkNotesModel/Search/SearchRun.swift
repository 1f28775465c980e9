import Foundation
import GRDB

/// One search, from the request to the results.
struct SearchRun: Sendable {
    /// The results after this many seconds are delivered before the search continues.
    private static let budget: TimeInterval = 0.01
    /// The maximum number of books and characters in the results.
    private static let partLimit = 30
    /// The maximum number of books and characters that are ranked.
    static let partCandidates = 300
    /// The maximum number of characters whose names match a word.
    private static let nameLimit = 32
    /// The maximum number of notes in the trash in the results.
    static let trashLimit = 50
    /// The maximum number of pages of a filter.
    private static let scopeLimit = 200

    let request: SearchRequest
    let query: SearchQuery
    let drafts: [SearchDraft]
    let limit: Int
    let library: Library
    let indexer: SearchIndexer
    let token: SearchCancellation
    /// Repeats the search when there is more in the index.
    let again: @Sendable (SearchRun) -> Void
    /// Receives the results so far on any thread.
    let tell: @Sendable (SearchResults) -> Void

    func perform() {
        guard !token.isCancelled else { return }
        guard !query.isUnanswerable else {
            var results = SearchResults(request)
            results.isComplete = true
            return tell(results)
        }
        indexer.catchUp()
        let seen = indexer.comparisonCount
        do {
            guard let index = indexer.index else { return try scan(seen) }
            do {
                try search(index, seen)
            } catch let error as DatabaseError {
                indexer.failed(error, of: index)
                try scan(seen)
            }
        } catch {
            var results = SearchResults(request)
            results.error = LibraryError.translating(error, doing: "search the library", url: nil)
            results.isComplete = true
            tell(results)
        }
    }

    /// - Parameter seen: the indexer's `comparisonCount` before the search.
    func tellAll(_ results: SearchResults, _ seen: Int) {
        var results = results
        results.isIndexing = indexer.waitForMore(since: seen) { again(self) }
        results.isComplete = !results.isIndexing
        tell(results)
    }

    /// Ends a search that only books can match.
    ///
    /// - Returns: whether it was one.
    func endWithBooks(_ results: SearchResults, _ seen: Int) -> Bool {
        guard query.isForBooksOnly else { return false }
        var results = results
        results.noteCount = .exactly(0)
        tellAll(results, seen)
        return true
    }

    // MARK: With the index

    private func search(_ index: SearchIndex, _ seen: Int) throws {
        var results = SearchResults(request)
        let search = try noteSearch(index)
        results.isByDate = search.isByDate
        results.parts = try parts(index, search.veil)
        if endWithBooks(results, seen) { return }

        var found: [Int64] = []
        var isDone = try run(index, budget: Self.budget) {
            try index.find(.note, search) { found.append($0) }
        }
        guard !token.isCancelled else { return }
        results.notes = try library.hits(.note, found, search.veil)
        if !isDone {
            tell(results)
            var rest = search
            rest.limit -= found.count
            var more: [Int64] = []
            isDone = try run(index) {
                try index.find(.note, rest, after: found.last) { more.append($0) }
            }
            guard isDone else { return }
            found += more
            results.notes += try library.hits(.note, more, search.veil)
        }
        tell(results)

        var trash: [Int64] = []
        var trashSearch = search
        trashSearch.isByDate = false
        trashSearch.pages = nil
        trashSearch.hidden = []
        // The hidden numbers are those of another table; `hits` leaves out hidden notes.
        trashSearch.veil = .none
        trashSearch.limit = Self.trashLimit
        let findsTrash = !query.isForAllNotes
        let isRead = try run(index) {
            if findsTrash { try index.find(.trashedNote, trashSearch) { trash.append($0) } }
        }
        guard isRead else { return }
        results.trash = try library.hits(.trashedNote, trash, search.veil)
        guard let count = try count(search, found: found.count, index),
            let ranked = try ranked(search, found, index)
        else { return }
        results.noteCount = count
        if ranked != found { results.notes = try library.hits(.note, ranked, search.veil) }
        if !query.isForAllNotes { results.drafts = try foundDrafts(index) }
        tellAll(results, seen)
    }

    /// The best of the newest notes, up to the limit.
    ///
    /// - Returns: nil if the search was cancelled.
    private func ranked(
        _ search: NoteSearch,
        _ found: [Int64],
        _ index: SearchIndex
    ) throws -> [Int64]? {
        guard let rank = SearchRank(query), search.limit < SearchRank.candidates else {
            return found
        }
        var candidates = found
        if found.count == search.limit {
            var rest = search
            rest.limit = SearchRank.candidates - found.count
            guard
                try run(
                    index,
                    { try index.find(.note, rest, after: found.last) { candidates.append($0) } }
                )
            else { return nil }
        }
        var ranked: [Int64] = []
        guard try run(index, { ranked = try index.ranked(candidates, by: rank) }) else {
            return nil
        }
        return Array(ranked.prefix(search.limit))
    }

    private func run(
        _ index: SearchIndex,
        budget: TimeInterval? = nil,
        _ body: () throws -> Void
    ) throws -> Bool {
        try token.run(
            on: index.reader,
            canInterrupt: indexer.canInterrupt,
            budget: budget.map {
                .init(seconds: $0, after: library.environment.onTimeout)
            },
            body
        )
    }

    /// - Returns: nil if the search was cancelled.
    private func count(
        _ search: NoteSearch,
        found: Int,
        _ index: SearchIndex
    ) throws -> SearchCount? {
        guard found >= search.limit else { return .exactly(found) }
        var search = search
        search.limit = SearchCount.limit + 1
        var count = 0
        guard try run(index, { try index.find(.note, search) { _ in count += 1 } }) else {
            return nil
        }
        return count > SearchCount.limit ? .moreThan(SearchCount.limit) : .exactly(count)
    }

    private func parts(_ index: SearchIndex, _ veil: SearchVeil) throws -> [SearchHit] {
        guard query.filters.isEmpty, !query.partTerms.isEmpty,
            let match = SearchPattern.match(query.partTerms, scopes: seriesScope)
        else { return [] }
        return try hits(index.findParts(match, limit: Self.partCandidates), veil)
    }

    /// The hits of books and characters, without hidden ones and those that only hidden words
    /// match.
    func hits(_ parts: [FoundPart], _ veil: SearchVeil) throws -> [SearchHit] {
        var shown = parts.filter { part in
            switch part.kind {
            case .book: !(part.level == .described && veil.hides(descriptionOf: part.id))
            case .character: !veil.hides(character: part.id)
            case .series: true
            }
        }
        shown = try library.withoutUnrelated(shown, query.partTerms, veil)
        let matcher = SearchMatcher(query)
        let hits = try library.hits(shown, matcher, limit: Self.partLimit)
        return try library.addPassages(to: hits, matcher, veil)
    }

    private func noteSearch(_ index: SearchIndex) throws -> NoteSearch {
        let veil = try indexer.veil(except: request.unveiled)
        let names = try query.terms.map { try characters(called: $0, index, veil) }
        var scopes = seriesScope
        var tags: [SearchQuery.Tag] = []
        var search = NoteSearch(match: "", veil: veil, limit: limit)
        for filter in query.filters {
            switch filter {
            case .before(let date): search.before = min(search.before ?? date, date)
            case .after(let date): search.after = max(search.after ?? date, date)
            case .book(let terms): scopes.append(try books(called: terms, index))
            case .character(let terms):
                scopes.append(try characters(called: terms, index, veil))
            case .tag(let tag): tags.append(tag)
            case .bookPages(let id): scopes.append(try pages(ofBook: id))
            case .about(let id): scopes.append(notes(about: id, veil))
            case .quoted: scopes.append([SearchPattern.quoted])
            }
        }
        search.isByDate = query.isWordless
        if query.isWordless, scopes == seriesScope, tags.isEmpty, let series = request.seriesID {
            search.pages = try library.pagesWithManyNotes(of: series)
            if search.pages != nil { scopes = [] }
        }
        let byTerm = Dictionary(firstOf: zip(query.terms, names))
        search.match = SearchPattern.match(
            query.terms,
            named: { byTerm[$0] ?? [] },
            scopes: scopes,
            tags: tags
        )
        search.hidden = try indexer.hiddenSubjects()
        return search
    }

    private var seriesScope: [[String]] {
        request.seriesID.map { [[SearchPattern.series($0)]] } ?? []
    }

    // MARK: Names

    /// The characters whose mentions a word matches: the index has no names of mentioned
    /// characters.
    private func characters(
        called term: SearchQuery.Term,
        _ index: SearchIndex,
        _ veil: SearchVeil
    ) throws -> [UUID] {
        let isTooShort = term.isPrefix && (term.word?.count ?? 2) < 2
        if isTooShort { return [] }
        return try ids([term], kind: "character", limit: Self.nameLimit, index)
            .filter { !veil.hides(character: $0) }
    }

    func characters(
        called terms: [SearchQuery.Term],
        _ index: SearchIndex,
        _ veil: SearchVeil
    ) throws -> [String] {
        let found = try ids(terms, kind: "character", limit: Self.scopeLimit, index)
        return found.flatMap { notes(about: $0, veil) }
    }

    /// The notes on a character's page and those that mention it; none of a hidden one.
    private func notes(about character: UUID, _ veil: SearchVeil) -> [String] {
        if veil.hides(character: character) { return [] }
        return [
            SearchPattern.subject(.character(character)), SearchPattern.mention(of: character),
        ]
    }

    /// The pages of a book and of the characters that it introduces.
    func pages(ofBook id: UUID) throws -> [String] {
        let characters = try library.characters(ofBook: id).prefix(Self.scopeLimit)
        return [SearchPattern.subject(.book(id))]
            + characters.map { SearchPattern.subject(.character($0)) }
    }

    /// The pages of books and of the characters that they introduce.
    func books(called terms: [SearchQuery.Term], _ index: SearchIndex) throws -> [String] {
        let books = try ids(terms, kind: "book", limit: Self.scopeLimit, index)
        let characters = try books.flatMap(library.characters(ofBook:))
        return books.map { SearchPattern.subject(.book($0)) }
            + characters.prefix(Self.scopeLimit).map { SearchPattern.subject(.character($0)) }
    }

    private func ids(
        _ terms: [SearchQuery.Term],
        kind: String,
        limit: Int,
        _ index: SearchIndex
    ) throws -> [UUID] {
        guard let match = SearchPattern.match(terms, scopes: seriesScope) else { return [] }
        return try index.findParts(called: match, kind: kind, limit: limit).map(\.id)
    }
}
