import GTKBridge
import HawkNotesPresentation

/// A row of tabs, one of them selected, in the header bar or, in a narrow window, at the bottom.
@MainActor
final class ViewSwitcher<Tab: Hashable> {
    /// The content of a tab.
    struct Item {
        var tab: Tab
        var title: String
        /// The text on the tab, if it is shorter than the title.
        var shortTitle: String?
        var icon: String
        /// The style class of its color.
        var accent: String
    }

    let root: Overlay
    /// The tabs, in order.
    let items: [Item]
    /// The button for the tabs that do not fit; nil where all must fit.
    let more: Button?
    /// A widget behind the tabs.
    let trailing: Widget?
    /// The width of all tabs side by side, in pixels.
    var widthOfTabs: Int { tabs.naturalWidth }
    private let tabs: Widget
    private let row: OverflowBox?
    private var buttons: [Tab: ToggleButton] = [:]
    private var marks: [Tab: NoteMarkView] = [:]
    private var titles: [Label] = []
    /// The height of the row when the titles were last measured: a change of fonts changes it, and
    /// comparing it is cheap enough for every layout.
    private var fittedHeight = 0
    private var isSelecting = false
    private var selected: Tab?
    /// The line below the selected tab, in its color.
    private let line = Box(.horizontal).classes("tab-line").canTarget(false)
    private lazy var movement = Movement(of: root) { [weak self] in self?.move(line: $0) }
    /// The start, progress and current frame of the moving line.
    private var lineStart: Rectangle?
    private var lineProgress = 1.0
    private var lineFrame: Rectangle?

    /// - Parameters:
    ///   - name: the accessible name of the tabs.
    ///   - moreName: the name of the button for tabs that do not fit; nil to show all tabs, in
    ///     several lines if necessary.
    ///   - trailing: a widget behind the tabs.
    ///   - select: called with the pressed tab.
    init(
        _ items: [Item],
        name: String,
        sizeClass: SizeClass,
        moreName: String? = nil,
        trailing: Widget? = nil,
        select: @escaping @MainActor (Tab) -> Void
    ) {
        let isAtBottom = sizeClass == .compact
        let spacing = isAtBottom ? 0 : 6
        self.items = items
        self.trailing = trailing
        let append: @MainActor (Widget) -> Void
        let tabs: Widget
        if let moreName {
            let more = Button(icon: "hawknotes-down-symbolic", name: moreName, "flat", "tab")
            let row = OverflowBox(
                spacing: spacing,
                cellWidth: isAtBottom ? Self.bottomWidth : nil,
                role: .tabList,
                more: more
            )
            (tabs, self.more, self.row) = (row, more, row)
            append = { row.append($0) }
        } else {
            let box = WrapBox(spacing: spacing, lines: .centered, role: .tabList)
            (tabs, more, row) = (box, nil, nil)
            append = { box.append($0) }
        }
        self.tabs = tabs
        // An open menu below may request more height; the row does not grow.
        tabs.accessibleLabel(name).vexpand(false)
        let bar = trailing.map { trailing in
            Box(.horizontal).append(isAtBottom ? tabs.hexpand() : tabs, trailing)
        }
        root = Overlay(bar ?? tabs).classes("tab-switcher").vexpand(false)
        root.overlay(line) { [weak self] in self?.lineFrameNow() }
        if isAtBottom { root.classes("bottom") }
        var first: ToggleButton?
        for item in items {
            let mark = NoteMarkView()
            marks[item.tab] = mark
            let (made, title) = Self.makeButton(item, sizeClass, mark)
            let button = made.group(with: first)
            titles.append(title)
            first = first ?? button
            button.onToggled { [weak self, weak button] in
                guard let self, !self.isSelecting, button?.isActive == true else { return }
                select(item.tab)
            }
            buttons[item.tab] = button
            append(button.keepsFocusElsewhere())
        }
        root.onKey { [weak self] in self?.handle($0, $1) ?? false }
        // The font size is only known during layout.
        if isAtBottom { root.onLayout { [weak self] in self?.fitTitles() } }
    }

