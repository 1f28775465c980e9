import Foundation
import HawkNotesFormats
import Synchronization

/// What a preview has read of a file, for the import that follows: it need not read the file a second time
/// while that is the same.
///
/// Only a single file on the disk is kept, up to the size that an import holds anyway. An import takes
/// what is kept, and lets go of it when it ends; otherwise it stays as long as this value does.
public final class KeptReading: Sendable {
    /// What was read, and how.
    struct Origin: Hashable {
        var version: ImportFileVersion
        var name: String
        var format: ImportFormatName
    }

    private let kept = Mutex<(origin: Origin, buffer: ItemBuffer)?>(nil)

    /// Nothing yet.
    public init() {}

    /// Whether nothing is kept.
    var isEmpty: Bool { kept.withLock { $0 == nil } }

    func keep(_ buffer: ItemBuffer, of origin: Origin) {
        guard buffer.isWhole else { return }
        kept.withLock { $0 = (origin, buffer) }
    }

    /// What was read of this; nil where it was something else. Nothing is kept afterwards.
    func take(_ origin: Origin?) -> ItemBuffer? {
        let taken = kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
        guard let taken, taken.origin == origin else { return nil }
        return taken.buffer
    }
}
