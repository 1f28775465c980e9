import HawkNotesModel

/// Why a save failed, in words for the user.
package struct SavingProblem: Equatable {
    /// The text after a colon; it names no file.
    package let reason: String

    init(_ error: LibraryError) { reason = LibraryText.savingReason(error) }
}
