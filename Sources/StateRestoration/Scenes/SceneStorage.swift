import Foundation

/// A small value of a window that is restored at the next launch.
///
/// ```swift
/// @SceneStorage var selection: Tab
///
/// init(in scope: RestorationScope) {
///     _selection = SceneStorage(wrappedValue: .home, "selection", in: scope)
/// }
/// ```
///
/// Where several views use the same value, a ``RestorationKey`` holds its name and default for all of them.
///
/// The value types are those of SwiftUI's property wrapper of this name, and `Date`: `Bool`, `Int`,
/// `Double`, `String`, `URL`, `Data`, `Date`, types with a raw value of `Int` or `String`, and
/// optionals of these. No other type compiles. Store identifiers, not model data.
///
/// The default is returned when nothing is stored, or a value of another type, which then stays
/// until another value is set. Setting the stored value again writes nothing; setting the default
/// while nothing is stored does store it, because the default may change in the next version.
///
/// The wrapper owns its key as long as it lives: a second owner of the same key in the same window
/// is a programming error, which stops a debug build and adds a line to the report in a release
/// build. The value stays stored after its owner is released.
@MainActor
@propertyWrapper
public final class SceneStorage<Value> {
    private let key: RestorationKey<Value>
    private let scope: RestorationScope
    private let claim: Claim?
    private let observers = ObserverList<Value>()
    private var removals: RestorationObservation?

    /// The full path of the value in its window.
    public let path: String

    /// Makes the storage of the value of a key.
    ///
    /// The initializers with a name and a default, one per type, make the key themselves.
    public init(
        _ key: RestorationKey<Value>,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.key = key
        self.scope = scope
        path = scope.path(of: key)
        claim = scope.scene?.claim(
            path,
            by: ClaimOwner(Self.self, fileID, line),
            accepts: key.coder.accepts
        )
    }

    /// The current value: the stored one, or else the default.
    ///
    /// After the window is released, it reads as the default and cannot be set.
    public var wrappedValue: Value {
        get { scope.scene?.value(at: path).flatMap(key.coder.decode) ?? key.defaultValue }
        set { store(key.coder.encode(newValue), reads: newValue) }
    }

    /// The storage itself, for `onChange` and `reset`.
    public var projectedValue: SceneStorage<Value> { self }

    /// Whether a value of the right type is stored, even if it equals the default.
    public var isStored: Bool { scope.scene?.value(at: path).map(key.coder.accepts) ?? false }

    /// Calls the body with each new value, after it changed.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onChange(_ body: @escaping @MainActor (Value) -> Void) -> RestorationObservation {
        if removals == nil {
            removals = scope.scene?.removalObservers.add { [weak self] in
                self?.wasRemoved($0.path, $0.value)
            }
        }
        return observers.add(body)
    }

    /// Removes the stored value, so that the default is read again.
    public func reset() { store(nil, reads: key.defaultValue) }

    private func wasRemoved(_ path: String, _ stored: RestorableValue) {
        guard path == self.path, let value = key.coder.decode(stored),
            key.coder.encode(value) != key.coder.encode(key.defaultValue)
        else { return }
        observers.notify(key.defaultValue)
    }

    private func store(_ stored: RestorableValue?, reads value: Value) {
        guard let scene = scope.scene else { return }
        let before = key.coder.encode(wrappedValue)
        guard scene.setValue(stored, at: path) else { return }
        // Storing the default, or removing it, does not change the value.
        if key.coder.encode(value) != before { observers.notify(value) }
    }
}

// MARK: - Types of values

// One initializer per type, as `RestorationKey` has them.

extension SceneStorage where Value == Bool {
    /// Makes the storage of a `Bool`; `wrappedValue` is the default.
    public convenience init(
        wrappedValue: Value,
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
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
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
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
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
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
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
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
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
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
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
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
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
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
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
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
        let key = RestorationKey(name: key, default: wrappedValue)
        self.init(key, in: scope, fileID: fileID, line: line)
    }
}

// MARK: - Optional values

extension SceneStorage where Value == Bool? {
    /// Makes the storage of an optional `Bool`, `nil` by default.
    public convenience init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
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
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
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
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
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
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
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
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
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
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
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
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
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
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
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
        self.init(RestorationKey(name: key), in: scope, fileID: fileID, line: line)
    }
}
