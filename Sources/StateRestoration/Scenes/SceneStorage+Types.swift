import Foundation

// One initializer per type rather than a protocol: a protocol could be adopted by any type, and the
// list would no longer be closed.

extension SceneStorage where Value == Bool {
    /// Makes the storage of a `Bool`; `wrappedValue` is the default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .bool)
    }
}

extension SceneStorage where Value == Int {
    /// Makes the storage of a `Int`; `wrappedValue` is the default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .int)
    }
}

extension SceneStorage where Value == Double {
    /// Makes the storage of a `Double`; `wrappedValue` is the default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .double)
    }
}

extension SceneStorage where Value == String {
    /// Makes the storage of a `String`; `wrappedValue` is the default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .string)
    }
}

extension SceneStorage where Value == URL {
    /// Makes the storage of a `URL`; `wrappedValue` is the default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .url)
    }
}

extension SceneStorage where Value == Data {
    /// Makes the storage of a `Data`; `wrappedValue` is the default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .data)
    }
}

extension SceneStorage where Value == Date {
    /// Makes the storage of a `Date`; `wrappedValue` is the default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .date)
    }
}

extension SceneStorage where Value == Bool? {
    /// Makes the storage of an optional `Bool`, `nil` by default.
    public convenience init(_ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: nil, coder: .optional(.bool))
    }
}

extension SceneStorage where Value == Int? {
    /// Makes the storage of an optional `Int`, `nil` by default.
    public convenience init(_ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: nil, coder: .optional(.int))
    }
}

extension SceneStorage where Value == Double? {
    /// Makes the storage of an optional `Double`, `nil` by default.
    public convenience init(_ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: nil, coder: .optional(.double))
    }
}

extension SceneStorage where Value == String? {
    /// Makes the storage of an optional `String`, `nil` by default.
    public convenience init(_ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: nil, coder: .optional(.string))
    }
}

extension SceneStorage where Value == URL? {
    /// Makes the storage of an optional `URL`, `nil` by default.
    public convenience init(_ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: nil, coder: .optional(.url))
    }
}

extension SceneStorage where Value == Data? {
    /// Makes the storage of an optional `Data`, `nil` by default.
    public convenience init(_ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: nil, coder: .optional(.data))
    }
}

extension SceneStorage where Value == Date? {
    /// Makes the storage of an optional `Date`, `nil` by default.
    public convenience init(_ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: nil, coder: .optional(.date))
    }
}

extension SceneStorage where Value: RawRepresentable, Value.RawValue == Int {
    /// Makes the storage of an enumeration over `Int`; an unknown raw value reads as the default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .rawValue(of: .int))
    }
}

extension SceneStorage where Value: RawRepresentable, Value.RawValue == String {
    /// Makes the storage of an enumeration over `String`; an unknown raw value reads as the
    /// default.
    public convenience init(wrappedValue: Value, _ key: String, in scope: RestorationScope) {
        self.init(key, in: scope, default: wrappedValue, coder: .rawValue(of: .string))
    }
}

extension SceneStorage {
    /// Makes the storage of an optional enumeration over `Int`, `nil` by default.
    public convenience init<Wrapped>(_ key: String, in scope: RestorationScope)
    where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue == Int {
        self.init(key, in: scope, default: nil, coder: .optional(.rawValue(of: .int)))
    }
}

extension SceneStorage {
    /// Makes the storage of an optional enumeration over `String`, `nil` by default.
    public convenience init<Wrapped>(_ key: String, in scope: RestorationScope)
    where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue == String {
        self.init(key, in: scope, default: nil, coder: .optional(.rawValue(of: .string)))
    }
}

extension ValueCoder where Value == Bool {
    fileprivate static var bool: Self {
        ValueCoder(encode: { .bool($0) }) { if case .bool(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder where Value == Int {
    fileprivate static var int: Self {
        ValueCoder(encode: { .int($0) }) { if case .int(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder where Value == Double {
    fileprivate static var double: Self {
        ValueCoder(encode: { .double($0) }) {
            if case .double(let value) = $0 { value } else { nil }
        }
    }
}

extension ValueCoder where Value == String {
    fileprivate static var string: Self {
        ValueCoder(encode: { .string($0) }) {
            if case .string(let value) = $0 { value } else { nil }
        }
    }
}

extension ValueCoder where Value == URL {
    fileprivate static var url: Self {
        ValueCoder(encode: { .url($0) }) { if case .url(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder where Value == Data {
    fileprivate static var data: Self {
        ValueCoder(encode: { .data($0) }) { if case .data(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder where Value == Date {
    fileprivate static var date: Self {
        ValueCoder(encode: { .date($0) }) { if case .date(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder {
    fileprivate static func optional<Wrapped>(_ coder: ValueCoder<Wrapped>) -> Self
    where Value == Wrapped? {
        ValueCoder(encode: { $0.flatMap(coder.encode) }, accepts: coder.accepts) {
            .some(coder.decode($0))
        }
    }

    fileprivate static func rawValue(of coder: ValueCoder<Value.RawValue>) -> Self
    where Value: RawRepresentable {
        ValueCoder(
            encode: { coder.encode($0.rawValue) },
            decode: { coder.decode($0).flatMap(Value.init(rawValue:)) }
        )
    }
}
