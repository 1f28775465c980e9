import Phrases

/// The mark of a page on the widgets that lead to it: its number of notes, and whether it contains
/// a draft.
package struct NoteMark: Equatable {
    package var noteCount = 0
    package var hasDraft = false

    package init(noteCount: Int = 0, hasDraft: Bool = false) {
        self.noteCount = noteCount
        self.hasDraft = hasDraft
    }

    /// The text for screen readers; empty without notes or a draft.
    @MainActor
    package var spoken: String {
        var parts: [String] = []
        if noteCount > 0 {
            parts.append(localized("%1 note", plural: "%1 notes", count: noteCount))
        }
        if hasDraft { parts.append(localized("Unsent draft")) }
        return localizedList(parts)
    }

    /// The number as shown; empty without notes.
    package var number: String { noteCount > 0 ? LocalNumber.format(noteCount) : "" }
}
