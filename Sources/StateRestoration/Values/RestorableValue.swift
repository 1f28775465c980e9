import Foundation

/// A small value as it is stored: the types that a state file can hold.
public enum RestorableValue: Codable, Hashable, Sendable {
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// A short text.
    case string(String)
    /// A location.
    case url(URL)
    /// Bytes.
    case data(Data)
    /// A point in time.
    case date(Date)
}
