import Foundation
import Phrases
import StateRestoration

/// Why the windows' state cannot be saved, in words for the user; paths and numbers go to the log.
package enum StorageText {
    /// Why windows and drafts cannot be saved: a sentence that calls them “they”.
    package static func reason(_ error: any Error) -> String {
        let error = error as? RestorationError
        if error?.code == .alreadyInUse {
            return localized("Another program is using their folder.")
        }
        return switch (error?.underlying as? POSIXError)?.code {
        case .ENOSPC, .EDQUOT: localized("The disk is full.")
        case .EROFS: localized("The disk is read-only.")
        case .EACCES, .EPERM: localized("Their folder is not writable.")
        case .EIO: localized("The disk reports an error.")
        case .ENOLCK, .ENOSYS, .EOPNOTSUPP:
            localized("Their disk cannot lock files.")
        default: localized("Their folder cannot be used.")
        }
    }

    /// Why windows and drafts cannot be read at the start.
    package static func openingProblem(_ error: any Error) -> String {
        localized("Your windows and drafts cannot be opened. %1", reason(error))
    }
}
