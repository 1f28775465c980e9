import Foundation

/// Any JSON value, so that a file can be checked before it is interpreted.
enum JSONValue: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// A JSON value with its path, such as `books[1].characters[0].id`.
///
/// `Codable` could read the file, but it silently ignores unknown keys and its messages are meant
/// for programmers; a series file is written by hand.
struct JSONNode {
    let value: JSONValue
    let path: String

    /// A violation of a rule of the format.
    struct Violation: Error {
        let path: String
        let reason: String
    }

    func violation(_ reason: String) -> Violation {
        Violation(path: path, reason: reason)
    }

    /// The members of an object with these keys: none missing, and no others but optional ones.
    func members(_ keys: [String], optional: [String] = []) throws -> Members {
        guard case .object(let object) = value else {
            throw violation("must be an object, but is \(value.kind)")
        }
        let known = keys + optional
        if let unknown = object.keys.filter({ !known.contains($0) }).min() {
            throw child(unknown, .null).violation("is no key of this format")
        }
        var nodes: [String: JSONNode] = [:]
        for key in keys {
            guard let value = object[key] else {
                throw child(key, .null).violation("is missing")
            }
            nodes[key] = child(key, value)
        }
        for key in optional {
            if let value = object[key] { nodes[key] = child(key, value) }
        }
        return Members(nodes: nodes, owner: self)
    }

    /// One member of an object, ignoring all others.
    func member(_ key: String) throws -> JSONNode {
        guard case .object(let object) = value else {
            throw violation("must be an object, but is \(value.kind)")
        }
        guard let value = object[key] else {
            throw child(key, .null).violation("is missing")
        }
        return child(key, value)
    }

    func elements() throws -> [JSONNode] {
        guard case .array(let array) = value else {
            throw violation("must be a list, but is \(value.kind)")
        }
        return array.enumerated().map { index, value in
            JSONNode(value: value, path: "\(path)[\(index)]")
        }
    }

    func integer() throws -> Int {
        guard case .number(let number) = value, let integer = Int(exactly: number) else {
            throw violation("must be a whole number, but is \(value.kind)")
        }
        return integer
    }

    /// Any text, including an empty one.
    func string() throws -> String {
        guard case .string(let string) = value else {
            throw violation("must be a text, but is \(value.kind)")
        }
        return string
    }

    private func child(_ key: String, _ value: JSONValue) -> JSONNode {
        JSONNode(value: value, path: path.isEmpty ? key : "\(path).\(key)")
    }

    /// The members of an object whose keys have been checked.
    struct Members {
        fileprivate let nodes: [String: JSONNode]
        fileprivate let owner: JSONNode

        /// A checked key's value; a key that was not checked counts as missing.
        subscript(_ key: String) -> JSONNode {
            get throws {
                guard let node = nodes[key] else {
                    throw owner.child(key, .null).violation("is missing")
                }
                return node
            }
        }

        /// An optional key's value; nil if it is missing.
        func optional(_ key: String) -> JSONNode? { nodes[key] }
    }
}
