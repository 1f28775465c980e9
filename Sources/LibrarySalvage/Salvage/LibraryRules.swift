import Foundation
import GRDB

/// What a salvage asks the model about the library that it writes, and about single values.
package struct LibraryRules: Sendable {
    /// Creates a library of the present version, without a row in it, where there is no file.
    package var makeEmpty: @Sendable (URL) throws -> DatabaseQueue
    /// Makes an id for the second version of a note.
    package var makeID: @Sendable () -> UUID
    /// The checksum of a text in UTF-8.
    package var textChecksum: @Sendable ([UInt8]) -> Int64
    /// The id of a picture, which follows from its bytes.
    package var pictureID: @Sendable (Data) -> UUID
    /// Where a row may come from.
    package var origins: Set<String>
    /// How far a reader may be with a book.
    package var readingStatuses: Set<String>
    /// Fills the tables whose rows follow from those of others.
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

/// Why a salvage could not begin.
package enum SalvageError: Error, CustomStringConvertible {
    /// There is a file in the place of the new library.
    case fileExists(URL)
    /// The new library has columns in another order than the salvage knows.
    case unknownColumns(table: String)

    package var description: String {
        switch self {
        case .fileExists(let url): "There is a file already: \(url.path)."
        case .unknownColumns(let table): "The table \(table) has columns in another order."
        }
    }
}
