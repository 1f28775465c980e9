import Foundation

/// A place in the library: what a window can show, a link can name, and an activity can hand over.
///
/// The one notion of where the user is. It consists of plain values, a kind and an id, which stand in
/// stored paths; see `init(kind:id:)`. Whether what it names exists is for the library to say.
public enum Place: Hashable, Sendable {
    /// All series.
    case shelf
    case series(UUID)
    case book(UUID)
    /// The page of a book in the web.
    case webPage(book: UUID)
    case character(UUID)
    case note(UUID)
    /// The favourite characters of a series; nil for those of the bundled one.
    case favorites(of: UUID?)
    /// What was found for a text.
    case search(String)
    /// A place that only a newer version knows. It is kept as it is.
    case newer(NewerPlace)
}

/// The plain values of a place that this version does not know.
public struct NewerPlace: Hashable, Sendable {
    /// The kind, as the newer version calls it.
    public var kind: String
    /// What of that kind.
    public var id: String

    /// Takes both as they were found.
    public init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

extension Place {
    /// The favourite characters of the bundled series.
    public static var favorites: Place { .favorites(of: nil) }

    /// The kinds of places, by the names under which they are stored. Those of a version that was
    /// shipped never change.
    public enum Kind: String, CaseIterable, Sendable {
        case shelf = "h"
        case series = "s"
        case book = "b"
        case webPage = "w"
        case character = "c"
        case note = "n"
        case favorites = "f"
        case search = "q"
    }

    /// The kind, as it is stored.
    public var kind: String {
        switch self {
        case .shelf: Kind.shelf.rawValue
        case .series: Kind.series.rawValue
        case .book: Kind.book.rawValue
        case .webPage: Kind.webPage.rawValue
        case .character: Kind.character.rawValue
        case .note: Kind.note.rawValue
        case .favorites: Kind.favorites.rawValue
        case .search: Kind.search.rawValue
        case .newer(let place): place.kind
        }
    }

    /// What of that kind, as it is stored: a UUID in small letters, or a text.
    public var id: String {
        switch self {
        case .shelf: "shelf"
        case .series(let id), .book(let id), .webPage(let id), .character(let id), .note(let id):
            id.canonicalString
        case .favorites(let series): series?.canonicalString ?? "favorites"
        case .search(let text): text
        case .newer(let place): place.id
        }
    }

    /// Reads what was stored. A kind that is not known was made by a newer version; nil when the id is
    /// not one of its kind.
    public init?(kind: String, id: String) {
        guard let known = Kind(rawValue: kind) else {
            self = .newer(NewerPlace(kind: kind, id: id))
            return
        }
        switch known {
        case .shelf: self = .shelf
        case .favorites: self = .favorites(of: UUID(uuidString: id))
        case .search: self = .search(id)
        case .series: self.init(id) { .series($0) }
        case .book: self.init(id) { .book($0) }
        case .webPage: self.init(id) { .webPage(book: $0) }
        case .character: self.init(id) { .character($0) }
        case .note: self.init(id) { .note($0) }
        }
    }

    private init?(_ id: String, _ make: (UUID) -> Place) {
        guard let id = UUID(uuidString: id) else { return nil }
        self = make(id)
    }
}

/// As kind and id, for the payloads of activities.
extension Place: Codable {
    private enum CodingKeys: CodingKey { case kind, id }

    /// Reads a place; an id that is not one of its kind is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .kind)
        let id = try container.decode(String.self, forKey: .id)
        guard let place = Place(kind: kind, id: id) else {
            throw DecodingError.dataCorruptedError(
                forKey: .id,
                in: container,
                debugDescription: "“\(id.prefix(120))” is no id of the kind “\(kind)”."
            )
        }
        self = place
    }

    /// Writes kind and id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(id, forKey: .id)
    }
}
