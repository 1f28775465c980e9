import GTKBridge
import HawkNotesPresentation
import Phrases

/// What every dialog has around its content: a foot that stays in sight, and a window as high as the content,
/// up to the height of the window below it.
///
/// The window follows the content until the user gives it another size.
@MainActor
final class DialogFrame {
    /// What is framed.
    struct Parts {
        /// Scrolls where there is too little room.
        var body: Widget
        /// Stands below the body, and is always in sight.
        var foot: Widget?
        /// The lists of rows in the body, whose heights are known only once their rows have been made.
        var lists: [PartList] = []
        var width: Int
        /// The height of a body that has none of its own, such as a picture; nil for the others.
        var height: Int?
        /// Whether the body has pages, none of which makes the window lower.
        var hasPages = false
    }

    /// The height that a dialog may have over a window that is lower, in pixels.
    private static let leastRoom = 480
    /// The height of a list before its rows are there, and the least with few rows: a message fits over them.
    private static let leastListHeight = 320

    private let parts: Parts
    private let column = Box(.vertical)
    private let header: HeaderBar
    private weak var window: Window?
    private weak var parent: Window?
    /// The size that the window was given last; nil before it has one.
    private var given: (width: Int, height: Int)?
    /// A window manager may give a window a little more or less than it asks for.
    private static let tolerance = 36
    /// What the window has around its content where GTK draws its edges.
    private var edges = (width: 0, height: 0)
    private var hasEdges = false
    /// The height of the highest page so far, and the width that it had.
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

    /// Whether the window below is so narrow that a dialog is arranged for little room.
    static func isNarrow(over parent: Window) -> Bool {
        parent.size.width > 0 && SizeClass(width: parent.size.width) == .compact
    }

    /// Makes the window as high as what is in it.
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
        if let given, given == (width, height) { return }
        given = (width, height)
        // A window that is being laid out keeps its size.
        if window.isMapped {
            MainLoop.whenIdle { [weak self] in self?.resize() }
        } else {
            resize()
        }
    }

    private var isResizedByHand: Bool {
        guard let given, let size = window?.defaultSize else { return false }
        return max(abs(size.width - given.width), abs(size.height - given.height)) > Self.tolerance
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
        // Both are of the same layout, which the height of a page is not.
        let besideList = column.size.height - list.view.size.height
        return head + besideList + max(list.rows.contentHeight, Self.leastListHeight)
    }

    /// The height without scrolling. A page that is lower than others does not make the window lower: window
    /// managers keep its middle where it is, and everything would move under the pointer.
    private func heightOfPage(forWidth width: Int) -> Int {
        let height = column.unscrolledHeight(forWidth: width)
        guard parts.hasPages else { return height }
        highest = (highest.width == width ? max(highest.height, height) : height, width)
        return highest.height
    }

    /// The size that a dialog may have: that of the window below it, on its screen.
    private static func room(over parent: Window) -> (width: Int, height: Int) {
        let screen = Desktop.largestMonitor
        let size = parent.size.height > 0 ? parent.size : parent.defaultSize
        guard size.height > 0 else { return screen }
        if isNarrow(over: parent) { return size }
        return (screen.width, min(screen.height, max(size.height, leastRoom)))
    }
}

/// The buttons of a dialog, at the end of a line below its content; the suggested one is the last.
@MainActor
final class DialogFoot {
    let root = Box(.vertical, spacing: 12).classes("dialog-foot")
    private let row = WrapBox(spacing: 12).halign(.end)

    /// - Parameter problem: says above the buttons what is wrong.
    init(_ buttons: Widget..., problem: Widget? = nil) {
        if let problem { root.append(problem) }
        root.append(row)
        show(buttons)
    }

    /// Shows these buttons in place of those before; without any there is no foot.
    func show(_ buttons: [Widget]) {
        row.removeAll()
        for button in buttons { row.append(button) }
        root.visible(!buttons.isEmpty)
    }
}
