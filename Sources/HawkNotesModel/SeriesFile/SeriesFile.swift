import Foundation

/// Parses a series file: JSON in the format described in `data/series/README.md`.
///
/// Deliberately strict. Mistakes that a lenient parser accepts today (a misspelled key, an id used
/// twice) become empty pages tomorrow. The first violated rule is reported with its path.
enum SeriesFile {
    /// The format that this version reads and writes.
    static let formatVersion = 1

    /// The series in a file's contents; `url` is for messages only.
    static func parse(_ data: Data, url: URL) throws -> Series {
        let root: JSONValue
        do {
            root = try JSONDecoder().decode(JSONValue.self, from: data)
        } catch {
            throw invalid(url, "it is not JSON: \(syntaxProblem(in: data))", underlying: error)
        }
        do {
            return try series(JSONNode(value: root, path: ""))
        } catch let violation as JSONNode.Violation {
            let place = violation.path.isEmpty ? "the file" : violation.path
            throw invalid(url, "\(place) \(violation.reason)")
        }
    }

    static func invalid(
        _ url: URL,
        _ reason: String,
        underlying: (any Error)? = nil
    ) -> LibraryError {
        LibraryError(
            .invalidSeries,
            "The series file \(url.lastPathComponent) cannot be used: \(reason).",
            url: url,
            underlying: underlying
        )
    }
}

extension SeriesFile {
    fileprivate static func series(_ root: JSONNode) throws -> Series {
        // Checked first: in a newer format everything else may look wrong.
        let version = try root.member("formatVersion")
        let found = try version.integer()
        guard found == formatVersion else {
            throw version.violation(
                found > formatVersion
                    ? "is \(found), but this version of Hawk Notes reads only \(formatVersion)"
                    : "must be \(formatVersion), but is \(found)"
            )
        }
        let members = try root.members([
            "formatVersion", "revision", "id", "title", "author", "books", "relations",
        ])
        let revision = try members["revision"].integer()
        guard revision >= 1 else {
            throw try members["revision"].violation("must be 1 or more, but is \(revision)")
        }

        var ids = UsedIDs()
        let id = try ids.take(members["id"])
        let bookNodes = try members["books"].elements()
        guard !bookNodes.isEmpty else {
            throw try members["books"].violation("must name at least one book")
        }
        var books: [Book] = []
        var characters: [Character] = []
        for node in bookNodes {
            let fields = try node.members(
                [
                    "id", "title", "author", "published", "tagline", "overview", "isbn10",
                    "amazonURL", "cover", "accent", "tint", "characters",
                ],
                optional: ["language"]
            )
            let book = try book(fields, seriesID: id, position: books.count, ids: &ids)
            books.append(book)
            for (position, node) in try fields["characters"].elements().enumerated() {
                characters.append(
                    try character(node, of: book, position: position, ids: &ids)
                )
            }
        }
        return Series(
            id: id,
            origin: .bundled,
            title: try members["title"].line(),
            author: try members["author"].line(),
            revision: revision,
            books: books,
            characters: characters,
            relations: try relations(members["relations"], among: characters, ids: &ids)
        )
    }

    private static func book(
        _ fields: JSONNode.Members,
        seriesID: UUID,
        position: Int,
        ids: inout UsedIDs
    ) throws -> Book {
        Book(
            id: try ids.take(fields["id"]),
            seriesID: seriesID,
            origin: .bundled,
            title: try fields["title"].line(),
            author: try fields["author"].line(),
            published: try fields["published"].publicationDate(),
            tagline: try fields["tagline"].line(),
            overview: try fields["overview"].prose(),
            isbn10: try fields["isbn10"].isbn10(),
            amazonURL: try fields["amazonURL"].webAddress(),
            coverFile: try fields["cover"].relativePath(),
            accent: try fields["accent"].colorPair(),
            tint: try fields["tint"].colorPair(),
            position: position,
            language: try fields.optional("language")?.languageTag()
        )
    }

    private static func character(
        _ node: JSONNode,
        of book: Book,
        position: Int,
        ids: inout UsedIDs
    ) throws -> Character {
        let fields = try node.members(["id", "name", "summary", "synopsis", "avatar"])
        return Character(
            id: try ids.take(fields["id"]),
            seriesID: book.seriesID,
            origin: .bundled,
            name: try fields["name"].line(),
            summary: try fields["summary"].line(),
            synopsis: try fields["synopsis"].prose(),
            avatarFile: try fields["avatar"].relativePath(),
            bookID: book.id,
            position: position
        )
    }

    private static func relations(
        _ node: JSONNode,
        among characters: [Character],
        ids: inout UsedIDs
    ) throws -> [Relation] {
        let known = Set(characters.map(\.id))
        var pairs: [Set<UUID>: String] = [:]
        return try node.elements().map { node in
            let fields = try node.members(["id", "between"])
            let ends = try fields["between"].elements()
            guard ends.count == 2 else {
                throw try fields["between"].violation(
                    "must name two characters, but names \(ends.count)"
                )
            }
            let between = try ends.map { end in
                let id = try end.uuid()
                guard known.contains(id) else {
                    throw end.violation("names no character of this file: \(id.uuidString)")
                }
                return id
            }
            let pair = Set(between)
            guard pair.count == 2 else {
                throw try fields["between"].violation("relates a character to itself")
            }
            if let earlier = pairs.updateValue(node.path, forKey: pair) {
                throw node.violation("relates the same two characters as \(earlier)")
            }
            return Relation(
                id: try ids.take(fields["id"]),
                origin: .bundled,
                first: between[0],
                second: between[1]
            )
        }
    }

    /// The position of a JSON syntax error. `JSONDecoder` does not report it on this platform, so
    /// the file is parsed with the older `JSONSerialization`.
    private static func syntaxProblem(in data: Data) -> String {
        do {
            _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            return "it cannot be decoded"
        } catch {
            let details = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
            let text = details ?? error.localizedDescription
            return text.hasSuffix(".") ? String(text.dropLast()) : text
        }
    }
}

/// The ids seen so far: each id must be unique in the file.
private struct UsedIDs {
    private var places: [UUID: String] = [:]

    mutating func take(_ node: JSONNode) throws -> UUID {
        let id = try node.uuid()
        if let earlier = places.updateValue(node.path, forKey: id) {
            throw node.violation("is the same id as \(earlier): \(id.uuidString)")
        }
        return id
    }
}
