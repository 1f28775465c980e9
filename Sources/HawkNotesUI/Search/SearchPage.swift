import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The search: results appear while the user types, in place of the window's tabs.
///
/// The focus stays in the field; Up and Down move through the results, and Enter opens one.
@MainActor
final class SearchPage: Page {
    var root: Widget { box }
    let title = localized("Search")

    let head: SearchHead
    let list = PartList()
    let status = SearchStatus()
    let parts: SearchGroup
    let notesFound: SearchGroup
    let drafts: SearchGroup
    let trash: SearchGroup
    let finder: SearchFinder
    /// The search field.
    var field: SearchEntry { head.field }
    private var groups: [SearchGroup] { [parts, notesFound, drafts, trash] }
    private let box = Box(.vertical)
    private let gestures: SearchGestures
    private unowned let window: MainWindow
    private let context: AppContext
    private let scope: RestorationScope
    private var words: DraftBinding?
    private var names: ChangeObservation?
    private let searchesAll: SceneStorage<Bool>
    private let storedFilters: SceneStorage<String>
    private let storedSelection: SceneStorage<String>
    private let storedLimit: SceneStorage<Int>
    private var restorer: ScrollRestorer?
    private var hasFailed = false
    /// The modifiers of an Enter that came before any result.
    private var wantedOpening: Modifiers?
    private static let fieldName = "field"
    private static let rowPrefix = "found:"

    /// - Parameter scope: stores the search.
    init(in window: MainWindow, scope: RestorationScope) {
        self.window = window
        context = window.context
        self.scope = scope
        let now: @MainActor () -> Date = { [context] in context.now() }
        parts = SearchGroup(localized("Books and Characters"), now: now)
        notesFound = SearchGroup(localized("Notes"), now: now)
        drafts = SearchGroup(localized("Drafts"), now: now)
        trash = SearchGroup(localized("Trash"), now: now)
        storedFilters = SceneStorage(.searchFilters, in: scope)
        head = SearchHead(SearchFilters(stored: storedFilters.wrappedValue))
        let written = WrittenDrafts { [weak window] in window?.scenesWithFoundDrafts ?? [] }
        finder = SearchFinder(in: context.library) { [context] request, limit, onResults in
            context.search.search(request, drafts: written.drafts(for: request), limit: limit) {
                onResults(context.series.shown($0))
            }
        }
        gestures = SearchGestures(in: window)
        searchesAll = SceneStorage(.searchesAllSeries, in: scope)
        storedSelection = SceneStorage(.selectedHit, in: scope)
        storedLimit = SceneStorage(.searchLimit(SearchResults.firstLimit), in: scope)
        words = DraftBinding(head.field.content, key: .searchWords, in: scope)
        box.append(head.root, list.view)
        list.rows.setMargins(edge: 12, side: 18)
        var shown: [any ListPart] = [status.part]
        for group in groups { shown += [group.heading.part, group] as [any ListPart] }
        shown.append(status.reading)
        list.show(shown)
        head.allSeries.isActive = searchesAll.wrappedValue
        for group in groups { group.makeRow = { [unowned self] in makeRow($0) } }
        notesFound.onShow = { [weak self] in self?.need(below: $0) }
        finder.onChange = { [weak self] in self?.showResults() }
        finder.selected = { [weak self] in self?.selected?.id }
        names = context.mentions.observe { [weak self] in self?.remakeExcerpts() }
        connectHead()
        hostDidChange()
        finder.find(request, limit: storedLimit.wrappedValue)
    }

    private func connectHead() {
        field.captureTyping(in: list.view)
        field.content.onChanged { [weak self] in self?.find() }
        head.allSeries.onToggled { [weak self] in
            guard let self else { return }
            searchesAll.wrappedValue = head.allSeries.isActive
            find()
        }
        head.filters.source = SearchFilterChips.Source(
            load: { [weak self] in self?.loadChoices($0) },
            saysSeries: { [weak self] in self?.request.seriesID == nil },
            now: { [context] in context.now() },
            date: { [context] in context.search.dates.iso($0) }
        )
        head.filters.onChange = { [weak self] in
            guard let self else { return }
            storedFilters.wrappedValue = head.filters.filters.stored
            find()
            focusField()
        }
        head.filters.loadTitles()
        status.searchAll.onClicked { [weak self] in
            self?.head.allSeries.isActive = true
            self?.focusField()
        }
    }

    func arrange(for sizeClass: SizeClass) {}

    func handle(_ key: Key, _ modifiers: Modifiers, focus: Widget?) -> Bool {
        let isInField = isField(focus)
        if key == Key("Escape"), modifiers.isEmpty {
            window.leaveSearch()
            return true
        }
        guard isInField else { return false }
        switch (key, modifiers) {
        case (Key("Down"), []): select(by: 1)
        case (Key("Up"), []): select(by: -1)
        case (Key("Page_Down"), []): select(by: Self.pageLength)
        case (Key("Page_Up"), []): select(by: -Self.pageLength)
        // With an empty field, an input method may still be handling the first keys: it gets Enter.
        case (Key("Return"), _) where mayOpen: openSelected(modifiers)
        default: return false
        }
        return true
    }

