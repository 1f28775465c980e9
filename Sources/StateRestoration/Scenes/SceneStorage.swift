import Foundation

/// One small value of one window that is there again after the next launch.
///
/// ```swift
/// @SceneStorage var selection: Tab
///
/// init(in scope: RestorationScope) {
///     _selection = SceneStorage(wrappedValue: .home, "selection", in: scope)
/// }
/// ```
///
/// The value types are those of SwiftUI's property wrapper of this name, and `Date`: `Bool`, `Int`,
/// `Double`, `String`, `URL`, `Data`, `Date`, types with a raw value of `Int` or `String`, and
/// optionals of these. Nothing else compiles. Model data does not belong here, ids do.
///
/// The default is given when nothing is stored, or something of another type, which then stays
/// until something else is set. Setting what is stored writes nothing; setting the default while
/// nothing is stored does store it, because the default may be another one next time.
///
/// The wrapper owns its key as long as it lives: a second owner of the same key in the same window
/// is a programming error, which stops a debug build and gives the report a line in a release
/// build. What is stored stays when the owner goes.
@MainActor
@propertyWrapper
public final class SceneStorage<Value> {
    private let defaultValue: Value
    private let coder: ValueCoder<Value>
    private let scope: RestorationScope
    private let claim: Claim?
    private let observers = ObserverList<Value>()
    private var removals: RestorationObservation?

    /// The full path of the value in its window.
    public let path: String

    init(
        _ key: String,
        in scope: RestorationScope,
        default value: Value,
        coder: ValueCoder<Value>,
        _ fileID: StaticString,
        _ line: UInt
    ) {
        self.scope = scope
        self.coder = coder
        defaultValue = value
        path = scope.path(of: key)
        claim = scope.scene?.claim(
            path,
            by: ClaimOwner(Self.self, fileID, line),
            accepts: coder.accepts
        )
    }

    /// The current value: what is stored, else the default.
    ///
    /// Once the window is gone the default is read, and nothing can be set.
    public var wrappedValue: Value {
        get { scope.scene?.value(at: path).flatMap(coder.decode) ?? defaultValue }
        set { store(coder.encode(newValue), reads: newValue) }
    }

    /// The storage itself, for `onChange` and `reset`.
    public var projectedValue: SceneStorage<Value> { self }

    /// Whether a value of the right type is stored, be it equal to the default.
    public var isStored: Bool { scope.scene?.value(at: path).map(coder.accepts) ?? false }

    /// Calls the body with each new value, right after it was set to something different.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onChange(_ body: @escaping @MainActor (Value) -> Void) -> RestorationObservation {
        if removals == nil {
            removals = scope.scene?.removalObservers.add { [weak self] in
                self?.wasRemoved($0.path, $0.value)
            }
        }
        return observers.add(body)
    }

    /// Forgets what is stored, so that the default is read again.
    public func reset() { store(nil, reads: defaultValue) }

    private func wasRemoved(_ path: String, _ stored: RestorableValue) {
        guard path == self.path, let value = coder.decode(stored),
            coder.encode(value) != coder.encode(defaultValue)
        else { return }
        observers.notify(defaultValue)
    }

    private func store(_ stored: RestorableValue?, reads value: Value) {
        guard let scene = scope.scene else { return }
        let before = coder.encode(wrappedValue)
        guard scene.setValue(stored, at: path) else { return }
        // Storing the default, or forgetting it, reads the same as before.
        if coder.encode(value) != before { observers.notify(value) }
    }
}

// MARK: - Types of values

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

// MARK: - Optional values

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
