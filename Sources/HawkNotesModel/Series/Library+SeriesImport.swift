import Foundation
import GRDB

/// The result of an import.
public enum SeriesImport: Hashable, Sendable {
    /// The file is the one that was imported last; nothing was read or written.
    case unchanged
    /// The books, characters and relations now match the file.
    case imported(revision: Int)
}

extension Library {
    /// Updates the books, characters and relations of a bundled series from its file, except where
    /// the reader has changed them.
    ///
    /// The reader's changes are kept, field by field; deleted parts stay deleted, and added parts
    /// stay. The file counts, not its revision: when an older release is installed over a newer
    /// one, the pictures beside the file are the older ones too. Notes and favorites are not
    /// touched. Those of a book or character that the file no longer has stay in the library, and
    /// reappear with it.
    ///
    /// Cheap if the file is the one that was imported last: it is neither parsed nor checked.
    ///
    /// - Throws: `.invalidSeries` with the position in the file and the reason; the library is then
    ///   unchanged.
    @discardableResult
    public func importSeries(from url: URL) throws -> SeriesImport {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw SeriesFile.invalid(url, "it cannot be read", underlying: error)
        }
        let digest = ContentDigest(of: data).text
        let isKnown = try read("look up the series") { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM series WHERE digest = ?)",
                arguments: [digest]
            ) ?? false
        }
        if isKnown { return .unchanged }

        let series = try SeriesFile.parse(data, url: url)
        let now = environment.now()
        // If a power failure loses the commit, the next start imports the file again.
        return try write("import the series \(series.title)", waitsForDisk: false) { db in
            guard try !db.hasElsewhere(series) else {
                throw SeriesFile.invalid(
                    url,
                    "an id in it already belongs to another series of the library"
                )
            }
            let isNew = try SeriesRecord.fetchOne(db, key: series.id) == nil
            try db.merge(series, digest: digest)
            try db.withdraw(whatIsNotIn: series, at: now)
            let change: LibraryChange = isNew ? .seriesAdded(series.id) : .seriesChanged(series.id)
            return (.imported(revision: series.revision ?? 0), [change])
        }
    }
}

extension Database {
    /// Whether a part of the file's series belongs to another series in the library.
    fileprivate func hasElsewhere(_ series: Series) throws -> Bool {
        let joined = try fetchJoinedIDs()
        func isElsewhere(_ characters: [UUID]) throws -> Bool {
            try CharacterRecord.fetchAll(self, keys: characters).contains { record in
                guard record.character.seriesID != series.id else { return false }
                // The reader may have joined a character of this series with it.
                guard joined.former(of: record.id).isEmpty else { return false }
                guard let bookID = record.character.bookID else { return true }
                let books = [bookID] + joined.former(of: bookID).map(\.id)
                return try !books.contains { try wasBook($0, in: series.id) }
            }
        }
        let relations = try RelationRecord.fetchAll(self, keys: series.relations.map(\.id))
        return try BookRecord.fetchAll(self, keys: series.books.map(\.id)).contains {
            try $0.book.seriesID != series.id && !wasBook($0.id, in: series.id)
        }
            || isElsewhere(series.allCharacters.map(\.id))
            || isElsewhere(relations.map(\.relation.first))
    }

    fileprivate func merge(_ series: Series, digest: String) throws {
        try SeriesRecord(
            id: series.id,
            origin: series.origin,
            title: series.title,
            author: series.author
        ).merge(into: self)
        try execute(
            sql: "UPDATE series SET revision = ?, digest = ? WHERE id = ?",
            arguments: [series.revision, digest, series.id]
        )
        let joined = try fetchJoinedIDs()
        for book in series.books { try BookRecord(book).merge(into: self) }
        for chapter in series.chapters { try ChapterRecord(chapter).merge(into: self) }
        for character in series.allCharacters {
            var character = character
            // The reader may have moved the book or joined it with another.
            character.bookID = character.bookID.map(joined.current)
            if let book = try character.bookID.flatMap({ try BookRecord.fetchOne(self, key: $0) }) {
                character.seriesID = book.book.seriesID
            }
            try CharacterRecord(character).merge(into: self)
        }
        for (position, relation) in series.relations.enumerated() {
            try RelationRecord(relation, position: position).merge(into: self)
        }
    }

    /// Hides parts that an earlier edition had and this one lacks, unless the reader's own data is
    /// in them or attached to them.
    fileprivate func withdraw(whatIsNotIn series: Series, at date: Date) throws {
        let relations = try RelationRecord.fetchAll(
            self,
            sql: """
                SELECT relation.* FROM relation JOIN character ON character.id = firstID
                WHERE character.seriesID = ?
                """,
            arguments: [series.id]
        )
        let related = try withdraw(relations, listed: series.relations.map(\.id), held: [], date)
        let people = try withdraw(
            CharacterRecord.filter(Column("seriesID") == series.id).fetchAll(self),
            listed: series.allCharacters.map(\.id),
            held: related.flatMap { [$0.relation.first, $0.relation.second] },
            date
        )
        let chapters = try ChapterRecord.fetchAll(
            self,
            sql: """
                SELECT chapter.* FROM chapter JOIN book ON book.id = bookID WHERE book.seriesID = ?
                """,
            arguments: [series.id]
        )
        let staying = try withdraw(
            chapters,
            listed: series.chapters.map(\.id),
            held: [],
            date
        )
        _ = try withdraw(
            BookRecord.filter(Column("seriesID") == series.id).fetchAll(self),
            listed: series.books.map(\.id),
            held: people.compactMap(\.character.bookID) + staying.map(\.chapter.bookID),
            date
        )
    }

    /// - Parameter held: ids that the reader's own rows refer to.
    /// - Returns: the rows that stay although they are not listed.
    private func withdraw<Record: SeriesRow>(
        _ records: [Record],
        listed: [UUID],
        held: [UUID],
        _ date: Date
    ) throws -> [Record] {
        let listed = Set(listed)
        let held = Set(held)
        var staying: [Record] = []
        for record in records where !listed.contains(record.id) {
            let state = record.state
            guard state.deletedAt == nil, state.withdrawnAt == nil else { continue }
            if state.origin == .bundled, state.changedFields.isEmpty, !held.contains(record.id) {
                var withdrawn = record
                withdrawn.state.withdrawnAt = date
                try withdrawn.update(self, columns: ["withdrawnAt"])
            } else {
                staying.append(record)
            }
        }
        return staying
    }
}
