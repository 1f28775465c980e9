import GTKBridge
import Phrases

/// The message on a page without notes, or without notes that have the chosen tag.
@MainActor
final class EmptyNotes {
    let root: Widget
    private let noNotes = EmptyNotes.make(
        localized("No notes yet"),
        localized("Write down what you want to remember. It is saved as you type.")
    )
    private let noTaggedNotes = EmptyNotes.make(
        localized("No notes with this tag"),
        localized("Remove the filter to see all notes.")
    )

    init() {
        root = Box(.vertical).append(noNotes, noTaggedNotes)
        show(isLimited: false)
    }

    /// - Parameter isLimited: whether the page is limited to a tag.
    func show(isLimited: Bool) {
        noNotes.visible(!isLimited)
        noTaggedNotes.visible(isLimited)
    }

    private static func make(_ heading: String, _ remark: String) -> Widget {
        StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: heading,
            isCompact: true,
            [StatusPage.remark(remark)]
        ).root.margin(horizontal: 12, vertical: 24)
    }
}
