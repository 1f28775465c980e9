/// Decodes text in UTF-8, damaged UTF-8 or Windows-1252.
///
/// It decides piece by piece: if the text of a file has been UTF-8 so far, invalid bytes count as
/// damage and are replaced; otherwise the text is decoded as Windows-1252, of which Latin-1 is a
/// part.
struct TextDecoder {
    private var hasSeenUTF8 = false
    /// Whether an encoding was guessed.
    private(set) var hasGuessed = false
    /// Whether invalid bytes were replaced.
    private(set) var hasRepaired = false

    /// The text of a line, field or string, without NUL, which texts must not contain.
    mutating func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var result: String
        if let text = String(validating: bytes, as: UTF8.self) {
            hasSeenUTF8 = hasSeenUTF8 || bytes.contains { $0 >= 0x80 }
            result = text
        } else if hasSeenUTF8 {
            hasRepaired = true
            result = String(decoding: bytes, as: UTF8.self)
        } else {
            hasGuessed = true
            result = Self.windows1252(bytes)
        }
        if bytes.contains(0) { result.unicodeScalars.removeAll { $0 == "\0" } }
        return result
    }

    /// Reports guesses and replacements to the run.
    func tell(_ run: ImportRun, file: String?) {
        if hasGuessed { run.tell(.guessedEncoding, file: file) }
        if hasRepaired { run.tell(.brokenText, file: file) }
    }

    /// The text of the first bytes of a file, which may end in the middle of a character.
    static func text(ofBeginning bytes: [UInt8]) -> String {
        var transcoder = UnicodeTranscoder()
        let all = transcoder.utf8(bytes) + transcoder.finish()
        if all.contains(where: { $0 >= 0x80 }), String(validating: all, as: UTF8.self) == nil {
            let isCut = (1...3).contains { cut in
                all.count > cut && String(validating: all.dropLast(cut), as: UTF8.self) != nil
            }
            if !isCut { return windows1252(all) }
        }
        return String(decoding: all, as: UTF8.self)
    }

    static func windows1252(_ bytes: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            let isSpecial = (0x80..<0xA0).contains(byte)
            scalars.append(isSpecial ? special[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(scalars)
    }

    /// From 0x80 on. The five that Windows-1252 leaves undefined are those of Latin-1.
    private static let special: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}",
        "\u{2021}",
        "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{8D}", "\u{017D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}",
        "\u{2014}",
        "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{9D}", "\u{017E}",
        "\u{0178}",
    ]
}
