import Foundation

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

    /// The stored segments that could not be followed, as stored; empty when all was found.
    public let dropped: [String]

    /// Makes the storage of a path under this key, and looks the stored ids up.
    ///
    /// - Parameters:
    ///   - key: The key; like that of any value it has one owner in its scope.
    ///   - scope: The scope of the tab or window.
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
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onChange(
        _ body: @escaping @MainActor (NavigationPath<Route>) -> Void
    ) -> RestorationObservation {
        observers.add(body)
    }
}
