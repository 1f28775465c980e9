import Foundation

/// The list of the files that an export of a library has written, in the format of `sha256sum`.
///
/// It tells an export which files it may replace, and an import which files are missing.
public struct ExportManifest: Hashable, Sendable {
    /// The name of the list, in the folder of the export.
    public static let name = "hawk-notes-export.sha256"
    /// The name of the index, beside the list.
    public static let indexName = "Library.md"
    /// The beginning of the names of the files, beside the list, that say what was imported from
    /// other programs.
    public static let sourcesName = "hawk-notes-imports"

    /// The name of one of these files.
    ///
    /// - Parameter number: from 1.
    public static func nameOfSources(_ number: Int) -> String {
        number == 1 ? "\(sourcesName).txt" : "\(sourcesName) \(number).txt"
    }

    /// A file of the export.
    public struct Entry: Hashable, Sendable {
        /// The path below the folder.
        public var path: String
        /// The SHA-256 of its content, in hexadecimal.
        public var digest: String

        /// A file with its digest.
        public init(path: String, digest: String) {
            self.path = path
            self.digest = digest
        }
    }

    /// In the order of the list.
    public var entries: [Entry]

    /// A list of files.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Reads a list, without the lines that are not of its format.
    public init(_ text: String) {
        entries = text.split(separator: "\n").compactMap { line in
            let digest = line.prefix { $0.isHexDigit }
            let rest = line.dropFirst(digest.count)
            guard digest.utf8.count == 64, rest.hasPrefix("  "), rest.count > 2 else { return nil }
            return Entry(path: String(rest.dropFirst(2)), digest: digest.lowercased())
        }
    }

    /// The list as text.
    public var text: String { entries.map { "\($0.digest)  \($0.path)\n" }.joined() }

    /// The folder of an export, if a file is its list or its index.
    static func folder(ofFile path: String) -> String? {
        let url = URL(fileURLWithPath: path)
        guard [name, indexName].contains(url.lastPathComponent) else { return nil }
        let folder = url.deletingLastPathComponent().path
        var status = stat()
        guard lstat("\(folder)/\(name)", &status) == 0 else { return nil }
        return folder
    }
}
