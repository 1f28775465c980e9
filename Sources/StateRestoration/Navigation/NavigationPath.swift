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

    /// How many levels there are.
    public var count: Int { routes.count }

    /// Whether nothing is shown but what the path begins on.
    public var isEmpty: Bool { routes.isEmpty }

    /// Goes one level deeper.
    public mutating func append(_ route: Route) { routes.append(route) }

    /// Goes back by so many levels, or to the beginning when there are fewer.
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
        /// The segments from there on, as stored; empty when all was found.
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
