import Foundation

/// A user's activity in a form that can leave the process: dragged, linked to, found by search, or
/// passed to another process.
///
/// Treat it as untrusted input when it comes back: `init(encodedString:)` checks size and form,
/// `UserActivityRegistry.continue(_:)` its type and version, and `typedPayload(_:)` the payload's
/// type. It is neither signed nor encrypted: put identifiers into it, not secrets.
public struct UserActivity: Codable, Hashable, Sendable {
    /// The maximum size of an encoded activity, in bytes.
    public static let sizeLimit = 64 * 1024

    /// The kind of activity, in reverse domain notation.
    public var activityType: String
    /// The title, to show to users; may be empty.
    public var title: String
    /// The identifier of its content, so that a window that shows it can be found.
    public var targetContentIdentifier: String?
    /// A web page with the same content.
    public var webpageURL: URL?
    /// Further plain values; numbers in them must be finite.
    public var userInfo: [String: RestorableValue] = [:]
    /// The version of the activity's content; raise it when older programs would misread it.
    public var version: Int
    private var payload: Payload?
    /// Absent in activities of versions that did not know it.
    private var staysHere: Bool?

    private struct Payload: Codable, Hashable {
        var type: String
        var json: Data
    }

    /// Makes an activity.
    public init(activityType: String, title: String = "", version: Int = 1) {
        self.activityType = activityType
        self.title = title
        self.version = version
    }

    /// Whether it may be passed to another machine; true by default. Activities that concern only
    /// one machine, or must not leave it, may not (NSUserActivity's `isEligibleForHandoff`).
    public var isEligibleForHandOff: Bool {
        get { staysHere != true }
        set { staysHere = newValue ? nil : true }
    }

    /// Whether there is a payload.
    public var hasPayload: Bool { payload != nil }

    /// Sets the payload, replacing any earlier one.
    ///
    /// The name of its type, without the module's, is included and compared when it is read:
    /// renaming the type changes the activity's form.
    ///
    /// - Throws: `RestorationError` with code `.badActivity` when the value cannot be encoded.
    public mutating func setTypedPayload<Value: Codable>(_ value: Value) throws {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            payload = Payload(type: "\(Value.self)", json: try encoder.encode(value))
        } catch {
            throw RestorationError(
                .badActivity,
                "The payload of the activity “\(activityType)” cannot be encoded",
                underlying: error
            )
        }
    }

    /// The payload, if it exists and has this type.
    ///
    /// - Throws: `RestorationError` with code `.badActivity`, and the reason.
    public func typedPayload<Value: Codable>(_ type: Value.Type) throws -> Value {
        guard let payload else {
            throw RestorationError(.badActivity, "The activity “\(activityType)” has no payload.")
        }
        guard payload.type == "\(Value.self)" else {
            throw RestorationError(
                .badActivity,
                "The activity “\(activityType)” has a payload of type \(payload.type), "
                    + "not \(Value.self)."
            )
        }
        do {
            return try JSONDecoder().decode(type, from: payload.json)
        } catch {
            throw RestorationError(
                .badActivity,
                "The payload of the activity “\(activityType)” cannot be read",
                underlying: error
            )
        }
    }
}

extension UserActivity {
    /// The activity as one line of letters, digits, hyphens and underscores: for drag and drop,
    /// D-Bus and links.
    ///
    /// - Throws: `RestorationError` with code `.tooLarge` above `sizeLimit`, with code `.badActivity`
    ///   for a number that is not finite.
    public var encodedString: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let data: Data
            do {
                data = try encoder.encode(self)
            } catch {
                throw RestorationError(
                    .badActivity,
                    "The activity “\(activityType)” cannot be encoded",
                    underlying: error
                )
            }
            let text = data.base64EncodedString()
                .replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
            guard text.utf8.count <= UserActivity.sizeLimit else {
                throw RestorationError(
                    .tooLarge,
                    "The activity “\(activityType)” takes \(text.utf8.count) bytes; "
                        + "\(UserActivity.sizeLimit) are allowed."
                )
            }
            return text
        }
    }

    /// Reads an encoded activity.
    ///
    /// - Throws: `RestorationError` with code `.tooLarge` or `.badActivity`, and the reason.
    public init(encodedString: String) throws {
        guard encodedString.utf8.count <= UserActivity.sizeLimit else {
            throw RestorationError(
                .tooLarge,
                "An activity of \(encodedString.utf8.count) bytes was refused; "
                    + "\(UserActivity.sizeLimit) are allowed."
            )
        }
        var text =
            encodedString
            .replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text) else {
            throw RestorationError(.badActivity, "The text is not an activity.")
        }
        do {
            self = try JSONDecoder().decode(UserActivity.self, from: data)
        } catch {
            throw RestorationError(.badActivity, "The text is not an activity", underlying: error)
        }
    }
}
