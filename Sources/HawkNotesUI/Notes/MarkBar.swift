import GTKBridge
import Phrases

/// What can be done with the notes that are marked; below them, as long as there are any.
@MainActor
final class MarkBar {
    let root = Box(.horizontal)
    /// Told what is to be done with them.
    var onCommand: @MainActor (MarkedNotes.Command) -> Void = { _ in }
    /// Called when no note is to be marked any more.
    var onClear: @MainActor () -> Void = {}

    private let count = Label("", "heading").ellipsizing()

    init() {
        root.classes("mark-bar").visible(false)
        let commands = [
            Button(
                icon: "hawknotes-copy-symbolic",
                name: localized("Copy the Marked Notes"),
                "flat"
            ).onClicked { [weak self] in self?.onCommand(.copy) },
            Button(localized("Move to…"), "flat").onClicked { [weak self] in
                self?.onCommand(.move)
            },
            Button(localized("Export…"), "flat").onClicked { [weak self] in
                self?.onCommand(.export)
            },
            Button(
                icon: "hawknotes-delete-symbolic",
                name: localized("Delete the Marked Notes"),
                "flat"
            ).onClicked { [weak self] in self?.onCommand(.delete) },
        ]
        // In a narrow window they take two lines.
        let line = WrapBox(spacing: 0)
        line.append(count.margin(top: 8, bottom: 8, end: 12))
        for button in commands { line.append(button) }
        root.append(
            line.hexpand(),
            Button(
                icon: "hawknotes-stop-symbolic",
                name: localized("Mark No Notes"),
                "flat"
            ).valign(.start).onClicked { [weak self] in self?.onClear() }
        )
        root.onKey { [weak self] key, modifiers in
            guard key == Key("Escape"), modifiers.isEmpty else { return false }
            self?.onClear()
            return true
        }
    }

    func show(count number: Int) {
        root.visible(number > 0)
        guard number > 0 else { return }
        count.text = localized("%1 marked", plural: "%1 marked", count: number)
    }
}
