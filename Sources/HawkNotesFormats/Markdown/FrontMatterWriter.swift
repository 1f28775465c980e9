import Foundation

/// Writes keys and values.
struct FrontMatterWriter {
    let names: [SourceIdentity: String]
    private(set) var text = ""

    init(names: [SourceIdentity: String]) { self.names = names }

    /// - Parameter version: 2 for pages, whose body is in sections.
    mutating func begin(_ kind: String, _ id: UUID?, version: Int) {
        text += "hawk-notes: \(version)\n"
        add("kind", kind)
        add("id", id?.uuidString)
    }

    mutating func add(_ key: String, _ value: String?) {
        guard let value else { return }
        text += "\(key): \(Self.quoted(value))\n"
    }

    mutating func add(_ key: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        text += "\(key): [\(values.map(Self.quoted).joined(separator: ", "))]\n"
    }

    mutating func add(_ key: String, reference: SourceIdentity?) {
        guard let reference else { return }
        add(key, names[reference])
        add("\(key)-id", reference.key)
    }

    static func date(_ date: ImportedDate) -> String {
        let moment = date.date { $0 }.timeIntervalSince1970
        let milliseconds = Int((moment * 1000).rounded())
        let seconds = milliseconds.flooredDivision(by: 1000)
        let parts = CivilTime(secondsSinceEpoch: seconds)
        return "\(parts.text).\(padded(milliseconds - seconds * 1000, 3))Z"
    }

    static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// A JSON string that YAML parses to the same text.
    private static func quoted(_ text: String) -> String {
        // The YAML library treats a leading U+FEFF as a byte order mark.
        var result = text.unicodeScalars.first == "\u{FEFF}" ? "\"\\uFEFF" : "\""
        var previous: Unicode.Scalar = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            // Escaped, because the parser rejects texts that would be references without quotes.
            case "&" where " [{,".unicodeScalars.contains(previous): result += "\\u0026"
            case "*" where " [{,".unicodeScalars.contains(previous): result += "\\u002A"
            case "[": result += "\\u005B"
            case "{": result += "\\u007B"
            default:
                let isPlain =
                    (0x20...0x7E).contains(scalar.value)
                    || (0xA0...0xD7FF).contains(scalar.value)
                        && scalar.value != 0x2028 && scalar.value != 0x2029
                    || (0xE000...0xFEFE).contains(scalar.value)
                    || (0x10000...0x10FFFD).contains(scalar.value)
                result += isPlain ? String(scalar) : escape(scalar)
            }
            previous = scalar
        }
        return result + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (mark, width) = digits.count > 4 ? ("\\U", 8) : ("\\u", 4)
        return mark + String(repeating: "0", count: width - digits.count) + digits
    }
}

extension Int {
    fileprivate func flooredDivision(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Calendar date and time in UTC.
private struct CivilTime {
    let text: String

    /// http://howardhinnant.github.io/date_algorithms.html
    init(secondsSinceEpoch seconds: Int) {
        let days = seconds.flooredDivision(by: 86_400)
        let second = seconds - days * 86_400
        let shifted = days + 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        let pad = FrontMatterWriter.padded
        text =
            "\(pad(year, 4))-\(pad(civilMonth, 2))-\(pad(day, 2))"
            + "T\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))"
    }
}
