import Foundation

/// A place in the library: it can be shown in a window, named by a link, or handed over by an
/// activity.
///
/// The only representation of where the user is. It consists of plain values, a kind and an id,
/// which are part of stored paths; see `init(kind:id:)`. The library determines whether its target
/// exists.
public enum Place: Hashable, Sendable {
    /// All series.
    case shelf
    case series(UUID)
    case book(UUID)
    /// A book's web page.
    case webPage(book: UUID)
    case character(UUID)
    case note(UUID)
    /// The favorite characters of a series; nil for those of the bundled one.
    case favorites(of: UUID?)
    /// The results of a search.
    case search(String)
    /// A place that only a newer version knows. It is stored unchanged.
    case newer(NewerPlace)
}

/// The plain values of a place unknown to this version.
public struct NewerPlace: Hashable, Sendable {
    /// The kind, by the newer version's name.
    public var kind: String
    /// The id within that kind.
    public var id: String

    /// Doesn't validate either value.
    public init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

extension Place {
    /// The favorite characters of the bundled series.
    public static var favorites: Place { .favorites(of: nil) }

    /// The kinds of places, by their stored names. Those of a released version never change.
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

    /// The stored name of the kind.
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

    /// The stored id within that kind: a lowercase UUID, or a text.
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

    /// Reads stored values. An unknown kind is from a newer version; nil if the id is invalid for
    /// its kind.
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

/// Encoded as kind and id, for the payloads of activities.
extension Place: Codable {
    private enum CodingKeys: CodingKey { case kind, id }

    /// Decodes a place; throws if the id is invalid for its kind.
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

    /// Encodes kind and id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(id, forKey: .id)
    }
}
