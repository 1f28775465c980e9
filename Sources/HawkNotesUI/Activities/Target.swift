import Foundation
import GTKBridge
import HawkNotesModel

/// Something in the library that a window can be asked to show.
enum Target: Hashable, Sendable {
    case book(UUID)
    case character(UUID, book: UUID)
    case note(UUID)
    case favorites
}

/// The addresses by which things in the library are known outside the program.
///
/// `hawknotes://book/<uuid>`, `hawknotes://book/<uuid>/character/<uuid>`, `hawknotes://note/<uuid>`
/// and `hawknotes://favorites`.
enum DeepLink {
    static let scheme = "hawknotes"

    /// Why an address leads nowhere.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// The address of a thing.
    static func address(of target: Target) -> String {
        switch target {
        case .book(let book): "\(scheme)://book/\(text(book))"
        case .character(let character, let book):
            "\(scheme)://book/\(text(book))/character/\(text(character))"
        case .note(let note): "\(scheme)://note/\(text(note))"
        case .favorites: "\(scheme)://favorites"
        }
    }

    /// The thing that an address names. Whether it exists is for the model to say.
    ///
    /// Letters may be large or small; what follows a `?` or `#` is passed over.
    static func target(of address: String) throws(Problem) -> Target {
        let prefix = scheme + ":"
        guard address.lowercased().hasPrefix(prefix) else {
            throw Problem(
                description: localized(
                    "“%1” is not a %2 link.",
                    shortened(address),
                    scheme + "://"
                )
            )
        }
        let parts = address.lowercased().dropFirst(prefix.count)
            .prefix { $0 != "?" && $0 != "#" }
            .split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        switch (parts.first, parts.count) {
        case ("favorites", 1):
            return .favorites
        case ("book", 2):
            return .book(try identifier(parts[1], in: address))
        case ("book", 4) where parts[2] == "character":
            return .character(
                try identifier(parts[3], in: address),
                book: try identifier(parts[1], in: address)
            )
        case ("note", 2):
            return .note(try identifier(parts[1], in: address))
        default:
            throw Problem(
                description: localized(
                    "“%1” names neither a book, a character nor a note.",
                    shortened(address)
                )
            )
        }
    }

    private static func identifier(_ text: String, in address: String) throws(Problem) -> UUID {
        guard let id = UUID(uuidString: text) else {
            throw Problem(
                description: localized(
                    "“%1” in “%2” is not a UUID.",
                    shortened(text),
                    shortened(address)
                )
            )
        }
        return id
    }

    private static func text(_ id: UUID) -> String { id.uuidString.lowercased() }

    private static func shortened(_ text: String) -> String {
        text.count > 120 ? text.prefix(120) + "…" : text
    }
}
