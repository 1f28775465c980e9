import Foundation
import HawkNotesModel
import Phrases

/// The names of the languages of books.
///
/// A table of our own: not every installation contains the system's names.
package enum LanguageText {
    /// The name of a language by its BCP 47 code, with the country or script if the code contains
    /// one; the code itself for an unknown language.
    static func name(of code: String) -> String {
        let parts = code.split(separator: "-", maxSplits: 1).map(String.init)
        guard let first = parts.first, let name = names[first.lowercased()] else { return code }
        // Translators: a language and where or how it is written, such as “Portuguese (BR)”.
        return parts.count > 1 ? localized("%1 (%2)", name, parts[1]) : name
    }

    /// The codes of all languages in the table, always in the same order.
    static var codes: [String] { names.keys.sorted() }

    /// The choices: all languages in the table, and that of the book.
    package static func choices(including code: String?) -> [Choice] {
        var codes = Set(codes)
        if let code { codes.insert(code) }
        return codes.map { Choice(id: $0, title: name(of: $0)) }
            .sorted { ($0.title.folded, $0.id) < ($1.title.folded, $1.id) }
    }

    /// A language by a typed code, such as “gsw” or “pt-BR”; nil if it is no BCP 47 code.
    package static func choice(typed text: String) -> Choice? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), text.utf8.count <= 35,
            first.allSatisfy({ $0.isASCII && $0.isLetter }),
            parts.dropFirst().allSatisfy({ part in
                (1...8).contains(part.count)
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            })
        else { return nil }
        let code = ([first.lowercased()] + parts.dropFirst().map(String.init))
            .joined(separator: "-")
        let name = name(of: code)
        return Choice(id: code, title: name == code ? localized("Language “%1”", code) : name)
    }

    private static let names = [
        "ar": localized("Arabic"),
        "eu": localized("Basque"),
        "bn": localized("Bengali"),
        "br": localized("Breton"),
        "bg": localized("Bulgarian"),
        "ca": localized("Catalan"),
        "zh": localized("Chinese"),
        "hr": localized("Croatian"),
        "cs": localized("Czech"),
        "da": localized("Danish"),
        "nl": localized("Dutch"),
        "en": localized("English"),
        "eo": localized("Esperanto"),
        "et": localized("Estonian"),
        "fi": localized("Finnish"),
        "fr": localized("French"),
        "gl": localized("Galician"),
        "ka": localized("Georgian"),
        "de": localized("German"),
        "el": localized("Greek"),
        "he": localized("Hebrew"),
        "hi": localized("Hindi"),
        "hu": localized("Hungarian"),
        "is": localized("Icelandic"),
        "id": localized("Indonesian"),
        "ga": localized("Irish"),
        "it": localized("Italian"),
        "ja": localized("Japanese"),
        "ko": localized("Korean"),
        "la": localized("Latin"),
        "lv": localized("Latvian"),
        "lt": localized("Lithuanian"),
        "no": localized("Norwegian"),
        "oc": localized("Occitan"),
        "fa": localized("Persian"),
        "pl": localized("Polish"),
        "pt": localized("Portuguese"),
        "ro": localized("Romanian"),
        "ru": localized("Russian"),
        "gd": localized("Scottish Gaelic"),
        "sr": localized("Serbian"),
        "sk": localized("Slovak"),
        "sl": localized("Slovenian"),
        "es": localized("Spanish"),
        "sv": localized("Swedish"),
        "th": localized("Thai"),
        "tr": localized("Turkish"),
        "uk": localized("Ukrainian"),
        "vi": localized("Vietnamese"),
        "cy": localized("Welsh"),
        "yi": localized("Yiddish"),
    ]
}
