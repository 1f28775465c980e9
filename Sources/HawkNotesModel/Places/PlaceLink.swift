import Foundation

/// The links to places, for use outside the program.
///
/// `hawknotes://shelf`, `series/<uuid>`, `series/<uuid>/favorites`, `book/<uuid>`,
/// `book/<uuid>/page`, `book/<uuid>/character/<uuid>`, `character/<uuid>`, `note/<uuid>`,
/// `favorites` (of the bundled series) and `search?q=<text>`. Case does not matter; anything after
/// a `?` or `#` is ignored, except in a search.
public enum PlaceLink {
    /// The scheme of all links.
    public static let scheme = "hawknotes"

    /// Why a link is invalid.
    public enum Problem: Error, Equatable, Sendable {
        /// The link has a different scheme.
        case otherScheme
        /// Nothing follows the scheme.
        case empty
        /// An id is invalid.
        case badIdentifier(String)
    }
}

extension Place {
    /// The link to this place. A link to a character stays valid when the character moves to
    /// another book.
    public var link: String {
        let start = PlaceLink.scheme + "://"
        switch self {
        case .shelf: return start + "shelf"
        case .series: return start + "series/" + id
        case .book: return start + "book/" + id
        case .webPage: return start + "book/" + id + "/page"
        case .character: return start + "character/" + id
        case .note: return start + "note/" + id
        case .favorites(nil): return start + "favorites"
        case .favorites: return start + "series/" + id + "/favorites"
        case .search(let text): return start + "search?q=" + PlaceLink.escaped(text)
        case .newer(let place):
            return start + place.kind + (place.id.isEmpty ? "" : "/" + place.id)
        }
    }

    /// The link for users to copy: one to a character also names the book, as all versions can read
    /// it, if a book introduces the character.
    public func link(in series: Series) -> String {
        guard case .character(let id) = self, let book = series.character(id)?.bookID else {
            return link
        }
        return Place.book(book).link + "/character/" + self.id
    }

    /// The place of a link. A link unknown to this version is assumed to be from a newer one.
    public init(link: String) throws(PlaceLink.Problem) {
        let prefix = PlaceLink.scheme + ":"
        guard link.lowercased().hasPrefix(prefix) else { throw .otherScheme }
        let rest = link.dropFirst(prefix.count)
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        let asWritten = path.split(separator: "/", omittingEmptySubsequences: true)
        let parts = asWritten.map { $0.lowercased() }
        guard let first = parts.first else { throw .empty }
        switch (first, parts.count) {
        case ("shelf", 1): self = .shelf
        case ("favorites", 1): self = .favorites
        case ("search", 1): self = .search(PlaceLink.searchText(rest.dropFirst(path.count)))
        case ("series", 2): self = .series(try PlaceLink.identifier(parts[1]))
        case ("series", 3) where parts[2] == "favorites":
            self = .favorites(of: try PlaceLink.identifier(parts[1]))
        case ("book", 2): self = .book(try PlaceLink.identifier(parts[1]))
        case ("book", 3) where parts[2] == "page":
            self = .webPage(book: try PlaceLink.identifier(parts[1]))
        case ("book", 4) where parts[2] == "character":
            // The book is ignored, because it may have changed since.
            _ = try PlaceLink.identifier(parts[1])
            self = .character(try PlaceLink.identifier(parts[3]))
        case ("character", 2): self = .character(try PlaceLink.identifier(parts[1]))
        case ("note", 2): self = .note(try PlaceLink.identifier(parts[1]))
        default:
            // Links come from anywhere, and from any version.
            self = .newer(NewerPlace(kind: first, id: asWritten.dropFirst().joined(separator: "/")))
        }
    }
}

extension PlaceLink {
    fileprivate static func identifier(_ text: String) throws(Problem) -> UUID {
        guard let id = UUID(uuidString: text) else { throw .badIdentifier(text) }
        return id
    }

    /// The value of `q` in the text after the path of a link.
    fileprivate static func searchText(_ rest: Substring.SubSequence) -> String {
        let query = rest.prefix { $0 != "#" }.dropFirst()
        for item in query.split(separator: "&") where item.hasPrefix("q=") {
            let text = String(item.dropFirst(2)).replacing("+", with: " ")
            return text.removingPercentEncoding ?? text
        }
        return ""
    }

    fileprivate static func escaped(_ text: String) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
