import Synchronization

/// The direction of the user's language, and of texts that are put into it.
public enum TextDirection {
    private static let mirrored = Atomic(false)

    /// Whether the program is laid out from right to left. Set it once the toolkit knows.
    public static var isRightToLeft: Bool {
        get { mirrored.load(ordering: .relaxed) }
        set { mirrored.store(newValue, ordering: .relaxed) }
    }

    private static let start: Unicode.Scalar = "\u{2068}"
    private static let end: Unicode.Scalar = "\u{2069}"

    /// A text that is put into a sentence: between marks that isolate it (UAX #9) if it has letters
    /// of the other direction. Otherwise they would change the order of what is around them.
    ///
    /// For what is shown; see ``unmarked(_:)`` for all else.
    public static func isolated(_ text: String) -> String {
        let isMirrored = isRightToLeft
        guard isMirrored || !text.utf8.allSatisfy({ $0 < 0x80 }),
            text.unicodeScalars.contains(where: { isStrong($0, rightToLeft: !isMirrored) })
        else { return text }
        return "\(start)\(text)\(end)"
    }

    /// A text without the marks of ``isolated(_:)``, for screen readers, files and other programs.
    public static func unmarked(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == start || $0 == end }) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0 != start && $0 != end })
        )
    }

    /// Whether a letter has this direction. Digits and signs have none.
    private static func isStrong(_ letter: Unicode.Scalar, rightToLeft: Bool) -> Bool {
        let isRightToLeft =
            switch letter.value {
            case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x1_0800...0x1_0fff,
                0x1_e800...0x1_efff:
                true
            default: false
            }
        return isRightToLeft == rightToLeft && letter.properties.isAlphabetic
    }
}
