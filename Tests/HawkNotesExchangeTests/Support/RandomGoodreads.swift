import Foundation

/// A table as Goodreads exports it, and as a spreadsheet saves that.
struct RandomGoodreads {
    private var generator: SeededGenerator
    private(set) var books: [Book] = []

    struct Book {
        var id: Int
        var title: String
        var series: String?
        var number: Int
        var author: String
        var isbn: String
        var stars: Int
        var shelf: String
        var shelves: [String]
        var day: Int?
        var review: String?
        var privateNote: String?
    }

    init(seed: Int) {
        generator = SeededGenerator(seed)
        for id in 1...Int.random(in: 1...8, using: &generator) { books.append(book(id)) }
        // A day that is no month shows how a spreadsheet has turned the dates.
        books[0].day = 28
    }

    var noteCount: Int {
        books.reduce(0) { $0 + ($1.review == nil ? 0 : 1) + ($1.privateNote == nil ? 0 : 1) }
    }

    private mutating func isSo() -> Bool { Bool.random(using: &generator) }

    private mutating func book(_ id: Int) -> Book {
        var book = Book(
            id: 40_000 + id,
            title: "Volume \(id), \"quoted\" & <so>",
            number: Int.random(in: 1...9, using: &generator),
            author: "Writer \(id)",
            isbn: Self.isbn(Int.random(in: 10_000_000..<99_999_999, using: &generator)),
            stars: Int.random(in: 0...5, using: &generator),
            shelf: ["to-read", "currently-reading", "read", "lent"]
                .randomElement(using: &generator) ?? "read",
            shelves: []
        )
        if isSo() { book.series = "Series \(id)" }
        if isSo() { book.shelves = ["sea", "to \(id)"] }
        if isSo() { book.day = Int.random(in: 1...28, using: &generator) }
        if isSo() { book.review = "Review \(id)<br/>\"so\", and on" }
        if isSo() { book.privateNote = "For me \(id)" }
        return book
    }

    /// Of ten characters, with a zero before them.
    private static func isbn(_ number: Int) -> String {
        let digits = String(number)
        let nine = String(repeating: "0", count: 9 - digits.count) + digits
        let sum = nine.enumerated().reduce(0) { sum, digit in
            sum + (10 - digit.offset) * (digit.element.wholeNumberValue ?? 0)
        }
        let check = (11 - sum % 11) % 11
        return nine + (check == 10 ? "X" : "\(check)")
    }

    /// - Parameter isResaved: whether a spreadsheet has saved it: without the signs that make an ISBN a
    ///   text, and with dates as its country writes them.
    func table(isResaved: Bool = false, isReversed: Bool = false) -> String {
        let head = """
            Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,\
            Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,\
            Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,\
            Private Notes,Read Count,Owned Copies
            """
        let rows = books.map { row(of: $0, isResaved) }
        return ([head] + (isReversed ? rows.reversed() : rows)).joined(separator: "\n") + "\n"
    }

    private func row(of book: Book, _ isResaved: Bool) -> String {
        let title = book.series.map { "\(book.title) (\($0), #\(book.number))" } ?? book.title
        let isbn = isResaved ? String(book.isbn.drop { $0 == "0" }) : "=\"\(book.isbn)\""
        func date(_ day: Int) -> String {
            let text = day < 10 ? "0\(day)" : "\(day)"
            return isResaved ? "\(text)/03/2023" : "2023/03/\(text)"
        }
        let shelves = book.shelves + (book.shelf == "read" ? [] : [book.shelf])
        let fields = [
            "\(book.id)", title, book.author, book.author, "Second \(book.id)", isbn, "=\"\"",
            "\(book.stars)", "4.01", "Tidewater", "Paperback", "300", "2019", "2018",
            book.day.map(date) ?? "", date(28), shelves.joined(separator: ", "), "", book.shelf,
            book.review ?? "", "", book.privateNote ?? "", "1", "0",
        ]
        return fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
    }
}
