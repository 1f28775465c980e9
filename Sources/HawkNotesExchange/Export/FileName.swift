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
        var number = 0
        return try unused(of(title, ifEmpty: fallback), after: &number, isTaken: isTaken)
    }

    /// - Parameter number: The number that the name last got, 0 if it was not used.
    fileprivate static func unused(
        _ name: String,
        after number: inout Int,
        isTaken: (String) throws -> Bool
    ) rethrows -> String {
        while true {
            number += 1
            let result = number == 1 ? name : "\(name) \(number)"
            if try !isTaken(result) { return result }
        }
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

/// The names of new files in several folders, each unique in its folder, ignoring case.
struct FileNames {
    private let kept: Set<String>
    private var taken: [String: Set<String>] = [:]
    /// The numbers that names last got, by folder: many titles may be the same.
    private var numbers: [String: [String: Int]] = [:]

    /// - Parameter kept: Names that are not given in any folder, in lowercase.
    init(except kept: Set<String> = []) { self.kept = kept }

    /// Keeps a name from being given.
    mutating func take(_ name: String, in folder: String) {
        taken[folder, default: kept].insert(name.lowercased())
    }

    /// A name for a title, which is taken then.
    mutating func unused(_ title: String, in folder: String) -> String {
        let name = FileName.of(title)
        var number = numbers[folder]?[name] ?? 0
        let result = FileName.unused(name, after: &number) {
            !taken[folder, default: kept].insert($0.lowercased()).inserted
        }
        numbers[folder, default: [:]][name] = number
        return result
    }
}
