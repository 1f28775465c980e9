import GTKBridge

/// A row of tabs of which one is selected, in the header bar or, in a narrow window, at the bottom.
@MainActor
final class ViewSwitcher<Tab: Hashable> {
    /// What is shown of a tab.
    struct Item {
        var tab: Tab
        var title: String
        var icon: String
        /// The style class of its color.
        var accent: String
    }

    let root: Box
    private var buttons: [Tab: ToggleButton] = [:]
    private var isSelecting = false

    /// - Parameters:
    ///   - name: what a screen reader says of all of them.
    ///   - select: told the tab that somebody pressed.
    init(
        _ items: [Item],
        name: String,
        sizeClass: SizeClass,
        select: @escaping @MainActor (Tab) -> Void
    ) {
        let isAtBottom = sizeClass == .compact
        root = Box(.horizontal, spacing: isAtBottom ? 0 : 6, role: .tabList)
            .classes("tab-switcher")
        root.accessibleLabel(name)
        if isAtBottom { root.classes("bottom").homogeneous() }
        var first: ToggleButton?
        for item in items {
            let button = Self.makeButton(item, sizeClass).group(with: first)
            first = first ?? button
            button.onToggled { [weak self, weak button] in
                guard let self, !self.isSelecting, button?.isActive == true else { return }
                select(item.tab)
            }
            buttons[item.tab] = button
            root.append(button)
        }
    }

    /// Shows which tab is selected.
    func show(selected tab: Tab) {
        isSelecting = true
        buttons[tab]?.isActive = true
        isSelecting = false
    }

    private static func makeButton(_ item: Item, _ sizeClass: SizeClass) -> ToggleButton {
        let isAtBottom = sizeClass == .compact
        let label = Label(item.title, isAtBottom ? "caption" : "tab-title").ellipsizing()
        let content = Box(isAtBottom ? .vertical : .horizontal, spacing: isAtBottom ? 2 : 6)

        // Where room is short, the titles need it more.
        if sizeClass != .regular { content.append(Image(icon: item.icon)) }
        if isAtBottom {
            content.append(label.centered())
        } else {
            // The selected one is bold; it takes no room from the others by that.
            let reserve = Label(item.title, "reserve").ellipsizing().accessibleHidden()
            content.append(
                Overlay(reserve).overlay(sizeClass == .regular ? label.centered() : label)
            )
        }
        let button = ToggleButton(content.halign(.center), name: item.title)
        button.classes("flat", "tab", item.accent).tooltip(item.title)
        return button
    }
}
