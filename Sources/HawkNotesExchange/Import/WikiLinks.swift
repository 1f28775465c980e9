import Foundation
import HawkNotesModel

/// Links between the files of other programs: `[[Name]]`, `[[Name|shown]]`, `[[Name#Part]]`.
enum WikiLinks {
    /// Converts links to characters in a text into mentions. Does not change other links, code, or
    /// embedded content: `![[Name]]`.
    ///
    /// - Parameter character: The character of a name; nil when there is none.
    static func replaced(in text: String, character: (String) -> UUID?) -> String {
        var result = ""
        for part in CodeSpans.parts(of: text) {
            result += part.isCode ? String(part.text) : replaced(in: part.text, character)
        }
        return result
    }

    private static func replaced(in text: Substring, _ character: (String) -> UUID?) -> String {
        var result = ""
        var rest = text
        while let start = rest.range(of: "[[") {
            guard let end = rest[start.upperBound...].range(of: "]]") else { break }
            let inside = rest[start.upperBound..<end.lowerBound]
            let isOne = !inside.contains { $0 == "[" || $0.isNewline }
            let isShown = rest[..<start.lowerBound].last == "!"
            guard isOne, !isShown, let mention = mention(inside, character) else {
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
        // Folders precede the name of a file.
        let name = target.split(separator: "/").last.map(String.init) ?? ""
        guard let id = character(name) else { return nil }
        let shown = halves.count > 1 ? String(halves[1]) : name
        return Mention.link(to: id, name: shown.trimmingCharacters(in: .whitespaces))
    }
}

/// Finds code in Markdown: between fences, and between equal numbers of backticks.
private enum CodeSpans {
    struct Part {
        var text: Substring
        var isCode: Bool
    }

    static func parts(of text: String) -> [Part] {
        guard text.contains("`") || text.contains("~~~") else {
            return [Part(text: text[...], isCode: false)]
        }
        var parts: [Part] = []
        var start = text.startIndex
        var fence: Substring?
        var line = text.startIndex
        while line < text.endIndex {
            let end = text[line...].firstIndex(where: \.isNewline).map { text.index(after: $0) }
            let next = end ?? text.endIndex
            let mark = fenceMark(text[line..<next])
            if let open = fence {
                if let mark, mark.first == open.first, mark.count >= open.count {
                    parts.append(Part(text: text[start..<next], isCode: true))
                    (start, fence) = (next, nil)
                }
            } else if let mark {
                parts += inline(text[start..<line])
                (start, fence) = (line, mark)
            }
            line = next
        }
        // An unclosed fence continues to the end.
        return fence == nil
            ? parts + inline(text[start...]) : parts + [Part(text: text[start...], isCode: true)]
    }

    /// The marks of a fence at the beginning of a line; nil when there are none.
    private static func fenceMark(_ line: Substring) -> Substring? {
        let text = line.drop { $0 == " " }
        guard let first = text.first, first == "`" || first == "~" else { return nil }
        let marks = text.prefix { $0 == first }
        // A line with a fence of backticks has no further ones.
        guard marks.count >= 3, first == "~" || !text.dropFirst(marks.count).contains("`") else {
            return nil
        }
        return marks
    }

    private static func inline(_ text: Substring) -> [Part] {
        var runs: [Range<Substring.Index>] = []
        var index = text.startIndex
        while let first = text[index...].firstIndex(of: "`") {
            let end = text[first...].firstIndex { $0 != "`" } ?? text.endIndex
            runs.append(first..<end)
            index = end
        }
        // For each run, the next one of the same length, found from the end.
        var nextOfLength: [Int: Int] = [:]
        var closing: [Int?] = Array(repeating: nil, count: runs.count)
        for number in runs.indices.reversed() {
            let length = text[runs[number]].count
            closing[number] = nextOfLength[length]
            nextOfLength[length] = number
        }
        var parts: [Part] = []
        var start = text.startIndex
        var number = 0
        while number < runs.count {
            guard let close = closing[number] else {
                number += 1
                continue
            }
            parts.append(Part(text: text[start..<runs[number].lowerBound], isCode: false))
            let code = text[runs[number].lowerBound..<runs[close].upperBound]
            parts.append(Part(text: code, isCode: true))
            (start, number) = (runs[close].upperBound, close + 1)
        }
        return parts + [Part(text: text[start...], isCode: false)]
    }
}
