import Foundation
import GRDB

/// IDs of revisions that follow from a note and its text.
///
/// Most texts have no row of their own in `noteRevision`: those that were never edited, and those
/// from before revisions. All copies of a library must know them by the same id. Texts that replace
/// another one get random ids instead. The derivation is a part of the format in which libraries are
/// compared, and never changes.
package enum RevisionID {
    /// The id of a text.
    ///
    /// - Parameter savedAt: in milliseconds, for an occurrence of a text that stands again later in
    ///   the note's history; nil for the last one.
    package static func of(_ text: String, in note: UUID, savedAt: Int64? = nil) -> UUID {
        var bytes = note.bytes + Array(text.utf8)
        if let savedAt {
            // This byte never occurs in a text.
            bytes.append(0xFF)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: savedAt >> (56 - 8 * $0)) }
        }
        return derived(from: bytes)
    }

    /// Stands for all derived ids of a note: the notes that were permanently deleted before
    /// revisions left nothing else.
    static func ofAllTexts(in note: UUID) -> UUID { derived(from: note.bytes + [0xFE]) }

    /// The ids that follow from texts of a note, with those for another note that is the same.
    ///
    /// - Parameters:
    ///   - texts: all texts that may have been the note's.
    ///   - rows: the note's revisions.
    static func replacements(
        of note: UUID,
        with other: UUID,
        texts: Set<String>,
        rows: [RevisionRow]
    ) -> [UUID: UUID] {
        guard note != other else { return [:] }
        var ids = [ofAllTexts(in: note): ofAllTexts(in: other)]
        var known: [UUID: String] = [:]
        for text in texts {
            let id = of(text, in: note)
            ids[id] = of(text, in: other)
            known[id] = text
        }
        // An occurrence of a text that stands again later.
        for row in rows where row.id != row.content && isDerived(row.id) {
            let date = row.stamp.milliseconds
            guard let text = known[row.content], of(text, in: note, savedAt: date) == row.id else {
                continue
            }
            ids[row.id] = of(text, in: other, savedAt: date)
        }
        return ids
    }

    /// Whether an id follows from a text, and is not random.
    static func isDerived(_ id: UUID) -> Bool { id.uuid.6 >> 4 == 8 }

    /// A UUID of version 8 (RFC 9562), from the first bytes of the SHA-256.
    private static func derived(from bytes: [UInt8]) -> UUID {
        var digest = SHA256.digest(bytes)
        digest[6] = digest[6] & 0x0F | 0x80
        digest[8] = digest[8] & 0x3F | 0x80
        return digest.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension UUID {
    /// The sixteen bytes, as they are stored.
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}

extension DatabaseFunction {
    /// `RevisionID.of`, for SQL: the id of a note and its text.
    static let textID = DatabaseFunction("textID", argumentCount: 2, pure: true) { values in
        guard let note = UUID.fromDatabaseValue(values[0]),
            let text = String.fromDatabaseValue(values[1])
        else { return nil }
        return RevisionID.of(text, in: note)
    }
}
