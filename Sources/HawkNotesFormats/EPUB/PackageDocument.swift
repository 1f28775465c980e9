import Foundation

/// The package document of an EPUB, which calibre also stores beside each book: `metadata.opf`.
///
/// EPUB 2 and 3, with and without prefixes, with namespaces on single elements: only local names
/// are compared.
struct PackageDocument {
    struct Entry {
        var href: String
        var type: String
        var properties: String
    }

    private(set) var manifest: [String: Entry] = [:]
    /// The id of the NCX.
    private(set) var tocID: String?
    /// Whether it is a package document at all, or could be parsed as one.
    let isPackage: Bool

    /// Highlights of calibre's own viewer, unparsed.
    let annotations: [String]

    /// The cover according to the guide of EPUB 2: a picture, or usually a page.
    private let guideCoverHref: String?
    private var entries: [Entry] = []
    private var values: [Value] = []
    private var metas: [Meta] = []

    /// A `dc:` element.
    private struct Value {
        var name: String
        var id: String?
        var role: String?
        var scheme: String?
        var event: String?
        var text = ""
    }

    /// A `meta` element, of either version.
    private struct Meta {
        var id: String?
        var property: String
        var refines: String?
        var text = ""
    }

    init(_ bytes: [UInt8], run: ImportRun, file: String) throws {
        let parser = try XMLDocument(run: run, file: file).read(bytes, into: Parser()) {
            $0.take($1)
        }
        isPackage = parser.isPackage
        manifest = parser.manifest
        // Sorted, so that the order is deterministic.
        entries = manifest.sorted { $0.key < $1.key }.map { $0.value }
        tocID = parser.tocID
        guideCoverHref = parser.guideCoverHref
        annotations = parser.annotations
        values = parser.values
        metas = parser.metas
    }

    // MARK: - Metadata

    var title: String? {
        let titles = values.filter { $0.name == "title" && !$0.text.trimmed.isEmpty }
        let main = titles.first { refinement("title-type", of: $0.id) == "main" }
        return (main ?? titles.first)?.text
    }

    var authors: [String] {
        let creators = values.filter { $0.name == "creator" && !$0.text.trimmed.isEmpty }
        let authors = creators.filter { creator in
            let role = creator.role ?? refinement("role", of: creator.id)
            return role == nil || role == "aut"
        }
        return (authors.isEmpty ? creators : authors).map { $0.text }
    }

    /// EPUB 3's collections take precedence over calibre's metadata.
    var series: (name: String, number: Double)? {
        for meta in metas where meta.property == "belongs-to-collection" && meta.refines == nil {
            guard refinement("collection-type", of: meta.id) ?? "series" == "series",
                !meta.text.trimmed.isEmpty
            else { continue }
            return (meta.text, Self.number(refinement("group-position", of: meta.id)))
        }
        guard let name = meta("calibre:series"), !name.trimmed.isEmpty else { return nil }
        return (name, Self.number(meta("calibre:series_index")))
    }

    var year: Int? {
        let dates = values.filter { $0.name == "date" }
        let first = dates.first { $0.event?.hasSuffix("publication") ?? false } ?? dates.first
        return BookTable.year(first?.text.trimmed)
    }