    private var mayOpen: Bool { !finder.isBlank || selected != nil }

    /// How many results Page Up and Page Down move.
    private static let pageLength = 8

    private func isField(_ widget: Widget?) -> Bool {
        widget?.isDescendant(of: field) == true || widget?.isSame(as: field) == true
    }

    // MARK: Focus

    func focusName(of widget: Widget) -> String? {
        if isField(widget) { return Self.fieldName }
        return focusName(of: widget, lists: focusLists)
    }

    func grabFocus(_ name: String) {
        // Cursor and selection are the stored ones.
        if name == Self.fieldName { return _ = field.grabFocusWithoutSelecting() }
        grabFocus(name, lists: { [weak self] in self?.focusLists ?? [] }, in: [list])
    }

    /// Focuses the field and puts the cursor at the end.
    func focusField() { field.grabFocusWithoutSelecting() }

    /// Focuses the field and selects its text, so that typing replaces it.
    func focusForNewWords() {
        field.grabFocusWithoutSelecting()
        field.selectAll()
    }

    private var focusLists: [FocusList] { groups.map { FocusList(Self.rowPrefix, $0.elements) } }

    // MARK: Ending

    func forget() {
        restorer = nil
        SceneStorage(.scroll, in: scope).reset()
        storedSelection.reset()
        storedLimit.reset()
    }

    func close() {
        finder.close()
        names = nil
        restorer = nil
        words?.close()
        words = nil
    }

    // MARK: Searching

    /// Searches the drafts of other windows again when the window becomes active.
    func refresh() { finder.refresh() }

    /// Shows or hides the choice between this series and all of them.
    func hostDidChange() {
        head.allSeries.visible(window.searchedSeriesID != nil)
        let request = request
        guard finder.request != request else { return }
        guard finder.request.seriesID == nil, !searchesAll.wrappedValue else { return find() }
        // After a start, the window's series is known only now: the place in the results is kept.
        restorer = nil
        finder.find(request, limit: storedLimit.wrappedValue)
    }

    private var request: SearchRequest {
        let series = searchesAll.wrappedValue ? nil : window.searchedSeriesID
        return SearchRequest(
            field.text,
            head.filters.filters,
            in: series,
            unveiled: context.series.unveiled.all
        )
    }

    /// Reads the choices for the filters.
    private func loadChoices(_ completion: @escaping @MainActor (SearchChoices) -> Void) {
        let (series, unveiled) = (request.seriesID, request.unveiled)
        context.library.perform { library in
            try library.searchChoices(in: series, unveiled: unveiled)
        } completion: { [weak self] (result: Result<SearchChoices, LibraryError>) in
            guard let self else { return }
            switch result {
            case .success(let choices): completion(choices)
            case .failure(let error):
                error.report(to: window, reason: LibraryText.readingReason) {
                    localized("The library cannot be searched: %1", $0)
                }
            }
        }
    }

    private func find() {
        guard field.text.allSatisfy(\.isWhitespace) else { return findNow() }
        // Typing over a selection makes two changes; after the first, the field is empty.
        MainLoop.whenIdle { [weak self] in self?.findNow() }
    }

    private func findNow() {
        guard request != finder.request else { return }
        wantedOpening = nil
        storedLimit.reset()
        list.rows.scroll(to: 0)
        finder.find(request)
    }

    private func need(below row: Int) {
        // The list is being laid out.
        MainLoop.whenIdle { [weak self] in
            guard let self else { return }
            finder.need(notesBelow: row)
            if finder.limit != storedLimit.wrappedValue { storedLimit.wrappedValue = finder.limit }
        }
    }

    private func showResults() {
        let results = finder.results
        let update: (SearchRow, SearchHit) -> Void = { [unowned self] row, hit in
            let new = content(hit)
            if row.content != new { row.show(new) }
        }
        list.rows.changeTogether {
            parts.show(results.parts, update: update)
            notesFound.show(
                results.notes,
                isByDay: results.isByDate,
                count: results.noteCount,
                update: update
            )
            drafts.show(results.drafts, update: update)
            trash.show(results.trash, update: update)
            showStatus()
        }
        keepSelection()
        if restorer == nil, results.isComplete, !results.isEmpty {
            restorer = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
        }
        if let modifiers = wantedOpening { openSelected(modifiers) }
    }

    private func remakeExcerpts() {
        for row in groups.flatMap(\.rows.values) where row.hasExcerpt { row.show(row.content) }
    }

    private func showStatus() {
        let results = finder.results
        status.isReading = results.isIndexing
        reportFailure(results.error)
        if finder.isSettled, results.isEmpty, let error = results.error {
            status.show(.failed(reason: LibraryText.readingReason(error)))
        } else if finder.isSettled, results.isEmpty, !results.isIndexing, finder.isBlank {
            status.show(.begin)
        } else if finder.isSettled, results.isEmpty, !results.isIndexing {
            status.show(
                .nothing(
                    words: finder.request.text.trimmingCharacters(in: .whitespacesAndNewlines),
                    hasOthers: finder.request.seriesID != nil
                )
            )
        } else if !results.isEmpty || results.isIndexing {
            status.show(nil)
        }
    }

