import Foundation
import HawkNotesFormats
import HawkNotesModel

/// What is taken out of a library.
public enum ExportedPart: Hashable, Sendable {
    /// A series with all that is in it.
    case series(UUID)
    /// A book with its chapters, the characters that it introduces, and the notes on all of these.
    case book(UUID)
    /// A character with the notes on it.
    case character(UUID)
    /// Single notes, in this order.
    case notes([UUID])
}

/// Writes parts of a library as files that an import reads without a difference.
///
/// A file or folder appears under its name when it is whole, and not before: whatever ends the writing,
/// what was there stays. Works on a thread of its own, and ends soon after its task is cancelled.
public struct LibraryExport: Sendable {
    /// Finds a picture that ships with the program by its path, as in `Book.coverFile`.
    public typealias BundledPicture = @Sendable (String) -> StoredPicture?

    let library: Library
    let bundledPicture: BundledPicture

    /// Takes out of a library.
    public init(
        of library: Library,
        bundledPicture: @escaping BundledPicture = { _ in nil }
    ) {
        self.library = library
        self.bundledPicture = bundledPicture
    }
}
