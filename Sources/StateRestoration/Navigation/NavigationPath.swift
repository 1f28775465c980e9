import Foundation

/// One level of a navigation path: a page, named by its kind and the id of what it shows.
public protocol NavigationRoute {
    /// A short name of the kind of page, such as `b` for a book; not empty.
    var kind: String { get }
    /// The id of what the page shows.
    var targetID: String { get }
}

/// The pages on top of one another in one tab or window, stored as ids:
/// `b|<book>::c|<character>`.
///
/// Not the data itself: that may have changed when the path is read again. `decode` asks the model
/// for each level and stops at the first one that no longer exists. ``NavigationStorage`` keeps a
/// path in a window.
public struct NavigationPath<Route: NavigationRoute> {
    /// The pages, the deepest last.
    public var routes: [Route]

    /// Makes a path.
    public init(_ routes: [Route] = []) { self.routes = routes }

    /// The number of levels.
    public var count: Int { routes.count }

    /// Whether the path is at its beginning.
    public var isEmpty: Bool { routes.isEmpty }

    /// Goes one level deeper.
    public mutating func append(_ route: Route) { routes.append(route) }

    /// Goes back by a number of levels, or to the beginning if there are fewer.
    public mutating func removeLast(_ count: Int = 1) {
        routes.removeLast(min(max(count, 0), routes.count))
    }

    /// The path as text. Identifiers may have any characters; separators in them are escaped.
    public var encoded: String {
        routes.map { NavigationPathSegment.encode(kind: $0.kind, id: $0.targetID) }
            .joined(separator: "::")
    }

    /// A decoded path, and the part of the text that could not be followed.
    public struct Decoded {
        /// The levels that still exist, up to the first that does not.
        public var path: NavigationPath
        /// The segments from there on, as stored; empty when all levels exist.
        public var dropped: [String]
    }

    /// Reads a path, level by level.
    ///
    /// - Parameters:
    ///   - encoded: The text that `encoded` made.
    ///   - resolve: Gives the route for a kind and an id below the given levels, or `nil` when
    ///     there is none any more.
    /// - Throws: What `resolve` throws, such as the error of a model that cannot be read: that is not
    ///   the same as a page that no longer exists.
    public static func decode(
        _ encoded: String,
        resolve: (_ kind: String, _ id: String, _ parents: [Route]) throws -> Route?
    ) rethrows -> Decoded {
        let segments = encoded.isEmpty ? [] : encoded.components(separatedBy: "::")
        var routes: [Route] = []
        for (index, segment) in segments.enumerated() {
            guard let (kind, id) = NavigationPathSegment.decode(segment),
                let route = try resolve(kind, id, routes)
            else {
                return Decoded(path: NavigationPath(routes), dropped: Array(segments[index...]))
            }
            routes.append(route)
        }
        return Decoded(path: NavigationPath(routes), dropped: [])
    }
}

extension NavigationPath: Equatable where Route: Equatable {}
extension NavigationPath: Sendable where Route: Sendable {}
extension NavigationPath.Decoded: Sendable where Route: Sendable {}

private enum NavigationPathSegment {
    static func encode(kind: String, id: String) -> String { escape(kind) + "|" + escape(id) }

    static func decode(_ segment: String) -> (kind: String, id: String)? {
        let parts = segment.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty,
            let kind = parts[0].removingPercentEncoding, let id = parts[1].removingPercentEncoding
        else { return nil }
        return (kind, id)
    }

    private static func escape(_ text: String) -> String {
        text.replacingOccurrences(of: "%", with: "%25")
            .replacingOccurrences(of: "|", with: "%7C")
            .replacingOccurrences(of: ":", with: "%3A")
    }
}

/// The navigation path of one tab or window, which is there again after the next launch.
///
/// ```swift
/// @NavigationStorage var path: NavigationPath<Page>
///
/// init(journal: Journal, in scope: RestorationScope) {
///     _path = NavigationStorage("path", in: scope) { kind, id, _ in
///         journal.page(kind: kind, id: id)
///     }
/// }
/// ```
///
/// The stored ids are looked up in the model once, when the storage is made. Where one no longer
/// exists the path ends before it, and the report gets a note. What is stored stays as it was until
/// a path is set.
@MainActor
@propertyWrapper
public final class NavigationStorage<Route: NavigationRoute> {
    private let storage: SceneStorage<String>
    private let observers = ObserverList<NavigationPath<Route>>()
    private var path: NavigationPath<Route>

    /// The stored segments that could not be followed; empty when all levels exist.
    public let dropped: [String]

    /// Makes the storage of a path under this key, and looks the stored ids up.
    ///
    /// - Parameters:
    ///   - key: The key; like that of any value it has one owner in its scope.
    ///   - scope: The scope of the tab or window.
    ///   - fileID: Where the storage is made, for the message about a key with two owners.
    ///   - line: The line there.
    ///   - resolve: Gives the route for a kind and an id below the given levels, or `nil` when there
    ///     is none any more.
    /// - Throws: What `resolve` throws; what is stored then stays as it is.
    public init(
        _ key: String,
        in scope: RestorationScope,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        resolve: (_ kind: String, _ id: String, _ parents: [Route]) throws -> Route?
    ) rethrows {
        storage = SceneStorage(wrappedValue: "", key, in: scope, fileID: fileID, line: line)
        let decoded = try NavigationPath.decode(storage.wrappedValue, resolve: resolve)
        path = decoded.path
        dropped = decoded.dropped
        if let missing = dropped.first {
            scope.scene?.complainOnce(
                .pathCut,
                storage.path,
                "“\(missing)” no longer exists; the page above it is shown, at level \(path.count) of "
                    + "\(path.count + dropped.count)."
            )
        }
    }

    /// The path. Setting one with the same ids writes nothing.
    public var wrappedValue: NavigationPath<Route> {
        get { path }
        set {
            path = newValue
            let before = storage.wrappedValue
            storage.wrappedValue = newValue.encoded
            if before != newValue.encoded { observers.notify(newValue) }
        }
    }

    /// The storage itself, for `onChange` and `dropped`.
    public var projectedValue: NavigationStorage<Route> { self }

    /// Calls the body with each new path, right after it was set to one with other ids.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onChange(
        _ body: @escaping @MainActor (NavigationPath<Route>) -> Void
    ) -> RestorationObservation {
        observers.add(body)
    }
}
