import Foundation

/// The identifier of one window, the same from launch to launch.
///
/// It becomes a file name, so that only letters, digits and hyphens are let in: an identifier
/// never leads out of the state directory.
public struct SceneIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// Makes an identifier, or `nil` when the text has other characters or an absurd length.
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

    /// A fresh one, from the environment's source or, should that give nonsense, from a UUID.
    init(from environment: RestorationEnvironment) {
        let made = SceneIdentifier(environment.makeIdentifier())
        self = made.flatMap { $0 == .application ? nil : $0 } ?? SceneIdentifier(uuid: UUID())
    }

    private init(uuid: UUID) { rawValue = uuid.uuidString.lowercased() }

    private init(reserved rawValue: String) { self.rawValue = rawValue }

    /// What the values of the application itself are kept under; no window has it.
    static let application = SceneIdentifier(reserved: "application")

    /// The identifier as text.
    public var description: String { rawValue }
}