    /// The arrow keys move between the visible tabs.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        let inSight = items.map(\.tab).filter(isInSight)
        guard modifiers.isEmpty, let current = inSight.firstIndex(where: hasFocus) else {
            return false
        }
        let step = root.isMirrored ? -1 : 1
        let wanted: Int
        switch key {
        case Key("Left"): wanted = current - step
        case Key("Right"): wanted = current + step
        case Key("Home"): wanted = 0
        case Key("End"): wanted = inSight.count - 1
        default: return false
        }
        guard inSight.indices.contains(wanted) else { return false }
        buttons[inSight[wanted]]?.isActive = true
        return true
    }

    private func hasFocus(_ tab: Tab) -> Bool { buttons[tab]?.containsFocus ?? false }

    /// The minimum width of a tab at the bottom, in pixels.
    private static var bottomWidth: Int { 76 }
    /// The maximum width reserved for a title there, in line heights, and its padding.
    private static var bottomTitle: (lines: Double, padding: Int) { (4.9, 3) }

    /// Makes room for titles at the bottom in two lines, in large fonts as well, unless they are
    /// long.
    private func fitTitles() {
        guard let row, let title = titles.first, row.size.height != fittedHeight else { return }
        fittedHeight = row.size.height
        let widest = items.map { title.widthInTwoLines($0.shortTitle ?? $0.title) }.max() ?? 0
        let most = Int(Self.bottomTitle.lines * Double(row.fontLineHeight))
        row.setCellWidth(max(Self.bottomWidth, min(widest + Self.bottomTitle.padding, most)))
    }

    /// Whether some tabs do not fit.
    var hidesSome: Bool { row?.hidesSome ?? false }

    /// Whether a tab was visible in the last layout.
    func isInSight(_ tab: Tab) -> Bool { buttons[tab]?.isMapped ?? false }

    /// The widget of a tab; nil for an unknown one.
    func button(of tab: Tab) -> Widget? { buttons[tab] }

    /// Shows the selected tab.
    func show(selected tab: Tab) {
        if let index = items.firstIndex(where: { $0.tab == tab }) { row?.select(index) }
        isSelecting = true
        buttons[tab]?.isActive = true
        isSelecting = false
        showStop(at: tab)
        guard tab != selected else { return }
        let old = items.first { $0.tab == selected }
        if let old { line.setClass(old.accent, false) }
        if let new = items.first(where: { $0.tab == tab }) { line.classes(new.accent) }
        selected = tab
        lineStart = old == nil ? nil : lineFrame
        movement.begin()
    }

    /// All tabs together are a single stop of the Tab key.
    private func showStop(at tab: Tab) {
        let hadFocus = items.contains { hasFocus($0.tab) }
        buttons[tab]?.isFocusable = true
        if hadFocus { buttons[tab]?.grabFocus() }
        for (other, button) in buttons where other != tab { button.isFocusable = false }
    }

    private func move(line progress: Double) {
        lineProgress = progress
        root.queueAllocate()
    }

    /// The frame of the line at the moment: below the selected tab, or on its way there.
    private func lineFrameNow() -> Rectangle {
        guard let button = selected.flatMap({ buttons[$0] }), let tab = button.frame(in: root)
        else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        var frame = tab
        frame.x += tab.width / 8
        frame.width -= tab.width / 4
        frame.y += tab.height - Self.lineHeight
        frame.height = Self.lineHeight
        if let start = lineStart, lineProgress < 1 {
            frame.x = start.x + (frame.x - start.x) * lineProgress
            frame.width = start.width + (frame.width - start.width) * lineProgress
        }
        lineFrame = frame
        return frame
    }

    private static var lineHeight: Double { 3 }

    /// Shows the marks of the tabs in place; ignores those of other tabs.
    func show(marks new: [Tab: NoteMark]) {
        for item in items {
            let mark = new[item.tab] ?? NoteMark()
            guard let view = marks[item.tab], let button = buttons[item.tab], view.mark != mark
            else { continue }
            view.show(mark)
            let spoken = mark.spoken
            button.tooltip(spoken.isEmpty ? nil : spoken).accessibleDescription(spoken)
        }
    }

    /// The maximum number of characters of a title beside other tabs.
    private static var longestTitle: Int { 20 }

    /// - Parameter mark: shown where the tab is empty anyway, so that a dot and a number of one
    ///   digit move nothing.
    private static func makeButton(
        _ item: Item,
        _ sizeClass: SizeClass,
        _ mark: NoteMarkView
    ) -> (button: ToggleButton, title: Label) {
        let isAtBottom = sizeClass == .compact
        let text = item.shortTitle ?? item.title
        let label = Label(text, isAtBottom ? "caption" : "tab-title").ellipsizing()
        // A single word would be broken into two lines.
        if isAtBottom, text.contains(" ") { label.wrapping().lines(2) }
        let content = Box(isAtBottom ? .vertical : .horizontal, spacing: isAtBottom ? 2 : 6)
        for part in [mark.number, mark.reserve, mark.dot] {
            part.classes(isAtBottom ? "at-bottom" : "in-padding")
        }
        let icon = Image(icon: item.icon)
        if isAtBottom {
            let marked = Overlay(icon).halign(.center)
                .overlay(mark.dot.halign(.start)).overlay(mark.number.halign(.start))
            content.append(marked, label.centered())
        } else {
            // In little room, the title matters more.
            if sizeClass != .regular { content.append(icon) }
            // The selected title is bold; reserving that width keeps the other tabs in place.
            let reserve = Label(text, "reserve").ellipsizing().accessibleHidden()
            // A tab is at most 220 pixels wide.
            for title in [label, reserve] { title.maximumCharacters(Self.longestTitle) }
            let title = Box(.horizontal).append(label, mark.number)
            content.append(
                Overlay(Box(.horizontal).append(reserve, mark.reserve))
                    .overlay(sizeClass == .regular ? title.halign(.center) : title)
            )
        }
        let button = ToggleButton(
            isAtBottom
                ? content.halign(.center)
                : Overlay(content.halign(.center)).overlay(mark.dot.halign(.start)),
            name: item.title,
            isTab: true
        )
        button.classes("flat", "tab", item.accent)
        label.tooltip(whenCut: item.title)
        return (button, label)
    }
}
