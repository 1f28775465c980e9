import HawkNotesModel
import StateRestoration

/// The marks of a window's tabs.
///
/// The tab of a book counts the notes on the book and on its characters, as the shelf does for a
/// series; each row of the page shows its own number. The tab of favorites counts nothing: its
/// characters belong to books.
@MainActor
package final class TabMarks {
    private let noteCounts: NoteCounts
    private let drafts: DraftMarks
    private let root: RestorationScope
    private let onChange: @MainActor ([Place: NoteMark]) -> Void
    private var series: Series?
    private var counts: SeriesNoteCounts?
    private var countChanges: ChangeObservation?
    private var draftChanges: ChangeObservation?

    /// - Parameters:
    ///   - root: the root of the window's state.
    ///   - onChange: called with the marks of all tabs that have one.
    package init(
        noteCounts: NoteCounts,
        drafts: DraftMarks,
        root: RestorationScope,
        onChange: @escaping @MainActor ([Place: NoteMark]) -> Void
    ) {
        self.noteCounts = noteCounts
        self.drafts = drafts
        self.root = root
        self.onChange = onChange
        draftChanges = drafts.observe { [weak self] _ in self?.update() }
    }

    /// Updates the tabs for the present state of a series.
    package func markTabs(of new: Series) {
        if series?.id != new.id {
            let counts = noteCounts.counts(of: new.id)
            self.counts = counts
            countChanges = counts.observe { [weak self] _ in self?.update() }
        }
        series = new
        update()
    }

    private func update() {
        guard let series, let counts else { return }
        let sums = series.noteCountsOfBooks(counts.counts)
        var marks: [Place: NoteMark] = [:]
        for tab in Place.tabs(in: series) {
            var mark = NoteMark(hasDraft: drafts.hasDraft(on: root.tab(tab)))
            if case .book(let id) = tab { mark.noteCount = sums[id] ?? 0 }
            if mark != NoteMark() { marks[tab] = mark }
        }
        onChange(marks)
    }
}
