import Phrases

/// What is said of a page where something leads to it: how many notes it has, and whether a text is begun
/// there that was not sent.
package struct NoteMark: Equatable {
    package var noteCount = 0
    package var hasDraft = false

    package init(noteCount: Int = 0, hasDraft: Bool = false) {
        self.noteCount = noteCount
        self.hasDraft = hasDraft
    }

    /// As a screen reader says it; empty where there is nothing to say.
    @MainActor
    package var spoken: String {
        var parts: [String] = []
        if noteCount > 0 {
            parts.append(localized("%1 note", plural: "%1 notes", count: noteCount))
        }
        if hasDraft { parts.append(localized("Unsent draft")) }
        return parts.joined(separator: ", ")
    }

    /// The number as it is shown; empty where there are no notes.
    package var number: String { noteCount > 0 ? LocalNumber.format(noteCount) : "" }
}
