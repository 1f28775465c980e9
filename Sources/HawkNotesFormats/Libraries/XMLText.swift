import Foundation

/// The bytes of an XML document, made ready for its reader.
///
/// Real books have characters by names that only HTML knows, blank lines before their first one, and
/// encodings that are not those they declare. To XML each of these is the end of the document.
struct XMLText {
    private(set) var bytes: [UInt8]
    /// Whether the bytes are UTF-8, whatever the document declares.
    private(set) var isUTF8 = false
    /// What had to be done that XML forbids.
    private(set) var repairs: [ImportProblem.Repair] = []
    /// How many lines were left out before the first one.
    private(set) var skippedLineCount = 0

    /// - Returns: nil when it does not begin as XML does, or is in an encoding in which marks of XML could
    ///   stand for something else: what bounds a document is looked for in its bytes.
    init?(_ bytes: [UInt8]) {
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
        self.bytes = Self.withoutNames(self.bytes)
    }

    /// The same with `&amp;` for every `&` that begins nothing; nil when there is none.
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

    /// The same with its tags and attributes mended; nil when that is beyond hope.
    func withMendedMarkup(mostParts: Int) -> XMLText? {
        guard let mended = XMLMender.mended(bytes, mostParts: mostParts) else { return nil }
        var copy = self
        copy.bytes = mended
        copy.repairs.append(.structure)
        return copy
    }

    // MARK: - The beginning

    /// Leaves out marks and blanks before a declaration, which must stand first. Before anything else
    /// blanks are allowed.
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

    /// Finds out what the bytes are; false when it is nothing that can be read.
    private mutating func useEncoding() -> Bool {
        if isUTF8 { return true }
        let names = Self.declaredEncodings(bytes)
        guard let name = names.first, !name.hasPrefix("utf-8"), !name.hasPrefix("utf8") else {
            // The reader is not to find another.
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

    /// What the declaration says, in lower case; in one that is sound at most one name.
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

    /// Makes UTF-8 of what says so and is none: of a file that was written by a program for Windows, or of
    /// UTF-8 with damage in it.
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

    /// The end of a comment, or of text in which `&` is a character like others, when one begins here.
    static func endOfRawText(_ bytes: [UInt8], at index: Int) -> Int? {
        guard bytes[index] == UInt8(ascii: "<") else { return nil }
        for (start, end) in [("<![CDATA[", "]]>"), ("<!--", "-->")]
        where bytes[index...].starts(with: start.utf8) {
            var place = index + start.utf8.count
            while place < bytes.count, !bytes[place...].starts(with: end.utf8) { place += 1 }
            return min(place + end.utf8.count, bytes.count)
        }
        return nil
    }

    /// Whether a reference goes on so behind its `&`.
    private static func isReference(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.prefix(32).prefix { isNameByte($0) || $0 == UInt8(ascii: "#") }
        return !name.isEmpty && bytes.dropFirst(name.count).first == UInt8(ascii: ";")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// The same with numbers for the names of characters that HTML has and XML has not, such as `&nbsp;`.
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
                // An unknown name stays to be read as it is written.
                result += "amp;\(text);".utf8
            }
            index = end
        }
        return result
    }
}
