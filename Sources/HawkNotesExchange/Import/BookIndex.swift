import Foundation
import HawkNotesModel

/// The books and series of a library, to be found by what other programs know of them.
struct BookIndex {
    private var books: [KnownBook] = []
    private var byISBN: [String: Int] = [:]
    private var byTitle: [String: [Int]] = [:]
    private var seriesByTitle: [String: [SeriesDetails]] = [:]

    init(_ importer: LibraryImporter) throws {
        try importer.eachSeries { add($0) }
        try importer.eachBook { add($0) }
    }

    mutating func add(_ book: KnownBook) {
        let index = books.count
        books.append(book)
        byTitle[NameMatching.key(book.title), default: []].append(index)
        guard let isbn = book.isbn.map(NameMatching.key(isbn:)), !isbn.isEmpty else { return }
        if byISBN[isbn] == nil { byISBN[isbn] = index }
    }

    mutating func add(_ series: SeriesDetails) {
        seriesByTitle[NameMatching.key(series.title), default: []].append(series)
    }

    /// The series of this name.
    func series(_ title: String, author: String?) -> UUID? {
        let key = NameMatching.key(title)
        guard !key.isEmpty else { return nil }
        return seriesByTitle[key]?
            .first { NameMatching.isSameAuthor($0.author, author) }?.id
    }

    /// The same book: by its ISBN, or else by title and author.
    ///
    /// - Parameter series: the name of the series that it belongs to; a book of the same title in another
    ///   series is another book, unless it stands alone.
    func book(_ title: String, author: String?, isbn: String?, series: String?) -> KnownBook? {
        if let isbn = isbn.map(NameMatching.key(isbn:)), let index = byISBN[isbn] {
            return books[index]
        }
        let key = NameMatching.key(title)
        guard !key.isEmpty else { return nil }
        let sameTitle = (byTitle[key] ?? []).map { books[$0] }
        let candidates = sameTitle.filter { book in
            NameMatching.isSameAuthor(book.author, author) && isIn(series, book)
        }
        if let exact = candidates.first(where: { $0.author != nil && author != nil }) {
            return exact
        }
        // Where the one or the other has no author, only if there is no choice.
        return candidates.count == 1 ? candidates.first : nil
    }

    private func isIn(_ series: String?, _ book: KnownBook) -> Bool {
        guard let series else { return true }
        let ofThatName = seriesByTitle[NameMatching.key(series)] ?? []
        if ofThatName.contains(where: { $0.id == book.seriesID }) { return true }
        let alone = seriesByTitle[NameMatching.key(book.title)] ?? []
        return alone.contains { $0.id == book.seriesID }
    }
}
