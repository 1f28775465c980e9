import Foundation

/// The tab titles of books with a subtitle.
package enum ShortTitles {
    /// The titles without their subtitles, by the full ones: only for titles with a subtitle that
    /// remain unique without it.
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
