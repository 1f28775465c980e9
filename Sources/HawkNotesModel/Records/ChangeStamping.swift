import Foundation
import GRDB
import Synchronization

/// Stamps every change of a library within the statement that makes it.
///
/// Two libraries are merged value by value, and of two values the one with the later stamp counts;
/// see ``ChangeStamp``. Stamps are written by temporary triggers of the writing connection: no code
/// of the program can forget them, a change and its stamp are one transaction, and other programs
/// that open the file need no function of ours. What these change has no stamp, and is the oldest.
///
/// A new row gets no stamps: its id is random, so that no other library has other values for it.
/// Saving a new note therefore costs three look-ups. Changing a field costs a row of `fieldStamp`,
/// changing a text one or two rows of `noteRevision`.
final class ChangeStamping: Sendable {
    private let now: @Sendable () -> Date
    private let makeID: @Sendable () -> UUID
    private let time = Mutex<Int64?>(nil)
    private let hasBegun = Mutex(false)

    init(_ environment: LibraryEnvironment) {
        now = environment.now
        makeID = environment.makeID
    }

    /// Adds the triggers to the writing connection, unless it has them or the schema is older.
    func begin(_ db: Database) throws {
        guard !hasBegun.withLock({ $0 }),
            try LibrarySchema.version(of: db) == LibrarySchema.currentVersion
        else { return }
        let device = try UUID.fetchOne(db, sql: "SELECT device FROM commitCount")
        for function in functions(device: device) { db.add(function: function) }
        try db.inSavepoint {
            for trigger in Self.triggers { try db.execute(sql: trigger) }
            return .commit
        }
        hasBegun.withLock { $0 = true }
    }

    /// Removes the triggers until `begin`, for changes that have stamps of their own. Part of the
    /// transaction, like all temporary triggers.
    static func pause(_ db: Database) throws {
        for name in try String.fetchAll(
            db,
            sql: "SELECT name FROM sqlite_temp_master WHERE type = 'trigger'"
        ) where name.hasPrefix("stamp") {
            try db.execute(sql: "DROP TRIGGER temp.\"\(name)\"")
        }
    }

    /// Adds the triggers again.
    static func resume(_ db: Database) throws {
        for trigger in triggers { try db.execute(sql: trigger) }
    }

    /// Changes that `body` makes have stamps of their own. After an error, the triggers come back
    /// with the end of the transaction.
    static func paused<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        try pause(db)
        let value = try body()
        try resume(db)
        return value
    }

    /// All changes that `body` makes have the same time.
    func atOneTime<Value>(_ body: () throws -> Value) rethrows -> Value {
        let present = now().milliseconds
        time.withLock { $0 = present }
        defer { time.withLock { $0 = nil } }
        return try body()
    }

    private func functions(device: UUID?) -> [DatabaseFunction] {
        let device = device ?? ChangeStamp().storedDevice
        return [
            .textID,
            DatabaseFunction("stampTime", argumentCount: 0, pure: false) { [self] _ in
                time.withLock { $0 } ?? now().milliseconds
            },
            DatabaseFunction("stampDevice", argumentCount: 0, pure: false) { _ in device },
            DatabaseFunction("newRevisionID", argumentCount: 0, pure: false) { [makeID] _ in
                makeID()
            },
        ]
    }

}

// MARK: - Fields

extension ChangeStamping {
    /// Writes a stamp that is later than the one before.
    ///
    /// - Parameters:
    ///   - kind: the name of a table, as in `purgedItem`.
    ///   - id: an SQL expression.
    private static func stamp(_ kind: String, _ id: String, _ field: String) -> String {
        """
        INSERT INTO fieldStamp (kind, itemID, field, time, count, device)
            VALUES ('\(kind)', \(id), '\(field)', stampTime(), 0, stampDevice())
            ON CONFLICT (kind, itemID, field) DO UPDATE SET
                count = CASE WHEN excluded.time > time THEN 0 ELSE count + 1 END,
                time = max(time, excluded.time), device = excluded.device;
        """
    }

    private static func differs(_ columns: [String]) -> String {
        columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
    }

    /// The triggers of the tables that are merged field by field.
    private static var ofFields: [String] {
        StampedTable.allCases.flatMap { table in
            table.fields.map { field in
                """
                CREATE TEMP TRIGGER "stamp \(table.rawValue).\(field.name)"
                AFTER UPDATE OF \(field.columns.joined(separator: ", ")) ON main.\(table.rawValue)
                WHEN (\(differs(field.columns)))
                    \(field.isOfEdition ? "AND (\(isReaders(field)))" : "") BEGIN
                    \(stamp(table.kind, "new.id", field.name))
                    \(table.hasEditions ? seen(table.kind, "new.id", "new.deletedAt") : "")
                END
                """
            }
        }
    }

