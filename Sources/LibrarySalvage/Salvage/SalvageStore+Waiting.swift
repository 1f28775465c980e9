import Foundation
import GRDB

/// Where a row was found, if not in the library's trees. The order is that of how likely it is
/// to be in the library still.
enum SalvageStanding: Int {
    /// In a page of the right form that nothing points to.
    case orphan
    /// In a page that is damaged.
    case carved
    /// In an older version of a page whose present one is damaged.
    case prior
    /// Where deleted rows are: free pages, free room within pages, older versions.
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

    /// Keeps a row of which it can be said in the end only whether the library has it.
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
            .bookReading, .picture, .importBatch, .importedItem, .importedChange:
            // Without the tables' own trees nothing is known about them, and most can be imported
            // again.
            switch standing {
            case .orphan: try add(row, by: .pages)
            case .carved: carved.append(row)
            case .prior, .deleted: break
            }
        }
    }

    /// Notes down that an index has a favourite.
    func witnessFavorite(_ id: [UInt8]) throws {
        try keepFavorite(Data(id).databaseValue, "index")
    }

    /// Notes down that an index has a note.
    ///
    /// - Parameter isInIndex: false for a page that nothing leads to, which may be one of an
    ///   earlier state.
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
    /// What is known for certain about the library in the end.
    struct Knowledge {
        /// The notes' own tree is whole: what is not in it is not in the library.
        var isNoteTableSound = false
        /// An index over all notes is whole.
        var isNoteIndexSound = false
        /// Where the notes' own tree begins is known.
        var isNoteTableListed = false
        /// The favourites' tree or index is whole.
        var isFavoriteTableSound = false
    }

    /// How many notes the indexes name, as far as they have been read.
    func witnessCount() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM salvageWitness") ?? 0
    }

    /// Whether an index names notes that have not been found.
    func missesNotes() throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM salvageWitness
                WHERE sequence NOT IN (SELECT sequence FROM note))
                """
        ) ?? false
    }

    /// Decides about the rows that were kept, and completes the report.
    func finish(_ knowledge: Knowledge) throws {
        // Behind the whole ones: there may be remains of an earlier state in a damaged page.
        for row in carved { try add(row, by: .pages) }
        carved = []
        try decideNotes(knowledge)
        try decideFavorites(knowledge)
        try dateNotes()
        try takeFromTrashWhatIsThere()
        try rules.rebuildDerivedTables(db)
        try findParents()
        try dropChildrenWithoutParents()
        try settleKeyedTables()
        try reportNotes(knowledge)
        try db.execute(
            sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'note'",
            arguments: [highestKnownSequence]
        )
        // The series file is read again at the next start, whatever is missing here.
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
            // Its beginning is that of the note, so the rest is what was cut off.
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

    /// Whether an index has the note, and nothing else has taken its place.
    ///
    /// Either number or id is enough, as the other one may be damaged in the index: no number is ever
    /// given twice.
    private func isWitnessed(_ row: SalvagedRow, _ id: Data) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM salvageWitness
                WHERE sequence = ?
                AND NOT EXISTS (SELECT 1 FROM note WHERE note.sequence = salvageWitness.sequence))
                OR EXISTS (SELECT 1 FROM salvageWitnessID WHERE id = ?)
                """
        )
        return try Bool.fetchOne(statement, arguments: [row.values[0], id]) ?? false
    }

    /// Whether all that an index says of a note is true of it.
    ///
    /// An entry that agrees by half may be a damaged one, but as well that of another table's index
    /// in a page that has taken the place of this one's, with numbers that deleted notes had.
    private func isWitnessedWhole(_ row: SalvagedRow, _ id: Data) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM salvageWitness
                WHERE sequence = :sequence AND isInIndex AND coalesce(id, :id) = :id
                AND coalesce(createdAt, :createdAt, 0) = coalesce(:createdAt, createdAt, 0))
                """
        )
        return try Bool.fetchOne(
            statement,
            arguments: [
                "sequence": row.values[0], "id": id,
                "createdAt": row.value("createdAt"),
            ]
        ) ?? false
    }

    /// Whether a note was deleted and can still be brought back.
    private func isInTrash(_ id: Data) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM trashedNote WHERE id = ?)"
        )
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    /// A note that was brought back may have left its row in the trash.
    private func takeFromTrashWhatIsThere() throws {
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

    /// Dates notes whose own dates are lost: as an index says, else as the note before them.
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

    /// Characters of older versions say their book only. What the reader has made or changed, and what
    /// stands where that did, is kept without its book, and with a series that has lost its title.
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

    /// Drops what belongs to nothing that was brought back, or says that it is gone.
    private func settleKeyedTables() throws {
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
        // SQLite may have been led to a deleted row by a damaged page; and without the list of the
        // tables all pages with notes count, of which some may have been free. Only a whole table
        // is believed more than what is left of its indexes.
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
