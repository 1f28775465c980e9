import GTKBridge
import Phrases

extension NotesSection {
    /// What is said where there are no notes.
    static func makeEmptyState() -> Widget {
        StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: localized("Nothing noted yet"),
            isCompact: true,
            [
                StatusPage.remark(
                    localized("Write down what you want to remember; it is kept as you type.")
                )
            ]
        ).root.margin(horizontal: 12, vertical: 24)
    }
}
