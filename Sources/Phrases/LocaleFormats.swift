import CGLib
import Foundation

/// How dates and times are written where the user lives: `LC_TIME`, which may be another country than the
/// one of the language.
public struct LocaleFormats: Equatable, Sendable {
    /// In which order a date in figures has its parts.
    public enum DateOrder: Sendable {
        case dayFirst, monthFirst, yearFirst
    }

    /// Of a date in figures.
    public let dateOrder: DateOrder
    /// What stands between the parts of a date in figures; nil where that is none of `-`, `.` and `/`.
    public let dateSeparator: Character?
    /// The format of a time without its seconds.
    let minutes: String

    /// Those of the user. To be asked for once `setUpLocalization` has chosen them, since they stay.
    public static let ofUser = ofLocale()

    /// Those of the locale that is set for this thread.
    static func ofLocale() -> LocaleFormats {
        LocaleFormats(date: text(D_FMT), time: text(T_FMT), twelveHours: text(T_FMT_AMPM))
    }

    /// From the formats of the locale.
    ///
    /// - Parameters:
    ///   - date: in figures, such as `%d.%m.%Y`.
    ///   - time: with its seconds, such as `%H:%M:%S`.
    ///   - twelveHours: what stands for `%r` in a time.
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
        expanded(date).replacing(/%[-_0OE]*[A-Za-z]/, with: "").first { "-./".contains($0) }
    }

    private static func order(of date: String) -> DateOrder {
        let letters = expanded(date)
            .matches(of: /%[-_0OE]*([A-Za-z])/).compactMap { $0.output.1.first }
        switch letters.first(where: { "ydemYbB".contains($0) }) {
        case "y", "Y": return .yearFirst
        case "d", "e": return .dayFirst
        default: return .monthFirst
        }
    }

    /// Also without what sets the seconds off, the word behind them, and the name of the zone.
    private static func withoutSeconds(_ format: String) -> String {
        let seconds = /[:.,\-]?%[-_0OE]*S([^%\s]*)/
        let zone = /%[-_0OE]*[Zz]/
        return format.replacing(seconds) { match in
            // A letter says that these were seconds; a sign keeps apart what follows.
            match.output.1.filter { !$0.isLetter }
        }.replacing(zone, with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// Numbers as text, as the user's language writes them.
public enum LocalNumber {
    /// A whole number, with its thousands apart where people write it so: 12,345.
    ///
    /// By the C library, which has the language's rules at hand: Foundation would read megabytes for it.
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
