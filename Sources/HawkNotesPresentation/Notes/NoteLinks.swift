import HawkNotesModel
import Phrases

/// The links in the text of notes: web addresses and links within the program.
package enum NoteLinks {
    private static let schemes = ["https", "http", PlaceLink.scheme].map { Array($0.utf8) }

    /// Whether a link leads to a place within the program.
    package static func isOwn(_ address: String) -> Bool {
        address.lowercased().hasPrefix(PlaceLink.scheme + "://")
    }

    /// The links of a text, in order. Takes time in proportion to its length.
    package static func ranges(in text: String) -> [Range<String.Index>] {
        let scalars = text.unicodeScalars
        var ranges: [Range<String.Index>] = []
        var position = scalars.startIndex
        var word: [UInt8] = []
        var start = position
        while position < scalars.endIndex {
            let scalar = scalars[position]
            if isSchemeCharacter(scalar) {
                if word.isEmpty { start = position }
                // Words longer than every scheme only need to be known as too long.
                if word.count < 16 { word.append(UInt8(scalar.value) | 0x20) }
                position = scalars.index(after: position)
                continue
            }
            if scalar == ":", schemes.contains(word), let end = end(of: scalars[position...]) {
                ranges.append(start..<end)
                position = end
            } else {
                position = scalars.index(after: position)
            }
            word = []
        }
        return ranges
    }

    /// The titles of menu items that open these addresses: no wider than other items.
    package static func menuTitles(of links: [String]) -> [String] {
        guard links.count > 1 else { return links.map { _ in localized("Open Link") } }
        return links.map { link in
            let rest = link.range(of: "://").map { link[$0.upperBound...] } ?? link[...]
            return menuTitle(of: String(rest.hasPrefix("www.") ? rest.dropFirst(4) : rest))
        }
    }

    /// The title of a menu item that opens a page with this name.
    package static func menuTitle(of name: String) -> String {
        let limit = 24
        return localized("Open %1", name.count > limit ? name.prefix(limit - 1) + "…" : name)
    }

    /// Escapes a text for markup.
    static func escaped(_ text: Substring) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += Array("&amp;".utf8)
            case UInt8(ascii: "<"): result += Array("&lt;".utf8)
            case UInt8(ascii: ">"): result += Array("&gt;".utf8)
            case UInt8(ascii: "\""): result += Array("&quot;".utf8)
            case UInt8(ascii: "'"): result += Array("&#39;".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isSchemeCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    /// The end of the link whose scheme precedes this text; nil if it is no link.
    private static func end(of rest: Substring.UnicodeScalarView) -> String.Index? {
        var slashes = rest.dropFirst()
        for _ in 0..<2 { if slashes.popFirst() != "/" { return nil } }
        guard let first = slashes.first,
            first.properties.isAlphabetic || first.properties.numericType != nil
        else { return nil }
        let address = slashes.prefix { !endsLink($0) }
        return withoutPunctuation(address).endIndex
    }

    /// Trailing punctuation belongs to the sentence, as does a closing bracket whose opening one is
    /// before the link.
    private static func withoutPunctuation(
        _ address: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView {
        var balance: [Unicode.Scalar: Int] = [:]
        for scalar in address {
            switch scalar {
            case "(", "[", "{": balance[scalar, default: 0] += 1
            case ")": balance["(", default: 0] -= 1
            case "]": balance["[", default: 0] -= 1
            case "}": balance["{", default: 0] -= 1
            default: break
            }
        }
        var address = address
        while let last = address.last {
            let opening: Unicode.Scalar? =
                switch last {
                case ")": "("
                case "]": "["
                case "}": "{"
                default: nil
                }
            if let opening {
                guard balance[opening, default: 0] < 0 else { break }
                balance[opening, default: 0] += 1
            } else if !isPunctuation(last) {
                break
            }
            address.removeLast()
        }
        return address
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", ";", ":", "!", "?", "'", "*", "~", "’", "‘", "…": true
        default: false
        }
    }

    /// Whether a character ends a link: blanks, quotation marks, brackets and full stops of East
    /// Asian texts, and invisible characters, which would make a link look like a different one.
    private static func endsLink(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\0"..." ", "\u{7F}", "<", ">", "\"", "`": return true
        case "\0"..."\u{7F}": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
        case .initialPunctuation, .finalPunctuation: return scalar != "’" && scalar != "‘"
        case .openPunctuation, .closePunctuation: return true
        default: return isEastAsianPunctuation(scalar)
        }
    }

    private static func isEastAsianPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "。", "，", "、", "；", "：", "！", "？", "｡", "､": true
        default: false
        }
    }
}
