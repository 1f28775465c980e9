/// A value of JSON or of a Lua table, small enough to be in memory.
indirect enum PlainValue: Hashable {
    case nothing
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([PlainValue])
    /// Numbered entries of a Lua table have their number as key.
    case table([String: PlainValue])

    /// The value of a key; an empty value if there is none.
    subscript(key: String) -> PlainValue {
        guard case .table(let members) = self else { return .nothing }
        return members[key] ?? .nothing
    }

    /// A text that is not blank.
    var text: String? {
        guard case .text(let text) = self, !text.trimmed.isEmpty else { return nil }
        return text
    }

    var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Double(text.trimmed)
        case .nothing, .bool, .list, .table: nil
        }
    }

    /// The display text: a text, or a number without trailing zeros.
    var label: String? {
        if let text { return text }
        guard case .number(let number) = self, number.isFinite else { return nil }
        return number == number.rounded() && abs(number) < 1e15
            ? "\(Int(number))" : "\(number)"
    }

    var isTrue: Bool { self == .bool(true) }

    /// The elements of a list, or of a table that is used as one.
    var elements: [PlainValue] {
        switch self {
        case .list(let values): return values
        case .table(let members):
            return members.compactMap { key, value in Int(key).map { ($0, key, value) } }
                .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { $0.2 }
        case .nothing, .bool, .number, .text: return []
        }
    }
}

/// The reason why parsing a value stopped.
struct ValueDamage: Error {
    var reason: ImportProblem.Reason
    var line: Int
}