    var overview: String? {
        let text = values.first { $0.name == "description" }.map { PlainText.ofMarkup($0.text) }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The languages of the book, as written in the document.
    var languages: [String] {
        values.filter { $0.name == "language" }.map { $0.text.trimmed }.filter { !$0.isEmpty }
    }

    /// The user's rating in calibre, in stars; calibre stores twice the number.
    var stars: Double? { meta("calibre:rating").flatMap { Double($0.trimmed) }.map { $0 / 2 } }

    /// Metadata that the library has no field for: name and text.
    var others: [(name: String, text: String)] {
        let names = [
            "publisher": "Publisher", "subject": "Tags", "contributor": "Contributors",
            "rights": "Rights", "source": "Source", "relation": "Relation",
            "coverage": "Coverage",
        ]
        let authors = Set(self.authors)
        var found = values.compactMap { value -> (name: String, text: String)? in
            if value.name == "creator" {
                return authors.contains(value.text) ? nil : ("Contributors", value.text)
            }
            // The program that made the book.
            let role = value.role ?? refinement("role", of: value.id)
            guard let name = names[value.name], role != "bkp" else { return nil }
            return (name, value.text)
        }
        for (name, json) in calibreColumns {
            found += (CalibreColumn.all(name, json) ?? []).map { ($0.name, $0.text) }
        }
        return found.filter { !AuthorNames.isNobody($0.text) }
    }

    /// Custom columns of calibre that cannot be parsed: the name of the column, and its content.
    var damagedColumns: [(name: String, text: String)] {
        calibreColumns.filter { CalibreColumn.all($0.name, $0.json) == nil }
            .map { ($0.name ?? "user_metadata", $0.json) }
    }

    /// Without a name the JSON contains all columns.
    private var calibreColumns: [(name: String?, json: String)] {
        let prefix = "calibre:user_metadata"
        return metas.compactMap { meta in
            guard meta.property.hasPrefix(prefix) else { return nil }
            let name = meta.property.dropFirst(prefix.count)
            if name.isEmpty { return (nil, meta.text) }
            return name.first == ":" ? (String(name.dropFirst()), meta.text) : nil
        }
    }

    var isbn: String? {
        values.lazy.filter { $0.name == "identifier" }.compactMap { identifier in
            let isNamed =
                identifier.scheme?.lowercased() == "isbn"
                || identifier.text.lowercased().contains("isbn")
            return isNamed ? ISBN.checked(identifier.text) : nil
        }.first
    }

    /// An identifier with a given scheme.
    func identifier(_ scheme: String) -> String? {
        values.first { $0.name == "identifier" && $0.scheme?.lowercased() == scheme }?.text.trimmed
    }

    var anyIdentifier: String? {
        values.first { $0.name == "identifier" && !$0.text.trimmed.isEmpty }?.text.trimmed
    }

    /// The address of the cover, as written in the document.
    var coverHref: String? {
        if let entry = entries.first(where: { $0.has("cover-image") }) { return entry.href }
        let pictures = entries.filter { $0.type.hasPrefix("image/") }
        if let name = meta("cover") {
            // It should be an id, but is an address in some books.
            let entry = manifest[name].flatMap { $0.type.hasPrefix("image/") ? $0 : nil }
            if let found = entry ?? pictures.first(where: { $0.href == name }) { return found.href }
        }
        let named = ["cover", "cover-image", "coverimage"].lazy.compactMap { manifest[$0] }
            .first { $0.type.hasPrefix("image/") }
        if let named { return named.href }
        if let guideCoverHref { return guideCoverHref }
        return pictures.first { picture in
            let name = picture.href.split(separator: "/").last?.lowercased() ?? ""
            return name.hasPrefix("cover.")
        }?.href
    }

    var navigationHref: String? { entries.first { $0.has("nav") }?.href }

    var ncxHref: String? {
        if let tocID, let entry = manifest[tocID] { return entry.href }
        return entries.first { $0.type == "application/x-dtbncx+xml" }?.href
    }

    // MARK: - Looking up

    private func meta(_ property: String) -> String? {
        metas.first { $0.property == property && $0.refines == nil }?.text
    }

    private func refinement(_ property: String, of id: String?) -> String? {
        guard let id else { return nil }
        return metas.first { $0.property == property && $0.refines == "#\(id)" }?.text.trimmed
    }

    private static func number(_ text: String?) -> Double {
        guard let number = text.flatMap({ Double($0.trimmed) }), number.isFinite else { return 1 }
        return number
    }
}

extension PackageDocument.Entry {
    /// Properties are words separated by spaces.
    fileprivate func has(_ property: String) -> Bool {
        properties.split(separator: " ").contains { $0 == property }
    }
}

extension PackageDocument {
    /// Collects values and the manifest.
    private struct Parser {
        var manifest: [String: Entry] = [:]
        var tocID: String?
        var values: [Value] = []
        var metas: [Meta] = []
        var isPackage = false
        var guideCoverHref: String?
        var annotations: [String] = []
        private var isInMetadata = false
        private var open: Open?

        /// Each refinement is compared with all others, and no real book has that many.
        private static let limit = 1_000

        private enum Open {
            case value(Value)
            case meta(Meta)
        }

        private static let valueNames: Set<String> = [
            "title", "creator", "date", "description", "identifier", "language", "publisher",
            "subject", "contributor", "rights", "source", "relation", "coverage",
        ]

        mutating func take(_ event: XMLDocument.Event) {
            switch event {
            case .start(let name, let attributes): start(name, attributes)
            case .text(let text): add(text)
            case .end(let name): end(name)
            }
        }

        private mutating func start(_ name: String, _ attributes: [String: String]) {
            // An element without an end tag ends where the next one begins.
            if Self.valueNames.contains(name) || name == "meta" { close() }
            switch name {
            case "package": isPackage = true
            case "metadata":
                isPackage = true
                isInMetadata = true
            case "item":
                guard let id = attributes["id"], let href = attributes["href"] else { return }
                manifest[id] = Entry(
                    href: href,
                    type: attributes["media-type"] ?? "",
                    properties: attributes["properties"] ?? ""
                )
            case "reference":
                guard attributes["type"]?.lowercased() == "cover" else { return }
                guideCoverHref = guideCoverHref ?? attributes["href"]
            case "spine": tocID = attributes["toc"]
            case "meta" where isInMetadata:
                // A book may have thousands, and they do not refer to each other.
                if attributes["name"] == "calibre:annotation" {
                    return annotations.append(attributes["content"] ?? "")
                }
                guard metas.count < Self.limit else { return }
                if let name = attributes["name"] {
                    metas.append(Meta(property: name, text: attributes["content"] ?? ""))
                } else if let property = attributes["property"] {
                    open = .meta(
                        Meta(
                            id: attributes["id"],
                            property: property,
                            refines: attributes["refines"]
                        )
                    )
                }
            default:
                guard isInMetadata, Self.valueNames.contains(name), values.count < Self.limit else {
                    return
                }
                open = .value(
                    Value(
                        name: name,
                        id: attributes["id"],
                        role: attributes["role"],
                        scheme: attributes["scheme"],
                        event: attributes["event"]
                    )
                )
            }
        }

        private mutating func add(_ text: String) {
            switch open {
            case .value(var value):
                value.text += text
                open = .value(value)
            case .meta(var meta):
                meta.text += text
                open = .meta(meta)
            case nil: break
            }
        }

        private mutating func end(_ name: String) {
            switch open {
            case .value(let value) where value.name == name: close()
            case .meta where name == "meta": close()
            case .value, .meta, nil: break
            }
            guard name == "metadata" else { return }
            close()
            isInMetadata = false
        }

        private mutating func close() {
            switch open {
            case .value(let value): values.append(value)
            case .meta(let meta): metas.append(meta)
            case nil: break
            }
            open = nil
        }
    }
}
