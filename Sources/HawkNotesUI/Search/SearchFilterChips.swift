import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The chips below the search field: each opens a list of choices, and removes its filter once it
/// is set.
@MainActor
final class SearchFilterChips {
    /// The page's answers to the chips.
    struct Source {
        /// Reads the choices.
        var load: @MainActor (@escaping @MainActor (SearchChoices) -> Void) -> Void
        /// Whether titles are followed by that of their series.
        var saysSeries: @MainActor () -> Bool
        var now: @MainActor () -> Date
        /// Parses a typed date.
        var date: @MainActor (String) -> String?
    }

    /// A button for one filter.
    private struct Chip {
        let button: Button
        let label: Label
        let icon: Image
    }

    /// The chosen filters.
    private(set) var filters: SearchFilters
    /// Called when the choice changes.
    var onChange: @MainActor () -> Void = {}
    var source: Source?
    private var chips: [SearchFilterKind: Chip] = [:]
    private var known = SearchChoices()
    /// The open list.
    private(set) var list: ChoiceList?

    init(_ filters: SearchFilters) {
        self.filters = filters
        for kind in SearchFilterKind.allCases {
            let label = Label(kind.name).ellipsizing().maximumCharacters(24)
            let icon = Image(icon: "pan-down-symbolic")
            let content = Box(.horizontal, spacing: 4).append(label, icon)
            let button = Button(content, name: kind.name, "chip", "filter").keepsFocusElsewhere()
            button.onClicked { [weak self] in self?.press(kind) }
            chips[kind] = Chip(button: button, label: label, icon: icon)
        }
        show()
    }

    /// The buttons, in order.
    var buttons: [Button] { SearchFilterKind.allCases.compactMap { chips[$0]?.button } }

    /// The button of a filter.
    func button(_ kind: SearchFilterKind) -> Button? { chips[kind]?.button }

    /// The text of a chip.
    func text(_ kind: SearchFilterKind) -> String { chips[kind]?.label.text ?? "" }

    /// Reads the titles of restored filters.
    func loadTitles() {
        guard filters.book != nil || filters.character != nil else { return }
        source?.load { [weak self] in
            self?.known = $0
            self?.show()
        }
    }

    /// Sets or clears a filter.
    func choose(_ value: String?, _ kind: SearchFilterKind) {
        kind.set(value, in: &filters)
        show()
        onChange()
    }

    private func press(_ kind: SearchFilterKind) {
        if kind.value(in: filters) != nil { return choose(nil, kind) }
        if kind == .quoted { return choose("", kind) }
        source?.load { [weak self] choices in
            self?.known = choices
            self?.open(kind)
        }
    }

    private func open(_ kind: SearchFilterKind) {
        guard let source, let button = button(kind) else { return }
        let choices = kind.choices(known, saysSeries: source.saysSeries(), now: source.now())
        let isDate = kind == .after || kind == .before
        let date: @MainActor (String) -> Choice? = { text in
            source.date(text).map { Choice(id: $0, title: DateText.partial($0) ?? $0) }
        }
        let opened = ChoiceList(
            [ChoiceList.Section(choices: choices)],
            name: kind.name,
            fieldName: isDate ? localized("Date") : localized("Find"),
            typed: isDate ? date : nil,
            choose: { [weak self] in self?.choose($0.id, kind) }
        )
        opened.popUp(below: button)
        list = opened
    }

    private func show() {
        for (kind, chip) in chips {
            let value = kind.value(in: filters)
            let text = value.map { kind.chosenText($0, known) } ?? kind.name
            chip.label.text = text
            chip.icon.setIcon(value == nil ? "pan-down-symbolic" : "window-close-symbolic")
            chip.icon.visible(value != nil || kind != .quoted)
            chip.button.setClass("chosen", value != nil)
            let name = value == nil ? text : localized("Remove Filter “%1”", text)
            chip.button.accessibleLabel(name).tooltip(value == nil ? "" : name)
        }
    }
}
