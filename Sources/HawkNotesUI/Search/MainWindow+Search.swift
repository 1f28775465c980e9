import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

extension MainWindow {
    /// Shows the search in the place of what is shown, with the words of the last time, which typing
    /// replaces.
    ///
    /// - Parameter text: what is to be searched for; nil for what was searched for before.
    func showSearch(for text: String? = nil) {
        if !search.isShown { showPage { openSearch(animated: true) } }
        guard let page = search.page else { return }
        if let text, text != page.field.text { page.field.text = text }
        page.focusForNewWords()
    }

    /// Puts the search in the place of what is shown: asked for, or as it was.
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

    /// Shows a place that is somewhere in the library, as far as it is there. A note is shown on its page,
    /// scrolled to, and stands out for a moment.
    func open(_ place: Place) {
        context.resolve(place) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let found): open(place, at: found)
            case .failure(let error): show(PlaceText.sentence(error))
            }
        }
    }

    /// As `open(_:)`, for a place of which it is known where it is shown.
    func open(_ place: Place, at found: Place) {
        leavingWayBackToSearch {
            show(found)
            // A tab shows the page again that was shown on it last.
            if !isShowing(found) { push(found) }
        }
        pointOut(place)
    }

    /// Scrolls to a note of the page that is shown, and lets it stand out for a moment.
    func pointOut(_ place: Place) {
        if case .note(let id) = place { page.notes?.noteList.pointOut(id) }
    }
}

// MARK: - What the search asks for

extension MainWindow {
    /// The series that is searched if not all are; nil when there is none to tell from the others.
    var searchedSeriesID: UUID? { shelf.isShown || series.isMissing ? nil : series.id }

    /// Opens a window on what was found; an existing one that shows it is raised instead, if wanted.
    func openFoundInNewWindow(_ place: Place, raisingExisting: Bool) {
        context.resolve(place) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            // What is in a note's place would not lead to the note.
            case .success: openInNewWindow(place, raisingExisting: raisingExisting)
            case .failure(let error): show(PlaceText.sentence(error))
            }
        }
    }

    /// Shows what is in the trash.
    func showTrash() { dialogs.show(.trash) }

    /// Shows again what was shown before the search.
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

    /// Shows a draft that was found, in the window that has it.
    func openDraft(_ draft: SearchDraft, in series: UUID) {
        guard let address = DraftAddress(stored: draft.id) else { return }
        // The draft may belong to a series that has not been read yet.
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
        // The draft of a character whose book was moved is where it was.
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
        list.restoreFocus(id.canonicalString) { [weak self] in
            guard let self, let card = noteList.cards[id] else { return false }
            guard card.field?.grabFocus() == true else {
                // Editing has ended meanwhile.
                showNote(id)
                return true
            }
            noteList.revealPart(of: id)
            return true
        }
    }
}
