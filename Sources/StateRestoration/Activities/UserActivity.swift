import Foundation

/// What a person is doing, in a form that can leave the process: dragged, linked to, found by
/// search, handed to another process.
///
/// It is input like any other when it comes back in: `init(encodedString:)` checks size and form,
/// `UserActivityRegistry.continue(_:)` its type and version, and `typedPayload(_:)` the payload's
/// type. It is neither signed nor encrypted: put ids into it, not secrets.
public struct UserActivity: Codable, Hashable, Sendable {
    /// The largest encoded activity, in bytes.
    public static let sizeLimit = 64 * 1024

    /// The kind of activity, in reverse domain notation.
    public var activityType: String
    /// What a person reads; may be empty.
    public var title: String
    /// The identifier of the content that it is about, so that a window that shows it can be found.
    public var targetContentIdentifier: String?
    /// A page that shows the same on the web.
    public var webpageURL: URL?
    /// Further plain values; numbers in them must be finite.
    public var userInfo: [String: RestorableValue] = [:]
    /// The version of what the activity carries; raise it when older programs would misread it.
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

    /// Whether it may be handed to another machine; true unless it was said otherwise. What is about one
    /// machine alone, or is not to leave it, may not (NSUserActivity's `isEligibleForHandoff`).
    public var isEligibleForHandOff: Bool {
        get { staysHere != true }
        set { staysHere = newValue ? nil : true }
    }

    /// Whether there is a payload.
    public var hasPayload: Bool { payload != nil }

    /// Sets the payload; it replaces the one before.
    ///
    /// The name of its type, without that of its module, goes with it and is compared when it is read:
    /// renaming the type is a change of the activity's form.
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

    /// The payload, when it is there and of this type.
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

    /// Reads what `encodedString` made.
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
