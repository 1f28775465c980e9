import GTKBridge
import Phrases

/// What is offered below a text field for the word that is being typed, and the keys that choose.
///
/// The focus stays in the field.
@MainActor
final class WordChoices {
    typealias Choice = MentionCompletion.Choice

    /// Called soon after ``updateSoon()``: parses the text, and offers what matches.
    var onUpdate: @MainActor () -> Void = {}
    /// Called with the choice that the user made.
    var onAccept: @MainActor (Choice) -> Void = { _ in }
    /// Called when the user closed the choices; true if with Escape.
    var onClose: @MainActor (_ isDismissed: Bool) -> Void = { _ in }
    /// The current choices; empty when there are none.
    private(set) var all: [Choice] = []
    /// The choice that Enter inserts; nil when Enter belongs to the field.
    private(set) var selected: Int?

    private unowned let field: Widget
    private let list: MentionChoices
    private let popover: Attendant
    private var isWaiting = false

    init(for field: Widget, images: ImageStore) {
        self.field = field
        list = MentionChoices(images: images)
        popover = Attendant(list.root).classes("mention-choices")
        list.onChoose = { [weak self] in self?.onAccept($0) }
    }

    /// Whether there are choices.
    var isOpen: Bool { !all.isEmpty }

    /// Whether the popover is shown.
    var isShown: Bool { popover.isShown }

    /// Parses the text once its change is complete: signals come before the cursor has moved.
    func updateSoon() {
        guard !isWaiting else { return }
        isWaiting = true
        MainLoop.whenIdle { [weak self] in
            self?.isWaiting = false
            self?.onUpdate()
        }
    }

    /// Replaces the choices; those that are offered already stay as they are.
    ///
    /// - Returns: whether there are other choices now.
    @discardableResult
    func offer(_ new: [Choice]) -> Bool {
        guard new != all else { return false }
        all = new
        // An Enter that was meant for the text must neither create a character nor change a tag.
        if case .character? = new.first { selected = 0 } else { selected = nil }
        if new.isEmpty {
            popover.hide()
            field.accessibleDescription("")
        } else {
            list.showChoices(new, selected: selected)
            describe()
        }
        return true
    }

    /// Shows the choices below a part of the field.
    func show(below frame: Rectangle) { popover.show(below: frame, of: field) }

    /// - Returns: whether the key was handled.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        // A key may arrive before the update for the text typed before it.
        if isWaiting, isOpen { onUpdate() }
        guard isOpen, modifiers.isEmpty else { return false }
        switch key {
        case Key("Down"): select(by: 1)
        case Key("Up"): select(by: -1)
        case Key("Return"), Key("Tab"):
            guard let choice = chosen(by: key) else {
                close(isDismissed: false)
                return false
            }
            onAccept(choice)
        case Key("Escape"): close(isDismissed: true)
        default: return false
        }
        return true
    }

    private func chosen(by key: Key) -> Choice? {
        if let selected { return all[selected] }
        // A tag has no spaces: Tab completes it.
        guard key == Key("Tab"), case .tag? = all.first else { return nil }
        return all.first
    }

    private func close(isDismissed: Bool) {
        offer([])
        onClose(isDismissed)
    }

    private func select(by step: Int) {
        let from = selected ?? (step > 0 ? -1 : all.count)
        selected = ((from + step) % all.count + all.count) % all.count
        list.select(selected)
        describe()
    }

    /// Announces what Enter will insert.
    private func describe() {
        field.accessibleDescription(
            selected.map { MentionChoices.description(of: $0, in: all) }
                ?? MentionChoices.invitation(all)
        )
    }
}
