import Foundation

/// A text that is being written and is not in the library yet.
public struct SearchDraft: Hashable, Sendable {
    /// Identifies the draft; given by the caller.
    public let id: String
    /// The text so far.
    public let text: String
    /// The page that it belongs to.
    public let subject: NoteSubject
    /// The edited note; nil for a new one.
    public let noteID: UUID?

    /// Stores the values unchanged.
    public init(id: String, text: String, subject: NoteSubject, noteID: UUID? = nil) {
        self.id = id
        self.text = text
        self.subject = subject
        self.noteID = noteID
    }
}

extension SearchRun {
    /// The maximum number of drafts in the results.
    private static let draftLimit = 50
    /// The length of a piece of a draft in scalars; the search can be cancelled between pieces.
    private static let pieceLength = 20_000
    /// The overlap of two pieces: a phrase may span both.
    private static let overlap = 500

    /// The drafts that match the query, in order, if their page exists.
    ///
    /// - Parameter index: nil without one: then filters by book and character match nothing.
    func foundDrafts(_ index: SearchIndex?) throws -> [SearchHit] {
        guard !drafts.isEmpty, let pages = try pages(index) else { return [] }
        var found: [SearchDraft] = []
        for draft in drafts where found.count < Self.draftLimit {
            let page = SearchPattern.subject(draft.subject)
            guard pages.allSatisfy({ $0.contains(page) }) else { continue }
            if isFound(in: MentionText.editable(draft.text)) { found.append(draft) }
        }
        return token.isCancelled ? [] : try hits(found)
    }

    private func isFound(in text: String) -> Bool {
        let scalars = text.unicodeScalars
        var missing = query.terms
        var start = scalars.startIndex
        while !token.isCancelled {
            let limit = scalars.index(
                start,
                offsetBy: Self.pieceLength,
                limitedBy: scalars.endIndex
            )
            let end = limit.map { Self.wordStart(before: $0, in: scalars[start...]) }
            let piece = String(scalars[start..<(end ?? scalars.endIndex)])
            missing.removeAll { SearchMatcher([$0]).matches(piece) }
            if missing.isEmpty { return true }
            guard let end, end < scalars.endIndex else { return false }
            let next = scalars.index(end, offsetBy: -Self.overlap)
            start = Self.wordStart(before: next, in: scalars[start...])
        }
        return false
    }

    /// The beginning of the word around an index, or the index itself if the word is too long.
    private static func wordStart(
        before index: String.Index,
        in text: Substring.UnicodeScalarView
    ) -> String.Index {
        let far = text.index(index, offsetBy: -overlap, limitedBy: text.startIndex)
        let blank = text[(far ?? text.startIndex)..<index].lastIndex {
            $0.properties.isWhitespace
        }
        return blank.map { text.index(after: $0) } ?? index
    }

    /// The pages that each filter allows; nil if no draft can match.
    private func pages(_ index: SearchIndex?) throws -> [Set<String>]? {
        var pages: [Set<String>] = []
        for filter in query.filters {
            switch filter {
            case .before(let date): if library.environment.now() >= date { return nil }
            case .after(let date): if library.environment.now() < date { return nil }
            // A draft has no tags and no quotation yet.
            case .tag, .quoted: return nil
            case .bookPages(let id): pages.append(Set(try self.pages(ofBook: id)))
            case .about(let id): pages.append([SearchPattern.subject(.character(id))])
            case .book(let terms):
                guard let index else { return nil }
                pages.append(Set(try books(called: terms, index)))
            case .character(let terms):
                guard let index else { return nil }
                let veil = try indexer.veil(except: request.unveiled)
                pages.append(Set(try characters(called: terms, index, veil)))
            }
        }
        return pages
    }

    private func hits(_ drafts: [SearchDraft]) throws -> [SearchHit] {
        guard !drafts.isEmpty else { return [] }
        let drafts = try library.onCurrentPages(drafts)
        let notes = drafts.compactMap { $0.noteID.map(Place.note) }
        let gone = try library.missing(among: Set(notes))
        let subjects = Array(Set(drafts.map(\.subject)))
        let parts = subjects.map { subject in
            switch subject {
            case .book(let id): FoundPart(kind: .book, id: id)
            case .character(let id): FoundPart(kind: .character, id: id)
            }
        }
        let found = try library.hits(parts, SearchMatcher(query), limit: parts.count)
        let pages = Dictionary(firstOf: found.map { ($0.place, $0) })
        return drafts.compactMap { draft in
            if let note = draft.noteID, gone.contains(.note(note)) { return nil }
            guard let page = pages[draft.subject.place],
                request.seriesID.map({ $0 == page.seriesID }) ?? true
            else { return nil }
            return SearchHit(
                .draft(draft),
                title: page.title,
                seriesID: page.seriesID,
                seriesTitle: page.seriesTitle
            )
        }
    }
}

extension Library {
    /// The drafts on the pages that theirs became a part of.
    fileprivate func onCurrentPages(_ drafts: [SearchDraft]) throws -> [SearchDraft] {
        try readAtOnce("look up pages") { db in
            try drafts.map { draft in
                SearchDraft(
                    id: draft.id,
                    text: draft.text,
                    subject: try db.currentSubject(draft.subject),
                    noteID: draft.noteID
                )
            }
        }
    }
}
