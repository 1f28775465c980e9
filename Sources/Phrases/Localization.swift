import CGLib

/// The text in the user's language. All text that a user sees goes through here.
///
/// The text is a literal, so that it is found for translators; a comment on the line above that begins
/// with `Translators:` is shown to them.
public func localized(_ text: String) -> String {
    translation(of: text)
}

/// The text in the user's language, where the same English text is translated in several ways.
///
/// - Parameter context: says which of them is meant, to translators only; a literal.
public func localized(_ text: String, context: String) -> String {
    context.withCString { context in
        text.withCString { String(cString: g_dpgettext2(nil, context, $0)) }
    }
}

/// The text in the user's language with values in place of `%1`, `%2`, ….
public func localized(_ text: String, _ values: String...) -> String {
    fill(translation(of: text), values)
}

/// The form of a text that fits a number, with the number in place of `%1`, as the user's country writes it,
/// and other values in place of `%2`, `%3`, ….
public func localized(_ one: String, plural: String, count: Int, _ values: String...) -> String {
    let text = one.withCString { one in
        plural.withCString { plural in
            String(cString: g_dngettext(nil, one, plural, gulong(count)))
        }
    }
    return fill(text, [LocalNumber.format(count)] + values)
}

/// Chooses the user's language and says where the translations are, which `localized` finds from then on.
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
    // Copied inside: an untranslated text comes back as the very pointer that was handed in.
    text.withCString { String(cString: g_dgettext(nil, $0)) }
}

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
