import Foundation
import Phrases

/// The problem with the text of a field; nil when there is none.
package enum FieldChecks {
    package typealias Check = @MainActor (String) -> String?

    package static func title(_ text: String) -> String? {
        text.allSatisfy(\.isWhitespace) ? localized("Enter a title.") : nil
    }

    package static func name(_ text: String) -> String? {
        text.allSatisfy(\.isWhitespace) ? localized("Enter a name.") : nil
    }

    package static func year(_ text: String) -> String? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { return nil }
        if text.allSatisfy({ $0.isASCII && $0.isNumber }), let year = Int(text),
            (1...9999).contains(year)
        {
            return nil
        }
        return localized("A year is a number such as 1954.")
    }

    package static func isbn(_ text: String) -> String? {
        let digits = ISBN.digits(text.trimmingCharacters(in: .whitespaces))
        guard !digits.isEmpty else { return nil }
        switch ISBN.problem(digits) {
        case nil: return nil
        case .length:
            return localized(
                "An ISBN has ten or thirteen digits; here is %1.",
                plural: "An ISBN has ten or thirteen digits; here are %1.",
                count: digits.count
            )
        case .characters: return localized("An ISBN consists of digits; the last may be an X.")
        case .checkDigit:
            return localized("One digit of this ISBN is wrong: its check digit does not fit.")
        }
    }

    package static func link(_ text: String) -> String? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { return nil }
        let scheme = text.split(separator: ":").first?.lowercased() ?? ""
        guard ["http", "https"].contains(scheme), text.contains("://") else {
            return localized("A link begins with https:// or http://.")
        }
        guard !text.contains(where: \.isWhitespace), let url = URL(string: text),
            let host = url.host, !host.isEmpty
        else { return localized("This address is incomplete.") }
        return nil
    }
}

/// The International Standard Book Number, of ten or thirteen characters.
enum ISBN {
    /// The problems of a number.
    enum Problem: Equatable {
        case length, characters, checkDigit
    }

    /// The number without separators.
    static func digits(_ text: String) -> String {
        text.filter { $0 != "-" && $0 != "–" && !$0.isWhitespace }.uppercased()
    }

    /// - Parameter digits: the result of `digits`.
    static func problem(_ digits: String) -> Problem? {
        let values = digits.enumerated().map { index, digit -> Int? in
            if digit == "X", digits.count == 10, index == 9 { return 10 }
            return digit.isASCII ? digit.wholeNumberValue : nil
        }
        let known = values.compactMap { $0 }
        guard known.count == values.count else { return .characters }
        switch known.count {
        case 10:
            let sum = known.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
            return sum % 11 == 0 ? nil : .checkDigit
        case 13:
            let sum = known.enumerated()
                .reduce(0) { $0 + ($1.offset.isMultiple(of: 2) ? 1 : 3) * $1.element }
            return sum % 10 == 0 ? nil : .checkDigit
        default: return .length
        }
    }
}
