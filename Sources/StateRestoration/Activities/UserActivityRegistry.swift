import Foundation

/// Who contributes to activities of a type, and who continues them.
@MainActor
public final class UserActivityRegistry {
    /// Adds to an activity that is about to leave.
    public typealias Contributor = @MainActor (inout UserActivity) throws -> Void
    /// Continues an activity that came in; throws when it cannot.
    public typealias Handler = @MainActor (UserActivity) throws -> Void

    private var contributors: [String: [Contributor]] = [:]
    private var handlers: [String: (newestVersion: Int, body: Handler)] = [:]

    /// Makes a registry that knows no types.
    public init() {}

    /// The types that can be continued, sorted.
    public var continuableTypes: [String] { handlers.keys.sorted() }

    /// Lets the body add to activities of this type, after those registered before it.
    public func contribute(to activityType: String, _ body: @escaping Contributor) {
        contributors[activityType, default: []].append(body)
    }

    /// Continues activities of this type with the body; it replaces the one before.
    ///
    /// - Parameters:
    ///   - activityType: The type.
    ///   - newestVersion: The newest version of the activity that the body understands; later ones,
    ///     which a newer program made, are refused. The body tells older ones apart itself.
    ///   - body: Continues one activity.
    public func handle(
        _ activityType: String,
        upToVersion newestVersion: Int = .max,
        _ body: @escaping Handler
    ) {
        handlers[activityType] = (newestVersion, body)
    }

    /// Makes an activity of this type with what all its contributors add, in the order in which they
    /// were registered.
    ///
    /// - Throws: `RestorationError` with code `.unknownActivityType` when there is none, or what a
    ///   contributor throws.
    public func makeActivity(
        _ activityType: String,
        title: String = "",
        version: Int = 1
    ) throws -> UserActivity {
        guard let bodies = contributors[activityType] else {
            throw UserActivityRegistry.unknown(activityType)
        }
        var activity = UserActivity(activityType: activityType, title: title, version: version)
        for contributor in bodies { try contributor(&activity) }
        return activity
    }

    /// Continues an activity.
    ///
    /// - Throws: `RestorationError` with code `.unknownActivityType` when nobody handles its type,
    ///   with code `.badActivity` when its version is too new, or what the handler throws.
    public func `continue`(_ activity: UserActivity) throws {
        guard let handler = handlers[activity.activityType] else {
            throw UserActivityRegistry.unknown(activity.activityType)
        }
        guard activity.version <= handler.newestVersion else {
            throw RestorationError(
                .badActivity,
                "The activity “\(activity.activityType)” has version \(activity.version); "
                    + "versions up to \(handler.newestVersion) are understood here."
            )
        }
        try handler.body(activity)
    }

    private static func unknown(_ activityType: String) -> RestorationError {
        RestorationError(
            .unknownActivityType,
            "Nothing here knows activities of the type “\(activityType)”."
        )
    }
}
