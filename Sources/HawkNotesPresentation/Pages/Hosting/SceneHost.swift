import StateRestoration

/// What is kept of the window that a page is in.
@MainActor
package protocol SceneHost: AnyObject {
    /// The window, as it is restored.
    var scene: RestorationScene { get }
}