    /// Writes the latest stamp of the row's values, which its deletion covers; see `ofSeries`.
    ///
    /// - Parameter deletedAt: an SQL expression; nothing is written if it is null.
    private static func seen(_ kind: String, _ id: String, _ deletedAt: String = "1") -> String {
        """
        INSERT INTO fieldStamp (kind, itemID, field, time, count, device)
            SELECT kind, itemID, 'seen', time, count, device FROM fieldStamp
            WHERE kind = '\(kind)' AND itemID = \(id) AND field <> 'state'
                AND instr(field, ' ') = 0 AND \(deletedAt) IS NOT NULL
            ORDER BY time DESC, count DESC, device DESC LIMIT 1
            ON CONFLICT (kind, itemID, field) DO UPDATE SET
                time = excluded.time, count = excluded.count, device = excluded.device;
        """
    }

    /// Values of a bundled series are the edition's until the reader changes them.
    private static func isReaders(_ field: StampedTable.Field) -> String {
        let isChanged = ["old", "new"].map { row in
            "instr(' ' || ifnull(\(row).changedFields, '') || ' ', ' \(field.columns[0]) ')"
        }
        return "new.origin <> 'bundled' OR \(isChanged.joined(separator: " OR "))"
    }

    /// The triggers of rows of series that are made and deleted.
    ///
    /// With the stamp of a deletion, `seen` has the latest one of the row's values before: a value
    /// with a later one was changed elsewhere, and keeps the row. A change of a deleted row, as by the
    /// end of a join, is covered as well. Of a row that was permanently deleted, the stamps of all
    /// values are kept for that.
    private static var ofSeries: [String] {
        StampedTable.allCases.filter(\.hasEditions).flatMap { table in
            let (name, kind) = (table.rawValue, table.kind)
            return [
                """
                CREATE TEMP TRIGGER "stamp new \(name)" AFTER INSERT ON main.\(name)
                WHEN new.origin <> 'bundled' BEGIN
                    \(stamp(kind, "new.id", "made"))
                END
                """,
                """
                CREATE TEMP TRIGGER "stamp state of \(name)"
                AFTER UPDATE OF deletedAt, purgedAt ON main.\(name)
                WHEN \(differs(["deletedAt", "purgedAt"])) BEGIN
                    \(seen(kind, "new.id"))
                    \(stamp(kind, "new.id", "state"))
                END
                """,
                """
                CREATE TEMP TRIGGER "stamp deletion of \(name)" AFTER DELETE ON main.\(name) BEGIN
                    \(seen(kind, "old.id"))
                    \(stamp(kind, "old.id", "state"))
                END
                """,
            ]
        }
    }

    /// The triggers of tables whose rows are values of another thing.
    private static var ofLists: [String] {
        let isThere = { (row: String) in "EXISTS (SELECT 1 FROM book WHERE id = \(row).bookID)" }
        let isDeleted = { (row: String) in "(SELECT deletedAt FROM book WHERE id = \(row).bookID)" }
        let lists = [("bookReading", "readings"), ("bookShelf", "shelves")].flatMap { table, list in
            [("INSERT", "new"), ("DELETE", "old")].map { event, row in
                """
                CREATE TEMP TRIGGER "stamp \(event) of \(table)" AFTER \(event) ON main.\(table)
                WHEN \(isThere(row)) BEGIN
                    \(stamp("book", "\(row).bookID", list))
                    \(seen("book", "\(row).bookID", isDeleted(row)))
                END
                """
            }
        }
        let marks = [("favorite", "characterID"), ("idAlias", "alias")].flatMap { table, id in
            [("INSERT", "new"), ("DELETE", "old")].map { event, row in
                """
                CREATE TEMP TRIGGER "stamp \(event) of \(table)" AFTER \(event) ON main.\(table)
                BEGIN
                    \(stamp(table, "\(row).\(id)", "row"))
                END
                """
            }
        }
        return lists + marks
    }

    /// The triggers of imports: what a source has become, and whether an import is undone.
    private static var ofImports: [String] {
        [
            """
            CREATE TEMP TRIGGER "stamp known source" BEFORE INSERT ON main.importedItem
            WHEN new.source IS NOT NULL
                AND EXISTS (SELECT 1 FROM importedItem WHERE source = new.source) BEGIN
                \(stamp("importedItem", "new.source", "row"))
            END
            """,
            """
            CREATE TEMP TRIGGER "stamp changed source" AFTER UPDATE ON main.importedItem
            WHEN old.source IS NOT NULL BEGIN
                \(stamp("importedItem", "old.source", "row"))
            END
            """,
            """
            CREATE TEMP TRIGGER "stamp undone import" AFTER UPDATE OF undoneAt ON main.importBatch
            WHEN old.undoneAt IS NOT new.undoneAt BEGIN
                \(stamp("importBatch", "new.id", "undoneAt"))
            END
            """,
        ]
    }
}

