import GTKBridge
import StateRestoration

/// Keeps a window's size and whether it is maximized or full screen, and brings them back.
@MainActor
final class WindowGeometry {
    /// The size of a window that has never been open.
    static let firstSize = (width: 980, height: 720)
    /// The smallest size at which everything can be used.
    static let smallestSize = (width: 360, height: 294)

    private let window: Window
    private let width: SceneStorage<Int>
    private let height: SceneStorage<Int>
    private let isMaximized: SceneStorage<Bool>
    private let isFullscreen: SceneStorage<Bool>

    /// The width that the window will have, in pixels, as far as that can be known before it is shown.
    let initialWidth: Int

    init(_ window: Window, in scope: RestorationScope) {
        self.window = window
        width = SceneStorage(.width(Self.firstSize.width), in: scope)
        height = SceneStorage(.height(Self.firstSize.height), in: scope)
        isMaximized = SceneStorage(.isMaximized, in: scope)
        isFullscreen = SceneStorage(.isFullscreen, in: scope)
        // A file can say anything, and the screen may be another one than last time.
        let screen = Desktop.largestMonitor
        let size = (
            width: min(max(width.wrappedValue, Self.smallestSize.width), screen.width),
            height: min(max(height.wrappedValue, Self.smallestSize.height), screen.height)
        )
        window.defaultSize = size
        let fillsScreen = isMaximized.wrappedValue || isFullscreen.wrappedValue
        initialWidth = fillsScreen ? screen.width : size.width
        if isMaximized.wrappedValue { window.isMaximized = true }
        if isFullscreen.wrappedValue { window.isFullscreen = true }
        window.onGeometryChange { [weak self] in self?.keep() }
    }

    private func keep() {
        // Before it is shown, a window that is to be maximized does not say so yet.
        guard window.isMapped else { return }
        isMaximized.wrappedValue = window.isMaximized
        isFullscreen.wrappedValue = window.isFullscreen
        guard !window.isMaximized, !window.isFullscreen else { return }
        let size = window.defaultSize
        guard size.width > 0, size.height > 0 else { return }
        width.wrappedValue = size.width
        height.wrappedValue = size.height
    }
}
