import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The marks on rows and buttons of a page that lead to pages of characters. Existing ones are
/// updated in place; others cost nothing.
@MainActor
final class CharacterMarks {
    private struct Row {
        weak var widget: Widget?
        let view: NoteMarkView
        /// The rest of the character's description.
        let text: String
    }

    private let context: AppContext
    private let drafts: DraftMarks
    private let scope: RestorationScope
    private var rows: [Character.ID: Row] = [:]
    private var counts: SeriesNoteCounts?
    private var countChanges: ChangeObservation?
    private var draftChanges: ChangeObservation?

    /// - Parameter scope: a scope on the tab that shows the characters.
    init(context: AppContext, drafts: DraftMarks, scope: RestorationScope) {
        self.context = context
        self.drafts = drafts
        self.scope = scope
        draftChanges = drafts.observe { [weak self] pages in
            for page in pages { page.character.map { self?.update($0) } }
        }
    }

    /// Keeps a character's mark and its row's accessible description up to date.
    ///
    /// - Parameter text: the rest of the description.
    func follow(_ character: Character, in row: Widget, view: NoteMarkView, text: String) {
        if counts == nil { count(character.seriesID) }
        rows[character.id] = Row(widget: row, view: view, text: text)
        update(character.id)
    }

    /// Forgets a removed row.
    func forget(_ widget: Widget) {
        rows = rows.filter { $0.value.widget.map { !$0.isSame(as: widget) } ?? false }
    }

    /// All characters of a page belong to one series.
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
