import Foundation

/// A namespace of restorable values: a prefix of their paths, such as `tab:<book>/book`.
///
/// Scopes nest like the interface, so that two tabs, or the pages of two characters, can use the
/// same key without sharing its value. A scope is only a name and may be created twice, but each
/// *key* in it has one owner at a time (see `SceneStorage`).
@MainActor
public final class RestorationScope {
    /// The identifiers from the window down to this scope, joined by slashes; empty for the
    /// window's root.
    public let path: String
    /// The window, or `nil` after it was released; values then read as absent and are not written.
    public private(set) weak var scene: RestorationScene?

    init(path: String, scene: RestorationScene?) {
        self.path = path
        self.scene = scene
    }

    /// The scope of this name below this one.
    ///
    /// Slashes and percent signs in the identifier are escaped: it is always one component.
    public func scope(_ identifier: String) -> RestorationScope {
        RestorationScope(path: path(of: identifier), scene: scene)
    }

    /// The full path of a key in this scope.
    public func path(of key: String) -> String {
        RestorationScope.prefix(ofPathsIn: path) + RestorationScope.escaped(key)
    }

    /// The full path of the value of a key in this scope.
    public func path<Value>(of key: RestorationKey<Value>) -> String { path(of: key.name) }

    /// The full path of the text of a key in this scope.
    public func path(of key: TextKey) -> String { path(of: key.name) }

    /// Removes all values of this scope and those below it, such as those of a dismissed dialog;
    /// where nothing is stored in it, also those that are used in their place.
    ///
    /// Owners of these values read their defaults from then on.
    public func removeStoredValues() {
        guard let scene else { return }
        let former = scene.fallbacks(under: path)
        for key in scene.storedKeys(under: path) + former { scene.removeValue(at: key) }
    }

    /// Opts a view out of restoration, with everything below it: its values in this scope last as
    /// long as the window, and none is written to the disk. Values of an earlier run are removed.
    ///
    /// Call it at each launch, before anything in the scope is made. It cannot be reverted. To keep
    /// nothing of a whole window, make it private (`RestorationSession.makeScene(isPrivate:)`).
    public func disableRestoration() { scene?.disableRestoration(under: path) }

    /// The prefix of all paths in the scope of a path; empty for the window's root.
    nonisolated static func prefix(ofPathsIn scope: String) -> String {
        scope.isEmpty ? "" : scope + "/"
    }

    /// The identifiers of a path, unescaped.
    public nonisolated static func components(of path: String) -> [String] {
        path.split(separator: "/").map { String($0).removingPercentEncoding ?? String($0) }
    }

    private static func escaped(_ identifier: String) -> String {
        guard identifier.utf8.contains(where: { $0 == 0x25 || $0 == 0x2F }) else {
            return identifier
        }
        return
            identifier
            .replacingOccurrences(of: "%", with: "%25")
            .replacingOccurrences(of: "/", with: "%2F")
    }
}
