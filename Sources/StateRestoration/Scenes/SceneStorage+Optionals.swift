import Foundation

// One initializer per type, for the reason given beside those without optionals.

extension SceneStorage where Value == Bool? {
    /// Makes the storage of an optional `Bool`, `nil` by default.
    public convenience init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: nil, coder: .optional(.bool), fileID, line)
    }
}

extension SceneStorage where Value == Int? {
    /// Makes the storage of an optional `Int`, `nil` by default.
    public convenience init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: nil, coder: .optional(.int), fileID, line)
    }
}

extension SceneStorage where Value == Double? {
    /// Makes the storage of an optional `Double`, `nil` by default.
    public convenience init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: nil, coder: .optional(.double), fileID, line)
    }
}

extension SceneStorage where Value == String? {
    /// Makes the storage of an optional `String`, `nil` by default.
    public convenience init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: nil, coder: .optional(.string), fileID, line)
    }
}

extension SceneStorage where Value == URL? {
    /// Makes the storage of an optional `URL`, `nil` by default.
    public convenience init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: nil, coder: .optional(.url), fileID, line)
    }
}

extension SceneStorage where Value == Data? {
    /// Makes the storage of an optional `Data`, `nil` by default.
    public convenience init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: nil, coder: .optional(.data), fileID, line)
    }
}

extension SceneStorage where Value == Date? {
    /// Makes the storage of an optional `Date`, `nil` by default.
    public convenience init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(key, in: scope, default: nil, coder: .optional(.date), fileID, line)
    }
}

extension SceneStorage {
    /// Makes the storage of an optional enumeration over `Int`, `nil` by default.
    public convenience init<Wrapped>(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    )
    where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue == Int {
        self.init(key, in: scope, default: nil, coder: .optional(.rawValue(of: .int)), fileID, line)
    }
}

extension SceneStorage {
    /// Makes the storage of an optional enumeration over `String`, `nil` by default.
    public convenience init<Wrapped>(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    )
    where Value == Wrapped?, Wrapped: RawRepresentable, Wrapped.RawValue == String {
        self.init(
            key,
            in: scope,
            default: nil,
            coder: .optional(.rawValue(of: .string)),
            fileID,
            line
        )
    }
}
