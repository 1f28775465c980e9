import Foundation

/// A place for restorable values: a prefix of their paths, such as `tab:<book>/book`.
///
/// Scopes nest as the interface does, so that two tabs, or the pages of two characters, can use
/// the same key and never share its value. A scope is only a name: making the same one twice is
/// fine, but each *key* in it has one owner at a time (see `SceneStorage`).
@MainActor
public final class RestorationScope {
    /// The identifiers from the window down to here, joined by slashes; empty for the window's
    /// root.
    public let path: String
    /// The window, or `nil` once it is gone; values are then read as absent and not written.
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

    /// Forgets everything stored in this scope and those below it, such as what a dialog kept that
    /// has been dismissed.
    ///
    /// Owners of these values read their defaults from then on.
    public func removeStoredValues() {
        guard let scene else { return }
        for key in scene.storedKeys(under: path) { scene.removeValue(at: key) }
    }

    /// Opts a view out of restoration, with all below it: what it stores in this scope lives as long as
    /// the window, and nothing of it reaches the disk. What an earlier run has stored there is forgotten.
    ///
    /// Call it at each launch, before anything in the scope is made. It cannot be taken back. A whole
    /// window that leaves nothing is a private one (`RestorationSession.makeScene(isPrivate:)`).
    public func disableRestoration() { scene?.disableRestoration(under: path) }

    /// What the paths of everything in the scope of a path begin with; nothing for the window's root.
    nonisolated static func prefix(ofPathsIn scope: String) -> String {
        scope.isEmpty ? "" : scope + "/"
    }

    /// The identifiers that make up a path, unescaped.
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
