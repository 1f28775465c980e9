import Foundation
import HawkNotesModel
import Phrases

/// A page to choose.
package struct PageChoice: Hashable {
    package let place: Place
    package let title: String
    /// Distinguishes pages with the same title: the book of a character.
    package let detail: String?
}

/// The searchable books and characters of a series. Knows no widget.
package struct PageChoices {
    private struct Entry {
        let choice: PageChoice
        /// Title and aliases, normalized for comparison.
        let names: [String]
    }

    private let entries: [Entry]

    /// All pages of a series that can have notes, except for one.
    package init(of series: Series, without excluded: Place? = nil) {
        let books = series.books.map { book in
            Entry(
                choice: PageChoice(place: .book(book.id), title: book.title, detail: nil),
                names: [book.title.folded]
            )
        }
        let titles = Dictionary(firstOf: series.books.map { ($0.id, $0.title) })
        let known = series.allCharacters.filter { !series.veil.hides(character: $0.id) }
        let characters = known.map { character in
            Entry(
                choice: PageChoice(
                    place: .character(character.id),
                    title: character.name,
                    detail: character.bookID.flatMap { titles[$0] }
                ),
                names: ([character.name] + character.aliases).map(\.folded)
            )
        }
        entries = (books + characters).filter { $0.choice.place != excluded }
    }

    /// The parts that a book or a character can be joined with, in this order.
    package init(_ choices: [JoinChoice]) {
        entries = choices.compactMap { choice in
            let place: Place
            switch choice.part {
            case .book(let id): place = .book(id)
            case .character(let id): place = .character(id)
            case .series, .chapter, .relation: return nil
            }
            let details = choice.details
            return Entry(
                choice: PageChoice(
                    place: place,
                    title: choice.name,
                    detail: details.isEmpty ? nil : parted(details)
                ),
                names: ([choice.name] + choice.aliases).map(\.folded)
            )
        }
    }

    /// No choices.
    package init() { entries = [] }

    /// The pages whose title, or one alias, contains all of the words, in any order; first those
    /// that begin with the query. Case and accents are ignored.
    package func found(_ query: String) -> [PageChoice] {
        let query = query.folded.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !query.isEmpty else { return entries.map(\.choice) }
        let words = query.split(whereSeparator: \.isWhitespace)
        var (first, others): ([PageChoice], [PageChoice]) = ([], [])
        for entry in entries {
            guard entry.names.contains(where: { name in words.allSatisfy { name.contains($0) } })
            else { continue }
            if entry.names.contains(where: { $0.hasPrefix(query) }) {
                first.append(entry.choice)
            } else {
                others.append(entry.choice)
            }
        }
        return first + others
    }
}
