import Foundation

// One initializer per type rather than a protocol: a protocol could be adopted by any type, and the
// list would no longer be closed.

extension SceneStorage where Value == Bool {
    /// Makes the storage of a `Bool`; `wrappedValue` is the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: wrappedValue, coder: .bool, fileID, line)
    }
}

extension SceneStorage where Value == Int {
    /// Makes the storage of an `Int`; `wrappedValue` is the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: wrappedValue, coder: .int, fileID, line)
    }
}

extension SceneStorage where Value == Double {
    /// Makes the storage of a `Double`; `wrappedValue` is the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: wrappedValue, coder: .double, fileID, line)
    }
}

extension SceneStorage where Value == String {
    /// Makes the storage of a `String`; `wrappedValue` is the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: wrappedValue, coder: .string, fileID, line)
    }
}

extension SceneStorage where Value == URL {
    /// Makes the storage of a `URL`; `wrappedValue` is the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: wrappedValue, coder: .url, fileID, line)
    }
}

extension SceneStorage where Value == Data {
    /// Makes the storage of a `Data`; `wrappedValue` is the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: wrappedValue, coder: .data, fileID, line)
    }
}

extension SceneStorage where Value == Date {
    /// Makes the storage of a `Date`; `wrappedValue` is the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: wrappedValue, coder: .date, fileID, line)
    }
}

extension SceneStorage where Value: RawRepresentable, Value.RawValue == Int {
    /// Makes the storage of an enumeration over `Int`; an unknown raw value reads as the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: wrappedValue, coder: .rawValue(of: .int), fileID, line)
    }
}

extension SceneStorage where Value: RawRepresentable, Value.RawValue == String {
    /// Makes the storage of an enumeration over `String`; an unknown raw value reads as the
    /// default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(
            key,
            in: scope,
            default: wrappedValue,
            coder: .rawValue(of: .string),
            fileID,
            line
        )
    }
}
