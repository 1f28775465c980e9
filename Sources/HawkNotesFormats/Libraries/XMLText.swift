import Foundation

/// The bytes of an XML document, prepared for the parser.
///
/// Real books have named entities of HTML, blank lines before the first line, and encodings that
/// differ from the declared one. XML parsers stop at each of these.
struct XMLText {
    private(set) var bytes: [UInt8]
    /// Whether the bytes are UTF-8, whatever the document declares.
    private(set) var isUTF8 = false
    /// The repairs of violations of XML.
    private(set) var repairs: [ImportProblem.Repair] = []
    /// The number of lines that were removed before the first one.
    private(set) var skippedLineCount = 0

    /// - Parameter isHTML: whether the parser knows the named entities of HTML.
    /// - Returns: nil if the text does not begin like XML, or is in an encoding in which the bytes
    ///   of XML's delimiters may have another meaning: the limits of a document are checked on its
    ///   bytes.
    init?(_ bytes: [UInt8], isHTML: Bool = false) {
        let isWide =
            bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            || bytes.prefix(64).contains(0)
        var transcoder = UnicodeTranscoder()
        self.bytes = transcoder.utf8(bytes) + transcoder.finish()
        isUTF8 = isWide
        skipBlanks()
        guard self.bytes.first == UInt8(ascii: "<") else { return nil }
        guard useEncoding() else { return nil }
        decodeOtherText()
        if !isHTML { self.bytes = Self.withoutNames(self.bytes) }
    }

    /// The text with `&amp;` for every `&` that does not start a reference; nil if there is none.
    func withoutBareAmpersands() -> XMLText? {
        guard bytes.contains(UInt8(ascii: "&")) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var hasFound = false
        var index = 0
        while index < bytes.count {
            if let end = Self.endOfRawText(bytes, at: index) {
                result += bytes[index..<end]
                index = end
                continue
            }
            result.append(bytes[index])
            if bytes[index] == UInt8(ascii: "&"), !Self.isReference(bytes[(index + 1)...]) {
                result += "amp;".utf8
                hasFound = true
            }
            index += 1
        }
        guard hasFound else { return nil }
        var copy = self
        copy.bytes = result
        copy.repairs.append(.ampersand)
        return copy
    }

    /// The text with repaired tags and attributes; nil if it cannot be repaired.
    func withMendedMarkup(mostParts: Int) -> XMLText? {
        guard let mended = XMLMender.mended(bytes, mostParts: mostParts) else { return nil }
        var copy = self
        copy.bytes = mended
        copy.repairs.append(.structure)
        return copy
    }

    // MARK: - The beginning

    /// Removes byte order marks and whitespace before a declaration, which must come first. Before
    /// anything else, whitespace is allowed.
    private mutating func skipBlanks() {
        var index = 0
        while index < bytes.count {
            if [0x09, 0x0A, 0x0D, 0x20].contains(bytes[index]) {
                if bytes[index] == 0x0A { skippedLineCount += 1 }
                index += 1
            } else if bytes[index...].starts(with: [0xEF, 0xBB, 0xBF]) {
                index += 3
            } else {
                break
            }
        }
        if index > 0, bytes[index...].starts(with: "<?xml".utf8) { repairs.append(.beginning) }
        bytes.removeFirst(index)
    }

    /// Determines the encoding; false if it is not supported.
    private mutating func useEncoding() -> Bool {
        if isUTF8 { return true }
        let names = Self.declaredEncodings(bytes)
        guard let name = names.first, !name.hasPrefix("utf-8"), !name.hasPrefix("utf8") else {
            // Keeps the parser from detecting another encoding.
            isUTF8 = true
            return true
        }
        if Self.isWide(name) {
            isUTF8 = true
            repairs.append(.encoding)
            return true
        }
        return names.count == 1 && Self.hasASCII(name)
    }

