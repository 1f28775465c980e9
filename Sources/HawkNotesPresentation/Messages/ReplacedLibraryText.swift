import Foundation
import HawkNotesModel
import Phrases

/// What is said when another program has touched the library's files.
package enum ReplacedLibraryText {
    /// That there is another library now, or none, and what becomes of new notes.
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

    /// That the library as it was could not be copied anywhere.
    package static func withoutCopy(_ error: LibraryError) -> String {
        error.code == .diskFull
            ? localized("There is not enough space for a copy of your previous library.")
            : localized("There is no copy of your previous library.")
    }

    /// That it happens again and again.
    package static func again(_ folder: URL) -> String {
        localized(
            "This happened less than an hour ago. Exclude the folder “%1” from syncing.",
            folder.path
        )
    }

    /// That what lay beside the library at the start belongs to another one.
    package static func strays(_ folder: URL) -> String {
        localized(
            "Another program replaced your library while Hawk Notes was closed. Recent changes that don't belong to it are in the folder “%1”.",
            folder.path
        )
    }
}
