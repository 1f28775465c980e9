import Foundation
import HawkNotesModel
import Phrases

/// Finds characters, books and notes for the desktop's search, without any window.
///
/// Hidden spoilers are never found, whatever windows show: other people may see the desktop's
/// results.
@MainActor
package final class DesktopSearch {
    /// The searched content.
    package struct Content {
        package let search: LibrarySearch
        package let series: LoadedSeries
        package let mentions: SeriesMentions

        package init(search: LibrarySearch, series: LoadedSeries, mentions: SeriesMentions) {
            self.search = search
            self.series = series
            self.mentions = mentions
        }
    }

    package typealias ContentCompletion = @MainActor (Content?) -> Void

    /// A result.
    package struct Match: Hashable {
        /// The link that opens it.
        package var id: String
        package var title: String
        package var detail: String
        /// The name of an icon.
        package var icon: String
        /// The relevance of the result, from 0 to 1.
        package var relevance: Double
    }

    /// At most this many results of each kind: the desktop has room for five, and offers the full search.
    private static let partLimit = 8
    private static let noteLimit = 8
    /// At most this many results are remembered.
    private static let knownLimit = 500
    /// How long to wait for all results before those found so far are returned.
    private static let resultsTimeout: Duration = .milliseconds(40)

    private let withContent: @MainActor (@escaping ContentCompletion) -> Void
    private var task: SearchTask?
    private var end: (@MainActor () -> Void)?
    private var timer: LoopSource?
    /// The last results, so that they need not be searched again.
    private var known: [String: Match] = [:]

    /// - Parameter withContent: calls back with the library, opened if necessary; nil if none can
    ///   be read.
    package init(withContent: @escaping @MainActor (@escaping ContentCompletion) -> Void) {
        self.withContent = withContent
    }

    /// Calls back with the results for a query, best first. Ends a search in progress with its
    /// results so far.
    package func find(_ words: [String], _ completion: @escaping @MainActor ([Match]) -> Void) {
        end?()
        let text = words.joined(separator: " ")
        guard !text.allSatisfy(\.isWhitespace) else { return completion([]) }
        withContent { [weak self] content in
            guard let self, let content else { return completion([]) }
            search(content, text, completion)
        }
    }

    /// The earlier results with these ids, as far as they are still cached.
    package func matches(for ids: [String]) -> [Match] { ids.compactMap { known[$0] } }

    private func search(
        _ content: Content,
        _ text: String,
        _ completion: @escaping @MainActor ([Match]) -> Void
    ) {
        end?()
        var found: SearchResults?
        var (isLate, isOver) = (false, false)
        let endThis: @MainActor () -> Void = { [weak self] in
            guard let self, !isOver else { return }
            isOver = true
            end = nil
            task = nil
            timer?.cancel()
            timer = nil
            guard let found else { return completion([]) }
            finish(with: found, content, completion)
        }
        end = endThis
        // The desktop does not ask again before the next key, so an empty answer would remain until
        // then.
        func isEnough(_ results: SearchResults) -> Bool {
            results.isComplete || isLate && !(results.parts.isEmpty && results.notes.isEmpty)
        }
        timer = MainLoop.after(Self.resultsTimeout) {
            isLate = true
            if let found, isEnough(found) { endThis() }
        }
        task = content.search.search(SearchRequest(text), limit: Self.noteLimit) { results in
            // A late answer must not end the next search.
            guard !isOver else { return }
            found = results
            if isEnough(results) { endThis() }
        }
    }

    private func finish(
        with found: SearchResults,
        _ content: Content,
        _ completion: @escaping @MainActor ([Match]) -> Void
    ) {
        let series = Set((found.parts + found.notes).map(\.seriesID))
        // A mentioned character may be a spoiler, which only the series tells; that may have
        // changed a moment ago.
        content.series.refresh(series) { [weak self] in
            guard let self else { return completion([]) }
            let matches = matches(in: found, content)
            if known.count > Self.knownLimit { known = [:] }
            for match in matches { known[match.id] = match }
            completion(matches)
        }
    }

    private func matches(in results: SearchResults, _ content: Content) -> [Match] {
        let texts = SearchText(mentions: content.mentions, words: content.search.words)
        let shown = content.series.shown(results)
        let hits = shown.parts.prefix(Self.partLimit) + shown.notes.prefix(Self.noteLimit)
        return hits.enumerated().compactMap { index, hit in
            guard let place = hit.place else { return nil }
            let excerpt = texts.excerpt(of: hit, finding: results.request)?.text
            return Match(
                id: place.link,
                title: hit.title.isEmpty ? hit.seriesTitle : hit.title,
                detail: Self.detail(of: hit, excerpt),
                icon: Self.icon(of: hit),
                relevance: 1 - Double(index) / Double(hits.count + 1)
            )
        }
    }

    private static func detail(of hit: SearchHit, _ excerpt: String?) -> String {
        switch hit.content {
        case .book: localized("Book · %1", hit.seriesTitle)
        case .character: localized("Character · %1", hit.seriesTitle)
        case .series: hit.title
        case .note, .draft, .trashedNote: excerpt ?? ""
        }
    }

    private static func icon(of hit: SearchHit) -> String {
        switch hit.content {
        case .book, .series: "hawknotes-book-symbolic"
        case .character: "hawknotes-character-symbolic"
        case .note, .draft, .trashedNote: "hawknotes-note-symbolic"
        }
    }
}
