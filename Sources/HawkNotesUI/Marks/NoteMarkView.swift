import GTKBridge
import HawkNotesPresentation

/// Shows a mark as a small number and a dot. The adjacent widget describes it to screen readers.
@MainActor
final class NoteMarkView {
    let number = Label("", "note-number", "dim-label").valign(.center).accessibleHidden()
    /// Takes the same space as the number, and shows nothing.
    let reserve = Label("", "note-number", "reserve").accessibleHidden()
    let dot = Box(.horizontal).classes("draft-mark").halign(.center).valign(.center)
        .accessibleHidden()
    private(set) var mark = NoteMark()

    init() {
        number.visible(false)
        reserve.visible(false)
        dot.visible(false)
    }

    /// Both side by side, at the end of a line of text.
    func inLine() -> Box {
        Box(.horizontal, spacing: 6).append(dot, number).valign(.center)
    }

    func show(_ new: NoteMark) {
        guard new != mark else { return }
        mark = new
        for label in [number, reserve] {
            label.text = new.number
            label.visible(new.noteCount > 0)
        }
        dot.visible(new.hasDraft)
    }
}
