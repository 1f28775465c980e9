import Foundation

/// What is written on the tabs of books that have a subtitle.
package enum ShortTitles {
    /// The titles without their subtitles, by the whole ones: of those that have one, and can be told from
    /// all others without it.
    package static func of(_ titles: [String]) -> [String: String] {
        let short = titles.map { title in
            title.range(of: ": ").map { String(title[..<$0.lowerBound]) } ?? title
        }
        var count: [String: Int] = [:]
        for title in short { count[title, default: 0] += 1 }
        return Dictionary(zip(titles, short).filter { $0 != $1 && count[$1] == 1 && !$1.isEmpty }) {
            first,
            _ in first
        }
    }
}
