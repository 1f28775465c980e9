import Foundation
import GRDB

/// The salvage's dependencies on the model: how to create a library, and which values are valid in
/// it.
package struct LibraryRules: Sendable {
    /// Creates an empty library of the current version at a place without a file.
    package var makeEmpty: @Sendable (URL) throws -> DatabaseQueue
    /// Creates an id for the second version of a note.
    package var makeID: @Sendable () -> UUID
    /// The checksum of a text in UTF-8.
    package var textChecksum: @Sendable ([UInt8]) -> Int64
    /// The id of a picture, which is derived from its bytes.
    package var pictureID: @Sendable (Data) -> UUID
    /// The origins that a row of a series may have.
    package var origins: Set<String>
    /// The reading statuses that a book may have.
    package var readingStatuses: Set<String>
    /// Fills the tables that are derived from others.
    package var rebuildDerivedTables: @Sendable (Database) throws -> Void

    package init(
        makeEmpty: @escaping @Sendable (URL) throws -> DatabaseQueue,
        makeID: @escaping @Sendable () -> UUID,
        textChecksum: @escaping @Sendable ([UInt8]) -> Int64,
        pictureID: @escaping @Sendable (Data) -> UUID,
        origins: Set<String>,
        readingStatuses: Set<String>,
        rebuildDerivedTables: @escaping @Sendable (Database) throws -> Void
    ) {
        self.makeEmpty = makeEmpty
        self.makeID = makeID
        self.textChecksum = textChecksum
        self.pictureID = pictureID
        self.origins = origins
        self.readingStatuses = readingStatuses
        self.rebuildDerivedTables = rebuildDerivedTables
    }
}

/// Why a salvage could not start.
package enum SalvageError: Error, CustomStringConvertible {
    /// There is already a file at the place of the new library.
    case fileExists(URL)
    /// The columns of the new library are not in the order that ``SalvageTable`` states.
    case unknownColumns(table: String)

    package var description: String {
        switch self {
        case .fileExists(let url): "There is a file already: \(url.path)."
        case .unknownColumns(let table): "The table \(table) has columns in another order."
        }
    }
}
