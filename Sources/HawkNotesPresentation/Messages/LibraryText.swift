import HawkNotesModel
import Phrases

/// The library's errors, in words for the user; paths and numbers go to the log.
package enum LibraryText {
    /// Why notes and favorites cannot be read: the text after a colon.
    package static func readingReason(_ error: any Error) -> String {
        reason(error) ?? localized("the library cannot be read")
    }

    /// Why something cannot be saved: the text after a colon.
    package static func savingReason(_ error: any Error) -> String {
        reason(error) ?? localized("the library cannot be written")
    }

    /// Why the library has no backup of this week: the text after a colon.
    package static func copyReason(_ error: any Error) -> String {
        switch (error as? LibraryError)?.code {
        case .diskFull: localized("the disk is full")
        case .busy: localized("another program is using the library")
        case .heldElsewhere: localized("another computer is using the library")
        case .noLocks: localized("its disk cannot lock files")
        case .damaged: localized("the library is damaged")
        case .replaced: localized("another program replaced the library")
        case .newerSchema, .readOnly, .cannotOpen, .invalidSeries, .noSeries, .notFound,
            .emptyTitle, .noteNotFound, .emptyNote, .other, nil:
            localized("the backup folder is not writable")
        }
    }

    /// Why the library cannot be opened, in full sentences.
    ///
    /// Names a file or folder that cannot be used: the user has to find it to fix that.
    package static func openingProblem(_ error: any Error) -> String {
        let error = error as? LibraryError
        let place = error?.url?.path
        switch error?.code {
        case .newerSchema:
            return localized(
                "Your library was written by a newer version of Hawk Notes. It was left unchanged."
            )
        case .diskFull: return localized("The disk with your library is full.")
        case .busy: return localized("Another program is using your library.")
        case .heldElsewhere:
            return localized(
                "Your library is open on “%1”. Quit Hawk Notes there, or wait two minutes if that computer is off.",
                error?.host ?? ""
            )
        case .noLocks:
            return localized(
                "The disk with your library cannot lock files. Move the library to a local disk."
            )
        case .readOnly where place != nil:
            return localized("Your library must be writable: “%1”.", place ?? "")
        case .cannotOpen where place != nil:
            return localized("Your library, or its folder, cannot be used: “%1”.", place ?? "")
        case .damaged:
            return localized("Parts of your library file can no longer be read.")
        case .invalidSeries where place != nil:
            return localized(
                "The sample series “%1” cannot be read. Reinstalling Hawk Notes may help.",
                error?.url?.lastPathComponent ?? ""
            )
        case .invalidSeries, .noSeries:
            return localized("There are no books in your library.")
        case .readOnly, .cannotOpen, .replaced, .notFound, .emptyTitle, .noteNotFound, .emptyNote,
            .other, nil:
            return localized("Your library cannot be opened.")
        }
    }

    /// Says that another machine has the library, and that no copy of it can be read here.
    ///
    /// - Parameter error: the reason; nil where there is no place for a copy.
    package static func heldElsewhere(_ name: String, withoutCopy error: (any Error)?) -> String {
        let sentence = localized(
            "Your library is open on “%1”. Quit Hawk Notes there, or wait two minutes if that computer is off.",
            name
        )
        guard let error else { return sentence }
        let reason = localized("No backup can be read: %1.", readingReason(error))
        return sentence + " " + reason
    }

    /// Says that the sample series could not be updated, while the library has an earlier version.
    package static func olderSeries(file: String) -> String {
        localized(
            "The sample series “%1” cannot be read, so your current books are shown. Reinstalling Hawk Notes may help.",
            file
        )
    }

    /// Why a recovery of a damaged library failed.
    package static func recoveryProblem(_ error: any Error) -> String {
        switch (error as? LibraryError)?.code {
        case .diskFull: localized("That could not be done: the disk is full.")
        case .busy: localized("That could not be done: another program is using the library.")
        case .heldElsewhere:
            localized("That could not be done: another computer is using the library.")
        case .noLocks:
            localized("That could not be done: the disk with your library cannot lock files.")
        case .readOnly, .cannotOpen:
            localized("That could not be done: a file or folder of the library cannot be used.")
        case .newerSchema, .damaged, .replaced, .invalidSeries, .noSeries, .notFound, .emptyTitle,
            .noteNotFound, .emptyNote, .other, nil:
            localized("That could not be done: too much of the library is damaged.")
        }
    }

    /// Nil when only the attempted operation can be named.
    private static func reason(_ error: any Error) -> String? {
        switch (error as? LibraryError)?.code {
        case .diskFull: localized("the disk is full")
        case .readOnly: localized("the library may only be read")
        case .busy: localized("another program is using the library")
        case .heldElsewhere: localized("another computer is using the library")
        case .noLocks: localized("its disk cannot lock files")
        case .damaged: localized("the library is damaged")
        case .replaced: localized("another program replaced the library")
        case .cannotOpen: localized("the library cannot be opened")
        case .newerSchema: localized("the library was written by a newer version")
        case .emptyNote: localized("it is empty")
        case .noteNotFound: localized("the note no longer exists")
        case .invalidSeries, .noSeries, .notFound, .emptyTitle, .other, nil: nil
        }
    }
}
