import Foundation
import HawkNotesModel

extension Library {
    /// Makes a book or a character a part of another one; see ``SeriesChanges/join(_:into:)``.
    @discardableResult
    public func join(_ part: SeriesPart, into kept: UUID) throws -> LibraryUndo {
        try changeSeries { try $0.join(part, into: kept) }.undo
    }
}
