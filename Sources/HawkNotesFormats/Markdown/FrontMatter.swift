import Foundation
import Yams

/// The YAML between two lines of dashes at the beginning of a Markdown file, and what follows it.
///
/// Values are kept as they are written: `yes` is a word and not true, `2024-12-30` is text.
struct FrontMatter {
    private var values: [String: [String]] = [:]
    /// What follows, as it stands there.
    private(set) var body: String
    /// False when there are lines of dashes and no values that can be read between them.
    private(set) var isSound = true

    private static let sizeLimit = 64 << 10
    /// Of our own, which hold whole lists of chapters.
    private static let ownSizeLimit = 2 << 20

    init(_ text: String) {
        let lines = Lines(text)
        guard let (yaml, rest) = lines.frontMatter,
            yaml.utf8.count
                <= (yaml.hasPrefix("hawk-notes:") ? Self.ownSizeLimit : Self.sizeLimit)
        else {
            body = text
            return
        }
        body = rest
        guard Self.isHarmless(yaml), let node = try? Yams.compose(yaml: yaml),
            let mapping = node.mapping
        else {
            isSound = yaml.trimmed.isEmpty
            if !isSound { body = text }
            return
        }
        for (key, value) in mapping {
            guard let name = key.scalar?.string.lowercased() else { continue }
            values[name] = Self.texts(value)
        }
    }

    /// What kind of thing one of our own files is, of which only the beginning is there; nil for others.
    static func kind(ofBeginning text: String) -> String? {
        var lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count > 2, lines[0] == "---", lines[1].hasPrefix("hawk-notes:") else {
            return nil
        }
        let kind = lines.remove(at: 2)
        guard kind.hasPrefix("kind: \"") else { return nil }
        return String(kind.dropFirst(7).prefix { $0 != "\"" })
    }

    /// What stands at the first of these keys that says something.
    func text(_ names: String...) -> String? {
        names.lazy.compactMap { values[$0]?.first { !$0.isEmpty } }.first
    }

    /// All that stands at a key.
    func list(_ name: String) -> [String] { values[name] ?? [] }

    private static func texts(_ node: Node) -> [String] {
        if let scalar = node.scalar {
            // Without quotes, these are how nothing is written.
            let isNothing = scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
            return isNothing ? [] : [scalar.string]
        }
        return node.sequence?.compactMap { $0.scalar?.string } ?? []
    }

    /// Whether reading it takes no more time and depth than its size: references to other parts can double
    /// it with every line, and nobody writes them by hand.
    private static func isHarmless(_ yaml: String) -> Bool {
        var previous: UInt8 = 0x0A
        var bracketCount = 0
        let bytes = Array(yaml.utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "*"):
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
                if " \t\n[{,".utf8.contains(previous), !" \t\r\n".utf8.contains(next) {
                    return false
                }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                bracketCount += 1
            default: break
            }
            previous = byte
        }
        let isFlat = yaml.split(separator: "\n").allSatisfy { line in
            line.count { $0 == "-" || $0 == "?" } < 64
                || !line.hasPrefix("-") && !line.hasPrefix("?")
        }
        return bracketCount < 64 && isFlat
    }
}

/// Lines by their line feeds alone: to Swift, a carriage return and a line feed are one character.
private struct Lines {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The YAML, and what follows the line after it; nil when the text does not begin with dashes.
    var frontMatter: (yaml: String, rest: String)? {
        guard let first = line(at: 0), isDashes(first.range) else { return nil }
        var start = first.next
        while let line = line(at: start) {
            if isDashes(line.range) || isDots(line.range) {
                var rest = line.next
                // One empty line belongs to the front matter.
                if let next = self.line(at: rest), isEmpty(next.range) { rest = next.next }
                return (
                    String(decoding: bytes[first.next..<start], as: UTF8.self),
                    String(decoding: bytes[rest...], as: UTF8.self)
                )
            }
            start = line.next
        }
        return nil
    }

    private func line(at start: Int) -> (range: Range<Int>, next: Int)? {
        guard start < bytes.count else { return nil }
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        return (start..<end, min(end + 1, bytes.count))
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].filter { $0 != 0x0D }, as: UTF8.self)
    }

    private func isDashes(_ range: Range<Int>) -> Bool {
        text(range).hasPrefix("---") && text(range).trimmed == "---"
    }

    private func isDots(_ range: Range<Int>) -> Bool { text(range).trimmed == "..." }

    private func isEmpty(_ range: Range<Int>) -> Bool { text(range).isEmpty }
}
