import Foundation
import GRDB

/// A row of `noteRevision`; see `LibrarySchema.makeRoomForRevisions`.
package struct RevisionRow: Hashable, Sendable {
    /// What a revision is to its note.
    package enum State: String, Sendable {
        /// It is the note's text, or merged into it.
        case shown
        /// It could not be merged into the note's text, and is kept beside it.
        case beside
        /// It was permanently deleted, and nothing replaces it.
        case purged
    }

    package var noteID: UUID
    package var id: UUID
    /// The id that follows from its text.
    package var content: UUID
    /// The revisions that were shown when the edit began.
    package var replaced: Set<UUID> = []
    package var stamp: ChangeStamp
    /// Nil if another revision replaces it.
    package var state: State?

    package init(noteID: UUID, id: UUID, content: UUID, stamp: ChangeStamp) {
        self.noteID = noteID
        self.id = id
        self.content = content
        self.stamp = stamp
    }

    init(row: Row) throws {
        noteID = try row.decode(forColumn: "noteID")
        id = try row.decode(forColumn: "id")
        content = try row.decode(forColumn: "content")
        replaced = Set(
            try (row.decode(String?.self, forColumn: "replaced") ?? "").split(separator: " ")
                .compactMap(UUID.init(hexadecimal:))
        )
        stamp = ChangeStamp(
            milliseconds: try row.decode(forColumn: "time"),
            count: try row.decode(forColumn: "count"),
            storedDevice: try row.decode(forColumn: "device")
        )
        state = try row.decode(String?.self, forColumn: "state").flatMap(State.init)
    }

    /// The replaced revisions as they are stored, in a fixed order; nil for none.
    var storedReplaced: String? {
        replaced.isEmpty
            ? nil
            : replaced.map { $0.uuidString.replacing("-", with: "") }.sorted()
                .joined(separator: " ")
    }
}

extension UUID {
    /// From 32 digits without hyphens.
    fileprivate init?(hexadecimal digits: Substring) {
        guard digits.utf8.count == 32 else { return nil }
        var text = String(digits)
        for offset in [20, 16, 12, 8] {
            text.insert("-", at: text.index(text.startIndex, offsetBy: offset))
        }
        self.init(uuidString: text)
    }
}

extension ChangeStamp {
    /// The device as it is stored, like an id.
    var storedDevice: UUID {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: device >> (56 - 8 * $0)) }
        return UUID(
            uuid: (
                0, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5],
                bytes[6], bytes[7]
            )
        )
    }

    init(milliseconds: Int64, count: Int64, storedDevice: UUID) {
        let device = withUnsafeBytes(of: storedDevice.uuid) { bytes in
            bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(milliseconds: milliseconds, count: count, device: device)
    }
}

extension RevisionRow {
    /// The same with other ids of revisions; see ``RevisionID/replacements``.
    func replacing(_ ids: [UUID: UUID]) -> RevisionRow {
        var row = self
        row.id = ids[id] ?? id
        row.content = ids[content] ?? content
        row.replaced = Set(replaced.map { ids[$0] ?? $0 })
        return row
    }
}
