import Foundation
import GRDB

/// The revisions of a note, with the texts that are still stored.
struct NoteTexts: Hashable, Sendable {
    private(set) var rows: [UUID: RevisionRow] = [:]
    /// By the id that follows from each.
    private(set) var texts: [UUID: String] = [:]

    init() {}

    /// A note that was never edited.
    init(of note: UUID, only text: String, savedAt: Int64) {
        let id = RevisionID.of(text, in: note)
        var row = RevisionRow(
            noteID: note,
            id: id,
            content: id,
            stamp: ChangeStamp(milliseconds: savedAt)
        )
        row.state = .shown
        rows = [id: row]
        texts = [id: text]
    }

    /// The revisions with their texts, as far as they are stored.
    var all: [(RevisionRow, String?)] { rows.values.map { ($0, texts[$0.content]) } }

    /// Adds a text that is stored, of the note itself or of one of its versions.
    mutating func add(_ text: String, of note: UUID) {
        texts[RevisionID.of(text, in: note)] = text
    }

    /// Adds a revision with its text; nil if that is not stored.
    mutating func add(_ row: RevisionRow, _ text: String?) {
        add(row)
        if let text { texts[row.content] = text }
    }

    /// Adds a revision. Of the same one in two libraries, what either knows of it counts.
    mutating func add(_ row: RevisionRow) {
        guard var known = rows[row.id] else {
            rows[row.id] = row
            return
        }
        known.replaced.formUnion(row.replaced)
        known.stamp = max(known.stamp, row.stamp)
        if row.state == .purged || known.state == .purged {
            known.state = .purged
        } else if row.state == nil {
            known.state = nil
        }
        rows[row.id] = known
    }

    /// The revisions of both.
    func union(_ other: NoteTexts) -> NoteTexts {
        var all = self
        for row in other.rows.values { all.add(row) }
        all.texts.merge(other.texts) { mine, _ in mine }
        return all
    }

    /// The same for another note.
    ///
    /// - Parameter revisions: the other ids of revisions; see ``RevisionID/replacements``.
    func replacing(_ revisions: [UUID: UUID], for note: UUID) -> NoteTexts {
        var found = NoteTexts()
        for row in rows.values {
            var row = row.replacing(revisions)
            row.noteID = note
            found.add(row)
        }
        for text in texts.values { found.add(text, of: note) }
        return found
    }

    /// The revisions, as they would be stored: with what each is to the note.
    var storedRows: [RevisionRow] {
        let shown = shown
        return rows.values.map { row in
            var row = row
            if row.state != .purged {
                row.state =
                    shown?.merged.contains(row.id) == true
                    ? .shown : shown?.beside.contains(row.id) == true ? .beside : nil
            }
            return row
        }.sorted { ($0.stamp, $0.id.uuidString) < ($1.stamp, $1.id.uuidString) }
    }

    /// The texts of revisions that were not permanently deleted, the oldest first.
    var storedTexts: [(row: RevisionRow, text: String)] {
        let purged = purged
        return rows.values.sorted { ($0.stamp, $0.id.uuidString) < ($1.stamp, $1.id.uuidString) }
            .compactMap { row in
                guard !purged.contains(row.id), let text = texts[row.content] else { return nil }
                return (row, text)
            }
    }

    /// The revisions that nothing replaces, and that were not permanently deleted.
    var heads: Set<UUID> {
        if let only { return only.text == nil ? [] : [only.id] }
        return NoteRevisions(revisions).heads
    }

    /// What the note shows; nil if it was permanently deleted.
    var shown: NoteRevisions.Shown? {
        guard let only else { return NoteRevisions(revisions).shown }
        return only.text.map {
            NoteRevisions.Shown(text: $0, merged: [only.id], beside: [])
        }
    }

    /// The revision and its text, if there is no other one, as of most notes; the text is nil if it
    /// was permanently deleted or has expired.
    private var only: (id: UUID, text: String?)? {
        guard rows.count == 1, let row = rows.values.first else { return nil }
        return (row.id, row.state == .purged ? nil : texts[row.content])
    }

    /// The revisions, for what the note shows.
    private var revisions: [TextRevision] {
        let purged = purged
        return rows.values.map { row in
            TextRevision(
                id: row.id,
                replacing: replaced(by: row),
                at: row.stamp,
                text: purged.contains(row.id) ? nil : texts[row.content]
            )
        }
    }

