import HawkNotesModel
import Phrases
import StateRestoration

/// Why a linked or dropped place cannot be shown, in words for the user.
package enum PlaceText {
    /// The reason, in a full sentence.
    package static func sentence(_ error: any Error) -> String {
        switch error {
        case PlaceError.missing(let place): missing(place)
        case PlaceError.newer: unknown
        case let error as RestorationError: sentence(error.code)
        case is LibraryError:
            localized("The notes cannot be read: %1", LibraryText.readingReason(error))
        default: localized("Hawk Notes cannot show it.")
        }
    }

    /// Says that a link cannot be opened: with the link, as given, and the reason.
    package static func sentence(_ error: any Error, link: String) -> String {
        if let problem = error as? PlaceLink.Problem { return sentence(problem, link) }
        // Translators: %1 is a link, %2 a full sentence.
        return localized("“%1” cannot be opened. %2", shortened(link), sentence(error))
    }

    /// A link, shortened to fit into a line.
    package static func shortened(_ link: String) -> String {
        link.count > 120 ? link.prefix(120) + "…" : link
    }

    private static func sentence(_ problem: PlaceLink.Problem, _ link: String) -> String {
        switch problem {
        case .otherScheme:
            localized("“%1” is not a %2 link.", shortened(link), PlaceLink.scheme + "://")
        case .empty:
            localized("“%1” leads nowhere.", shortened(link))
        case .badIdentifier(let text):
            localized("“%1” in “%2” is not a UUID.", shortened(text), shortened(link))
        }
    }

    private static func missing(_ place: Place) -> String {
        switch place {
        case .book, .webPage: localized("There is no such book.")
        case .character: localized("There is no such character.")
        case .note: localized("There is no such note, or it was deleted.")
        case .series, .shelf, .favorites: localized("There is no such series.")
        case .search, .newer: unknown
        }
    }

    private static func sentence(_ code: RestorationError.Code) -> String {
        switch code {
        case .tooLarge: localized("It is too large.")
        case .tooNew, .unknownActivityType: unknown
        case .badActivity, .damaged, .alreadyInUse, .cannotRead, .cannotWrite:
            localized("It is damaged, or not from Hawk Notes.")
        }
    }

    private static var unknown: String {
        localized("This version of Hawk Notes cannot show it.")
    }
}
