import GTKBridge
import HawkNotesPresentation
import Phrases

/// The frame of every dialog: a foot that stays visible, and a window as high as the content, up to
/// the height of the parent.
///
/// The window follows the content until the user resizes it.
@MainActor
final class DialogFrame {
    /// The framed parts.
    struct Parts {
        /// Scrolls if there is too little room.
        var body: Widget
        /// Below the body, always visible.
        var foot: Widget?
        /// The lists of rows in the body; their height is only known once the rows have been made.
        var lists: [PartList] = []
        var width: Int
        /// The height of a body without a natural one, such as a picture; nil for others.
        var height: Int?
        /// Whether the body has pages; the window does not shrink for lower ones.
        var hasPages = false
    }

    /// The height that a dialog may have even over a lower window, in pixels.
    private static let leastRoom = 480
    /// The height of a list before its rows exist, and the minimum with few rows: a toast fits over
    /// them.
    private static let leastListHeight = 320

    private let parts: Parts
    private let column = Box(.vertical)
    private let header: HeaderBar
    private weak var window: Window?
    private weak var parent: Window?
    /// The last size that the program gave the window; nil before that.
    private var given: (width: Int, height: Int)?
    /// The sizes before that one. On a busy machine a window manager answers late: the window may
    /// still have, or get, one of them.
    private var former: [(width: Int, height: Int)] = []
    /// Whether the last size was requested again after a late answer.
    private var isRepeated = false
    /// A window manager may make a window a little larger or smaller than requested.
    private static let tolerance = 36
    /// The size of the window's edges where GTK draws them.
    private var edges = (width: 0, height: 0)
    private var hasEdges = false
    /// The height of the highest page so far, and its width.
    private var highest = (height: 0, width: 0)

    init(_ parts: Parts, in window: Window, below header: HeaderBar, over parent: Window) {
        self.parts = parts
        self.header = header
        self.window = window
        self.parent = parent
        window.setTitlebar(header)
        column.append(parts.body.vexpand())
        if let foot = parts.foot { column.append(foot) }
        window.setChild(column)
        window.setClass("narrow", Self.isNarrow(over: parent))
        fit()
        window.onLayout { [weak self] in self?.fit() }
    }

    /// Whether the parent is so narrow that a dialog uses its narrow layout.
    static func isNarrow(over parent: Window) -> Bool {
        parent.size.width > 0 && SizeClass(width: parent.size.width) == .compact
    }

    /// Makes the window as high as its content.
    private func fit() {
        guard let window, let parent, !isResizedByHand else { return }
        if !hasEdges, let given, window.size.height > 0 {
            hasEdges = true
            let size = window.size
            edges = (max(0, given.width - size.width), max(0, given.height - size.height))
        }
        let room = Self.room(over: parent)
        let width = min(parts.width, room.width)
        let height = min(wantedHeight(in: width - edges.width) + edges.height, room.height)
        if let given, given == (width, height) { return repeatRequest() }
        if let given { former.append(given) }
        given = (width, height)
        isRepeated = false
        // A window that is being laid out keeps its size.
        if window.isMapped {
            MainLoop.whenIdle { [weak self] in self?.resize() }
        } else {
            resize()
        }
    }

    /// Requests the size again, once, if the window has a former one.
    private func repeatRequest() {
        guard let window, let given, window.isMapped, !isRepeated,
            !Self.isNear(window.defaultSize, given)
        else { return }
        isRepeated = true
        MainLoop.whenIdle { [weak self] in self?.resize() }
    }

    private var isResizedByHand: Bool {
        guard let given, let size = window?.defaultSize else { return false }
        return !(former + [given]).contains { Self.isNear(size, $0) }
    }

    private static func isNear(
        _ size: (width: Int, height: Int),
        _ other: (width: Int, height: Int)
    ) -> Bool {
        max(abs(size.width - other.width), abs(size.height - other.height)) <= tolerance
    }

    private func resize() {
        guard let window, let given else { return }
        window.defaultSize = given
    }

    private func wantedHeight(in width: Int) -> Int {
        let head = header.naturalHeight(forWidth: width)
        if let height = parts.height { return height + head }
        guard !parts.lists.isEmpty else {
            return head + heightOfPage(forWidth: width)
        }
        guard let list = parts.lists.first(where: { $0.view.isMapped && $0.view.size.height > 0 })
        else {
            return head + max(column.unscrolledHeight(forWidth: width), Self.leastListHeight)
        }
        // Both sizes are from the same layout; the height of a page is not.
        let besideList = column.size.height - list.view.size.height
        return head + besideList + max(list.rows.contentHeight, Self.leastListHeight)
    }

    /// The height without scrolling. The window does not shrink for a lower page: window managers
    /// keep the window's middle in place, so that everything would move under the pointer.
    private func heightOfPage(forWidth width: Int) -> Int {
        let height = column.unscrolledHeight(forWidth: width)
        guard parts.hasPages else { return height }
        highest = (highest.width == width ? max(highest.height, height) : height, width)
        return highest.height
    }

    /// The maximum size of a dialog: that of its parent, within the screen.
    private static func room(over parent: Window) -> (width: Int, height: Int) {
        let screen = Desktop.largestMonitor
        let size = parent.size.height > 0 ? parent.size : parent.defaultSize
        guard size.height > 0 else { return screen }
        if isNarrow(over: parent) { return size }
        return (screen.width, min(screen.height, max(size.height, leastRoom)))
    }
}

/// The buttons of a dialog, at the end of a line below its content; the suggested one is last.
@MainActor
final class DialogFoot {
    let root = Box(.vertical, spacing: 12).classes("dialog-foot")
    private let row = WrapBox(spacing: 12).halign(.end)

    /// - Parameter problem: shows an error above the buttons.
    init(_ buttons: Widget..., problem: Widget? = nil) {
        if let problem { root.append(problem) }
        root.append(row)
        show(buttons)
    }

    /// Replaces the buttons; without any there is no foot.
    func show(_ buttons: [Widget]) {
        row.removeAll()
        for button in buttons { row.append(button) }
        root.visible(!buttons.isEmpty)
    }
}
