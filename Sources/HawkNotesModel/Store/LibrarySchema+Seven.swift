import Foundation
import GRDB

extension LibrarySchema {
    /// Schema 7: records which text of a note replaces which, and names the device.
    ///
    /// - `noteRevision` has the texts of notes that were edited, and of notes that were restored or
    ///   permanently deleted. A note without rows has one text, whose id follows from it: see
    ///   `RevisionID`. New notes therefore cost nothing. `content` is the id that would follow from
    ///   the revision's text, by which the text is found in the note or its versions. `replaced` has
    ///   the ids of the revisions that were shown when the edit began, in hexadecimal, separated by
    ///   blanks. `time`, `count` and `device` are its `ChangeStamp`. Rows are kept when texts
    ///   expire.
    /// - `state` is `shown` for the revisions in the note's text, `purged` for those that were
    ///   permanently deleted without another one in their place, and null for replaced ones.
    /// - `commitCount.device` is a random number of 64 bits, stored like all ids in sixteen bytes.
    ///   `stampedSince` is the count of commits before this step: where two copies of a library
    ///   have different values without stamps, the one with the higher count is the later one.
    ///
    /// Only notes with versions are written. The stamps of fields have a table since schema 6; see
    /// `ChangeStamping`.
    static let makeRoomForRevisions: Step = { db in
        try db.execute(
            sql: """
                ALTER TABLE commitCount ADD COLUMN device BLOB;
                ALTER TABLE commitCount ADD COLUMN stampedSince INTEGER;
                CREATE TABLE noteRevision (
                    number INTEGER PRIMARY KEY,
                    noteID BLOB NOT NULL,
                    id BLOB NOT NULL,
                    content BLOB NOT NULL,
                    replaced TEXT,
                    time INTEGER NOT NULL,
                    count INTEGER NOT NULL,
                    device BLOB NOT NULL,
                    state TEXT
                ) STRICT;
                CREATE INDEX noteRevisionByNote ON noteRevision (noteID);
                """
        )
        // As `ChangeStamp.storedDevice` has it: the number is in the last eight bytes.
        try db.execute(
            sql: """
                UPDATE commitCount SET stampedSince = count,
                    device = CAST(zeroblob(8) || randomblob(8) AS BLOB)
                """
        )
        try deriveRevisions(db)
        try markPurgedNotes(db)
    }

    /// Makes revisions of the versions of notes; see ``DerivedRevisions``.
    private static func deriveRevisions(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT noteID, text, savedAt, replacedAt, number FROM noteVersion
                WHERE noteID IN (SELECT id FROM note UNION ALL SELECT id FROM trashedNote)
                UNION ALL SELECT id, text, modifiedAt, NULL, NULL FROM note
                    WHERE id IN (SELECT noteID FROM noteVersion)
                UNION ALL SELECT id, text, modifiedAt, NULL, NULL FROM trashedNote
                    WHERE id IN (SELECT noteID FROM noteVersion)
                    AND id NOT IN (SELECT id FROM note)
                ORDER BY noteID, replacedAt NULLS LAST, number
                """
        )
        var texts: DerivedRevisions?
        while let row = try rows.next() {
            let note: UUID = try row.decode(forColumn: "noteID")
            if texts?.note != note {
                try texts?.insert(db)
                texts = DerivedRevisions(of: note)
            }
            texts?.add(
                try row.decode(forColumn: "text"),
                savedAt: try row.decode(forColumn: "savedAt")
            )
        }
        try texts?.insert(db)
    }

    private static func markPurgedNotes(_ db: Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT id, purgedAt FROM purgedItem WHERE kind = 'note'"
        )
        for row in rows {
            let note: UUID = try row.decode(forColumn: "id")
            let id = RevisionID.ofAllTexts(in: note)
            let time: Int64 = try row.decode(forColumn: "purgedAt")
            try insert(
                RevisionRow(
                    noteID: note,
                    id: id,
                    content: id,
                    stamp: ChangeStamp(milliseconds: time)
                ),
                state: "purged",
                db
            )
        }
    }

    /// As the schema was when this step was released.
    fileprivate static func insert(_ row: RevisionRow, state: String?, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO noteRevision
                    (noteID, id, content, replaced, time, count, device, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                row.noteID, row.id, row.content, row.storedReplaced, row.stamp.milliseconds,
                row.stamp.count, row.stamp.storedDevice, state,
            ]
        )
    }
}

/// The revisions of a note from before they had ids: its versions in their order, then its text.
///
/// A text may stand there twice, as after *Bring Back*. The last occurrence has the id of the text,
/// and an earlier one that of the text and its time. So a copy of the library that was edited since
/// knows the earlier texts by the same ids, unless it has one of them again.
struct DerivedRevisions {
    let note: UUID
    private var texts: [(text: String, savedAt: Int64)] = []

    init(of note: UUID) { self.note = note }

    /// Adds the next text. A version that differs only in its quotation is no revision.
    mutating func add(_ text: String, savedAt: Int64) {
        if let last = texts.last, last.text.utf8.elementsEqual(text.utf8) { return }
        texts.append((text, savedAt))
    }

    var rows: [RevisionRow] {
        var last: [UUID: Int] = [:]
        let contents = texts.map { RevisionID.of($0.text, in: note) }
        for (index, content) in contents.enumerated() { last[content] = index }
        var rows: [RevisionRow] = []
        for (index, item) in texts.enumerated() {
            let content = contents[index]
            let isLast = last[content] == index
            var row = RevisionRow(
                noteID: note,
                id: isLast
                    ? content : RevisionID.of(item.text, in: note, savedAt: item.savedAt),
                content: content,
                stamp: ChangeStamp(milliseconds: item.savedAt)
            )
            row.replaced = rows.last.map { [$0.id] } ?? []
            rows.append(row)
        }
        return rows
    }

    fileprivate func insert(_ db: Database) throws {
        let rows = rows
        // A single text needs no row.
        guard rows.count > 1 else { return }
        for (index, row) in rows.enumerated() {
            let state = index == rows.count - 1 ? "shown" : nil
            try LibrarySchema.insert(row, state: state, db)
        }
    }
}
