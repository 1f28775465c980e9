import GTKBridge

/// Buttons of which one is pressed.
@MainActor
enum ChoiceButtons {
    /// The buttons in a row, or in several where there is little room.
    static func row(_ buttons: [(name: String, button: ToggleButton)]) -> Widget {
        let row = WrapBox(spacing: 0).classes("linked")
        for (_, button) in buttons { row.append(button) }
        return row
    }

    /// Buttons for values, with the names that the focus has on them.
    ///
    /// - Parameter choose: told a value whose button has been pressed.
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
