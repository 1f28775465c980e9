import Foundation

/// Lines of Logseq that are not text.
extension MarkdownFields {
    /// The text without the properties that Logseq stores in its blocks, such as `id:: 6400a0c2-…`.
    static func withoutProperties(_ text: String) -> String {
        guard text.contains("::") else { return text }
        var isInCode = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            if line.trimmed.hasPrefix("```") { isInCode.toggle() }
            return isInCode || !isProperty(line)
        }
        return lines.joined(separator: "\n")
    }

    private static func isProperty(_ line: Substring) -> Bool {
        guard let (key, value) = inlineField(line) else { return false }
        switch key.lowercased() {
        case "id": return UUID(uuidString: value) != nil
        case "collapsed": return ["true", "false"].contains(value)
        case "heading": return ["true", "false"].contains(value) || Int(value) != nil
        case "background-color", "logseq.order-list-type", "created-at", "updated-at", "hl-page",
            "hl-color", "hl-stamp", "ls-type":
            return true
        default: return false
        }
    }
}
