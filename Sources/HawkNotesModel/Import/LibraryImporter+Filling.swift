import Foundation
import GRDB

/// A field of an existing book that an import can fill in if it is empty.
public enum FilledField: String, CaseIterable, Codable, Sendable {
    case cover, author, series, number, year, tagline, overview, isbn, link, language, status,
        rating
    case readings, shelves
}

extension FilledField {
    /// The columns that store the field, without the series.
    fileprivate var columns: [String] {
        switch self {
        case .cover: ["coverID"]
        case .author: ["author"]
        case .series: []
        case .number: ["number"]
        case .year: ["publishedYear", "publishedMonth"]
        case .tagline: ["tagline"]
        case .overview: ["overview"]
        case .isbn: ["isbn10"]
        case .link: ["amazonURL", "linkName"]
        case .language: ["language"]
        case .status: ["readingStatus"]
        case .rating: ["rating"]
        case .readings: [BookLists.readings.rawValue]
        case .shelves: [BookLists.shelves.rawValue]
        }
    }

    /// Copies the value from another book if the first has none.
    ///
    /// - Returns: whether a value was copied.
    fileprivate func fill(_ book: inout Book, from other: Book) -> Bool {
        func fill<Value>(_ path: WritableKeyPath<Book, Value?>) -> Bool {
            guard book[keyPath: path] == nil, let value = other[keyPath: path] else { return false }
            book[keyPath: path] = value
            return true
        }
        func fill<Value>(_ path: WritableKeyPath<Book, [Value]>) -> Bool {
            guard book[keyPath: path].isEmpty, !other[keyPath: path].isEmpty else { return false }
            book[keyPath: path] = other[keyPath: path]
            return true
        }
        switch self {
        case .cover: return book.coverFile == nil && fill(\.coverID)
        case .author: return fill(\.author)
        case .series: return false
        case .number: return fill(\.number)
        case .year: return fill(\.published)
        case .tagline: return fill(\.tagline)
        case .overview: return fill(\.overview)
        case .isbn: return fill(\.isbn10)
        case .link:
            guard fill(\.amazonURL) else { return false }
            book.linkName = other.linkName
            return true
        case .language: return fill(\.language)
        case .status: return fill(\.readingStatus)
        case .rating: return fill(\.rating)
        case .readings: return fill(\.readings)
        case .shelves: return fill(\.shelves)
        }
    }
}

extension LibraryImporter {
    /// Fills in missing values of a book that existed before this import. Existing values are kept,
    /// and so are fields that the reader has cleared. Undoing the import clears them again.
    ///
    /// - Returns: the filled fields; in a rehearsal, those that would be filled.
    public func fill(_ id: UUID, with other: Book) throws -> [FilledField] {
        guard let record = try BookRecord.fetchOne(db, key: id), record.state.deletedAt == nil
        else {
            return []
        }
        var book = record.book
        let fields = FilledField.allCases.filter { field in
            record.state.changedFields.isDisjoint(with: field.columns)
                && field.fill(&book, from: other)
        }
        guard !fields.isEmpty, !isRehearsal else { return fields }
        var filled = record
        filled.book = book
        try filled.requireValues()
        try change(.book, id, fields.flatMap(\.columns)) {
            let columns = Set(fields.flatMap(\.columns))
            for list in BookLists.allCases where columns.contains(list.rawValue) {
                try list.write(list.value(of: book), of: id, in: db)
            }
            let own = columns.filter { BookLists(rawValue: $0) == nil }
            if !own.isEmpty { try filled.update(db, columns: own) }
        }
        return fields
    }

    /// Whether a shown book has no cover, and the reader has not removed it.
    public func lacksCover(_ id: UUID) throws -> Bool {
        guard let record = try BookRecord.fetchOne(db, key: id) else { return false }
        return record.book.coverID == nil && record.book.coverFile == nil
            && !record.state.changedFields.contains("coverID")
    }

    /// Gives the series of a lone book the name of the series that the book belongs to.
    ///
    /// - Returns: whether the series is that of a lone book.
    public func nameSeriesOfOne(_ id: UUID, ofBook bookID: UUID, as title: String) throws -> Bool {
        guard try isSeriesOfOne(id, ofBook: bookID) else { return false }
        guard !isRehearsal else { return true }
        try change(.series, id, ["title"]) {
            try db.execute(
                sql: "UPDATE series SET title = ? WHERE id = ?",
                arguments: [title, id]
            )
        }
        return true
    }