    /// Reports a failed search once, until one succeeds.
    private func reportFailure(_ error: LibraryError?) {
        defer { hasFailed = error != nil }
        guard let error, !hasFailed else { return }
        // Without results, the page says so itself.
        error.report(
            to: finder.results.isEmpty ? nil : window,
            reason: LibraryText.readingReason
        ) {
            localized("The library cannot be searched: %1", $0)
        }
    }

    // MARK: Rows

    private func content(_ hit: SearchHit) -> SearchRow.Content {
        let request = finder.results.request
        return SearchRow.Content(
            hit: hit,
            request: request,
            saysSeries: request.seriesID == nil
        )
    }

    private func makeRow(_ hit: SearchHit) -> SearchRow {
        let row = SearchRow(
            content(hit),
            context: context,
            actions: SearchRow.Actions(
                restore: { [weak self] in self?.restore($0) },
                showsDate: { [dates = context.movingDates] date, isSeen in
                    if isSeen { dates.add(date) } else { dates.remove(date) }
                }
            )
        )
        row.isSelected = row.element == storedSelection.wrappedValue
        if row.isSelected { field.accessibleDescription(row.spoken) }
        gestures.add(to: row)
        return row
    }

    private func restore(_ note: Note) {
        // The button will be removed: keep the keyboard focus.
        focusField()
        context.library.perform { library in
            try library.restoreNote(note)
        } completion: { [weak self, context] (result: Result<Void, LibraryError>) in
            switch result {
            case .success: context.pendingNotes.libraryDidSave()
            case .failure(let error):
                error.report(to: self?.window) {
                    localized("Could not be restored: %1", $0)
                }
            }
        }
    }
}

// MARK: - The selection

extension SearchPage {
    /// The selected result; nil when there is none.
    var selected: SearchHit? {
        let element = storedSelection.wrappedValue
        return groups.lazy.compactMap { group in
            group.index(of: element).map { group.hits[$0] }
        }.first
    }

    private var count: Int { groups.reduce(0) { $0 + $1.hits.count } }

    /// The index of a result among all results.
    private func index(of element: String) -> Int? {
        var start = 0
        for group in groups {
            if let index = group.index(of: element) { return start + index }
            start += group.hits.count
        }
        return nil
    }

    /// The group of a result, and its index there.
    private func position(_ index: Int) -> (group: SearchGroup, index: Int)? {
        var index = index
        for group in groups {
            if index < group.hits.count { return (group, index) }
            index -= group.hits.count
        }
        return nil
    }

    /// Moves the selection by a number of results; Up from the first one returns to the field
    /// alone.
    private func select(by step: Int) {
        let current = index(of: storedSelection.wrappedValue) ?? -1
        guard count > 0, step > 0 || current >= 0 else { return }
        let wanted = current + step
        let new = current > 0 ? max(wanted, 0) : wanted
        select(new < 0 ? nil : min(new, count - 1))
    }

    private func select(_ index: Int?) {
        let place = index.flatMap { position($0) }
        storedSelection.wrappedValue = place.map { $0.group.hits[$0.index].id.element } ?? ""
        showSelection()
        guard let (group, hit) = place else { return list.rows.scroll(to: 0) }
        list.reveal(group.row(ofHit: hit), of: group)
        // Scrolls to the heading above it as well.
        if index == 0 { list.rows.scroll(to: 0) }
        showSelection()
    }

    /// Highlights the selected row and announces it.
    private func showSelection() {
        let element = storedSelection.wrappedValue
        var spoken = ""
        for row in groups.flatMap(\.rows.values) {
            row.isSelected = row.element == element
            if row.isSelected { spoken = row.spoken }
        }
        field.accessibleDescription(spoken.isEmpty ? spokenResults : spoken)
    }

    /// Announces the number of results of each kind, or that there are none, as soon as it is
    /// known.
    private var spokenResults: String {
        guard finder.isSettled, status.shownWords.isEmpty else { return status.shownWords }
        return groups.filter { $0.heading.isVisible }
            .map { $0.heading.spoken(rows: $0.hits.count) }.joined(separator: ", ")
    }

    /// Keeps the selection while it is among the results.
    private func keepSelection() {
        let isAll = finder.isSettled && finder.results.isComplete
        if isAll, !storedSelection.wrappedValue.isEmpty, selected == nil {
            storedSelection.reset()
        }
        showSelection()
    }

    /// Opens the selected result, or the first one; as soon as there is one.
    private func openSelected(_ modifiers: Modifiers) {
        guard mayOpen else { return }
        let isCurrent = finder.results.request == finder.request
        guard isCurrent, let hit = selected ?? position(0).map({ $0.group.hits[$0.index] }) else {
            wantedOpening = isCurrent && finder.results.isComplete ? nil : modifiers
            return
        }
        wantedOpening = nil
        gestures.open(hit, holding: modifiers)
    }
}
