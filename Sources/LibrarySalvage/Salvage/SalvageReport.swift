import Foundation

/// The recovered and the lost contents of a damaged library.
package struct SalvageReport: Hashable, Sendable {
    /// The number of recovered rows of a table, by the way that found them first.
    package struct Rows: Hashable, Sendable {
        /// Read by SQLite before it failed for the first time.
        package var inOneGo = 0
        /// Read by SQLite in ranges around its failures.
        package var inRanges = 0
        /// Found in pages that SQLite did not reach or could not read.
        package var inPages = 0
        /// Read from an index. Only favorites, which have no other column.
        package var inIndexes = 0
        /// Dropped at the end, because their parents are lost.
        package var withoutParent = 0

        /// The rows in the new library.
        package var count: Int { inOneGo + inRanges + inPages + inIndexes - withoutParent }
    }

    /// All tables by name.
    package var tables: [String: Rows] = [:]
    /// Notes whose text has lost its end.
    package var partialNotes: Set<UUID> = []
    /// Notes whose text may not be as saved: its checksum is wrong, it is not valid UTF-8, or, in a
    /// library without checksums, some of its pages also belong to something else.
    package var alteredNotes: Set<UUID> = []
    /// Notes that may have been deleted, or changed since.
    package var doubtfulNotes: Set<UUID> = []
    /// Notes that could not be recovered, if their ids are known. ``lostNoteCount`` also counts the
    /// others.
    package var lostNotes: Set<UUID> = []
    /// The number of notes that are named in indexes, but were not found.
    package var lostNoteCount = 0
    /// Notes that were found, but had been deleted. They were not recovered.
    package var deletedNotes: Set<UUID> = []
    /// New notes made of a second version of a note if it is unknown which one is older: their ids,
    /// and those of the original notes.
    package var secondVersions: [UUID: UUID] = [:]

    /// Pages that the disk could not read.
    package var unreadablePages: Set<Int> = []
    /// Pages of the library's trees that are not sound.
    package var damagedPages: Set<Int> = []
    /// Whether the list of tables could be read completely.
    package var isSchemaReadable = false
    /// Whether SQLite could read anything.
    package var isReadableBySQLite = false
    /// Bytes of a page of the damaged library.
    package var pageSize = 0
    /// The condition of the log; nil if there was none.
    package var logCondition: WriteAheadLog.Condition?

    /// Whether nothing was found, as in a file that is not a library.
    package var isEmpty: Bool { tables.values.allSatisfy { $0.count == 0 } }
}

extension SalvageReport {
    /// How a row was found.
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
