import Foundation

/// A text that is being written and is not in the library yet.
public struct SearchDraft: Hashable, Sendable {
    /// Identifies the draft; given by the caller.
    public let id: String
    /// What was written so far.
    public let text: String
    /// The page on which it is written.
    public let subject: NoteSubject
    /// The note whose text is being changed; nil for a new note.
    public let noteID: UUID?

    /// Takes all as it is.
    public init(id: String, text: String, subject: NoteSubject, noteID: UUID? = nil) {
        self.id = id
        self.text = text
        self.subject = subject
        self.noteID = noteID
    }
}

extension SearchRun {
    /// So many drafts are shown.
    private static let draftLimit = 50
    /// A draft is looked through in pieces of so many scalars, between which the search can be cancelled.
    private static let pieceLength = 20_000
    /// What of a piece is looked through with the next one as well: a phrase may be in both.
    private static let overlap = 500

    /// The drafts in which all of the words are, in their order, as far as there is a page for them.
    ///
    /// - Parameter index: nil where there is none: books and characters of filters are not known then.
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

    /// Where the word begins that a place in a text is in, or the place itself where words are too long.
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

    /// The pages that each filter leaves; nil where nothing can be found that is being written now.
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
