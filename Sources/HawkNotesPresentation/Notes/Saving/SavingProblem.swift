import HawkNotesModel

/// Why something could not be saved, in words for people.
package struct SavingProblem: Equatable {
    /// The reason, to follow a colon; it names no file.
    package let reason: String

    init(_ error: LibraryError) { reason = LibraryText.savingReason(error) }
}
