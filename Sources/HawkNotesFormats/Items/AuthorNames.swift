import Foundation

/// Names of authors, as each source lists them.
///
/// A comma can separate two authors, separate last and first name, or precede "Jr."; its meaning
/// depends on the source.
package enum AuthorNames {
    /// `Tamsyn Muir, Ursula K. Le Guin`: commas between authors, first names first.
    static func ofList(_ text: String?) -> [String] { known(parts(text ?? "")) }

    /// `Muir, Tamsyn; Le Guin, Ursula K.`: last names first, as a Kindle writes them.
    static func ofDevice(_ text: String) -> [String] {
        let names = text.replacingOccurrences(of: " & ", with: ";").split(separator: ";")
        return known(names.flatMap { turnedRound(String($0)) })
    }

    /// `Tamsyn Muir & Ursula K. Le Guin`, `Muir, Tamsyn & Le Guin, Ursula K.`: calibre only
    /// separates authors by `&`.
    static func ofCalibre(_ text: String?) -> [String] {
        known((text ?? "").split(separator: "&").map { $0.trimmed })
    }

    /// `Tamsyn Muir, Ursula K. Le Guin, and Ann Leckie`, `Muir, Tamsyn`: as people write them.
    static func ofSentence(_ text: String?) -> [String] {
        let sides = [" and ", " & ", ";"].reduce(text ?? "") {
            $0.replacingOccurrences(of: $1, with: "\n")
        }
        return known(
            sides.split(separator: "\n").flatMap { side in
                let names = parts(String(side))
                return isTurnedRound(names) ? [side.trimmed] : names
            }
        )
    }

    /// A single name, whatever its content.
    static func ofOne(_ text: String?) -> [String] { known([(text ?? "").trimmed]) }

    /// Removes placeholders for unknown authors.
    static func known(_ names: [String]) -> [String] {
        names.filter { !$0.isEmpty && !isNobody($0) }
    }

    /// Names as earlier versions split them. Books without a key of their own are identified by
    /// these.
    static func keyNames(_ text: String?) -> [String] {
        (text ?? "").replacingOccurrences(of: " & ", with: ",")
            .replacingOccurrences(of: " and ", with: ",")
            .split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    }

    // MARK: - Placeholders

    /// Whether the name is a program's placeholder for an unknown author, in any of its languages.
    package static func isNobody(_ name: String) -> Bool {
        let words = DateWords.folded(name).split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty || placeholders.contains(words.joined(separator: " "))
    }

    private static let placeholders = Set(
        [
            "Unknown", "Unknown Author", "Author Unknown", "Anonymous", "Anon", "N/A", "None",
            "Null",
            "No Author", "Not Available",
            "Unbekannt", "Unbekannter Autor", "Unbekannter Verfasser", "Anonym", "Ohne Autor",
            "Inconnu", "Auteur inconnu", "Anonyme",
            "Desconocido", "Autor desconocido", "Anónimo",
            "Sconosciuto", "Autore sconosciuto", "Anonimo",
            "Desconhecido", "Autor desconhecido", "Anônimo",
            "Onbekend", "Onbekende auteur", "Auteur onbekend", "Anoniem",
            "Неизвестен", "Неизвестно", "Неизвестный", "Неизвестный автор", "Автор неизвестен",
            "Аноним", "Без автора",
            "未知", "未知作者", "作者未知", "佚名", "匿名", "无名氏",
            "不明", "作者不明", "著者不明", "作者不詳",
            "알 수 없음", "작자 미상", "미상",
            "Nieznany", "Nieznany autor", "Autor nieznany", "Neznámý", "Neznámý autor",
            "Okänd", "Okänd författare", "Ukendt", "Ukendt forfatter", "Ukjent", "Ukjent forfatter",
            "Tuntematon", "Bilinmiyor", "Bilinmeyen", "Bilinmeyen Yazar", "Невідомий",
            "Невідомий автор", "Ismeretlen", "Ismeretlen szerző",
        ].map {
            DateWords.folded($0).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        }
    )

    // MARK: - Commas

    /// The parts between commas; "Jr." belongs to the name before it.
    private static func parts(_ text: String) -> [String] {
        var result: [String] = []
        for part in text.split(separator: ",").map({ $0.trimmed }) where !part.isEmpty {
            if isSuffix(part), let name = result.popLast() {
                result.append("\(name), \(part)")
            } else {
                result.append(part)
            }
        }
        return result
    }

    private static func turnedRound(_ text: String) -> [String] {
        var parts = text.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
        // "Marsh, Theo, Jr.", "Marsh, Jr., Theo", and "Theo Marsh, Jr.", which is not inverted.
        let suffix = parts.count > 1 ? parts.dropFirst().firstIndex(where: isSuffix) : nil
        let ending = suffix.map { ", \(parts.remove(at: $0))" } ?? ""
        if parts.count > 2, parts.allSatisfy({ $0.contains(" ") }) { return parts }
        guard parts.count == 2 else { return [parts.joined(separator: ", ") + ending] }
        return ["\(parts[1]) \(parts[0])\(ending)"]
    }

    /// Whether two parts are the last name and first name of one person.
    private static func isTurnedRound(_ parts: [String]) -> Bool {
        guard parts.count == 2, let last = parts.first else { return false }
        if parts.contains(where: { !$0.contains(" ") }) { return true }
        let words = last.split(separator: " ").map { $0.lowercased() }
        return words.dropLast().allSatisfy { particles.contains($0) }
    }

    private static let particles: Set = [
        "al", "de", "del", "della", "der", "den", "di", "da", "dos", "du", "el", "la", "le", "st.",
        "ten", "ter", "van", "von", "zu", "zur",
    ]

    private static func isSuffix(_ part: String) -> Bool {
        let letters = part.lowercased().filter { $0.isLetter }
        return ["jr", "sr", "junior", "senior", "ii", "iii", "iv", "phd", "md", "esq"]
            .contains(letters)
    }
}
