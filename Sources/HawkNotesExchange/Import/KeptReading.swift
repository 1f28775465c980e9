import Foundation
import HawkNotesFormats
import Synchronization

/// The items of a file that a preview has read, for the following import: it need not read the file
/// again unless that has changed.
///
/// Only a single file on the disk is kept, up to the size limit of an import. An import takes the
/// items and releases them at its end; otherwise they stay as long as this value.
public final class KeptReading: Sendable {
    /// The file that was read, and how.
    struct Origin: Hashable {
        var version: ImportFileVersion
        var name: String
        var format: ImportFormatName
    }

    private let kept = Mutex<(origin: Origin, buffer: ItemBuffer)?>(nil)

    /// Makes an empty reading.
    public init() {}

    /// Whether nothing is kept.
    var isEmpty: Bool { kept.withLock { $0 == nil } }

    func keep(_ buffer: ItemBuffer, of origin: Origin) {
        guard buffer.isWhole else { return }
        kept.withLock { $0 = (origin, buffer) }
    }

    /// The items of this origin; nil if they are of another. Nothing is kept afterwards.
    func take(_ origin: Origin?) -> ItemBuffer? {
        let taken = kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
        guard let taken, taken.origin == origin else { return nil }
        return taken.buffer
    }
}
