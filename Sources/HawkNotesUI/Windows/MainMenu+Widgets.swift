import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The menu behind the button at the end of the header bar.
extension MainMenu {
    private static let schemeRow = "schemes"

    /// - Parameter lastPages: the pages that people turned to last.
    @MainActor
    static func popover(lastPages: [(title: String, place: Place)]) -> PopoverMenu {
        let menu = Menu()
        for (index, section) in sections.enumerated() {
            let items = section.reduce(Menu()) { $0.item($1) }
            if section.contains(.showHistory), !lastPages.isEmpty {
                let last = lastPages.reduce(Menu()) {
                    $0.item($1.title, .showPage, target: $1.place.link)
                }
                items.submenu(localized("Last Pages"), last)
            }
            if index == sections.count - 1 { menu.section(Menu().place(named: schemeRow)) }
            menu.section(items)
        }
        let popover = PopoverMenu(menu)
        popover.add(makeSchemeRow(), named: schemeRow)
        return popover
    }

    /// Light, dark, or as the system has it: a swatch for each.
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
            // GTK describes a widget by its tooltip: the name would be said twice.
            button.tooltip(scheme.title).accessibleDescription("")
            row.append(button)
        }
        return row
    }
}