    /// Moves a book that is alone in its series to the end of another one; the old series goes to
    /// the trash, unless it has no name and is therefore no longer visible.
    ///
    /// - Returns: whether the book was moved: its old series must contain nothing else.
    public func moveOutOfSeriesOfOne(_ bookID: UUID, to seriesID: UUID) throws -> Bool {
        guard let old = try anySeries(ofBook: bookID), old != seriesID,
            try isSeriesOfOne(old, ofBook: bookID),
            try !exists("character WHERE seriesID = ?", old)
        else { return false }
        guard !isRehearsal else { return true }
        let position = try nextBookPosition(in: seriesID)
        try change(.book, bookID, ["seriesID", "position"]) {
            try db.execute(
                sql: "UPDATE book SET seriesID = ?, position = ? WHERE id = ?",
                arguments: [seriesID, position, bookID]
            )
        }
        if try title(ofSeries: old)?.isEmpty == false {
            try change(.series, old, ["deletedAt"]) {
                try recorder.setDeleted(.series, old, to: recorder.dateOfDeletion())
            }
        }
        return true
    }

    /// Whether an import created the series for one book, and the reader has not named it. Earlier
    /// versions named such a series after the book.
    func isSeriesOfOne(_ id: UUID, ofBook bookID: UUID) throws -> Bool {
        guard let series = try SeriesRecord.fetchOne(db, key: id),
            let book = try BookRecord.fetchOne(db, key: bookID)
        else { return false }
        let hasOwnTitle = !series.title.isEmpty && series.title != book.book.title
        guard !hasOwnTitle, series.state.origin == .imported, series.state.changedFields.isEmpty
        else { return false }
        let others = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM book WHERE seriesID = ? AND id <> ?)"
        )
        return try Bool.fetchOne(others, arguments: [id, bookID]) == false
    }

    /// Records the changes that `body` makes to an existing item.
    func change(
        _ table: SeriesTable,
        _ id: UUID,
        _ columns: [String],
        _ body: () throws -> Void
    ) throws {
        let before = try recorder.columns(of: table, id) ?? [:]
        try recorder.recording(table, id, body)
        let after = try recorder.columns(of: table, id) ?? [:]
        for column in columns where before[column] != after[column] {
            try noteDown(
                table.rawValue,
                id,
                column,
                from: before[column] ?? .null,
                to: after[column] ?? .null
            )
        }
        // An import is undone from its own records instead.
        recorder.steps.removeAll(keepingCapacity: true)
        changeCount += 1
    }

    /// Records an old value, to be restored if it is still what this import made of it.
    func noteDown(
        _ kind: String,
        _ id: UUID,
        _ field: String,
        from earlier: DatabaseValue,
        to later: DatabaseValue
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO importedChange (batchID, kind, itemID, field, earlier, laterDigest)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [batch, kind, id, field, earlier, ImportedWords.digest(of: later)]
        )
    }
}

extension ChangeRecorder {
    /// Undoes an import's changes to existing series and books, where their values are still those
    /// that the import set.
    func undoChanges(of batch: UUID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT * FROM importedChange WHERE batchID = ? ORDER BY number DESC",
            arguments: [batch]
        )
        var order: [SeriesItem] = []
        var changes: [SeriesItem: [(field: String, earlier: DatabaseValue, later: Data?)]] = [:]
        for row in rows {
            let kind: String = try row.decode(forColumn: "kind")
            guard let table = SeriesTable(rawValue: kind) else { continue }
            let item = SeriesItem(table: table, id: try row.decode(forColumn: "itemID"))
            if changes[item] == nil { order.append(item) }
            let field: String = try row.decode(forColumn: "field")
            let later: Data? = try row.decode(forColumn: "laterDigest")
            changes[item, default: []].append((field, row["earlier"], later))
        }
        for item in order {
            guard let current = try columns(of: item.table, item.id) else { continue }
            var before = current
            for change in changes[item] ?? [] {
                let isAsItWas =
                    ImportedWords.digest(of: before[change.field] ?? .null) == change.later
                if isAsItWas { before[change.field] = change.earlier }
            }
            try undo(
                SeriesRowChange(table: item.table, id: item.id, before: before, after: current)
            )
        }
    }

    private struct SeriesItem: Hashable {
        var table: SeriesTable
        var id: UUID
    }
}