    /// The revisions that one replaces, without those that come after it.
    ///
    /// IDs that follow from texts can name the same one before and after another: one copy of a
    /// library may have a text again, as the last of its history, where the other has only the first
    /// occurrence. Random ids are never in a circle of their own.
    private func replaced(by row: RevisionRow) -> Set<UUID> {
        row.replaced.filter { id in
            guard RevisionID.isDerived(row.id) || RevisionID.isDerived(id), let other = rows[id],
                (row.stamp, row.id.uuidString) < (other.stamp, id.uuidString)
            else { return true }
            return !isBefore(row.id, id)
        }
    }

    /// Whether a revision is replaced by another one, directly or not.
    private func isBefore(_ id: UUID, _ other: UUID) -> Bool {
        var seen: Set = [other]
        var open = [other]
        while let next = open.popLast() {
            for replaced in rows[next]?.replaced ?? [] where seen.insert(replaced).inserted {
                if replaced == id { return true }
                open.append(replaced)
            }
        }
        return false
    }

    /// The permanently deleted revisions, with all that came before.
    private var purged: Set<UUID> {
        var open = rows.values.filter { $0.state == .purged }.map(\.id)
        if let note = rows.values.first?.noteID, open.contains(RevisionID.ofAllTexts(in: note)) {
            open += rows.keys.filter(RevisionID.isDerived)
        }
        var found = Set(open)
        while let id = open.popLast() {
            guard let row = rows[id] else { continue }
            for replaced in replaced(by: row) where found.insert(replaced).inserted {
                open.append(replaced)
            }
        }
        return found
    }
}

extension Database {
    /// The revisions of a note, shown or in the trash; empty if there is none.
    func fetchTexts(of noteID: UUID) throws -> NoteTexts {
        var found = NoteTexts()
        let rows = try Row.fetchAll(
            cachedStatement(sql: "SELECT * FROM noteRevision WHERE noteID = ?"),
            arguments: [noteID]
        ).map(RevisionRow.init(row:))
        for row in rows { found.add(row) }
        let isPurged = try isPurgedElsewhere(noteID, rows)
        let texts = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT text, NULL AS modifiedAt FROM noteVersion WHERE noteID = :id
                    UNION ALL SELECT text, modifiedAt FROM trashedNote WHERE id = :id
                        AND NOT EXISTS (SELECT 1 FROM note WHERE id = :id)
                    UNION ALL SELECT text, modifiedAt FROM note WHERE id = :id
                    """
            ),
            arguments: ["id": noteID]
        )
        for row in texts {
            let text: String = try row.decode(forColumn: "text")
            found.add(text, of: noteID)
            guard !isPurged, let time: Int64 = try row.decode(forColumn: "modifiedAt") else {
                continue
            }
            if let missing = missingRow(
                text,
                time,
                noteID,
                shown: rows.filter { $0.state == .shown }
            ) {
                found.add(missing)
            }
        }
        return found
    }

    /// Whether a note is here whose texts were permanently deleted in another library: its text is
    /// no revision.
    private func isPurgedElsewhere(_ noteID: UUID, _ rows: [RevisionRow]) throws -> Bool {
        guard rows.contains(where: { $0.state == .purged }),
            !rows.contains(where: { $0.state == .shown })
        else { return false }
        return try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM purgedItem WHERE id = ?)"),
            arguments: [noteID]
        ) ?? false
    }

    /// The revision of a note's text without a row of its own: it was never edited, or another
    /// program wrote it. `ChangeStamping` adds the same row with the next change.
    private func missingRow(
        _ text: String,
        _ time: Int64,
        _ noteID: UUID,
        shown: [RevisionRow]
    ) -> RevisionRow? {
        let id = RevisionID.of(text, in: noteID)
        guard shown.count < 2, shown.first?.content != id else { return nil }
        let stamp =
            shown.first.map { old in
                ChangeStamp(
                    milliseconds: max(time, old.stamp.milliseconds),
                    count: old.stamp.count + 1
                )
            } ?? ChangeStamp(milliseconds: time)
        var row = RevisionRow(noteID: noteID, id: id, content: id, stamp: stamp)
        row.replaced = Set(shown.map(\.id))
        row.state = .shown
        return row
    }
}
