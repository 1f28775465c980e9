import CGLib

/// The text in the user's language. All text that a user sees goes through here.
///
/// The text must be a literal, so that it can be extracted for translators; a comment on the line
/// above that begins with `Translators:` is shown to them.
public func localized(_ text: String) -> String {
    translation(of: text)
}

/// The text in the user's language, where the same English text has several translations.
///
/// - Parameter context: tells translators which one is meant; a literal.
public func localized(_ text: String, context: String) -> String {
    context.withCString { context in
        text.withCString { String(cString: g_dpgettext2(nil, context, $0)) }
    }
}

/// The text in the user's language with values in place of `%1`, `%2`, ….
public func localized(_ text: String, _ values: String...) -> String {
    fill(translation(of: text), values)
}

/// The form of a text that fits a number, with the number in place of `%1`, formatted for the
/// user's country, and other values in place of `%2`, `%3`, ….
public func localized(_ one: String, plural: String, count: Int, _ values: String...) -> String {
    let text = one.withCString { one in
        plural.withCString { plural in
            String(cString: g_dngettext(nil, one, plural, gulong(count)))
        }
    }
    return fill(text, [LocalNumber.format(count)] + values)
}

/// Sets the user's language and the location of the translations for `localized`.
///
/// - Parameter domain: the program's gettext domain: the name of the files with its translations.
@MainActor
public func setUpLocalization(domain: String, directory: String) {
    setlocale(LC_ALL, "")
    bindtextdomain(domain, directory)
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
}

private func translation(of text: String) -> String {
    // Copied within the closure: an untranslated text is returned as the very pointer that was
    // passed in.
    text.withCString { String(cString: g_dgettext(nil, $0)) }
}

/// Values as a list in the user's language, such as “one, two, three”.
public func localizedList(_ values: [String]) -> String {
    // Also of a date and a time, or a chapter and a page.
    let pair = translation(of: "%1, %2")
    let separator = pair.replacing("%1", with: "").replacing("%2", with: "")
    return values.map(TextDirection.isolated).joined(separator: separator)
}

/// Values beside one another, parted by dots, such as “Jane Austen · 1815”.
public func parted(_ values: [String]) -> String {
    values.map(TextDirection.isolated).joined(separator: " · ")
}

/// Values are inserted one by one from the left, so that a value that contains `%1` is left alone.
/// One that is written in the other direction keeps it, and does not change that of the sentence.
private func fill(_ text: String, _ values: [String]) -> String {
    let values = values.map(TextDirection.isolated)
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
