import Foundation
import GRDB

extension Library {
    /// Says how far the reader has read in a series; nil takes that back, and nothing is veiled.
    ///
    /// - Throws: `.notFound` if there is no such series.
    @discardableResult
    public func setReadUpTo(
        _ position: ReadingPosition?,
        in seriesID: UUID
    ) throws -> LibraryUndo {
        try changeLibrary("save how far you have read") {
            try $0.setReadUpTo(position, in: seriesID)
        }
    }

    /// Notes down that a series is shown, for the order of the shelf. A power cut may undo it.
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
