/// File names made from titles, valid on every file system: Linux, FAT, NTFS and encrypted homes.
public enum FileName {
    /// The length of a name in bytes, without its extension.
    ///
    /// Encrypted home folders (eCryptfs) have the lowest limit, 143 bytes. The difference is room
    /// for an extension, a number, and the suffix of an unfinished file.
    public static let sizeLimit = 118

    /// A file name for a title, without an extension; never empty, never hidden.
    ///
    /// Characters that some file systems refuse become spaces. Names that Windows reserves for
    /// devices get an underscore. Long titles are cut between visible characters.
    ///
    /// - Parameter fallback: The name for titles that leave nothing.
    public static func of(_ title: String, ifEmpty fallback: String = "Untitled") -> String {
        var name = ""
        var isAfterSpace = true
        for character in title {
            let isSpace = isRefused(character) || character.isWhitespace
            if isSpace, isAfterSpace { continue }
            let next = isSpace ? " " : visible(character)
            // Leading periods hide a file.
            if name.isEmpty, next == "." { continue }
            guard name.utf8.count + next.utf8.count <= sizeLimit else {
                // The only way to cut a character with hundreds of accents.
                if name.isEmpty { name = scalars(of: next, upTo: sizeLimit) }
                break
            }
            name += next
            isAfterSpace = isSpace
        }
        // Windows removes them without a word.
        while name.last == "." || name.last == " " { name.removeLast() }
        if name.isEmpty { return fallback }
        return isReserved(name) ? "\(name.prefix { $0 != "." })_\(name.drop { $0 != "." })" : name
    }

    /// A file name for a title that is not taken: with a number if needed.
    ///
    /// - Parameter isTaken: Whether a name exists.
    public static func unused(
        _ title: String,
        ifEmpty fallback: String = "Untitled",
        isTaken: (String) throws -> Bool
    ) rethrows -> String {
        let name = of(title, ifEmpty: fallback)
        var result = name
        var number = 2
        while try isTaken(result) {
            result = "\(name) \(number)"
            number += 1
        }
        return result
    }

    private static func isRefused(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            $0.properties.generalCategory == .control || refused.contains($0)
        }
    }

    private static let refused = Set("/\\:*?\"<>|".unicodeScalars)

    /// A character without invisible ones, such as marks of direction. Joiners and tags stay: emoji
    /// and several scripts consist of them.
    private static func visible(_ character: Character) -> String {
        let scalars = character.unicodeScalars.filter {
            $0.properties.generalCategory != .format || $0 == "\u{200C}" || $0 == "\u{200D}"
                || ("\u{E0020}"..."\u{E007F}").contains($0)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func scalars(of text: String, upTo size: Int) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            guard result.utf8.count + String(scalar).utf8.count <= size else { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// Whether Windows takes a name for a device, with any extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.uppercased().split(separator: " ").joined()
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        guard stem.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT"),
            let digit = stem.last
        else { return false }
        return "0123456789¹²³".contains(digit)
    }
}
