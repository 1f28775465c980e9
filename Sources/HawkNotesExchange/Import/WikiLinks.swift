import Foundation
import HawkNotesModel

/// Links between the files of other programs: `[[Name]]`, `[[Name|shown]]`, `[[Name#Part]]`.
enum WikiLinks {
    /// A text in which links to characters are mentions; other links stay as they are.
    ///
    /// - Parameter character: the character of a name; nil when there is none.
    static func replaced(in text: String, character: (String) -> UUID?) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.range(of: "[[") {
            guard let end = rest[start.upperBound...].range(of: "]]") else { break }
            let inside = rest[start.upperBound..<end.lowerBound]
            let isOne = !inside.contains { $0 == "[" || $0.isNewline }
            guard isOne, let mention = mention(inside, character) else {
                result += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            result += rest[..<start.lowerBound] + mention
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    private static func mention(
        _ inside: Substring,
        _ character: (String) -> UUID?
    ) -> String? {
        let halves = inside.split(separator: "|", maxSplits: 1)
        let target = halves.first?.prefix { $0 != "#" && $0 != "^" } ?? ""
        // Folders stand before the name of a file.
        let name = target.split(separator: "/").last.map(String.init) ?? ""
        guard let id = character(name) else { return nil }
        let shown = halves.count > 1 ? String(halves[1]) : name
        return Mention.link(to: id, name: shown.trimmingCharacters(in: .whitespaces))
    }
}
