import Foundation

/// The kinds of values in a series file, with their rules.
extension JSONNode {
    func uuid() throws -> UUID {
        let text = try string()
        guard let id = UUID(uuidString: text) else {
            throw violation("is no UUID: “\(text)”")
        }
        return id
    }

    /// A single line of text that is not empty.
    func line() throws -> String {
        let text = try prose()
        guard !text.contains(where: \.isNewline) else {
            throw violation("must be a single line")
        }
        return text
    }

    /// Text that is not empty and is trimmed; newlines separate paragraphs.
    func prose() throws -> String {
        let text = try string()
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else {
            throw violation("must not be empty")
        }
        guard trimmed == text else {
            throw violation("must not begin or end with blanks")
        }
        let isControl = { (scalar: UnicodeScalar) in
            scalar.properties.generalCategory == .control && scalar != "\n"
        }
        guard !text.unicodeScalars.contains(where: isControl) else {
            throw violation("must not contain control characters")
        }
        return text
    }

    /// `yyyy-mm`.
    func publicationDate() throws -> PublicationDate {
        let text = try string()
        guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})/),
            let year = Int(match.1), let month = Int(match.2), (1...12).contains(month)
        else {
            throw violation("must be a year and a month such as 2020-01, but is “\(text)”")
        }
        return PublicationDate(year: year, month: month)
    }

    /// Ten characters, the last of which is a check digit (ISO 2108): the sum of each digit times
    /// its distance from the end is a multiple of 11.
    func isbn10() throws -> String {
        let text = try string()
        guard text.wholeMatch(of: /[0-9]{9}[0-9X]/) != nil else {
            throw violation("must be an ISBN of ten digits without hyphens, but is “\(text)”")
        }
        let sum = text.enumerated().reduce(0) { sum, digit in
            sum + (10 - digit.offset) * (digit.element.wholeNumberValue ?? 10)
        }
        guard sum.isMultiple(of: 11) else {
            throw violation("is an ISBN with a wrong check digit: “\(text)”")
        }
        return text
    }

    /// A BCP 47 tag that begins with a language of two or three letters.
    func languageTag() throws -> String {
        let text = try string()
        guard text.wholeMatch(of: /[a-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil else {
            throw violation("must be a language tag such as en or pt-BR, but is “\(text)”")
        }
        return text
    }

    /// An http or https URL with a host: a valid start of a book's web page.
    func webAddress() throws -> URL {
        let text = try string()
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), url.host()?.isEmpty == false
        else {
            throw violation("must be an http or https address, but is “\(text)”")
        }
        return url
    }

    /// A path that stays inside the folder of the series file.
    func relativePath() throws -> String {
        let path = try line()
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            throw violation("must be a path inside the folder of the series, but is “\(path)”")
        }
        return path
    }

    /// A color for each appearance.
    func colorPair() throws -> ColorPair {
        let fields = try members(["light", "dark"])
        return ColorPair(light: try fields["light"].color(), dark: try fields["dark"].color())
    }

    private func color() throws -> RGBColor {
        let text = try string()
        guard let color = RGBColor(hex: text) else {
            throw violation("must be a colour such as #a1b2c3, but is “\(text)”")
        }
        return color
    }
}
