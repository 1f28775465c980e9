import Foundation

/// One small value of one window that is there again after the next launch.
///
/// ```swift
/// @SceneStorage var isAmazonPageShown: Bool
/// init(scope: RestorationScope) {
///     _isAmazonPageShown = SceneStorage(wrappedValue: false, "amazonPage", in: scope)
/// }
/// ```
///
/// The value types are those of SwiftUI's property wrapper of this name, and `Date`: `Bool`, `Int`,
/// `Double`, `String`, `URL`, `Data`, `Date`, enumerations with a raw value of `Int` or `String`,
/// and optionals of these. Nothing else compiles. Model data does not belong here, ids do.
///
/// The default is given when nothing is stored, or something of another type. Setting an equal
/// value does nothing. The wrapper owns its key as long as it lives: a second owner of the same
/// key in the same window is a programming error. What is stored stays when the owner goes.
@MainActor
@propertyWrapper
public final class SceneStorage<Value> {
    private let defaultValue: Value
    private let coder: ValueCoder<Value>
    private let scope: RestorationScope
    private let claim: Claim?
    private let observers = ObserverList<Value>()

    /// The full path of the value in its window.
    public let path: String

    init(_ key: String, in scope: RestorationScope, default value: Value, coder: ValueCoder<Value>)
    {
        self.scope = scope
        self.coder = coder
        defaultValue = value
        path = scope.path(of: key)
        claim = scope.scene?.claim(
            path,
            by: "SceneStorage<\(Value.self)>",
            accepts: coder.accepts
        )
    }

    /// The current value.
    public var wrappedValue: Value {
        get { scope.scene?.value(at: path).flatMap(coder.decode) ?? defaultValue }
        set {
            guard let scene = scope.scene else { return }
            if scene.setValue(coder.encode(newValue), at: path) { observers.notify(newValue) }
        }
    }

    /// The storage itself, for `onChange` and `reset`.
    public var projectedValue: SceneStorage<Value> { self }

    /// Whether something of the right type is stored, other than the default.
    public var isStored: Bool { scope.scene?.value(at: path).map(coder.accepts) ?? false }

    /// Calls the body with each new value, right after it was set to something different.
    public func onChange(_ body: @escaping @MainActor (Value) -> Void) -> RestorationObservation {
        observers.add(body)
    }

    /// Reports, once, that not all of the value could be used.
    func report(_ code: RestorationReport.Entry.Code, _ reason: String) {
        scope.scene?.complainOnce(code, path, reason)
    }

    /// Forgets what is stored, so that the default is read again.
    public func reset() {
        if scope.scene?.setValue(nil, at: path) == true { observers.notify(defaultValue) }
    }
}

/// How a Swift value becomes a stored one and back; `decode` gives `nil` for another type.
struct ValueCoder<Value> {
    let encode: (Value) -> RestorableValue?
    let decode: (RestorableValue) -> Value?
    /// Whether `decode` understands it; an optional is given without being understood.
    let accepts: (RestorableValue) -> Bool

    init(
        encode: @escaping (Value) -> RestorableValue?,
        accepts: ((RestorableValue) -> Bool)? = nil,
        decode: @escaping (RestorableValue) -> Value?
    ) {
        self.encode = encode
        self.decode = decode
        self.accepts = accepts ?? { decode($0) != nil }
    }
}
