import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

extension MainWindow {
    /// Opens the search with the last query selected, so that typing replaces it.
    ///
    /// - Parameter text: the query; nil for the last one.
    func showSearch(for text: String? = nil) {
        if !search.isShown { showPage { openSearch(animated: true) } }
        guard let page = search.page else { return }
        if let text, text != page.field.text { page.field.text = text }
        page.focusForNewWords()
    }

    /// Shows the search page, opened by the user or restored.
    func openSearch(animated: Bool) {
        let page = search.open { [unowned self] scope in
            let page = SearchPage(in: self, scope: scope)
            page.arrange(for: sizeClass)
            return page
        }
        tabStack.show(page.root, animated ? .crossfade : .none)
    }

    /// Lets the search begin with the words by which an earlier version filtered the shelf.
    ///
    /// - Returns: whether the shelf was shown so, and the search is to be shown now.
    func takeOverShelfFilter() -> Bool {
        let filter = RestorableText(.shelfFilter, in: shelf.scope)
        guard !filter.isEmpty else { return false }
        let words = filter.string
        filter.setString("")
        SceneStorage(TextKey.shelfFilter.undoneCount, in: shelf.scope).reset()
        guard shelf.isShown, !search.isShown, !words.allSatisfy(\.isWhitespace) else {
            return false
        }
        RestorableText(.searchWords, in: search.scope).setString(words)
        return true
    }

    /// Shows a place anywhere in the library, if it exists. For a note, shows its page, scrolls to
    /// the note and highlights it for a moment.
    func open(_ place: Place) {
        context.resolve(place) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let found): open(place, at: found)
            case .failure(let error): show(PlaceText.sentence(error))
            }
        }
    }

    /// Like `open(_:)`, for a place whose page is known.
    func open(_ place: Place, at found: Place) {
        leavingWayBackToSearch {
            show(found)
            // A tab shows the page that it showed last.
            if !isShowing(found) { push(found) }
        }
        pointOut(place)
    }

    /// Scrolls to a note of the current page and highlights it for a moment.
    func pointOut(_ place: Place) {
        if case .note(let id) = place { page.notes?.pointOut(id) }
    }
}

// MARK: - What the search asks for

extension MainWindow {
    /// The series that is searched unless all are; nil when there is only one.
    var searchedSeriesID: UUID? { shelf.isShown || series.isMissing ? nil : series.id }

    /// Opens a result in a window; raises an existing window that shows it, if requested.
    func openFoundInNewWindow(_ place: Place, raisingExisting: Bool) {
        context.resolve(place) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            // The page alone would not lead to the note.
            case .success: openInNewWindow(place, raisingExisting: raisingExisting)
            case .failure(let error): show(PlaceText.sentence(error))
            }
        }
    }

    /// Opens the trash.
    func showTrash() { dialogs.show(.trash) }

    /// Returns to the page that was shown before the search.
    func leaveSearch() {
        guard search.isShown else { return }
        showPage {
            search.leave()
            if series.isMissing { openShelf(animated: true) } else { showTab(animated: true) }
        }
        if shelf.isShown, shelf.focusName == nil { shelf.page?.focusFirst() }
    }
}

// MARK: - Drafts that were found

extension MainWindow {
    /// The windows whose drafts the search finds. A private window finds only its own drafts, and no other
    /// window finds them.
    var scenesWithFoundDrafts: [RestorationScene] {
        scene.isPrivate ? [scene] : coordinator.openScenes.filter { !$0.isPrivate }
    }

    /// Shows a draft in the window that it is written in.
    func openDraft(_ draft: SearchDraft, in series: UUID) {
        guard let address = DraftAddress(stored: draft.id) else { return }
        // The draft's series may not be loaded yet.
        context.series.load([series]) { [weak self] in
            guard let self, !isClosed else { return }
            coordinator.showDraft(draft, at: address)
        }
    }

    /// Shows the page of one of this window's drafts, and focuses its field.
    func showDraft(_ draft: SearchDraft, at path: String) {
        let place = draft.subject.place
        guard let series = context.series.owner(of: place) else { return }
        // The same character may be on two tabs.
        let tabs = Place.tabs(in: series)
        let scopeTab = tabs.first { path.hasPrefix(scene.root.tab($0).path + "/") }
        // The draft of a character whose book was moved stays where it was.
        guard let tab = scopeTab ?? context.tab(of: place) else { return }
        leavingWayBackToSearch {
            select(tab, animated: false)
            if !isShowing(place) { push(place) }
        }
        // A window that is opening restores its focus first.
        if window.isMapped {
            focusDraft(of: draft.noteID)
        } else {
            window.onFirstFrameDrawn { [weak self] in self?.focusDraft(of: draft.noteID) }
        }
    }

    private func focusDraft(of note: Note.ID?) {
        guard !isClosed, let notes = page.notes else { return }
        if let note { notes.goToEdit(of: note) } else { notes.composer.field.grabFocus() }
    }
}

extension NotesSection {
    /// Shows a note that is being edited, and focuses its text.
    fileprivate func goToEdit(of id: Note.ID) {
        includeNote(id) { [weak self] in self?.focusEdit(of: id) }
    }

    private func focusEdit(of id: Note.ID) {
        list.restoreFocus(id.canonicalString) { [weak self] in
            guard let self, let card = noteList.cards[id] else { return false }
            guard card.field?.grabFocus() == true else {
                // Editing may have ended since.
                showNote(id)
                return true
            }
            noteList.revealPart(of: id)
            return true
        }
    }
}
