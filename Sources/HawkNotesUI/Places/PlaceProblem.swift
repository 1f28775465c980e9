import Foundation
import GTKBridge
import HawkNotesModel

/// Why a place cannot be shown, in words for people.
struct PlaceProblem: Error, CustomStringConvertible {
    let description: String

    static func noNote(_ id: UUID) -> PlaceProblem {
        PlaceProblem(description: localized("There is no note with the id %1.", "\(id)"))
    }

    static func noBook(_ id: UUID) -> PlaceProblem {
        PlaceProblem(description: localized("There is no book with the id %1.", "\(id)"))
    }

    static func noCharacter(_ id: UUID) -> PlaceProblem {
        PlaceProblem(description: localized("There is no character with the id %1.", "\(id)"))
    }

    static func noSeries(_ id: UUID) -> PlaceProblem {
        PlaceProblem(description: localized("There is no series with the id %1.", "\(id)"))
    }

    /// For what only a newer version can show.
    static func newer(_ link: String) -> PlaceProblem {
        PlaceProblem(
            description: localized(
                "“%1” leads to nothing that this version of Hawk Notes knows. Perhaps a newer one has made it.",
                shortened(link)
            )
        )
    }

    /// Why a link names no place.
    init(_ problem: PlaceLink.Problem, of link: String) {
        description =
            switch problem {
            case .otherScheme:
                localized(
                    "“%1” is not a %2 link.",
                    Self.shortened(link),
                    PlaceLink.scheme + "://"
                )
            case .empty:
                localized("“%1” leads nowhere.", Self.shortened(link))
            case .badIdentifier(let text):
                localized(
                    "“%1” in “%2” is not a UUID.",
                    Self.shortened(text),
                    Self.shortened(link)
                )
            }
    }

    private init(description: String) { self.description = description }

    private static func shortened(_ text: String) -> String {
        text.count > 120 ? text.prefix(120) + "…" : text
    }
}
