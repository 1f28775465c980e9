import GTKBridge

/// A group of preferences: rows on a card, below a heading.
@MainActor
final class PreferenceGroup {
    let root: Box
    private let card = Box(.vertical).classes("card", "preferences")

    init(_ heading: String) {
        root = Box(.vertical, spacing: 6).append(PageParts.heading(heading), card)
    }

    /// Adds a row with a description.
    ///
    /// - Parameter isStacked: whether the control is wide and placed below the text.
    @discardableResult
    func add(
        _ title: String,
        _ explanation: String,
        _ control: Widget?,
        isStacked: Bool = false
    ) -> PreferenceGroup {
        let texts = Box(.vertical, spacing: 3).append(
            Label(title).wrapping(),
            Label(explanation, "caption", "dim-label").wrapping()
        )
        texts.hexpand().valign(.center)
        let row: Widget
        if let control, !isStacked {
            let end = control.halign(.start).valign(.center)
            row = PairBox(texts, end, words: .first, spacing: 12)
        } else {
            row = Box(.vertical, spacing: 9).append(texts)
                .append([control?.halign(.start)].compactMap { $0 })
        }
        row.classes("preference-row")
        // A switch alone is too small for a finger.
        if let toggle = control as? Switch {
            row.onClick { [weak toggle] _ in
                guard let toggle, toggle.isSensitive else { return false }
                toggle.isActive.toggle()
                return true
            }
        }
        card.append(row)
        return self
    }
}

/// Buttons of which exactly one is pressed.
@MainActor
enum ChoiceButtons {
    /// The buttons in a row, wrapped if there is too little room.
    static func row(_ buttons: [(name: String, button: ToggleButton)]) -> Widget {
        let row = WrapBox(spacing: 0).classes("linked")
        for (_, button) in buttons { row.append(button) }
        return row
    }

    /// Buttons for values, with their names for restoring the focus.
    ///
    /// - Parameter choose: called with the value of a pressed button.
    static func make<Value: Equatable>(
        _ values: some Sequence<Value>,
        selected: Value,
        name: (Value) -> String,
        title: (Value) -> String,
        choose: @escaping @MainActor (Value) -> Void
    ) -> [(name: String, button: ToggleButton)] {
        var first: ToggleButton?
        return values.map { value in
            let button = ToggleButton(Label(title(value)).halign(.center), name: title(value))
                .group(with: first)
            first = first ?? button
            button.isActive = value == selected
            button.onToggled { [weak button] in if button?.isActive == true { choose(value) } }
            return (name(value), button)
        }
    }
}
