import Foundation

/// What was brought back of a damaged library, and what could not be.
package struct SalvageReport: Hashable, Sendable {
    /// How many rows of a table were brought back, by the way that found them first.
    package struct Rows: Hashable, Sendable {
        /// Read by SQLite in one go, before anything stood in its way.
        package var inOneGo = 0
        /// Read by SQLite around what it could not read.
        package var inRanges = 0
        /// Found in a page that SQLite did not come to, or could not read.
        package var inPages = 0
        /// Put together from an index; only favourites, which hold nothing else.
        package var inIndexes = 0
        /// Left out in the end, because what they belong to is lost.
        package var withoutParent = 0

        /// All rows of the new library's table.
        package var count: Int { inOneGo + inRanges + inPages + inIndexes - withoutParent }
    }

    /// The tables of the library by their names, each of them.
    package var tables: [String: Rows] = [:]
    /// Notes whose text ends early, because the rest of it is lost.
    package var partialNotes: Set<UUID> = []
    /// Notes whose text may not be what was saved: it does not fit its checksum or is not valid
    /// UTF-8, or, in a library without checksums, pages of it belong to something else too.
    package var alteredNotes: Set<UUID> = []
    /// Notes of which it is not certain that they had not been deleted, or changed since.
    package var doubtfulNotes: Set<UUID> = []
    /// Notes that the library had and that could not be brought back, as far as their ids are
    /// known; ``lostNoteCount`` counts the others too.
    package var lostNotes: Set<UUID> = []
    /// How many notes the library's indexes name that were not found anywhere.
    package var lostNoteCount = 0
    /// Notes that were found where deleted ones are; they were not brought back.
    package var deletedNotes: Set<UUID> = []
    /// Of two versions of a note of which none is known to be the older, one became a new note:
    /// its id, and that of the note that it is a version of.
    package var secondVersions: [UUID: UUID] = [:]

    /// Pages that the disk could not read.
    package var unreadablePages: Set<Int> = []
    /// Pages of the library's trees whose content does not fit together.
    package var damagedPages: Set<Int> = []
    /// Whether the list of the tables could be read whole.
    package var isSchemaReadable = false
    /// Whether SQLite could read anything.
    package var isReadableBySQLite = false
    /// Bytes of a page of the damaged library.
    package var pageSize = 0
    /// What state the log was in; nil if there was none.
    package var logCondition: WriteAheadLog.Condition?

    /// Whether nothing of a library was found, as in a file that is something else.
    package var isEmpty: Bool { tables.values.allSatisfy { $0.count == 0 } }
}

extension SalvageReport {
    /// By which way a row was found.
    enum Way: Hashable {
        case oneGo, ranges, pages, index
    }

    mutating func count(_ table: SalvageTable, _ way: Way) {
        let name = table.rawValue
        switch way {
        case .oneGo: tables[name, default: Rows()].inOneGo += 1
        case .ranges: tables[name, default: Rows()].inRanges += 1
        case .pages: tables[name, default: Rows()].inPages += 1
        case .index: tables[name, default: Rows()].inIndexes += 1
        }
    }
}
