import Foundation
import HawkNotesModel
import Phrases

/// The texts of search results.
@MainActor
package struct SearchText {
    /// The mentioned characters.
    package let mentions: SeriesMentions
    /// The words of filters.
    package let words: SearchFilterWords

    package init(mentions: SeriesMentions, words: SearchFilterWords) {
        self.mentions = mentions
        self.words = words
    }

    /// The excerpt of a result with the matches; nil if its name matches.
    package func excerpt(of hit: SearchHit, finding request: SearchRequest) -> SearchExcerpt? {
        switch hit.content {
        case .note(let note), .trashedNote(let note): excerpt(of: note, finding: request)
        case .draft(let draft):
            SearchExcerpt(MentionText.editable(draft.text), finding: request, words: words)
        case .book, .character, .series:
            hit.passage.map { SearchExcerpt($0, finding: request, words: words) }
        }
    }

    /// The excerpt of a note with the matches, with the current names of mentioned characters and
    /// without the marks of emphasis; of its quotation, if only that matches.
    ///
    /// Costs the length of the note.
    private func excerpt(of note: Note, finding request: SearchRequest) -> SearchExcerpt {
        let text = StyledWords.unmarked(
            MentionText.editable(note.text) { mentions.name(of: $0) },
            limit: SearchExcerpt.searchedLength
        )
        let excerpt = SearchExcerpt(text, finding: request, words: words)
        guard excerpt.matches.isEmpty, let quote = note.quote?.text else { return excerpt }
        let quoted = SearchExcerpt(quote, finding: request, words: words)
        return quoted.matches.isEmpty && !text.isEmpty ? excerpt : quoted
    }

    /// An excerpt as markup, with the matches in bold.
    package static func markup(of excerpt: SearchExcerpt) -> String {
        let text = excerpt.text
        var markup = ""
        var position = text.startIndex
        for match in excerpt.matches where match.lowerBound >= position && !match.isEmpty {
            markup += String(text[position..<match.lowerBound]).escapedForMarkup
            markup += "<b>" + String(text[match]).escapedForMarkup + "</b>"
            position = match.upperBound
        }
        return markup + String(text[position...]).escapedForMarkup
    }

    /// A title as markup, followed by the series where that is not clear.
    package static func title(of hit: SearchHit, withSeries: Bool) -> String {
        let title = "<b>" + hit.title.escapedForMarkup + "</b>"
        guard withSeries, !hit.seriesTitle.isEmpty, hit.seriesTitle != hit.title else {
            return title
        }
        return parted([title, hit.seriesTitle.escapedForMarkup])
    }

    /// The text of a result for screen readers.
    package static func spoken(_ hit: SearchHit, _ excerpt: String?, withSeries: Bool) -> String {
        let place = withSeries ? [hit.title, hit.seriesTitle] : [hit.title]
        let title = localizedList(place.filter { !$0.isEmpty })
        switch hit.content {
        case .book, .character, .series:
            return [title, excerpt].compactMap { $0 }.joined(separator: ". ")
        case .note: return localized("Note on %1", title) + ". " + (excerpt ?? "")
        case .draft: return localized("Draft on %1", title) + ". " + (excerpt ?? "")
        case .trashedNote:
            return localized("Deleted note on %1", title) + ". " + (excerpt ?? "")
        }
    }
}
