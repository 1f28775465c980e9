import Foundation
import HawkNotesModel
import Phrases

/// The messages when another program has changed the library's files.
package enum ReplacedLibraryText {
    /// Says that there is a different library now, or none, and what happens to new notes.
    package static func sentence(_ kind: ReplacedLibrary.Kind, inPrivateWindow isPrivate: Bool)
        -> String
    {
        switch (kind, isPrivate) {
        case (.heldElsewhere(let host), false):
            localized(
                "Your library is now open on “%1”. New notes stay in their windows until you quit Hawk Notes there.",
                host
            )
        case (.heldElsewhere(let host), true):
            localized(
                "Your library is now open on “%1”. New notes stay in this private window, and are lost when it closes.",
                host
            )
        case (.missing, false):
            localized(
                "Your library has been moved or deleted. New notes stay in their windows until it is available again."
            )
        case (.missing, true):
            localized(
                "Your library has been moved or deleted. New notes stay in this private window, and are lost when it closes."
            )
        case (.copied, false), (.replaced, false):
            localized(
                "Another program replaced your library. New notes stay in their windows until you choose one."
            )
        case (.copied, true), (.replaced, true):
            localized(
                "Another program replaced your library. New notes stay in this private window, and are lost when it closes."
            )
        }
    }

    /// Says that the previous library could not be copied anywhere.
    package static func withoutCopy(_ error: LibraryError) -> String {
        error.code == .diskFull
            ? localized("There is not enough space for a copy of your previous library.")
            : localized("There is no copy of your previous library.")
    }

    /// Says that it happens repeatedly.
    package static func again(_ folder: URL) -> String {
        localized(
            "This happened less than an hour ago. Exclude the folder “%1” from syncing.",
            folder.path
        )
    }

    /// Says that files beside the library at the start belong to a different one.
    package static func strays(_ folder: URL) -> String {
        localized(
            "Another program replaced your library while Hawk Notes was closed. Recent changes that don't belong to it are in the folder “%1”.",
            folder.path
        )
    }
}
