import Foundation
import GRDB

/// A search without an index, which reads all notes, the newest first.
extension SearchRun {
    private static let scannedLength = 1000

    /// - Parameter seen: the indexer's `comparisonCount` before the search.
    func scan(_ seen: Int) throws {
        var results = SearchResults(request)
        let veil = try indexer.veil(except: request.unveiled)
        results.parts = try scannedParts(veil)
        if endWithBooks(results, seen) { return }
        // Without an index, the notes come in the order in which they were saved.
        try scan(.note, limit, veil) { hits in
            results.notes += hits
            tell(results)
        }
        results.noteCount = results.notes.count < limit ? .exactly(results.notes.count) : nil
        if !query.isForAllNotes {
            try scan(.trashedNote, Self.trashLimit, veil) { results.trash += $0 }
            guard !token.isCancelled else { return }
            results.drafts = try foundDrafts(nil)
        }
        guard !token.isCancelled else { return }
        tellAll(results, seen)
    }

    /// - Parameter found: receives a few results at a time.
    private func scan(
        _ table: SearchIndex.Table,
        _ limit: Int,
        _ veil: SearchVeil,
        _ found: ([SearchHit]) -> Void
    ) throws {
        var (last, rest) = (Int64.max, limit)
        while !token.isCancelled, rest > 0 {
            let notes = try library.notes(in: table, before: last, limit: Self.scannedLength)
            guard let end = notes.last else { break }
            last = end.sequence
            let sequences = notes.filter { isFound($0, veil) }.map(\.sequence)
            guard !sequences.isEmpty else { continue }
            let hits = try library.hits(table, sequences, veil).filter(isInScope).prefix(rest)
            rest -= hits.count
            found(Array(hits))
        }
    }

    private func isInScope(_ hit: SearchHit) -> Bool {
        request.seriesID == nil || hit.seriesID == request.seriesID
    }

    private func scannedParts(_ veil: SearchVeil) throws -> [SearchHit] {
        guard query.filters.isEmpty, !query.partTerms.isEmpty else { return [] }
        let matcher = SearchMatcher(query.partTerms)
        var seen: Set<UUID> = []
        let parts = try SearchIndex.parts(
            of: request.seriesID.map { [$0] },
            in: library,
            wording: indexer.wording
        )
        let found = parts.filter { matcher.matches($0.words) }.map(\.found)
            .filter { seen.insert($0.id).inserted }
            .prefix(Self.partCandidates)
        return try hits(Array(found), veil)
    }

    /// Without an index, filters by book or character match nothing.
    private func isFound(_ note: Note, _ veil: SearchVeil) -> Bool {
        for filter in query.filters {
            switch filter {
            case .before(let date): if note.createdAt >= date { return false }
            case .after(let date): if note.createdAt < date { return false }
            case .tag(let tag):
                if !tag.isAmong(NoteTags.all(note.tags, in: note.text)) { return false }
            case .quoted: if note.quote == nil { return false }
            case .book, .character, .bookPages, .about: return false
            }
        }
        let text = ([note.quote?.text, note.text, note.place?.text].compactMap { $0 } + note.tags)
            .joined(separator: "\n")
        let names = Mention.all(in: note.text)
            .filter { !veil.hides(character: $0.characterID) }.map(\.name)
        return SearchMatcher(query).matches(text) { term in
            names.contains { SearchMatcher([term]).matches($0) }
        }
    }
}

extension Library {
    /// Notes of all pages, or those in the trash, the newest first.
    func notes(
        in table: SearchIndex.Table,
        before sequence: Int64,
        limit: Int
    ) throws -> [Note] {
        try read("read the notes") { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT * FROM \(table.rawValue) WHERE sequence < ?
                    ORDER BY sequence DESC LIMIT ?
                    """
            )
            return try NoteRecord.fetchAll(statement, arguments: [sequence, limit]).map(\.note)
        }
    }
}
