import GTKBridge
import HawkNotesModel

/// The row of tabs, in the header bar or, in a narrow window, at the bottom.
@MainActor
final class TabSwitcher {
    let root: Box
    private var buttons: [Place: ToggleButton] = [:]
    private var isSelecting = false

    /// - Parameter select: told the tab that somebody pressed.
    init(
        _ series: Series,
        sizeClass: SizeClass,
        select: @escaping @MainActor (Place) -> Void
    ) {
        let isAtBottom = sizeClass == .compact
        root = Box(.horizontal, spacing: isAtBottom ? 0 : 6, role: .tabList)
            .classes("tab-switcher")
        root.accessibleLabel(localized("Books and favorites"))
        if isAtBottom { root.classes("bottom").homogeneous() }
        var first: ToggleButton?
        for tab in Place.tabs(in: series) {
            let button = Self.makeButton(tab, series, sizeClass).group(with: first)
            first = first ?? button
            button.onToggled { [weak self, weak button] in
                guard let self, !self.isSelecting, button?.isActive == true else { return }
                select(tab)
            }
            buttons[tab] = button
            root.append(button)
        }
    }

    /// Shows which tab is selected.
    func show(selected tab: Place) {
        isSelecting = true
        buttons[tab]?.isActive = true
        isSelecting = false
    }

    private static func makeButton(
        _ tab: Place,
        _ series: Series,
        _ sizeClass: SizeClass
    ) -> ToggleButton {
        let isAtBottom = sizeClass == .compact
        let title: String
        let icon: String
        let accent: String
        if case .book(let id) = tab {
            title = series.book(id)?.title ?? ""
            icon = "hawknotes-book-symbolic"
            accent = AccentSheet.styleClass(for: id)
        } else {
            title = localized("Favorites")
            icon = "hawknotes-heart-outline-symbolic"
            accent = "accent-favorites"
        }
        let label = Label(title, isAtBottom ? "caption" : "tab-title").ellipsizing()
        let content = Box(isAtBottom ? .vertical : .horizontal, spacing: isAtBottom ? 2 : 6)

        // Where room is short, the titles need it more.
        if sizeClass != .regular { content.append(Image(icon: icon)) }
        content.append(isAtBottom ? label.centered() : label)
        let button = ToggleButton(content.halign(.center), name: title)
        button.classes("flat", "tab", accent).tooltip(title)
        return button
    }
}
