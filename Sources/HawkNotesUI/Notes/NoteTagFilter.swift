import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Shows the tag of the notes that a page is limited to, and removes the limit when it is pressed;
/// stored in the window's state. Hidden while all notes are shown.
@MainActor
final class NoteTagFilter {
    let root: Button
    /// Called when the tag was changed, with the note in which it was chosen.
    var onChange: @MainActor (Note.ID?) -> Void = { _ in }
    private let title = Label("").ellipsizing().maximumCharacters(20)
    private let stored: SceneStorage<String>
    private let series: LoadedSeries

    /// - Parameter series: tells which spoilers are shown.
    init(in scope: RestorationScope, series: LoadedSeries) {
        self.series = series
        stored = SceneStorage(.noteTag, in: scope)
        let icon = Image(icon: "window-close-symbolic")
        root = Button(
            Box(.horizontal, spacing: 4).append(title, icon),
            name: localized("Show All Notes"),
            "chip",
            "filter",
            "chosen",
            "in-heading"
        )
        root.onClicked { [weak self] in self?.choose(nil) }
        show()
    }

    /// The tag; nil while all notes are shown.
    var tag: String? { stored.wrappedValue.isEmpty ? nil : stored.wrappedValue }

    /// The limit of the notes; nil while all notes are shown.
    var limit: NoteLimit? { tag.map { NoteLimit(tag: $0, unveiled: series.unveiled.all) } }

    /// Limits the page to the notes with a tag; nil shows all notes.
    ///
    /// - Parameter note: the note in which the tag was chosen.
    func choose(_ new: String?, in note: Note.ID? = nil) {
        let new = new.flatMap { NoteTags.normalized([$0]).first }
        guard new != tag else { return }
        if let new { stored.wrappedValue = new } else { stored.reset() }
        show()
        onChange(note)
    }

    private func show() {
        title.text = tag.map(TagLinks.address) ?? ""
        let name = localized("Remove Filter “%1”", title.text)
        root.accessibleLabel(name).tooltip(tag == nil ? "" : name)
        root.visible(tag != nil)
    }
}
