import Foundation

/// A JSON value that keeps what `JSONSerialization` loses: the order of keys, and whole numbers
/// apart from floating-point ones.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Sendable, Equatable {
        var key: String
        var value: JSONValue

        init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }
}

extension JSONValue {
    /// The value of a key, when this is an object that has it.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var intValue: Int? { if case .int(let value) = self { value } else { nil } }

    var stringValue: String? { if case .string(let value) = self { value } else { nil } }

    var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The number, whole or not.
    var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
