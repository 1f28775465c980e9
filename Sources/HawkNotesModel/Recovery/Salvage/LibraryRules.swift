import Foundation
import GRDB

/// What a salvage asks the model about the library that it writes, and about single values.
struct LibraryRules: Sendable {
    /// Creates a library of the present version, without a row in it, where there is no file.
    var makeEmpty: @Sendable (URL) throws -> DatabaseQueue
    /// Makes an id for the second version of a note.
    var makeID: @Sendable () -> UUID
    /// The checksum of a text in UTF-8.
    var textChecksum: @Sendable ([UInt8]) -> Int64
    /// The id of a picture, which follows from its bytes.
    var pictureID: @Sendable (Data) -> UUID
    /// Where a row may come from.
    var origins: Set<String>
    /// How far a reader may be with a book.
    var readingStatuses: Set<String>
    /// Fills the tables whose rows follow from those of others.
    var rebuildDerivedTables: @Sendable (Database) throws -> Void
}

/// Why a salvage could not begin.
enum SalvageError: Error, CustomStringConvertible {
    /// There is a file in the place of the new library.
    case fileExists(URL)
    /// The new library has columns in another order than the salvage knows.
    case unknownColumns(table: String)

    var description: String {
        switch self {
        case .fileExists(let url): "There is a file already: \(url.path)."
        case .unknownColumns(let table): "The table \(table) has columns in another order."
        }
    }
}
