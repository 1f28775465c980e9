import Foundation

/// The files of a book: an archive, or the folder that one was unpacked into.
protocol BookFiles {
    /// The name of the archive or folder.
    var fileName: String { get }

    /// The name of the book in reported problems.
    var label: String { get }

    /// The name of one of its files in reported problems.
    func label(of name: String) -> String

    /// Reads all files once.
    ///
    /// - Parameters:
    ///   - isTold: false for a further pass, after all problems have been reported.
    ///   - wanted: returns the maximum size of a file by name; nil to skip it.
    /// - Returns: nil if the book cannot be read, which is reported.
    func contents(isTold: Bool, _ wanted: (String) -> Int?) throws -> BookContents?
}

/// The contents of the requested files, and the names of all.
struct BookContents {
    var names: Set<String> = []
    var files: [String: [UInt8]] = [:]
}

/// The names in a book. Lookups ignore case and percent encoding.
struct BookNames {
    private let all: Set<String>
    private let others: [String: String]

    init(_ names: Set<String>) {
        all = names
        others = Dictionary(names.map { (Self.key($0), $0) }, uniquingKeysWith: min)
    }

    /// The name as it is spelled in the book; nil if there is none.
    func name(like wanted: String) -> String? {
        all.contains(wanted) ? wanted : others[Self.key(wanted)]
    }

    /// Names with this ending in any case, in order.
    func names(ending: String, below folder: String = "") -> [String] {
        all.filter { $0.hasPrefix(folder) && $0.lowercased().hasSuffix(ending) }.sorted()
    }

    /// A key that is equal for all spellings of a name.
    static func key(_ name: String) -> String {
        (name.removingPercentEncoding ?? name).lowercased()
    }
}
