import Foundation

/// Pictures that a text embeds: `![[road.png]]`, `![The road](road.png)`.
enum EmbeddedPictures {
    /// Their names or addresses, in order.
    static func names(in text: String) -> [String] {
        guard text.contains("![") else { return [] }
        var result: [String] = []
        for line in text.split(separator: "\n") {
            var rest = line
            while let start = rest.range(of: "![") {
                let inside = rest[start.upperBound...]
                // In code, it is only an example of the syntax.
                if rest[..<start.lowerBound].last == "`" {
                    rest = inside
                    continue
                }
                if inside.first == "[" {
                    let name = inside.dropFirst().prefix(300).prefix { $0 != "|" && $0 != "]" }
                    if isPicture(name) { result.append(name.trimmed) }
                } else if let link = inside.range(of: "](") {
                    let address = inside[link.upperBound...].prefix { $0 != ")" && $0 != " " }
                    if !address.isEmpty { result.append(String(address)) }
                    rest = inside[link.upperBound...]
                    continue
                } else {
                    break
                }
                rest = inside
            }
        }
        return result
    }

    /// An embed without an address may be another note.
    private static func isPicture(_ name: Substring) -> Bool {
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        return [
            "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "avif", "heic", "tif", "tiff",
        ].contains(ending)
    }

    /// The path in a property or an embed: `![[covers/a.jpg|100]]`, `covers/a.jpg`; nil for a web
    /// address.
    static func path(_ text: String) -> String? {
        var path = text.trimmed.drop { $0 == "!" }
        if path.hasPrefix("[["), path.hasSuffix("]]") { path = path.dropFirst(2).dropLast(2) }
        path = path.prefix { $0 != "|" }
        let name = path.trimmed
        return name.isEmpty || name.contains("://") ? nil : name.removingPercentEncoding ?? name
    }
}
