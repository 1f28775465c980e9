import CGLib
import Foundation

/// The formats of dates and times in the user's locale: `LC_TIME`, which may belong to another
/// country than the language.
public struct LocaleFormats: Equatable, Sendable {
    /// The order of the parts of a numeric date.
    public enum DateOrder: Sendable {
        case dayFirst, monthFirst, yearFirst
    }

    /// The order of a numeric date.
    public let dateOrder: DateOrder
    /// The separator of a numeric date; nil if it is none of `-`, `.` and `/`.
    public let dateSeparator: Character?
    /// The format of a time without its seconds.
    let minutes: String

    /// The user's formats. Read them after `setUpLocalization` has set the locale, since they are
    /// cached.
    public static let ofUser = ofLocale()

    /// The formats of this thread's locale.
    static func ofLocale() -> LocaleFormats {
        LocaleFormats(date: text(D_FMT), time: text(T_FMT), twelveHours: text(T_FMT_AMPM))
    }

    /// Parses the formats of the locale.
    ///
    /// - Parameters:
    ///   - date: a numeric date, such as `%d.%m.%Y`.
    ///   - time: with seconds, such as `%H:%M:%S`.
    ///   - twelveHours: the expansion of `%r` in a time.
    init(date: String, time: String, twelveHours: String) {
        dateOrder = Self.order(of: date)
        dateSeparator = Self.separator(of: date)
        let whole = time.replacing("%r", with: twelveHours).replacing("%T", with: "%H:%M:%S")
        let short = Self.withoutSeconds(whole.replacing("%R", with: "%H:%M"))
        minutes = short.contains("%") ? short : "%H:%M"
    }

    private static func text(_ item: Int) -> String {
        nl_langinfo(nl_item(item)).map { String(cString: $0) } ?? ""
    }

    private static func expanded(_ date: String) -> String {
        date.replacing("%D", with: "%m/%d/%y").replacing("%F", with: "%Y-%m-%d")
    }

    private static func separator(of date: String) -> Character? {
        pieces(of: expanded(date)).first { $0.field == nil && "-./".contains($0.text) }?.text.first
    }

    private static func order(of date: String) -> DateOrder {
        let fields = pieces(of: expanded(date)).compactMap(\.field)
        switch fields.first(where: { "ydemYbB".contains($0) }) {
        case "y", "Y": return .yearFirst
        case "d", "e": return .dayFirst
        default: return .monthFirst
        }
    }

    /// Also removes the separator before the seconds, the word behind them, and the name of the
    /// zone.
    private static func withoutSeconds(_ format: String) -> String {
        var short = ""
        var isBehindSeconds = false
        for piece in pieces(of: format) {
            switch piece.field {
            case "S":
                if let last = short.last, ":.,-".contains(last) { short.removeLast() }
                isBehindSeconds = true
            case "Z", "z": isBehindSeconds = false
            case .some:
                short += piece.text
                isBehindSeconds = false
            case nil:
                if piece.text.allSatisfy(\.isWhitespace) { isBehindSeconds = false }
                // Letters belong to the seconds; other characters separate what follows.
                if !isBehindSeconds || !piece.text.allSatisfy(\.isLetter) { short += piece.text }
            }
        }
        return short.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The fields of a format, such as `%-d`, and each of the characters between them.
    ///
    /// By hand: compiling regular expressions would take milliseconds of every start.
    private static func pieces(of format: String) -> [(text: Substring, field: Character?)] {
        var pieces: [(text: Substring, field: Character?)] = []
        var rest = format[...]
        while let first = rest.first {
            var end = rest.index(after: rest.startIndex)
            var field: Character?
            if first == "%" {
                let letter = rest[end...].firstIndex { !"-_0OE".contains($0) }
                if let letter, rest[letter].isASCII, rest[letter].isLetter {
                    field = rest[letter]
                    end = rest.index(after: letter)
                }
            }
            pieces.append((rest[..<end], field))
            rest = rest[end...]
        }
        return pieces
    }
}

/// Formats numbers in the user's language.
public enum LocalNumber {
    /// A whole number, with separators of thousands where they are customary: 12,345.
    ///
    /// Uses the C library, which has the language's rules at hand: Foundation would load megabytes
    /// for it.
    public static func format(_ number: Int) -> String {
        withVaList([number]) { arguments in
            var bytes = [CChar](repeating: 0, count: 64)
            vsnprintf(&bytes, bytes.count, "%'ld", arguments)
            return String(
                decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
                as: UTF8.self
            )
        }
    }
}
