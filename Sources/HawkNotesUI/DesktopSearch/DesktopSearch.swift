import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Finds characters, books and notes for the desktop's own search, without any window.
///
/// What is veiled is not found, whatever windows show: the desktop shows it to whoever looks on.
@MainActor
final class DesktopSearch {
    /// Something that was found.
    struct Match: Hashable {
        /// The link to it, by which it is opened.
        var id: String
        var title: String
        var detail: String
        /// The name of an icon.
        var icon: String
        /// How well it fits, from 0 to 1.
        var relevance: Double
    }

    /// So many of each kind are told: the desktop has room for five, and offers the whole search.
    private static let partLimit = 8
    private static let noteLimit = 8
    /// So many are remembered.
    private static let knownLimit = 500
    /// How long to wait for all results before those found so far are returned.
    private static let resultsTimeout: Duration = .milliseconds(40)

    private let withContext: @MainActor (@escaping @MainActor (AppContext?) -> Void) -> Void
    private var task: SearchTask?
    private var end: (@MainActor () -> Void)?
    private var timer: LoopSource?
    /// What was told last, so that it need not be looked for again.
    private var known: [String: Match] = [:]

    /// - Parameter withContext: calls back with the library, opened if need be; nil where there is none
    ///   that can be read.
    init(withContext: @escaping @MainActor (@escaping @MainActor (AppContext?) -> Void) -> Void) {
        self.withContext = withContext
    }

    /// Tells what is found for words, the best first. A search that is under way ends with what it has.
    func find(_ words: [String], _ tell: @escaping @MainActor ([Match]) -> Void) {
        end?()
        let text = words.joined(separator: " ")
        guard !text.allSatisfy(\.isWhitespace) else { return tell([]) }
        withContext { [weak self] context in
            guard let self, let context else { return tell([]) }
            search(context, text, tell)
        }
    }

    /// What was found before under these ids, as far as it is still known.
    func matches(for ids: [String]) -> [Match] { ids.compactMap { known[$0] } }

    private func search(
        _ context: AppContext,
        _ text: String,
        _ tell: @escaping @MainActor ([Match]) -> Void
    ) {
        end?()
        var found: SearchResults?
        var isLate = false
        end = { [weak self] in
            guard let self else { return }
            end = nil
            task = nil
            timer?.cancel()
            timer = nil
            guard let found else { return tell([]) }
            show(found, context, tell)
        }
        // Nobody asks again before the next key: nothing is no answer as long as it is looked for.
        func isEnough(_ results: SearchResults) -> Bool {
            results.isComplete || isLate && !(results.parts.isEmpty && results.notes.isEmpty)
        }
        timer = MainLoop.after(Self.resultsTimeout) { [weak self] in
            isLate = true
            if let found, isEnough(found) { self?.end?() }
        }
        task = context.search.search(SearchRequest(text), limit: Self.noteLimit) {
            [weak self] results in
            found = results
            if isEnough(results) { self?.end?() }
        }
    }

    private func show(
        _ found: SearchResults,
        _ context: AppContext,
        _ tell: @escaping @MainActor ([Match]) -> Void
    ) {
        let series = Set((found.parts + found.notes).map(\.seriesID))
        // Whom notes mention may be veiled, which is known with the series only; it may be so since a moment.
        context.series.refresh(series) { [weak self] in
            guard let self else { return tell([]) }
            let matches = matches(in: found, context)
            if known.count > Self.knownLimit { known = [:] }
            for match in matches { known[match.id] = match }
            tell(matches)
        }
    }

    private func matches(in results: SearchResults, _ context: AppContext) -> [Match] {
        let texts = SearchText(mentions: context.mentions, words: context.search.words)
        let shown = context.series.shown(results)
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
        case .note, .draft, .trashedNote: excerpt ?? ""
        }
    }

    private static func icon(of hit: SearchHit) -> String {
        switch hit.content {
        case .book: "hawknotes-book-symbolic"
        case .character: "hawknotes-character-symbolic"
        case .note, .draft, .trashedNote: "hawknotes-note-symbolic"
        }
    }
}
