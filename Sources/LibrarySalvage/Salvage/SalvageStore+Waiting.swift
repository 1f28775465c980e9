import Foundation
import GRDB

/// Where a row was found outside the library's trees; the places where it is most likely to be
/// current come first.
enum SalvageStanding: Int {
    /// In a sound page that nothing points to.
    case orphan
    /// In a damaged page.
    case carved
    /// In an older version of a page whose newest one is damaged.
    case prior
    /// In free pages, in free space within pages, or in older versions of pages.
    case deleted
}

extension SalvageStore {
    func createWaitingTables() throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE salvageNote AS SELECT * FROM note WHERE 0;
                ALTER TABLE salvageNote ADD COLUMN salvageStanding INTEGER;
                ALTER TABLE salvageNote ADD COLUMN salvageFlaws INTEGER;
                CREATE TEMP TABLE salvageRow (
                    kind TEXT NOT NULL, id BLOB NOT NULL, PRIMARY KEY (kind, id)
                ) WITHOUT ROWID;
                CREATE TEMP TABLE salvageWitness (
                    sequence INTEGER PRIMARY KEY, id BLOB, createdAt INTEGER, isInIndex INTEGER
                );
                CREATE TEMP TABLE salvageWitnessID (id BLOB PRIMARY KEY) WITHOUT ROWID;
                """
        )
    }

    /// Keeps a row until it is known whether the library has it.
    func keep(_ row: SalvagedRow, _ standing: SalvageStanding) throws {
        switch row.table {
        case .note:
            _ = try insert(
                row,
                into: "salvageNote",
                extra: [
                    ("salvageStanding", standing.rawValue), ("salvageFlaws", row.flaws.rawValue),
                ]
            )
        case .favorite:
            if standing != .deleted, let id = row.values.first {
                try keepFavorite(id, "found")
            }
        case .trashedNote, .noteVersion, .series, .book, .chapter, .character, .relation,
            .bookReading, .picture, .importBatch, .importedItem, .importedChange,
            .noteRevision:
            // No index shows which of them are current, and most can be imported again.
            switch standing {
            case .orphan: try add(row, by: .pages)
            case .carved: carved.append(row)
            case .prior, .deleted: break
            }
        }
    }

    /// Records that an index names a favorite.
    func witnessFavorite(_ id: [UInt8]) throws {
        try keepFavorite(Data(id).databaseValue, "index")
    }

    /// Records that an index names a note.
    ///
    /// - Parameter isInIndex: false for an entry in a page that nothing leads to, which may be
    ///   outdated.
    func witnessNote(
        _ sequence: Int64,
        id: [UInt8]? = nil,
        createdAt: Int64? = nil,
        isInIndex: Bool = true
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO salvageWitness (sequence, id, createdAt, isInIndex)
                VALUES (?, ?, ?, ?)
                ON CONFLICT (sequence) DO UPDATE
                SET id = coalesce(id, excluded.id),
                    createdAt = coalesce(createdAt, excluded.createdAt)
                """
        ).execute(arguments: [sequence, id.map { Data($0) }, createdAt, isInIndex])
        guard let id else { return }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO salvageWitnessID (id) VALUES (?)")
            .execute(arguments: [Data(id)])
    }

    private func keepFavorite(_ id: DatabaseValue, _ kind: String) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO salvageRow (kind, id) VALUES (?, ?)")
            .execute(arguments: [kind, id])
    }
}

extension SalvageStore {
    /// The established facts about the library after its trees have been followed.
    struct Knowledge {
        /// The tree of the notes is sound: a note outside it is not in the library.
        var isNoteTableSound = false
        /// An index of all notes is sound.
        var isNoteIndexSound = false
        /// The root of the notes is known.
        var isNoteTableListed = false
        /// The tree of the favorites or their index is sound.
        var isFavoriteTableSound = false
    }

