/// Languages of books, by the codes and names that their sources use.
enum LanguageCode {
    /// The BCP 47 code: "de" for "deu", "ger", "DE" and "German", "pt-BR" for "por_br"; nil if the
    /// text is neither a code nor a known name, or stands for an unknown language.
    static func known(_ text: String?) -> String? {
        text.flatMap { code($0) ?? LanguageName.code(of: $0) }
    }

    private static func code(_ text: String) -> String? {
        let parts = text.trimmed.split(omittingEmptySubsequences: false) { "-_".contains($0) }
        guard let first = parts.first?.lowercased(), text.utf8.count <= longest,
            (2...3).contains(first.count),
            parts.allSatisfy({ part in
                (1...8).contains(part.count)
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }),
            first.allSatisfy(\.isLetter), !unknown.contains(first)
        else { return nil }
        let language = short[first] ?? first
        var isExtension = false
        let others = parts.dropFirst().map { part in
            isExtension = isExtension || part.count == 1
            return isExtension ? part.lowercased() : subtag(String(part))
        }
        return ([language] + others).joined(separator: "-")
    }

    /// Whether a text is a program's value for an unknown language.
    static func isUnknown(_ text: String) -> Bool {
        unknown.contains(String(text.trimmed.lowercased().prefix { $0.isLetter }))
    }

    /// Scripts are capitalized, countries are in upper case.
    private static func subtag(_ text: String) -> String {
        switch text.count {
        case 2: text.uppercased()
        case 4: text.prefix(1).uppercased() + text.dropFirst().lowercased()
        default: text.lowercased()
        }
    }

    /// The maximum length that programs must support, with a reserve; in bytes.
    private static let longest = 50

    /// Undetermined, several, none.
    private static let unknown: Set = ["und", "mul", "zxx", "mis", "n", "na", "xx"]

    /// ISO 639-2 to ISO 639-1, with both variants of the former. Source:
    /// https://www.loc.gov/standards/iso639-2/
    private static let short: [String: String] = {
        let pairs = """
            afr af, alb sq, sqi sq, amh am, ara ar, arm hy, hye hy, aze az, baq eu, eus eu, bel be, ben bn, \
            bos bs, bre br, bul bg, bur my, mya my, cat ca, ces cs, cze cs, chi zh, zho zh, cym cy, wel cy, \
            dan da, deu de, ger de, dut nl, nld nl, ell el, gre el, eng en, epo eo, est et, fao fo, fas fa, \
            per fa, fin fi, fra fr, fre fr, fry fy, geo ka, kat ka, gla gd, gle ga, glg gl, guj gu, heb he, \
            hin hi, hrv hr, hun hu, ice is, isl is, ind id, ita it, jav jv, jpn ja, kan kn, kaz kk, khm km, \
            kor ko, kur ku, lao lo, lat la, lav lv, lit lt, ltz lb, mac mk, mkd mk, mal ml, mar mr, may ms, \
            msa ms, mlt mt, mon mn, nep ne, nno nn, nob nb, nor no, oci oc, pan pa, pol pl, por pt, roh rm, \
            ron ro, rum ro, rus ru, san sa, slk sk, slo sk, slv sl, som so, spa es, srp sr, swa sw, swe sv, \
            tam ta, tel te, tgl tl, tha th, tib bo, bod bo, tur tr, ukr uk, urd ur, uzb uz, vie vi, yid yi, \
            yor yo, zul zu
            """
        return Dictionary(
            pairs.split(separator: ",").compactMap { pair in
                let codes = pair.split(separator: " ")
                return codes.count == 2 ? (String(codes[0]), String(codes[1])) : nil
            },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
