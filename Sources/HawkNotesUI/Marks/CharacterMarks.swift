import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What rows and buttons of a page say of the pages of characters that they lead to. Those that are there
/// follow what changes, in their places; of others nothing is asked.
@MainActor
final class CharacterMarks {
    private struct Row {
        weak var widget: Widget?
        let view: NoteMarkView
        /// What else is said of the character.
        let text: String
    }

    private let context: AppContext
    private let drafts: DraftMarks
    private let scope: RestorationScope
    private var rows: [Character.ID: Row] = [:]
    private var counts: SeriesNoteCounts?
    private var countChanges: ChangeObservation?
    private var draftChanges: ChangeObservation?

    /// - Parameter scope: of a page of the tab on which the characters are shown.
    init(context: AppContext, drafts: DraftMarks, scope: RestorationScope) {
        self.context = context
        self.drafts = drafts
        self.scope = scope
        draftChanges = drafts.observe { [weak self] pages in
            for page in pages { page.character.map { self?.update($0) } }
        }
    }

    /// Keeps the mark of a character up to date, with what is said of its row.
    ///
    /// - Parameter text: what else is said of it.
    func follow(_ character: Character, in row: Widget, view: NoteMarkView, text: String) {
        if counts == nil { count(character.seriesID) }
        rows[character.id] = Row(widget: row, view: view, text: text)
        update(character.id)
    }

    /// Forgets a row that is gone.
    func forget(_ widget: Widget) {
        rows = rows.filter { $0.value.widget.map { !$0.isSame(as: widget) } ?? false }
    }

    /// A page is of one series.
    private func count(_ series: Series.ID) {
        let counts = context.noteCounts.counts(of: series)
        self.counts = counts
        countChanges = counts.observe { [weak self] subjects in
            guard let self else { return }
            for id in rows.keys where subjects.contains(.character(id)) { update(id) }
        }
    }

    private func update(_ id: Character.ID) {
        guard let row = rows[id] else { return }
        let mark = NoteMark(
            noteCount: counts?[.character(id)] ?? 0,
            hasDraft: drafts.hasDraft(on: id, besides: scope)
        )
        row.view.show(mark)
        let spoken = mark.spoken
        guard !spoken.isEmpty, !row.text.isEmpty else {
            row.widget?.accessibleDescription(spoken + row.text)
            return
        }
        // Translators: %1 is such as “3 notes, Unsent draft”, %2 says who a character is.
        row.widget?.accessibleDescription(localized("%1. %2", spoken, row.text))
    }
}
