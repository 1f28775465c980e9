import GTKBridge
import Phrases
import StateRestoration

/// Keeps a window's size and place and whether it is maximized or full screen, and brings them back.
@MainActor
final class WindowGeometry {
    /// The size of a window that has never been open.
    static let firstSize = (width: 980, height: 720)
    /// The smallest size at which everything can be used.
    static let smallestSize = (width: 360, height: 294)

    /// How long to wait for the window manager to make the window fill its monitor again.
    private static let stateTimeout: Duration = .seconds(2)

    private let window: Window
    private let width: SceneStorage<Int>
    private let height: SceneStorage<Int>
    private let isMaximized: SceneStorage<Bool>
    private let isFullscreen: SceneStorage<Bool>
    private let placement: WindowPlacement
    /// Whether the window manager has still to make the window fill its monitor again.
    private var isAwaited = false

    /// The width that the window will have, in pixels, as far as that can be known before it is shown.
    let initialWidth: Int

    init(_ window: Window, in scope: RestorationScope) {
        self.window = window
        width = SceneStorage(.width(Self.firstSize.width), in: scope)
        height = SceneStorage(.height(Self.firstSize.height), in: scope)
        isMaximized = SceneStorage(.isMaximized, in: scope)
        isFullscreen = SceneStorage(.isFullscreen, in: scope)
        placement = WindowPlacement(window, in: scope)
        // A file can say anything, and the screen may be another one than last time.
        let screen = Desktop.largestMonitor
        let size = (
            width: min(max(width.wrappedValue, Self.smallestSize.width), screen.width),
            height: min(max(height.wrappedValue, Self.smallestSize.height), screen.height)
        )
        window.defaultSize = size
        let fillsScreen = isMaximized.wrappedValue || isFullscreen.wrappedValue
        initialWidth = fillsScreen ? screen.width : size.width
        if fillsScreen { bringBackState() }
        window.onGeometryChange { [weak self] in self?.keep() }
    }

    private func bringBackState() {
        guard placement.isRestored else { return fillMonitor() }
        // Only a window that is where it was before fills the right monitor, and returns to its place.
        isAwaited = true
        window.onMap { [weak self] in
            self?.fillMonitor()
            MainLoop.after(Self.stateTimeout) { [weak self] in self?.isAwaited = false }
        }
    }

    private func fillMonitor() {
        if isMaximized.wrappedValue { window.isMaximized = true }
        if isFullscreen.wrappedValue { window.isFullscreen = true }
    }

    private func keep() {
        // Before it is shown, a window that is to be maximized does not say so yet.
        guard window.isMapped else { return }
        if isAwaited {
            guard window.isMaximized == isMaximized.wrappedValue,
                window.isFullscreen == isFullscreen.wrappedValue
            else { return }
            isAwaited = false
        }
        isMaximized.wrappedValue = window.isMaximized
        isFullscreen.wrappedValue = window.isFullscreen
        guard !window.isMaximized, !window.isFullscreen else { return }
        let size = window.defaultSize
        guard size.width > 0, size.height > 0 else { return }
        width.wrappedValue = size.width
        height.wrappedValue = size.height
    }
}
