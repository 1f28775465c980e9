import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The rows of what an `@` may become.
@MainActor
final class MentionChoices {
    let root = Box(.vertical, spacing: 0, role: .list)
    /// Told what was pressed.
    var onChoose: @MainActor (MentionCompletion.Choice) -> Void = { _ in }
    private let images: ImageStore
    private var rows: [Box] = []

    init(images: ImageStore) {
        self.images = images
        root.accessibleLabel(localized("Characters"))
    }

    func show(_ choices: [MentionCompletion.Choice], selected: Int?) {
        root.removeAll()
        rows = choices.map(row)
        for (choice, row) in zip(choices, rows) {
            root.append(row)
            row.onPress(button: 1, phase: .capture) { [weak self] _ in
                // Later: the row goes by it.
                MainLoop.whenIdle { self?.onChoose(choice) }
                return true
            }
        }
        select(selected)
    }

    /// Marks the row that Enter takes.
    func select(_ index: Int?) {
        for (row, box) in rows.enumerated() { box.setClass("selected", row == index) }
    }

    /// What a choice is called.
    static func title(_ choice: MentionCompletion.Choice) -> String {
        switch choice {
        case .character(let hit):
            [hit.character.name, hit.alias].compactMap(\.self).joined(separator: ", ")
        case .create(let name): localized("Create “%1”", name)
        }
    }

    private func row(_ choice: MentionCompletion.Choice) -> Box {
        let row = Box(.horizontal, spacing: 9, role: .listItem).classes("mention-choice")
        row.accessibleLabel(Self.title(choice))
        switch choice {
        case .character(let hit):
            row.append(
                AvatarView.make(hit.character, size: 24, images: images),
                Label(hit.character.name).ellipsizing().maximumCharacters(30)
            )
            if let alias = hit.alias {
                row.append(
                    Label(alias, "dim-label", "caption").ellipsizing().maximumCharacters(18)
                )
            }
        case .create:
            row.append(
                Image(icon: "list-add-symbolic").sizeRequest(width: 24, height: 24),
                Label(Self.title(choice)).ellipsizing().maximumCharacters(30)
            )
        }
        return row
    }
}
