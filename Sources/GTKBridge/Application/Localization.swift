import CGTK

/// The text in the user's language. All text that a user sees goes through here.
public func localized(_ text: String) -> String {
    // Copied inside: an untranslated text comes back as the very pointer that was handed in.
    text.withCString { String(cString: g_dgettext(textDomain, $0)) }
}

/// The text in the user's language with values in place of `%1`, `%2`, ….
public func localized(_ text: String, _ values: String...) -> String {
    fill(localized(text), values)
}

/// The form of a text that fits a number, with the number in place of `%1`.
public func localized(_ one: String, plural: String, count: Int) -> String {
    let text = one.withCString { one in
        plural.withCString { plural in
            String(cString: g_dngettext(textDomain, one, plural, gulong(count)))
        }
    }
    return fill(text, [String(count)])
}

/// Chooses the user's language and says where the translations are.
@MainActor
public func setUpLocalization(directory: String) {
    setlocale(LC_ALL, "")
    bindtextdomain(textDomain, directory)
    bind_textdomain_codeset(textDomain, "UTF-8")
}

/// The gettext domain of the program.
public let textDomain = "hawk-notes"

/// Values are put in one by one from the left, so that a value that contains `%1` stays as it is.
private func fill(_ text: String, _ values: [String]) -> String {
    var result = ""
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
        result += rest[..<percent]
        let next = rest.index(after: percent)
        if next < rest.endIndex, let number = rest[next].wholeNumberValue,
            values.indices.contains(number - 1)
        {
            result += values[number - 1]
            rest = rest[rest.index(after: next)...]
        } else {
            result += "%"
            rest = rest[next...]
        }
    }
    return result + rest
}
