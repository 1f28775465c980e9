import Foundation
import Phrases

/// Why the program cannot open after the next login, in words for the user.
package enum LoginText {
    /// The message in a window.
    package static func problem(_ error: LoginEntryError) -> String {
        switch error {
        case .taken(let path):
            localized(
                "Hawk Notes cannot open after the next login: %1 is not its own, or was switched off.",
                path
            )
        case .disk(let path, let error):
            localized(
                "Hawk Notes cannot open after the next login: %1 cannot be written. %2",
                path,
                reason(error)
            )
        }
    }

    /// The message in the log.
    package static func logged(_ error: LoginEntryError) -> String {
        switch error {
        case .taken(let path): "The entry \(path) is left alone."
        case .disk(let path, let error): "The entry \(path) cannot be used: \(error)"
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? POSIXError)?.code {
        case .ENOSPC, .EDQUOT: localized("The disk is full.")
        case .EROFS: localized("The disk is read-only.")
        case .EIO: localized("The disk reports an error.")
        case .EACCES, .EPERM: localized("Its folder is not writable.")
        default: localized("Its folder cannot be used.")
        }
    }
}
