import Foundation

/// The contributors to activities of each type, and their handlers.
@MainActor
public final class UserActivityRegistry {
    /// Adds to an activity that is about to leave the process.
    public typealias Contributor = @MainActor (inout UserActivity) throws -> Void
    /// Continues a received activity; throws when it cannot.
    public typealias Handler = @MainActor (UserActivity) throws -> Void

    private var contributors: [String: [Contributor]] = [:]
    private var handlers: [String: [(newestVersion: Int, body: Handler)]] = [:]
    private let declaredTypes: Set<String>

    /// Makes a registry without any types.
    ///
    /// - Parameter declaredTypes: All types that the application claims to continue, such as in its
    ///   desktop entry or documentation; see `undeclaredTypes` and `unhandledTypes`.
    public init(declaredTypes: some Sequence<String> = []) {
        self.declaredTypes = Set(declaredTypes)
    }

    /// The types with a handler that were not declared, sorted; a mistake, unless none were
    /// declared.
    public var undeclaredTypes: [String] {
        continuableTypes.filter { !declaredTypes.contains($0) }
    }

    /// The declared types without a handler, sorted; a mistake once all handlers are registered.
    public var unhandledTypes: [String] { declaredTypes.filter { handlers[$0] == nil }.sorted() }

    /// The types that can be continued, sorted.
    public var continuableTypes: [String] { handlers.keys.sorted() }

    /// Registers a contributor to activities of this type, after earlier ones.
    public func contribute(to activityType: String, _ body: @escaping Contributor) {
        contributors[activityType, default: []].append(body)
    }

    /// Registers a handler of activities of this type, after earlier ones.
    ///
    /// Register from the outside in: first the window, which comes to the front, then the tab, then
    /// the page.
    ///
    /// - Parameters:
    ///   - activityType: The type.
    ///   - newestVersion: The newest version of the activity that the body understands; later ones
    ///     from a newer program are refused. The body distinguishes older ones itself.
    ///   - body: Continues one activity.
    public func handle(
        _ activityType: String,
        upToVersion newestVersion: Int = .max,
        _ body: @escaping Handler
    ) {
        handlers[activityType, default: []].append((newestVersion, body))
    }

    /// Makes an activity of this type with the additions of all its contributors, in the order in
    /// which they were registered.
    ///
    /// - Throws: `RestorationError` with code `.unknownActivityType` without a contributor, or the
    ///   error of a contributor.
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

    /// Continues an activity with all handlers of its type, in the order in which they were registered.
    ///
    /// When one throws, those after it are not called.
    ///
    /// - Throws: `RestorationError` with code `.unknownActivityType` when its type has no handler,
    ///   with code `.badActivity` when its version is too new for any of them (then none is
    ///   called), or the error of a handler.
    public func `continue`(_ activity: UserActivity) throws {
        guard let handlers = handlers[activity.activityType] else {
            throw UserActivityRegistry.unknown(activity.activityType)
        }
        let newest = handlers.map(\.newestVersion).min() ?? .max
        guard activity.version <= newest else {
            throw RestorationError(
                .badActivity,
                "The activity “\(activity.activityType)” has version \(activity.version); "
                    + "versions up to \(newest) are understood here."
            )
        }
        for handler in handlers { try handler.body(activity) }
    }

    private static func unknown(_ activityType: String) -> RestorationError {
        RestorationError(
            .unknownActivityType,
            "Nothing here knows activities of the type “\(activityType)”."
        )
    }
}
