import GTKBridge
import HawkNotesModel

/// Why something could not be saved, in words for people.
struct SavingProblem: Equatable {
    /// The reason, to follow a colon; it names no file.
    let reason: String
    /// The library's own sentence.
    let details: String

    init(_ error: LibraryError) {
        details = error.message
        reason =
            switch error.code {
            case .diskFull: localized("the disk is full")
            case .readOnly: localized("the library may only be read")
            case .busy: localized("another program is using the library")
            case .damaged: localized("the library is damaged")
            case .cannotOpen: localized("the library cannot be opened")
            case .newerSchema: localized("the library was written by a newer version")
            case .emptyNote: localized("there is nothing but blanks in it")
            case .noteNotFound: localized("the note is no longer there")
            case .invalidSeries, .noSeries, .other: localized("the library cannot be written")
            }
    }
}
