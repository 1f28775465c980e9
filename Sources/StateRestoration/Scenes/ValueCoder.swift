import Foundation

/// Converts a Swift value to a stored one and back.
///
/// Not checked to be `Sendable`, because a coder of raw values captures the type of the value. The
/// closures capture nothing else but other coders, and are called on the main actor.
struct ValueCoder<Value>: @unchecked Sendable {
    /// Returns `nil` for an optional without a value.
    let encode: (Value) -> RestorableValue?
    /// Returns `nil` for a stored value of another type.
    let decode: (RestorableValue) -> Value?

    func accepts(_ stored: RestorableValue) -> Bool { decode(stored) != nil }
}

extension ValueCoder where Value == Bool {
    static var bool: Self {
        ValueCoder(encode: { .bool($0) }) { if case .bool(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder where Value == Int {
    static var int: Self {
        ValueCoder(encode: { .int($0) }) { if case .int(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder where Value == Double {
    static var double: Self {
        ValueCoder(encode: { .double($0) }) {
            if case .double(let value) = $0 { value } else { nil }
        }
    }
}

extension ValueCoder where Value == String {
    static var string: Self {
        ValueCoder(encode: { .string($0) }) {
            if case .string(let value) = $0 { value } else { nil }
        }
    }
}

extension ValueCoder where Value == URL {
    static var url: Self {
        ValueCoder(encode: { .url($0) }) { if case .url(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder where Value == Data {
    static var data: Self {
        ValueCoder(encode: { .data($0) }) { if case .data(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder where Value == Date {
    static var date: Self {
        ValueCoder(encode: { .date($0) }) { if case .date(let value) = $0 { value } else { nil } }
    }
}

extension ValueCoder {
    static func optional<Wrapped>(_ coder: ValueCoder<Wrapped>) -> Self
    where Value == Wrapped? {
        ValueCoder(
            encode: { $0.flatMap(coder.encode) },
            decode: { coder.decode($0).map(Value.some) }
        )
    }

    static func rawValue(of coder: ValueCoder<Value.RawValue>) -> Self
    where Value: RawRepresentable {
        ValueCoder(
            encode: { coder.encode($0.rawValue) },
            decode: { coder.decode($0).flatMap(Value.init(rawValue:)) }
        )
    }
}
