import CGTK

/// The text in the user's language. All text that a user sees goes through here.
public func localized(_ text: String) -> String {
    String(cString: g_dgettext(textDomain, text))
}

/// The text in the user's language with values in place of `%1`, `%2`, ….
public func localized(_ text: String, _ values: String...) -> String {
    fill(localized(text), values)
}

/// The form of a text that fits a number, with the number in place of `%1`.
public func localized(_ one: String, plural: String, count: Int) -> String {
    fill(String(cString: g_dngettext(textDomain, one, plural, gulong(count))), [String(count)])
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
