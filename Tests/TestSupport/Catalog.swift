import Foundation

/// What stands in a gettext file.
public struct Catalog {
    /// A text with its translations.
    public struct Entry {
        /// The English text, of one thing where there is a plural.
        public fileprivate(set) var text = ""
        /// The English text of several things.
        public fileprivate(set) var plural: String?
        /// The translations by their forms; without a plural there is one form.
        public fileprivate(set) var translations: [Int: String] = [:]
        /// Whether somebody still has to look at it.
        public fileprivate(set) var isFuzzy = false
    }

    /// The entries by their texts; the header, whose text is empty, is not among them.
    public private(set) var entries: [String: Entry] = [:]
    /// What the header says, by the names of its fields.
    public private(set) var header: [String: String] = [:]

    /// Reads what stands in a file.
    public init(_ contents: String) {
        for paragraph in contents.components(separatedBy: "\n\n") {
            let entry = Self.entry(paragraph)
            if entry.text.isEmpty {
                for line in (entry.translations[0] ?? "").split(separator: "\n") {
                    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                    if parts.count == 2 {
                        header[parts[0]] = parts[1].trimmingCharacters(in: .whitespaces)
                    }
                }
            } else {
                entries[entry.text] = entry
            }
        }
    }

    /// The languages of the program by their codes, without English, which the texts are in.
    public static func languages() throws -> [String] {
        let list = folder.appendingPathComponent("LINGUAS")
        return try String(contentsOf: list, encoding: .utf8)
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// Reads a file of the program's, such as `de.po`.
    public static func read(_ name: String) throws -> Catalog {
        Catalog(try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }

    /// Where the program's translations are.
    public static let folder = SourceTree.data.appendingPathComponent("po")

    private static func entry(_ paragraph: String) -> Entry {
        var entry = Entry()
        var field = ""
        for line in paragraph.split(separator: "\n").map(String.init) {
            if line.hasPrefix("#") {
                if line.hasPrefix("#,"), line.contains("fuzzy") { entry.isFuzzy = true }
                continue
            }
            guard let open = line.firstIndex(of: "\""), let close = line.lastIndex(of: "\"") else {
                continue
            }
            let name = line[..<open].trimmingCharacters(in: .whitespaces)
            if !name.isEmpty { field = name }
            guard open < close else { continue }
            let text = unescaped(String(line[line.index(after: open)..<close]))
            switch field {
            case "msgid": entry.text += text
            case "msgid_plural": entry.plural = (entry.plural ?? "") + text
            case "msgstr": entry.translations[0, default: ""] += text
            default:
                if let form = field.firstIndex(of: "[").flatMap({
                    Int("\(field[$0...].dropFirst().dropLast())")
                }) {
                    entry.translations[form, default: ""] += text
                }
            }
        }
        return entry
    }

    /// A text as it stands between quotes, in a gettext file or in Swift, with its escapes resolved.
    public static func unescaped(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let backslash = rest.firstIndex(of: "\\") {
            result += rest[..<backslash]
            rest = rest[rest.index(after: backslash)...]
            switch rest.popFirst() {
            case "n": result += "\n"
            case "t": result += "\t"
            case let other?: result.append(other)
            case nil: break
            }
        }
        return result + rest
    }
}
