import Foundation
import GRDB

/// The lists of a book, in tables beside its own. They are read, changed and undone like columns of
/// the book, with one line per element.
enum BookLists: String, CaseIterable {
    case readings, shelves

    /// The list as a column of its book.
    var selection: String { "\(query) AS \(rawValue)" }

    /// A query of each book's list, for a `SELECT`; null if it is empty.
    var query: String {
        switch self {
        case .readings:
            """
            (SELECT group_concat(ifnull(startedOn, '') || '/' || ifnull(finishedOn, ''), char(10))
                FROM (SELECT startedOn, finishedOn FROM bookReading WHERE bookID = book.id
                    ORDER BY position, number))
            """
        case .shelves:
            """
            (SELECT group_concat(name, char(10)) FROM (SELECT name FROM bookShelf
                WHERE bookID = book.id ORDER BY position, name))
            """
        }
    }

    /// The value that the list would have if the book had been saved.
    func value(of book: Book) -> DatabaseValue {
        let lines =
            switch self {
            case .readings: book.readings.map(\.line).filter { $0 != "/" }
            case .shelves: ShelfNames.normalized(book.shelves)
            }
        return lines.isEmpty ? .null : lines.joined(separator: "\n").databaseValue
    }

    /// Replaces the lines of a book's list.
    func write(_ value: DatabaseValue, of bookID: UUID, in db: Database) throws {
        let lines = Self.lines(String.fromDatabaseValue(value))
        switch self {
        case .readings:
            try db.execute(sql: "DELETE FROM bookReading WHERE bookID = ?", arguments: [bookID])
            for (position, dates) in lines.compactMap({ ReadingDates(line: $0[...]) }).enumerated()
            {
                try db.cachedStatement(
                    sql: """
                        INSERT INTO bookReading (bookID, position, startedOn, finishedOn)
                        VALUES (?, ?, ?, ?)
                        """
                ).execute(arguments: [bookID, position, dates.startedOn, dates.finishedOn])
            }
        case .shelves:
            try db.execute(sql: "DELETE FROM bookShelf WHERE bookID = ?", arguments: [bookID])
            for (position, name) in lines.enumerated() {
                try db.cachedStatement(
                    sql: "INSERT OR IGNORE INTO bookShelf (bookID, name, position) VALUES (?, ?, ?)"
                ).execute(arguments: [bookID, name, position])
            }
        }
    }

    static func lines(_ text: String?) -> [String] {
        (text ?? "").split(whereSeparator: \.isNewline).map(String.init)
    }
}

/// The names of shelves. Names that differ only in case, accents or width are the same.
public enum ShelfNames {
    /// Normalizes typed or imported names: trims them, puts each on one line and removes
    /// duplicates.
    public static func normalized(_ names: some Sequence<String>) -> [String] {
        var seen: Set<String> = []
        return names.compactMap { name in
            let words = name.replacing("\0", with: "").split(whereSeparator: \.isWhitespace)
            guard !words.isEmpty else { return nil }
            let name = words.joined(separator: " ")
            return seen.insert(name.folded).inserted ? name : nil
        }
    }
}

extension Library {
    /// All shelves, those with the most books first; books in the trash don't count.
    public func shelves() throws -> [(name: String, count: Int)] {
        try read("read the shelves") { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT name, count(*) AS count FROM bookShelf
                    WHERE bookID IN (SELECT book.id FROM \(BookRecord.shownRows))
                    GROUP BY name ORDER BY count DESC, name
                    """
            ).map { (try $0.decode(forColumn: "name"), try $0.decode(forColumn: "count")) }
        }
    }
}
