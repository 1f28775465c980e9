import Foundation

/// Checks on the text of a drawing (SVG), before an XML parser sees it.
///
/// The drawing library opens no files and no URLs when it is given only bytes. It does read
/// embedded contents, including pictures of any size and nested drawings, with no limit on their
/// memory. Therefore drawings with such contents are rejected.
enum DrawingText {
    /// The maximum size of a drawing in bytes: more than any cover needs, and small enough to be
    /// read as text.
    static let largestSize = 8 << 20

    /// Whether the first element is `svg`.
    static func isDrawing(_ data: Data) -> Bool {
        // Only a few lines precede the first element.
        var rest = data.prefix(64 << 10)
        if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop(while: isSpace)
            let end: Data.Index?
            if rest.starts(with: "<?".utf8) {
                end = self.end(of: "?>", in: rest)
            } else if rest.starts(with: "<!--".utf8) {
                end = self.end(of: "-->", in: rest)
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                end = endOfType(rest)
            } else {
                break
            }
            guard let end else { return false }
            rest = rest[end...]
        }
        guard rest.first == UInt8(ascii: "<") else { return false }
        let name = rest.dropFirst().prefix(64)
            .prefix { !isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
        return String(decoding: name, as: UTF8.self).split(separator: ":").last == "svg"
    }

    /// Whether the drawing contains only shapes of its own.
    ///
    /// Checks the text in the form in which it may finally be read: with character references and
    /// style sheet escapes resolved, and without white space.
    static func isSelfContained(_ data: Data) -> Bool {
        // In other encodings, the same bytes could be different letters.
        let encoding = declaredEncoding(data)
        guard [nil, "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1"].contains(encoding),
            entitiesAreHarmless(data)
        else { return false }
        let text = plain(data)
        return ["\"", "'", "("].allSatisfy { end(of: $0 + "data:", in: text) == nil }
    }

    /// The encoding in the XML declaration, in lower case; nil if there is none.
    private static func declaredEncoding(_ data: Data) -> String? {
        let start = data.prefix(256)
        guard let end = end(of: "?>", in: start) else { return nil }
        let text = String(decoding: start[..<end], as: UTF8.self).lowercased()
        guard let name = text.range(of: "encoding") else { return nil }
        return text[name.upperBound...].split { "=\"' \t\r\n?>".contains($0) }.first
            .map { String($0) }
    }

    /// Whether the text's own entities are plain words: some programs abbreviate URLs with them.
    private static func entitiesAreHarmless(_ data: Data) -> Bool {
        var rest = data
        while let start = end(of: "<!ENTITY", in: rest) {
            guard let end = end(of: ">", in: data[start...]) else { return false }
            let declaration = data[start..<end - 1]
            let isPlain = ["&", "%", "<", "SYSTEM", "PUBLIC", "data:"].allSatisfy {
                self.end(of: $0, in: declaration) == nil
            }
            guard isPlain else { return false }
            rest = data[end...]
        }
        return true
    }

    /// The text in lower case, with references and escapes resolved, and without white space.
    private static func plain(_ data: Data) -> Data {
        let bytes = [UInt8](data)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            var byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "&"), let found = reference(bytes, at: place) {
                (byte, place) = found
            }
            if byte == UInt8(ascii: "\\") { (byte, place) = escape(bytes, at: place) }
            guard byte > 0x20 else { continue }
            result.append(0x41...0x5a ~= byte ? byte + 0x20 : byte)
        }
        return Data(result)
    }

    /// The character of a reference after its `&`; nil for a named one.
    private static func reference(_ bytes: [UInt8], at start: Int) -> (UInt8, Int)? {
        // Any number of zeros may precede the other digits.
        let rest = bytes[start...].prefix(1024)
        guard rest.first == UInt8(ascii: "#"), let end = rest.firstIndex(of: UInt8(ascii: ";"))
        else { return nil }
        let digits = String(decoding: rest[(start + 1)..<end], as: UTF8.self).lowercased()
        let value =
            digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.map { (UInt8(exactly: $0) ?? 0xff, end + 1) }
    }

    /// The character of a style sheet escape after its `\`.
    private static func escape(_ bytes: [UInt8], at start: Int) -> (UInt8, Int) {
        let digits = bytes[start...].prefix(6).prefix {
            Swift.Character(UnicodeScalar($0)).isHexDigit
        }
        guard !digits.isEmpty else {
            return start < bytes.count ? (bytes[start], start + 1) : (0, start)
        }
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        return (value.flatMap(UInt8.init(exactly:)) ?? 0xff, digits.endIndex)
    }

    /// The index after a document type, which may declare entities.
    private static func endOfType(_ data: Data) -> Data.Index? {
        let marks = [UInt8(ascii: "["), UInt8(ascii: ">")]
        guard let mark = data.firstIndex(where: marks.contains) else { return nil }
        if data[mark] == marks[1] { return mark + 1 }
        guard let bracket = end(of: "]", in: data[mark...]) else { return nil }
        return end(of: ">", in: data[bracket...])
    }

    /// The index after the first occurrence of a text.
    private static func end(of text: String, in data: Data) -> Data.Index? {
        data.range(of: Data(text.utf8))?.upperBound
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }
}
