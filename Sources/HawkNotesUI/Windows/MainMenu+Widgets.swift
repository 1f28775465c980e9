import GTKBridge
import HawkNotesPresentation
import Phrases

/// The menu behind the button at the end of the header bar.
extension MainMenu {
    private static let schemeRow = "schemes"

    @MainActor
    static func makePopover() -> PopoverMenu {
        let menu = Menu()
        for (index, section) in sections.enumerated() {
            if index == sections.count - 1 { menu.section(Menu().place(named: schemeRow)) }
            menu.section(section.reduce(Menu()) { $0.item($1) })
        }
        let popover = PopoverMenu(menu)
        popover.add(makeSchemeRow(), named: schemeRow)
        return popover
    }

    /// A swatch each for light, dark, and following the system.
    @MainActor
    private static func makeSchemeRow() -> Widget {
        let row = Box(.horizontal, spacing: 18, role: .radioGroup).classes("scheme-row")
        row.accessibleLabel(localized("Appearance")).halign(.center)
        for scheme in schemes {
            let button = ToggleButton(
                Image(icon: "object-select-symbolic"),
                name: scheme.title,
                choice: Command.colorScheme.rawValue,
                target: scheme.name
            )
            button.classes("flat", "circular", "scheme", scheme.name)
            // GTK describes a widget by its tooltip: screen readers would read the name twice.
            button.tooltip(scheme.title).accessibleDescription("")
            row.append(button)
        }
        return row
    }
}
