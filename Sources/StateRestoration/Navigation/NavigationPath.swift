import Foundation

/// One level of a navigation path: a page, named by its kind and the id of what it shows.
public protocol NavigationRoute {
    /// A short name of the kind of page, such as `b` for a book.
    var kind: String { get }
    /// The id of what the page shows.
    var targetID: String { get }
}

/// The pages on top of one another in one tab, stored as ids: `b|<book>::c|<character>`.
///
/// Not the data itself: that may have changed when the path is read again. `decode` asks the model
/// for each level and stops at the first one that no longer exists.
public struct NavigationPath<Route: NavigationRoute> {
    /// The pages, the deepest last.
    public var routes: [Route]

    /// Makes a path.
    public init(_ routes: [Route] = []) { self.routes = routes }

    /// The path as text for a `SceneStorage<String>`.
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

    /// Reads the path that is stored here, level by level, and reports where it had to end early.
    ///
    /// What is stored stays as it is until another path is set: a level that is back at the next
    /// launch is found again.
    ///
    /// - Parameters:
    ///   - storage: Where `encoded` was kept.
    ///   - resolve: As for `decode(_:resolve:)`.
    @MainActor
    public static func restore(
        from storage: SceneStorage<String>,
        resolve: (_ kind: String, _ id: String, _ parents: [Route]) throws -> Route?
    ) rethrows -> Decoded {
        let decoded = try decode(storage.wrappedValue, resolve: resolve)
        if let missing = decoded.dropped.first {
            let levels = decoded.path.routes.count
            storage.report(
                .pathCut,
                "“\(missing)” no longer exists; the page above it is shown, at level \(levels) of "
                    + "\(levels + decoded.dropped.count)."
            )
        }
        return decoded
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
