import Foundation

/// A table of books from calibre's catalog.
///
/// `authors,author_sort,rating,…,series,series_index,languages,title,cover,…,pubdate,id,uuid`, in
/// any order and any selection. Tags are subjects that usually come with a book, not shelves of the
/// reader.
struct CalibreTable: ImportFormat {
    static let name = ImportFormatName.calibreTable

    func recognise(_ sample: ImportSample) -> ImportConfidence {
        let columns = CSVReader.columns(of: sample.text)
        guard columns.contains("title") else { return .no }
        if columns.intersection(Self.own).count > 1 { return .certain }
        // Other tables have these two as well.
        let known = Self.own.union(Self.others)
        return columns.contains("authors") && !columns.isDisjoint(with: known) ? .maybe : .no
    }

    /// Columns that are rare in other tables.
    private static let own: Set = [
        "author_sort", "title_sort", "series_index", "uuid", "library_name",
    ]
    /// Further columns that are uncommon in other tables.
    private static let others: Set = ["pubdate", "timestamp", "ondevice", "identifiers", "formats"]

    private static let columns = BookTable.Columns(
        origin: "calibre",
        taken: [
            "uuid", "id", "title", "title_sort", "authors", "author", "author_sort", "series",
            "series_index", "isbn", "pubdate", "comments", "rating", "languages", "library_name",
        ]
    )

    func read(_ source: ImportSource, into run: ImportRun) throws {
        var scale: Double?
        try BookTable.eachRow(of: source, run, Self.columns) { table, row in
            let found = table.book(
                row,
                key: row("uuid"),
                title: row("title"),
                authors: Self.authors(row),
                listed: row("authors", "author")
            )
            guard var (book, series) = found else { return }
            if let name = row("series") {
                series = name
                book.number = row("series_index").flatMap { Double($0) }.flatMap {
                    $0.isFinite ? $0 : nil
                }
            }
            book.isbn = table.isbn(row("isbn"), line: row.number)
            book.year = BookTable.year(row("pubdate"))
            let overview = row("comments").map { PlainText.ofMarkup($0) }
            book.overview = overview.flatMap { $0.isEmpty ? nil : $0 }
            if let rating = row("rating").flatMap({ Double($0) }) {
                let known = try scale ?? Self.scale(table.reader)
                scale = known
                book.rate(stars: rating * 5 / known)
            }
            let languages = BookTable.list(row("languages"))
            book.language = languages.first.flatMap { LanguageCode.known($0) }
            let isLost = book.language == nil && languages.contains { !LanguageCode.isUnknown($0) }
            if languages.count > 1 || isLost {
                table.leaveOut(row.heading(of: "languages"), row("languages"))
            }
            try table.emit(book, series: series, row: row.number)
        }
    }

    /// The maximum number of stars: five, or ten in tables of calibre's early versions.
    private static func scale(_ reader: CSVReader) throws -> Double {
        var best = 0.0
        try reader.eachRow(isTold: false) { row in
            if let rating = row("rating").flatMap({ Double($0) }) { best = max(best, rating) }
        }
        return best > 5 ? 10 : 5
    }

    private static func authors(_ row: CSVReader.Row) -> [String] {
        let names = row("authors", "author")
        // Other tables may have the same columns, and commas between authors.
        let isCalibres = row("author_sort", "title_sort", "uuid", "library_name") != nil
        return isCalibres ? AuthorNames.ofCalibre(names) : AuthorNames.ofSentence(names)
    }
}
