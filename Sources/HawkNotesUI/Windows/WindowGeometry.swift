import GTKBridge
import Phrases
import StateRestoration

/// Stores a window's size and position and whether it is maximized or full screen, and restores
/// them.
@MainActor
final class WindowGeometry {
    /// The size of a new window.
    static let firstSize = (width: 980, height: 720)
    /// The smallest usable size.
    static let smallestSize = (width: 360, height: 294)

    /// The time to wait for the window manager to maximize the window again.
    private static let stateTimeout: Duration = .seconds(2)

    private let window: Window
    private let width: SceneStorage<Int>
    private let height: SceneStorage<Int>
    private let isMaximized: SceneStorage<Bool>
    private let isFullscreen: SceneStorage<Bool>
    private let placement: WindowPlacement
    /// Whether the window manager still has to maximize the window.
    private var isAwaited = false

    /// The expected width of the window in pixels, as far as it is known before the window is
    /// shown.
    let initialWidth: Int

    init(_ window: Window, in scope: RestorationScope) {
        self.window = window
        width = SceneStorage(.width(Self.firstSize.width), in: scope)
        height = SceneStorage(.height(Self.firstSize.height), in: scope)
        isMaximized = SceneStorage(.isMaximized, in: scope)
        isFullscreen = SceneStorage(.isFullscreen, in: scope)
        placement = WindowPlacement(window, in: scope)
        // A file can contain anything, and the screen may differ from last time.
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
        // Only a window in its old position is maximized on the right monitor, and returns to its
        // position.
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
        // Before it is shown, a window does not report that it will be maximized.
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
