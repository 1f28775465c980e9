import GTKBridge

/// Preferences that belong together: rows on a card, below a heading.
@MainActor
final class PreferenceGroup {
    let root: Box
    private let card = Box(.vertical).classes("card", "preferences")

    init(_ heading: String) {
        root = Box(.vertical, spacing: 6).append(PageParts.heading(heading).wrapping(), card)
    }

    /// Adds a row with a line that says what it does.
    ///
    /// - Parameter isStacked: whether what is chosen with stands below the words; it is wide then.
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
        let row = Box(isStacked ? .vertical : .horizontal, spacing: isStacked ? 9 : 12)
            .append(texts.hexpand().valign(.center)).classes("preference-row")
        if let control {
            row.append(isStacked ? control.halign(.start) : control.valign(.center))
        }
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
