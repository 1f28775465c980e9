import Foundation

/// The files that a book is made of: an archive, or the folder into which one was unpacked.
protocol BookFiles {
    /// The name of the archive or folder.
    var fileName: String { get }

    /// What the book is called in problems.
    var label: String { get }

    /// What one of its files is called in problems.
    func label(of name: String) -> String

    /// Goes through all files once.
    ///
    /// - Parameters:
    ///   - isTold: false for another time, in which everything has been told.
    ///   - wanted: how large a file of this name may be; nil for one that is not wanted.
    /// - Returns: nil when there is nothing to go through, which is told.
    func contents(isTold: Bool, _ wanted: (String) -> Int?) throws -> BookContents?
}

/// The contents of the files that were asked for, and the names of all.
struct BookContents {
    var names: Set<String> = []
    var files: [String: [UInt8]] = [:]
}

/// The names in a book, found also where they are written in another case, or with their blanks and accents
/// as numbers.
struct BookNames {
    private let all: Set<String>
    private let others: [String: String]

    init(_ names: Set<String>) {
        all = names
        others = Dictionary(names.map { (Self.key($0), $0) }, uniquingKeysWith: min)
    }

    /// The name as it is written in the book; nil when there is none like it.
    func name(like wanted: String) -> String? {
        all.contains(wanted) ? wanted : others[Self.key(wanted)]
    }

    /// Names that end so, whatever their case, in their order.
    func names(ending: String, below folder: String = "") -> [String] {
        all.filter { $0.hasPrefix(folder) && $0.lowercased().hasSuffix(ending) }.sorted()
    }

    /// The same for all ways to write a name.
    static func key(_ name: String) -> String {
        (name.removingPercentEncoding ?? name).lowercased()
    }
}
