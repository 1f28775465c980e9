import GTKBridge
import Phrases
import StateRestoration

/// Stores a window's position and workspace, and restores them.
///
/// Only X11 reports positions. A new window is placed by the window manager.
@MainActor
final class WindowPlacement {
    /// How long a window must stay still before its position is read.
    private static let pause: Duration = .milliseconds(100)

    private let window: Window
    private let left: SceneStorage<Int?>
    private let top: SceneStorage<Int?>
    private let workspace: SceneStorage<Int?>
    private var isWaiting = false
    /// The last known position of the window.
    private var lastPosition: (x: Int, y: Int)?

    /// Whether the window has a stored position.
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
        MainLoop.after(Self.pause) { [weak self] in
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
            // It may be about to be maximized without GTK knowing yet.
            lastPosition = position
            return placeChanged()
        }
        if window.isMaximized || window.isFullscreen {
            keepMonitor(of: position)
        } else {
            left.wrappedValue = position.x
            top.wrappedValue = position.y
        }
        // It is unknown for a window on all workspaces.
        workspace.wrappedValue = window.workspace
    }

    /// A maximized window keeps its stored position; on another monitor, it gets one there, so that
    /// it is maximized there again.
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

    /// The position of the window while it is not maximized.
    private func rectangle(_ x: Int, _ y: Int) -> ScreenRectangle {
        let size = window.defaultSize
        return ScreenRectangle(x: x, y: y, width: size.width, height: size.height)
    }
}

extension ScreenRectangle {
    /// How much of a window's top must be visible so that the user can drag it, in pixels.
    private static let gripHeight = 48
    /// Larger than any screen, and small enough to be added.
    private static let farthest = 1_000_000

    /// The position for a restored window: the same if it can be reached there, else inside the
    /// nearest of these areas.
    ///
    /// Its monitor may be gone, and a file can contain anything.
    func reachable(in areas: [ScreenRectangle]) -> ScreenRectangle {
        var place = self
        place.x = min(max(x, -Self.farthest), Self.farthest)
        place.y = min(max(y, -Self.farthest), Self.farthest)
        var grip = place
        grip.height = min(height, Self.gripHeight)
        let inSight = areas.reduce(0) { $0 + $1.overlap(with: grip) }
        if areas.isEmpty || 2 * inSight >= grip.width * grip.height { return place }
        let nearest = areas.max { left, right in
            let overlaps = (left.overlap(with: place), right.overlap(with: place))
            if overlaps.0 != overlaps.1 { return overlaps.0 < overlaps.1 }
            return left.distance(to: place) > right.distance(to: place)
        }
        return nearest.map(place.moved(into:)) ?? place
    }

    /// The rectangle moved into the area by the smallest distance, if it fits.
    func moved(into area: ScreenRectangle) -> ScreenRectangle {
        var place = self
        place.x = max(area.x, min(x, area.x + area.width - width))
        place.y = max(area.y, min(y, area.y + area.height - height))
        return place
    }

    /// The area with the largest overlap, if any overlaps.
    func home(among areas: [ScreenRectangle]) -> ScreenRectangle? {
        areas.filter { $0.overlap(with: self) > 0 }
            .max { $0.overlap(with: self) < $1.overlap(with: self) }
    }

    private func overlap(with other: ScreenRectangle) -> Int {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        return max(across, 0) * max(down, 0)
    }

    /// The size, edges included.
    private func distance(to other: ScreenRectangle) -> Int {
        max(other.x - (x + width), x - (other.x + other.width), 0)
            + max(other.y - (y + height), y - (other.y + other.height), 0)
    }
}
