import HawkNotesModel
import Phrases

/// Why a picture could not be used, in one sentence for the user.
package enum PictureText {
    /// - Parameter file: the file's name; nil for a picture that is not in a file.
    package static func problem(_ error: any Error, file: String?) -> String {
        let name = file.map { localized("“%1”", $0) } ?? localized("The picture")
        switch error as? PictureProblem {
        case .missing: return localized("%1 no longer exists.", name)
        case .notAFile: return localized("%1 is not a file.", name)
        case .unreadable: return localized("%1 cannot be read: permission denied.", name)
        case .remote: return localized("%1 is not on this computer; save it here first.", name)
        case .empty: return localized("%1 is empty.", name)
        case .tooLarge: return localized("%1 is too large.", name)
        case .notAPicture:
            return localized("%1 is not a supported picture. Use PNG, JPEG, WebP or SVG.", name)
        case .tooManyPixels(let width, let height):
            return localized(
                "%1 is too large: %2 × %3 pixels.",
                name,
                String(width),
                String(height)
            )
        case .damaged: return localized("%1 is damaged or incomplete.", name)
        case .refersElsewhere:
            return localized("%1 contains other pictures; save it as PNG first.", name)
        case .needsPackage(let package):
            return localized("%1 can be read once the package “%2” is installed.", name, package)
        case .notKept, nil: return localized("%1 could not be saved.", name)
        }
    }
}
