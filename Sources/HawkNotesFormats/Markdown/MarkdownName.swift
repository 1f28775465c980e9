import Foundation

/// The parts of a file name: a title, and in some programs an ID.
struct MarkdownName {
    var title: String
    /// The ID of Notion, which is in every name.
    var notionID: String?
    /// The name of its folder, for display; nil at the top.
    var folder: String?
    /// Whether the whole name is an ID of Joplin.
    var isJoplinID = false

    init(_ file: ImportFile, _ home: MarkdownVault.Home, sourceName: String) {
        var parts = home.path(file.path).split(separator: "/").map(String.init)
        var name = parts.popLast() ?? ""
        let bundle = parts.last ?? sourceName
        if bundle.lowercased().hasSuffix(Self.bundleEnding) {
            name = bundle
            _ = parts.popLast()
        }
        let stem = name.split(separator: ".", omittingEmptySubsequences: false)
        title = stem.count > 1 ? stem.dropLast().joined(separator: ".") : name
        isJoplinID = Self.isID(title[...])
        if let (words, id) = Self.withoutID(title) { (title, notionID) = (words, id) }
        if home.kind == .logseq {
            title = title.replacing("___", with: "/")
            title = title.removingPercentEncoding ?? title
        }
        folder = parts.last.map { Self.withoutID($0)?.words ?? $0 }
    }

    private static let bundleEnding = ".textbundle"

    /// The path of the file's bundle, below the chosen folder; nil for a file outside a bundle.
    static func bundle(of file: ImportFile, sourceName: String) -> String? {
        let folder = file.folder.split(separator: "/").last.map(String.init) ?? sourceName
        guard folder.lowercased().hasSuffix(bundleEnding) else { return nil }
        return file.folder.isEmpty ? "info.json" : "\(file.folder)/info.json"
    }

    /// `The Salt Road 0123456789abcdef0123456789abcdef`, as Notion writes it.
    private static func withoutID(_ name: String) -> (words: String, id: String)? {
        guard let blank = name.lastIndex(of: " ") else { return nil }
        let id = name[blank...].dropFirst()
        let words = name[..<blank].trimmed
        return isID(id) && !words.isEmpty ? (words, String(id)) : nil
    }

    private static func isID(_ text: Substring) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }
}
