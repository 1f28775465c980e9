import Foundation
import HawkNotesFormats
import HawkNotesModel

/// Finds a library's books and series by the data of other programs.
struct BookIndex {
    private var books: [KnownBook] = []
    private var byISBN: [String: Int] = [:]
    /// By the title on the cover, without series and edition.
    private var byTitle: [String: [Int]] = [:]
    /// Books with a subtitle, by the title before it.
    private var byMainTitle: [String: [Int]] = [:]
    /// The subtitle by which a book without one was found: another subtitle means another book.
    private var subtitled: [Int: String] = [:]
    private var seriesByTitle: [String: [SeriesDetails]] = [:]
    private var seriesTitles: [UUID: String] = [:]
    /// Made when first needed.
    private var byAuthor: [String: [Int]]?
    /// The number of books before this import.
    private var knownCount = 0

    init(_ importer: LibraryImporter) throws {
        try importer.eachSeries { add($0) }
        try importer.eachBook { add($0) }
        knownCount = books.count
    }

    mutating func add(_ book: KnownBook) {
        let index = books.count
        let title = BookTitle(book.title)
        books.append(book)
        byTitle[NameMatching.key(title.plain), default: []].append(index)
        if let main = title.main { byMainTitle[NameMatching.key(main), default: []].append(index) }
        guard let isbn = book.isbn.map(NameMatching.key(isbn:)), !isbn.isEmpty else { return }
        if byISBN[isbn] == nil { byISBN[isbn] = index }
    }

    mutating func add(_ series: SeriesDetails) {
        seriesByTitle[NameMatching.key(series.title), default: []].append(series)
        seriesTitles[series.id] = series.title
    }

    /// The present title of a series.
    func title(ofSeries id: UUID) -> String? { seriesTitles[id] }

    /// The series of this title.
    func series(_ title: String, author: String?) -> UUID? {
        let key = NameMatching.key(title)
        guard !key.isEmpty else { return nil }
        return seriesByTitle[key]?
            .first { NameMatching.isSameAuthor($0.author, author) }?.id
    }

    /// Whether a series has this title, ignoring words that are often omitted.
    func series(_ id: UUID, isCalled title: String) -> Bool {
        if seriesByTitle[NameMatching.key(title)]?.contains(where: { $0.id == id }) ?? false {
            return true
        }
        return seriesTitles[id].map(NameMatching.key(series:)) == NameMatching.key(series: title)
    }

    // MARK: - Under another title

    /// The book, unless it is in the trash.
    func book(_ id: UUID) -> KnownBook? { books.first { $0.id == id } }

    /// The books whose author is written like this.
    mutating func books(by author: String?) -> [KnownBook] {
        guard let author, NameMatching.isKnown(author) else { return [] }
        if byAuthor == nil {
            byAuthor = Dictionary(grouping: books.indices) {
                NameMatching.key(books[$0].author ?? "")
            }
        }
        return (byAuthor?[NameMatching.key(author)] ?? []).map { books[$0] }
    }

    /// Whether title or authors differ from the book's.
    func differs(_ item: ImportedBook, from book: KnownBook) -> Bool {
        let (one, other) = (BookTitle(item.title), BookTitle(book.title))
        let titles = [one.plain, one.main].compactMap(\.self).map { NameMatching.key($0) }
        let others = [other.plain, other.main].compactMap(\.self).map { NameMatching.key($0) }
        return Set(titles).isDisjoint(with: others)
            || !NameMatching.isSameAuthor(item.authorNames, book.author)
    }

    /// Whether authors, ISBN or number show that an item with the book's identifier is a different
    /// book.
    func contradicts(_ item: ImportedBook, _ book: KnownBook) -> Bool {
        if let isbn = item.isbn, let other = book.isbn,
            NameMatching.key(isbn: isbn) != NameMatching.key(isbn: other)
        {
            return true
        }
        let number =
            item.numberText ?? item.number.map { "\($0)" }
            ?? BookTitle(item.title).number.map(Self.text)
        return !NameMatching.isSameAuthor(item.authorNames, book.author)
            || differs(number, from: book)
    }

    /// Moves a book to another series.
    mutating func move(book id: UUID, to seriesID: UUID) {
        for index in books.indices where books[index].id == id { books[index].seriesID = seriesID }
    }

    /// The same book, found by its ISBN, or else by title and author.
    ///
    /// - Parameters:
    ///   - series: The title of its series; a book of the same title in another series is a
    ///     different book, unless it stands alone.
    ///   - number: Its number in the series, as written; a book with another number is a different
    ///     book.
    mutating func book(
        _ title: String,
        author: String?,
        isbn: String?,
        series: String?,
        number: String?
    ) -> KnownBook? {
        if let isbn = isbn.map(NameMatching.key(isbn:)), let index = byISBN[isbn] {
            return books[index]
        }
        let parts = BookTitle(title)
        let (series, number) = (series ?? parts.series, number ?? parts.number.map(Self.text))
        let key = NameMatching.key(parts.plain)
        guard !key.isEmpty else { return nil }
        let candidates = (byTitle[key] ?? []).filter { index in
            let book = books[index]
            return NameMatching.isSameAuthor(book.author, author) && isIn(series, book)
                && !differs(number, from: book)
        }
        let sure = candidates.first { books[$0].hasKnownAuthor && NameMatching.isKnown(author) }
        // If either has no author, only an unambiguous match.
        if let index = sure ?? (candidates.count == 1 ? candidates.first : nil) {
            return books[index]
        }
        guard candidates.isEmpty, NameMatching.isKnown(author) else { return nil }
        return bookWithOtherSubtitle(parts, key, author, isbn, series, number)
    }

    /// The same book if only one of the titles has a subtitle, and nothing contradicts it: two
    /// titles in one source are two books.
    private mutating func bookWithOtherSubtitle(
        _ title: BookTitle,
        _ key: String,
        _ author: String?,
        _ isbn: String?,
        _ series: String?,
        _ number: String?
    ) -> KnownBook? {
        let main = title.main.map { NameMatching.key($0) }
        let found = main.flatMap { byTitle[$0] } ?? (main == nil ? byMainTitle[key] : nil)
        let candidates = (found ?? []).filter { index in
            let book = books[index]
            return index < knownCount && book.hasKnownAuthor
                && NameMatching.isSameAuthor(book.author, author)
                && isIn(series, book) && !differs(number, from: book)
                && (isbn == nil || book.isbn == nil)
                && (main == nil || subtitled[index] ?? key == key)
        }
        guard candidates.count == 1, let index = candidates.first else { return nil }
        if main != nil { subtitled[index] = key }
        return books[index]
    }

    private func differs(_ number: String?, from book: KnownBook) -> Bool {
        let known = book.number ?? BookTitle(book.title).number.map(Self.text)
        guard let number, let known else { return false }
        if let one = Double(number), let other = Double(known) { return one != other }
        return NameMatching.key(number) != NameMatching.key(known)
    }

    private static func text(_ number: Double) -> String { "\(number)" }

    private func isIn(_ series: String?, _ book: KnownBook) -> Bool {
        guard let series else { return true }
        let ofThatName = seriesByTitle[NameMatching.key(series)] ?? []
        if ofThatName.contains(where: { $0.id == book.seriesID }) { return true }
        if seriesTitles[book.seriesID]?.isEmpty == true { return true }
        // Earlier versions named the series of a lone book after it.
        let alone = seriesByTitle[NameMatching.key(book.title)] ?? []
        return alone.contains { $0.id == book.seriesID }
    }
}

extension KnownBook {
    fileprivate var hasKnownAuthor: Bool { NameMatching.isKnown(author) }
}
