import Foundation

/// The identifier of one window, which never changes.
///
/// It becomes a file name and only allows letters, digits and hyphens: an identifier never leads
/// out of the state directory.
public struct SceneIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// Makes an identifier, or `nil` when the text has other characters or is too long.
    public init?(_ rawValue: String) {
        let isAllowed = rawValue.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default:
                false
            }
        }
        guard isAllowed, (1...64).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    /// A new identifier, from the environment's source or, if that is invalid, from a UUID.
    init(from environment: RestorationEnvironment) {
        let made = SceneIdentifier(environment.makeIdentifier())
        self = made.flatMap { $0 == .application ? nil : $0 } ?? SceneIdentifier(uuid: UUID())
    }

    private init(uuid: UUID) { rawValue = uuid.uuidString.lowercased() }

    private init(reserved rawValue: String) { self.rawValue = rawValue }

    /// The identifier of the application's own values; no window has it.
    static let application = SceneIdentifier(reserved: "application")

    /// The identifier as text.
    public var description: String { rawValue }
}
