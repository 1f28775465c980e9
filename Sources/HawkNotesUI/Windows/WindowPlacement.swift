import GTKBridge
import Phrases
import StateRestoration

/// Keeps where a window is on the screen and on which workspace, and brings it back there.
///
/// Only where the window system tells, which is X11. A window that has never been open is placed by the
/// window manager.
@MainActor
final class WindowPlacement {
    /// How long a window must have been still to be where it is, in milliseconds.
    private static let pause = 100

    private let window: Window
    private let left: SceneStorage<Int?>
    private let top: SceneStorage<Int?>
    private let workspace: SceneStorage<Int?>
    private var isWaiting = false
    /// Where the window was when it was last looked at.
    private var lastPosition: (x: Int, y: Int)?

    /// Whether the window comes back to a place of its own.
    var isRestored: Bool { Desktop.tellsPlaces && restoredPlace != nil }

    init(_ window: Window, in scope: RestorationScope) {
        self.window = window
        left = SceneStorage(.left, in: scope)
        top = SceneStorage(.top, in: scope)
        workspace = SceneStorage(.workspace, in: scope)
        window.onRealize { [weak self] in self?.askForPlace() }
        window.onMap { [weak self] in self?.begin() }
        window.onPlaceChange { [weak self] in self?.placeChanged() }
    }

    private var restoredPlace: ScreenRectangle? {
        guard let left = left.wrappedValue, let top = top.wrappedValue else { return nil }
        return rectangle(left, top).reachable(in: Desktop.workAreas)
    }

    private func askForPlace() {
        if let place = restoredPlace { window.setInitialPosition(x: place.x, y: place.y) }
    }

    private func begin() {
        if let place = restoredPlace { window.move(toX: place.x, y: place.y) }
        if let workspace = workspace.wrappedValue { window.move(toWorkspace: workspace) }
        placeChanged()
    }

    private func placeChanged() {
        guard !isWaiting else { return }
        isWaiting = true
        MainLoop.after(milliseconds: Self.pause) { [weak self] in
            guard let self else { return }
            isWaiting = false
            keep()
        }
    }

    private func keep() {
        guard window.isMapped, let position = window.position else { return }
        if let last = lastPosition, last == position {
            lastPosition = nil
        } else {
            // It may be on its way to fill a monitor, and GTK may not have heard of that yet.
            lastPosition = position
            return placeChanged()
        }
        if window.isMaximized || window.isFullscreen {
            keepMonitor(of: position)
        } else {
            left.wrappedValue = position.x
            top.wrappedValue = position.y
        }
        // It is not told of a window that is on all of them.
        workspace.wrappedValue = window.workspace
    }

    /// The place to return to is not where a window is that fills its monitor; but when it fills another
    /// one now, it is to fill that one again, and to return to a place there.
    private func keepMonitor(of position: (x: Int, y: Int)) {
        let areas = Desktop.workAreas
        var shown = rectangle(position.x, position.y)
        shown.width = window.size.width
        shown.height = window.size.height
        guard let monitor = shown.home(among: areas) else { return }
        let kept = rectangle(left.wrappedValue ?? position.x, top.wrappedValue ?? position.y)
        guard left.wrappedValue == nil || kept.home(among: areas) != monitor else { return }
        let place = kept.moved(into: monitor)
        left.wrappedValue = place.x
        top.wrappedValue = place.y
    }

    /// Where the window is when it fills no monitor.
    private func rectangle(_ x: Int, _ y: Int) -> ScreenRectangle {
        let size = window.defaultSize
        return ScreenRectangle(x: x, y: y, width: size.width, height: size.height)
    }
}
