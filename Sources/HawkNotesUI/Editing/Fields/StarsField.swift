import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A rating of up to five stars in halves: pressing a star sets that many, pressing it again
/// removes half a star. The arrow keys change it by halves, and Delete clears it.
@MainActor
final class StarsField: EditorField {
    let field: FormField
    let frame: FieldFrame
    var root: Widget { frame.root }
    /// In half stars; empty for no rating.
    var text: String { stored.wrappedValue }
    var focusable: [(name: String, widget: Widget)] {
        stars.enumerated().map { index, star -> (name: String, widget: Widget) in
            ("star:\(index + 1)", star.button)
        } + [("removeRating", remove)]
    }

    private static let greatest = 10

    private let label: String
    private let stored: SceneStorage<String>
    private let group = WrapBox(spacing: 0, role: .group)
    private let value = Label("", "caption", "dim-label").wrapping().valign(.center)
    private let remove = Button(
        icon: "hawknotes-delete-symbolic",
        name: localized("Remove Rating"),
        "flat",
        "small"
    )
    private var stars: [(button: Button, image: Image)] = []

    /// - Parameter initial: what to begin with; nil when the editor is open again.
    init(_ field: FormField, _ label: String, in scope: RestorationScope, initial: String?) {
        self.field = field
        self.label = label
        stored = SceneStorage(.choice(field), in: scope)
        if let initial, !initial.isEmpty { stored.wrappedValue = initial }
        let remark = Label(
            localized("Choose a star twice for half a star."),
            "caption",
            "dim-label"
        ).wrapping()
        frame = FieldFrame(label, Box(.vertical, spacing: 6).append(group, remark))
        let row = Box(.horizontal)
        for number in 1...(Self.greatest / 2) {
            let image = Image(icon: "hawknotes-star-outline-symbolic")
            let button = Button(image, name: ReadingText.rating(2 * number), "flat", "small")
            button.onClicked { [weak self] in
                guard let self else { return }
                setRating(rating == 2 * number ? 2 * number - 1 : 2 * number)
            }
            row.append(button)
            stars.append((button, image))
        }
        group.append(row, Box(.horizontal).append(value.margin(horizontal: 6), remove))
        remove.onClicked { [weak self] in
            self?.setRating(nil)
            self?.stars.first?.button.grabFocus()
        }
        group.onKey(phase: .capture) { [weak self] key, modifiers in
            self?.handle(key, modifiers) ?? false
        }
        showRating()
    }

    func replaceText(with text: String) {
        stored.wrappedValue = text
        showRating()
    }

    func readable(_ text: String) -> String { Int(text).map(ReadingText.rating) ?? "" }

    func close() {}

    private var rating: Int? { Int(text).flatMap { (1...Self.greatest).contains($0) ? $0 : nil } }

    private func setRating(_ rating: Int?) {
        replaceText(with: rating.map(String.init) ?? "")
        group.announce(value.text)
    }

    /// - Returns: whether the key does something here.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isEmpty else { return false }
        switch key {
        case Key("Left"): step(by: group.isMirrored ? 1 : -1)
        case Key("Right"): step(by: group.isMirrored ? -1 : 1)
        case Key("Delete"), Key("BackSpace"): setRating(nil)
        default: return false
        }
        return true
    }

    private func step(by step: Int) {
        let next = (rating ?? 0) + step
        setRating(next < 1 ? nil : min(next, Self.greatest))
    }

    private func showRating() {
        let rating = rating ?? 0
        for (index, star) in stars.enumerated() {
            let icon =
                switch rating - 2 * index {
                case ...0: "hawknotes-star-outline-symbolic"
                case 1: "hawknotes-star-half-symbolic"
                default: "hawknotes-star-filled-symbolic"
                }
            star.image.setIcon(icon)
        }
        value.text = rating > 0 ? ReadingText.rating(rating) : localized("No rating")
        group.accessibleLabel("\(label): \(value.text)")
        remove.visible(rating > 0)
    }
}