    /// The encodings in the declaration, in lower case; a valid declaration has at most one.
    private static func declaredEncodings(_ bytes: [UInt8]) -> [String] {
        guard bytes.starts(with: "<?xml".utf8) else { return [] }
        let declaration = bytes.prefix { $0 != UInt8(ascii: ">") }
        let text = String(decoding: declaration, as: UTF8.self).lowercased()
        return text.components(separatedBy: "encoding").dropFirst().map { rest in
            rest.split { "=\"' \t\r\n?".contains($0) }.first.map { String($0) } ?? ""
        }
    }

    private static func isWide(_ encoding: String) -> Bool {
        ["utf-16", "utf16", "ucs-2", "iso-10646-ucs-2", "unicode"]
            .contains { encoding.hasPrefix($0) }
    }

    private static func hasASCII(_ encoding: String) -> Bool {
        [
            "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "iso8859-", "iso_8859-", "latin",
            "windows-125", "windows-874", "cp125", "koi8-", "macintosh", "gb2312", "gbk", "gb18030",
            "big5", "shift_jis", "shift-jis", "sjis", "windows-31j", "euc-", "tis-620",
        ].contains { encoding.hasPrefix($0) }
    }

    /// Converts a text that is declared as UTF-8 but is not: Windows-1252, or damaged UTF-8.
    private mutating func decodeOtherText() {
        guard isUTF8, String(validating: bytes, as: UTF8.self) == nil else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let others = text.unicodeScalars.filter { !$0.isASCII }
        let damage = others.filter { $0 == "\u{FFFD}" }
        let isDamaged = damage.count * 2 < others.count
        bytes = Array((isDamaged ? text : TextDecoder.windows1252(bytes)).utf8)
        if !repairs.contains(.encoding) { repairs.append(.encoding) }
    }

    // MARK: - References

    /// The end of a comment or CDATA section that starts here, in which `&` has no meaning.
    static func endOfRawText(_ bytes: [UInt8], at index: Int) -> Int? {
        guard bytes[index] == UInt8(ascii: "<") else { return nil }
        for (start, end) in [("<![CDATA[", "]]>"), ("<!--", "-->")]
        where bytes[index...].starts(with: start.utf8) {
            return endOf(end, in: bytes, from: index + start.utf8.count) ?? bytes.count
        }
        return nil
    }

    /// The index after the next `delimiter` that begins at an index or later; nil without one.
    static func endOf(_ delimiter: String, in bytes: [UInt8], from index: Int) -> Int? {
        let first = delimiter.utf8.first
        var place = index
        while place < bytes.count {
            // Most bytes are told apart by this comparison alone, which is much quicker.
            if bytes[place] == first, bytes[place...].starts(with: delimiter.utf8) {
                return place + delimiter.utf8.count
            }
            place += 1
        }
        return nil
    }

    /// Whether these bytes continue a reference after its `&`.
    private static func isReference(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.prefix(32).prefix { isNameByte($0) || $0 == UInt8(ascii: "#") }
        return !name.isEmpty && bytes.dropFirst(name.count).first == UInt8(ascii: ";")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Replaces the named entities of HTML that XML lacks, such as `&nbsp;`, by numbers.
    private static func withoutNames(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            result.append(bytes[index])
            guard bytes[index] == UInt8(ascii: "&") else { continue }
            let name = bytes[(index + 1)...].prefix(32).prefix(while: isNameByte)
            let text = String(decoding: name, as: UTF8.self)
            let end = index + 1 + name.count
            guard !name.isEmpty, end < bytes.count, bytes[end] == UInt8(ascii: ";"),
                !["amp", "lt", "gt", "quot", "apos"].contains(text)
            else { continue }
            if let scalar = PlainText.character(named: text)?.unicodeScalars.first {
                result += "#\(scalar.value);".utf8
            } else {
                // An unknown name is kept as text.
                result += "amp;\(text);".utf8
            }
            index = end
        }
        return result
    }
}