    /// The number of notes that the indexes are known to name.
    func witnessCount() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM salvageWitness") ?? 0
    }

    /// Whether an index names notes that have not been found.
    func missesNotes() throws -> Bool {
        try exists(
            "SELECT 1 FROM salvageWitness WHERE sequence NOT IN (SELECT sequence FROM note)"
        )
    }

    /// Decides which of the waiting rows to add, and completes the report.
    func finish(_ knowledge: Knowledge) throws {
        // After the sound ones: a damaged page may have outdated rows.
        for row in carved { try add(row, by: .pages) }
        carved = []
        try decideNotes(knowledge)
        try decideFavorites(knowledge)
        try dateNotes()
        try removeRestoredNotesFromTrash()
        try rules.rebuildDerivedTables(db)
        try findParents()
        try dropChildrenWithoutParents()
        try dropStaleKeyedRows()
        try reportNotes(knowledge)
        try db.execute(
            sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'note'",
            arguments: [highestKnownSequence]
        )
        // Makes the next start read the series file again, which contains the missing rows.
        try db.execute(sql: "UPDATE series SET digest = '' WHERE digest IS NOT NULL")
    }

    private func decideNotes(_ knowledge: Knowledge) throws {
        let numbers = try Int64.fetchCursor(
            db,
            sql: """
                SELECT rowid FROM salvageNote
                ORDER BY salvageStanding, modifiedAt DESC, rowid
                """
        )
        while let number = try numbers.next() {
            let statement = try db.cachedStatement(
                sql: "SELECT * FROM salvageNote WHERE rowid = ?"
            )
            guard let stored = try Row.fetchOne(statement, arguments: [number]) else { continue }
            let values = Array(stored.databaseValues)
            let flaws = Int.fromDatabaseValue(values[values.count - 1]) ?? 0
            guard
                let standing = Int.fromDatabaseValue(values[values.count - 2])
                    .flatMap(SalvageStanding.init),
                let row = storedNote(Array(values.dropLast(2)), flaws: .init(rawValue: flaws))
            else { continue }
            try decide(row, standing, knowledge)
        }
    }

    private func decide(
        _ row: SalvagedRow,
        _ standing: SalvageStanding,
        _ knowledge: Knowledge
    ) throws {
        guard let id = row.id, let uuid = UUID(data: id) else { return }
        if let present = try note(id) {
            // It begins like the note, so the rest of it is what was cut off.
            if present.flaws.contains(.isCut), row.flaws.isEmpty,
                row.text.utf8.starts(with: present.text.utf8)
            {
                try replace(id, by: row)
                report.doubtfulNotes.insert(uuid)
            } else if standing == .orphan || standing == .carved,
                !(present.flaws.isEmpty && !row.flaws.isEmpty),
                present.flaws.isEmpty == false || !knowledge.isNoteTableSound
            {
                try add(row, by: .pages)
            }
            return
        }
        let isWitnessed = try isWitnessed(row, id)
        if try !isWitnessed && isInTrash(id) { return }
        let isCertainlyGone = knowledge.isNoteTableSound || knowledge.isNoteIndexSound
        guard isWitnessed || (standing != .deleted && !isCertainlyGone) else {
            report.deletedNotes.insert(uuid)
            return
        }
        try add(row, by: .pages)
        if try standing == .prior || standing == .deleted || !isWitnessed
            || !isWitnessedWhole(row, id)
        {
            report.doubtfulNotes.insert(uuid)
        }
    }

    /// Whether an index names the note, and no other note has its number.
    ///
    /// The number or the id is enough, as the other may be damaged in the index. Numbers are never
    /// reused.
    private func isWitnessed(_ row: SalvagedRow, _ id: Data) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM salvageWitness WHERE sequence = ?
                AND NOT EXISTS (SELECT 1 FROM note WHERE note.sequence = salvageWitness.sequence)
            UNION ALL SELECT 1 FROM salvageWitnessID WHERE id = ?
            """,
            [row.values[0], id]
        )
    }

    /// Whether all of an index entry's values match the note.
    ///
    /// An entry that is only half right may be damaged. It may also belong to the index of another
    /// table, whose page took the place of this one, and have the number of a deleted note.
    private func isWitnessedWhole(_ row: SalvagedRow, _ id: Data) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM salvageWitness
            WHERE sequence = :sequence AND isInIndex AND coalesce(id, :id) = :id
                AND coalesce(createdAt, :createdAt, 0) = coalesce(:createdAt, createdAt, 0)
            """,
            ["sequence": row.values[0], "id": id, "createdAt": row.value("createdAt")]
        )
    }

    /// Whether a note is in the trash.
    private func isInTrash(_ id: Data) throws -> Bool {
        try exists("SELECT 1 FROM trashedNote WHERE id = ?", [id])
    }

    /// Removes notes from the trash that were restored from it; their rows there may be outdated.
    private func removeRestoredNotesFromTrash() throws {
        try db.execute(
            sql: """
                DELETE FROM trashedNote WHERE EXISTS (SELECT 1 FROM note
                WHERE note.id = trashedNote.id AND note.text = trashedNote.text)
                """
        )
        report.tables[SalvageTable.trashedNote.rawValue]?.withoutParent += db.changesCount
    }

    private func decideFavorites(_ knowledge: Knowledge) throws {
        let kinds = knowledge.isFavoriteTableSound ? ["index"] : ["index", "found"]
        for kind in kinds {
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO favorite (characterID)
                    SELECT id FROM salvageRow WHERE kind = ?
                    """,
                arguments: [kind]
            )
            let way: SalvageReport.Way = kind == "index" ? .index : .pages
            for _ in 0..<db.changesCount { report.count(.favorite, way) }
        }
    }

    /// Sets lost dates of notes to those in an index, or to that of the note before.
    private func dateNotes() throws {
        for (id, flaws) in flaws where flaws.contains(.isUndated) {
            try db.execute(
                sql: """
                    UPDATE note SET createdAt = coalesce(
                        (SELECT createdAt FROM salvageWitness WHERE sequence = note.sequence),
                        nullif(createdAt, 0),
                        (SELECT max(createdAt) FROM note AS n WHERE n.sequence < note.sequence),
                        0)
                    WHERE id = ?
                    """,
                arguments: [id]
            )
            try db.execute(
                sql: "UPDATE note SET modifiedAt = max(createdAt, modifiedAt) WHERE id = ?",
                arguments: [id]
            )
        }
    }

    /// Completes the parents of rows. In older libraries, characters only name their book. Books
    /// and characters that the reader made or changed are kept without their book, in a series
    /// without a title if necessary.
    private func findParents() throws {
        let isReaders = "(origin <> 'bundled' OR changedFields IS NOT NULL)"
        try db.execute(
            sql: """
                UPDATE character SET seriesID = book.seriesID FROM book
                    WHERE book.id = bookID AND character.seriesID NOT IN (SELECT id FROM series);
                INSERT INTO series (id, title, origin)
                    SELECT seriesID, '', 'own' FROM (
                        SELECT seriesID FROM book WHERE \(isReaders)
                        UNION SELECT seriesID FROM character WHERE \(isReaders)
                            AND seriesID <> id AND seriesID IS NOT bookID)
                    WHERE seriesID NOT IN (SELECT id FROM series);
                UPDATE character SET bookID = NULL
                    WHERE \(isReaders) AND bookID NOT IN (SELECT id FROM book)
                    AND seriesID IN (SELECT id FROM series);
                """
        )
    }

    private func dropChildrenWithoutParents() throws {
        for table in SalvageTable.allCases {
            for parent in table.parents {
                try db.execute(
                    sql: """
                        DELETE FROM \(table.rawValue)
                        WHERE \(parent.column) NOT IN (SELECT id FROM \(parent.table.rawValue))
                        """
                )
                report.tables[table.rawValue]?.withoutParent += db.changesCount
            }
        }
    }

    /// Drops shelves of lost books, and deletion records of notes that still exist.
    private func dropStaleKeyedRows() throws {
        for (table, condition) in [
            (KeyedTable.bookShelf, "bookID NOT IN (SELECT id FROM book)"),
            (
                KeyedTable.purgedItem,
                "kind = 'note' AND id IN (SELECT id FROM note UNION ALL SELECT id FROM trashedNote)"
            ),
        ] {
            try db.execute(sql: "DELETE FROM \(table.rawValue) WHERE \(condition)")
            report.tables[table.rawValue]?.withoutParent += db.changesCount
        }
    }

    private func reportNotes(_ knowledge: Knowledge) throws {
        for (id, flaws) in flaws {
            guard let id = UUID(data: id) else { continue }
            if flaws.contains(.isCut) { report.partialNotes.insert(id) }
            if flaws.contains(.isAltered) { report.alteredNotes.insert(id) }
        }
        let missing = "FROM salvageWitness WHERE sequence NOT IN (SELECT sequence FROM note)"
        report.lostNoteCount = try Int.fetchOne(db, sql: "SELECT count(*) \(missing)") ?? 0
        let lost = try Data.fetchCursor(
            db,
            sql: """
                SELECT id \(missing) AND id IS NOT NULL AND id NOT IN (SELECT id FROM note)
                """
        )
        while let id = try lost.next() {
            if let id = UUID(data: id) { report.lostNotes.insert(id) }
        }
        report.deletedNotes.subtract(report.lostNotes)
        // A damaged page may have led SQLite to a deleted row; and without the list of tables, all
        // pages with notes are read, even free ones. Only a sound table is trusted more than the
        // remains of its indexes.
        guard knowledge.isNoteIndexSound || !knowledge.isNoteTableSound else { return }
        let unknown = try Data.fetchCursor(
            db,
            sql: """
                SELECT id FROM note WHERE sequence NOT IN (SELECT sequence FROM salvageWitness)
                """
        )
        while let id = try unknown.next() {
            if let id = UUID(data: id) { report.doubtfulNotes.insert(id) }
        }
    }
}
