import Foundation

/// The key of a small value, with the type of the value and its default.
///
/// Declare each key once, and make its ``SceneStorage`` wherever the value is used. Then the name
/// and the default are in one place, and a value is never read as another type than it was written:
///
/// ```swift
/// extension RestorationKey<Bool> {
///     static var isUnfolded: Self { RestorationKey(name: "isUnfolded", default: false) }
/// }
///
/// let isUnfolded = SceneStorage(.isUnfolded, in: scope)
/// ```
///
/// The types are those that ``SceneStorage`` lists; a key of any other type does not compile. Only
/// the name is stored, so the next version may have another default. A new name or a new type makes
/// a new value: the value under the old name stays stored but unread, and a stored value of another
/// type reads as the default, with a line in the report.
///
/// A key is only a name and may be created twice, but two storages of it in one scope are the
/// programming error that ``SceneStorage`` describes.
public struct RestorationKey<Value> {
    /// The name, which is the last component of the value's path.
    public let name: String
    /// The value that is read while nothing is stored.
    public let defaultValue: Value
    let coder: ValueCoder<Value>

    init(name: String, default value: Value, coder: ValueCoder<Value>) {
        self.name = name
        defaultValue = value
        self.coder = coder
    }
}

extension RestorationKey: Sendable where Value: Sendable {}

// MARK: - Types of values

// One initializer per type rather than a protocol: any type could adopt a protocol, and the list
// would no longer be closed.

extension RestorationKey<Bool> {
    /// Makes the key of a `Bool`.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .bool)
    }
}

extension RestorationKey<Int> {
    /// Makes the key of an `Int`.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .int)
    }
}

extension RestorationKey<Double> {
    /// Makes the key of a `Double`.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .double)
    }
}

extension RestorationKey<String> {
    /// Makes the key of a `String`.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .string)
    }
}

extension RestorationKey<URL> {
    /// Makes the key of a `URL`.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .url)
    }
}

extension RestorationKey<Data> {
    /// Makes the key of a `Data`.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .data)
    }
}

extension RestorationKey<Date> {
    /// Makes the key of a `Date`.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .date)
    }
}

extension RestorationKey where Value: RawRepresentable, Value.RawValue == Int {
    /// Makes the key of an enumeration over `Int`; an unknown raw value reads as the default.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .rawValue(of: .int))
    }
}

extension RestorationKey where Value: RawRepresentable, Value.RawValue == String {
    /// Makes the key of an enumeration over `String`; an unknown raw value reads as the default.
    public init(name: String, default value: Value) {
        self.init(name: name, default: value, coder: .rawValue(of: .string))
    }
}

// MARK: - Optional values

// One initializer per type, for the same reason as above. The default is always `nil`: a stored
// `nil` is not stored at all, so it could not be distinguished from another default.

extension RestorationKey<Bool?> {
    /// Makes the key of an optional `Bool`, `nil` by default.
    public init(name: String) {
        self.init(name: name, default: nil, coder: .optional(.bool))
    }
}

extension RestorationKey<Int?> {
    /// Makes the key of an optional `Int`, `nil` by default.
    public init(name: String) {
        self.init(name: name, default: nil, coder: .optional(.int))
    }
}

extension RestorationKey<Double?> {
    /// Makes the key of an optional `Double`, `nil` by default.
    public init(name: String) {
        self.init(name: name, default: nil, coder: .optional(.double))
    }
}

extension RestorationKey<String?> {
    /// Makes the key of an optional `String`, `nil` by default.
    public init(name: String) {
        self.init(name: name, default: nil, coder: .optional(.string))
    }
}

extension RestorationKey<URL?> {
    /// Makes the key of an optional `URL`, `nil` by default.
    public init(name: String) {
        self.init(name: name, default: nil, coder: .optional(.url))
    }
}

extension RestorationKey<Data?> {
    /// Makes the key of an optional `Data`, `nil` by default.
    public init(name: String) {
        self.init(name: name, default: nil, coder: .optional(.data))
    }
}

extension RestorationKey<Date?> {
    /// Makes the key of an optional `Date`, `nil` by default.
    public init(name: String) {
        self.init(name: name, default: nil, coder: .optional(.date))
    }
}

extension RestorationKey {
    /// Makes the key of an optional enumeration over `Int`, `nil` by default.
    public init<Wrapped>(name: String)
    where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue == Int {
        self.init(name: name, default: nil, coder: .optional(.rawValue(of: .int)))
    }

    /// Makes the key of an optional enumeration over `String`, `nil` by default.
    public init<Wrapped>(name: String)
    where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue == String {
        self.init(name: name, default: nil, coder: .optional(.rawValue(of: .string)))
    }
}

// MARK: - Texts

/// The key of a long text that is stored by its edits.
///
/// Like a ``RestorationKey`` for small values: declared once, used wherever the ``RestorableText``
/// is made. A text has no default; it is empty while nothing is stored.
///
/// ```swift
/// extension TextKey {
///     static let draft = TextKey(name: "draft")
/// }
///
/// let draft = RestorableText(.draft, in: scope)
/// ```
///
/// A text and a small value of the same name have the same path, so they cannot both have an owner
/// at the same time.
public struct TextKey: Hashable, Sendable {
    /// The name, which is the last component of the text's path.
    public let name: String

    /// Makes the key of a text.
    public init(name: String) { self.name = name }
}
