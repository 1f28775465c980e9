import Foundation
import GRDB

extension Library {
    /// Sets how far the reader has read in a series; nil clears it, and nothing is hidden.
    ///
    /// - Throws: `.notFound` if the series does not exist.
    @discardableResult
    public func setReadUpTo(
        _ position: ReadingPosition?,
        in seriesID: UUID
    ) throws -> LibraryUndo {
        try changeLibrary("save how far you have read") {
            try $0.setReadUpTo(position, in: seriesID)
        }
    }

    /// Records that a series was opened, for the order of the shelf. A power failure may undo it.
    public func noteOpening(of seriesID: UUID) throws {
        let now = environment.now()
        try write("note the opening of the series", waitsForDisk: false) { db in
            try db.execute(
                sql: "UPDATE series SET openedAt = ? WHERE id = ?",
                arguments: [now.milliseconds, seriesID]
            )
            return ((), db.changesCount > 0 ? [.seriesOpened(seriesID)] : [])
        }
    }
}
