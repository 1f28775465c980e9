import Foundation
import GRDB

/// The tags of a note: names without `#`, in the order in which they were added.
///
/// A note has the tags of its own field, which imports fill, and those that are typed in its text.
/// Names that differ only in case, accents or width are the same, as with ``ShelfNames``.
public enum NoteTags {
    /// Normalizes typed or imported names: removes the leading `#`, trims them, puts each on one
    /// line and removes duplicates.
    public static func normalized(_ names: some Sequence<String>) -> [String] {
        ShelfNames.normalized(names.map { String($0.drop { $0.isWhitespace || $0 == "#" }) })
    }

    /// A name in the form used for comparison.
    public static func folded(_ name: String) -> String { name.folded }

    /// The names in a column, one per line.
    static func names(in column: String?) -> [String] {
        BookLists.lines(column)
    }

    /// The column's value for these names; nil if there are none.
    static func column(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: "\n")
    }

    /// The tags that are typed in a text, without duplicates: `#` and a word with at least one
    /// letter, at the beginning of the text or after a space or an opening mark.
    ///
    /// A word has letters, digits, `_`, and, except at its end, `-` and `/`. The fragment of a web
    /// address is not a tag, and neither is a number, such as `#3`.
    public static func typed(in text: String) -> [String] {
        ShelfNames.normalized(ranges(in: text).map { String(text[$0].dropFirst()) })
    }

    /// The tags that are typed in a text, each with its `#`, in order.
    public static func ranges(in text: String) -> [Range<String.Index>] {
        guard text.utf8.contains(UInt8(ascii: "#")) else { return [] }
        var ranges: [Range<String.Index>] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "#") {
            let isAtStart = start == text.startIndex || text[text.index(before: start)].opensTag
            let word = text[text.index(after: start)...].prefix { $0.isInTag }
            let end = word.lastIndex { $0 != "-" && $0 != "/" }
            let name = end.map { word[...$0] } ?? word.prefix(0)
            if isAtStart, name.contains(where: \.isLetter) { ranges.append(start..<name.endIndex) }
            rest = text[word.endIndex...].drop { $0 == "#" }
        }
        return ranges
    }

    /// The tags of a note's field, then those typed in its text, without duplicates.
    public static func all(_ names: [String], in text: String) -> [String] {
        let typed = typed(in: text)
        return typed.isEmpty ? names : ShelfNames.normalized(names + typed)
    }

    /// Whether a tag is typed in a text, in any spelling.
    public static func has(_ tag: String, in text: String) -> Bool {
        typed(in: text).contains { $0.folded == tag.folded }
    }

    /// Writes all tags of a note to the table of tags.
    ///
    /// - Parameter isNew: whether the note has no tags there yet.
    static func write(
        _ names: [String],
        of sequence: Int64,
        isNew: Bool,
        in db: Database
    ) throws {
        if !isNew {
            try db.cachedStatement(sql: "DELETE FROM noteTag WHERE note = ?")
                .execute(arguments: [sequence])
        }
        for tag in Set(names.map(\.folded)) where !tag.isEmpty {
            try db.cachedStatement(sql: "INSERT INTO noteTag (tag, note) VALUES (?, ?)")
                .execute(arguments: [tag, sequence])
        }
    }

    /// Rebuilds the table.
    static func rebuild(in db: Database) throws {
        try db.execute(sql: "DELETE FROM noteTag")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT sequence, tags, text FROM note
                WHERE tags IS NOT NULL OR instr(text, '#') > 0
                """
        )
        while let row = try rows.next() {
            let all = all(
                names(in: try row.decode(forColumn: "tags")),
                in: try row.decode(forColumn: "text")
            )
            try write(all, of: try row.decode(forColumn: "sequence"), isNew: true, in: db)
        }
    }
}

/// The tag being typed after a `#`.
public struct TagQuery: Hashable, Sendable {
    /// The distance from the `#` to the cursor, in Unicode scalars.
    public let length: Int
    /// The text between the two, with at least one letter.
    public let text: String

    /// Parses the text before a cursor; nil if no tag is being typed.
    ///
    /// - Parameter before: the text before the cursor, or the end of it: as much as for
    ///   ``MentionQuery`` is enough.
    public init?(before: String) {
        guard let sign = before.lastIndex(of: "#") else { return nil }
        let word = before[before.index(after: sign)...]
        guard sign == before.startIndex || before[before.index(before: sign)].opensTag,
            word.allSatisfy(\.isInTag), word.contains(where: \.isLetter)
        else { return nil }
        text = String(word)
        length = text.unicodeScalars.count + 1
    }

    /// The tags that begin with the text in any spelling, except the text itself and tags that
    /// cannot be typed.
    ///
    /// - Parameter names: the known tags; their order is kept.
    public func hits(among names: some Sequence<String>, limit: Int = 8) -> [String] {
        let folded = text.folded
        return Array(
            names.lazy.filter {
                $0 != text && $0.folded.utf8.starts(with: folded.utf8)
                    && NoteTags.typed(in: "#" + $0) == [$0]
            }.prefix(limit)
        )
    }
}

extension Library {
    /// The maximum number of notes whose tags are written at once: other writes wait meanwhile.
    private static let completionLimit = 200

    /// Adds tags to the table of tags, and removes others, where it disagrees with the notes: it
    /// had only the tags of the field in older versions.
    ///
    /// Reads the notes without locking the library, and writes only those that differ.
    func completeTags(of sequences: some Collection<Int64>) throws {
        guard !isMigrationDelayed else { return }
        let found = try read("read the tags") { try $0.notesWithOtherTags(sequences) }
        var rest = found[...]
        while !rest.isEmpty {
            let some = rest.prefix(Self.completionLimit)
            rest = rest.dropFirst(some.count)
            try write("complete the tags", waitsForDisk: false) { db in
                // They may have changed since.
                for note in try db.notesWithOtherTags(some.map(\.sequence)) {
                    try NoteTags.write(note.tags, of: note.sequence, isNew: false, in: db)
                }
                return ((), [])
            }
        }
    }

    /// The tags of all notes that are not hidden, the last used ones first, each as it is written in
    /// its newest note.
    ///
    /// - Parameter exceptions: spoilers that are shown.
    public func tagNames(except exceptions: Set<Veil.Exception> = []) throws -> [String] {
        let veil = try searchVeil(except: exceptions)
        return try read("read the tags") { try $0.tagNames(veil) }
    }
}

extension Database {
    /// The notes whose tags are not those in the table of tags.
    fileprivate func notesWithOtherTags(
        _ sequences: some Collection<Int64>
    ) throws -> [(sequence: Int64, tags: [String])] {
        let statement = try cachedStatement(
            sql: """
                SELECT tags, text,
                    (SELECT group_concat(tag, char(10)) FROM noteTag WHERE note = sequence) AS known
                FROM note WHERE sequence = ?
                    AND (instr(text, '#') > 0 OR tags IS NOT NULL OR known IS NOT NULL)
                """
        )
        return try sequences.compactMap { sequence in
            guard let row = try Row.fetchOne(statement, arguments: [sequence]) else { return nil }
            let tags = NoteTags.all(
                NoteTags.names(in: try row.decode(forColumn: "tags")),
                in: try row.decode(forColumn: "text")
            )
            let known = Set(NoteTags.names(in: try row.decode(forColumn: "known")))
            let wanted = Set(tags.map(\.folded)).subtracting([""])
            return wanted == known ? nil : (sequence, tags)
        }
    }

    /// The tags of all notes that are not hidden, the last used ones first, each as it is written in
    /// its newest note.
    func tagNames(_ veil: SearchVeil) throws -> [String] {
        var tags: [Int64: Set<String>] = [:]
        let newest = try Row.fetchCursor(
            self,
            sql: """
                SELECT newest.tag, newest.note, subjectID
                FROM (SELECT tag, max(note) AS note FROM noteTag GROUP BY tag) AS newest
                JOIN note ON note.sequence = newest.note
                """
        )
        while let row = try newest.next() {
            let tag: String = try row.decode(atIndex: 0)
            var sequence: Int64? = try row.decode(Int64.self, atIndex: 1)
            if !veil.isNone, let newest = sequence,
                veil.hides(newest, on: try row.decode(UUID.self, atIndex: 2))
            {
                sequence = try newestNote(with: tag, before: newest, veil)
            }
            if let sequence { tags[sequence, default: []].insert(tag) }
        }
        let statement = try cachedStatement(sql: "SELECT tags, text FROM note WHERE sequence = ?")
        return try tags.keys.sorted(by: >).flatMap { sequence -> [String] in
            guard let row = try Row.fetchOne(statement, arguments: [sequence]) else { return [] }
            let all = NoteTags.all(
                NoteTags.names(in: try row.decode(forColumn: "tags")),
                in: try row.decode(forColumn: "text")
            )
            return all.filter { tags[sequence]?.contains($0.folded) == true }
        }
    }

    /// The newest note with a tag that is not hidden, by its number.
    private func newestNote(
        with tag: String,
        before sequence: Int64,
        _ veil: SearchVeil
    ) throws -> Int64? {
        let rows = try Row.fetchCursor(
            self,
            sql: """
                SELECT noteTag.note, subjectID FROM noteTag
                JOIN note ON note.sequence = noteTag.note
                WHERE tag = ? AND noteTag.note < ? ORDER BY noteTag.note DESC
                """,
            arguments: [tag, sequence]
        )
        while let row = try rows.next() {
            let sequence: Int64 = try row.decode(atIndex: 0)
            if !veil.hides(sequence, on: try row.decode(atIndex: 1)) { return sequence }
        }
        return nil
    }
}

extension Swift.Character {
    /// Whether a `#` after it begins a tag.
    fileprivate var opensTag: Bool { isWhitespace || "([{\"'“”„‘’‚«»‹›¿¡—–".contains(self) }

    fileprivate var isInTag: Bool {
        isLetter || isNumber || self == "_" || self == "-" || self == "/"
    }
}