// MARK: - Texts

extension ChangeStamping {
    static var triggers: [String] { ofFields + ofSeries + ofLists + ofImports + ofTexts }

    /// Adds a revision of a new text, which replaces those that were shown.
    ///
    /// - Parameter states: of the revisions that it replaces.
    ///
    /// A text beside the note's is replaced as well once it is the note's text.
    private static func addRevision(_ states: String) -> String {
        let isReplaced = """
            (state IN (\(states)) OR state = 'beside' AND content = textID(new.id, new.text))
            """
        return """
            INSERT INTO noteRevision (noteID, id, content, replaced, time, count, device, state)
                SELECT new.id, newRevisionID(), textID(new.id, new.text),
                    (SELECT group_concat(hex(id), ' ') FROM (SELECT id FROM noteRevision
                        WHERE noteID = new.id AND \(isReplaced) ORDER BY id)),
                    max(time, stampTime()), CASE WHEN time < stampTime() THEN 0 ELSE count + 1 END,
                    stampDevice(), 'new'
                FROM noteRevision WHERE noteID = new.id AND \(isReplaced)
                ORDER BY time DESC, count DESC LIMIT 1;
            UPDATE noteRevision SET state = NULL WHERE noteID = new.id AND \(isReplaced);
            UPDATE noteRevision SET state = 'shown' WHERE noteID = new.id AND state = 'new';
            """
    }

    /// Gives a text its row if it has none: it was never edited, or another program wrote it.
    private static func addRow(_ row: String, of table: String = "", as state: String) -> String {
        let source =
            table.isEmpty
            ? "(SELECT textID(\(row).id, \(row).text) AS content, \(row).modifiedAt AS time)"
            : """
            (SELECT textID(id, text) AS content, modifiedAt AS time FROM \(table)
                WHERE id = \(row).id)
            """
        let shown = "FROM noteRevision WHERE noteID = \(row).id AND state = 'shown'"
        return """
            INSERT INTO noteRevision (noteID, id, content, replaced, time, count, device, state)
                SELECT \(row).id, text.content, text.content, (SELECT hex(id) \(shown)),
                    max(text.time, ifnull((SELECT time \(shown)), text.time)),
                    ifnull((SELECT count + 1 \(shown)), 0), zeroblob(16), 'old'
                FROM \(source) AS text
                WHERE NOT EXISTS (SELECT 1 \(shown) AND content = text.content)
                    AND (SELECT count(*) \(shown)) < 2;
            UPDATE noteRevision SET state = NULL WHERE noteID = \(row).id AND state = 'shown'
                AND EXISTS (SELECT 1 FROM noteRevision
                    WHERE noteID = \(row).id AND state = 'old');
            UPDATE noteRevision SET state = '\(state)' WHERE noteID = \(row).id AND state = 'old';
            """
    }

    private static var ofTexts: [String] {
        let isKnown = ["noteRevision WHERE noteID", "purgedItem WHERE id", "trashedNote WHERE id"]
            .map { "EXISTS (SELECT 1 FROM \($0) = new.id)" }.joined(separator: " OR ")
        return [
            """
            CREATE TEMP TRIGGER stampTextOfNote AFTER UPDATE OF text ON main.note
            WHEN old.text IS NOT new.text BEGIN
                \(addRow("old", as: "shown"))
                \(addRevision("'shown'"))
            END
            """,
            // Restoring a note saves its text once more: of two libraries, one may still have it in
            // the trash. A note that was permanently deleted may be saved again as well.
            """
            CREATE TEMP TRIGGER stampReturningNote AFTER INSERT ON main.note WHEN \(isKnown) BEGIN
                \(addRow("new", of: "trashedNote", as: "shown"))
                \(addRevision("'shown', 'purged'"))
            END
            """,
        ]
            + [("note", "trashedNote"), ("trashedNote", "note")].map { table, other in
                """
                CREATE TEMP TRIGGER "stamp deletion of \(table)" AFTER DELETE ON main.\(table)
                WHEN NOT EXISTS (SELECT 1 FROM \(other) WHERE id = old.id) BEGIN
                    \(addRow("old", as: "shown"))
                    UPDATE noteRevision SET state = 'purged'
                        WHERE noteID = old.id AND state IN ('shown', 'beside');
                    DELETE FROM fieldStamp WHERE kind = 'note' AND itemID = old.id;
                END
                """
            }
    }
}
