import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

extension MainWindow {
    /// Puts words and what they quote into the draft of a page, behind what is there.
    func takeDraft(_ words: String, quoting quote: Quote?, on place: Place) {
        if let composer = madePage(of: place)?.notes?.composer {
            composer.take(back: NewNote(text: words, quote: quote), nil)
        } else if let tab = context.tab(of: place) {
            StoredDraft(in: scene.root.tab(tab).page(place)).add(words, quoting: quote)
        }
    }

    /// Forgets a draft without a page.
    func removeDraft(_ draft: OrphanedDrafts.Draft) {
        for path in [draft.path, StoredPath(draft.path).otherPart].compactMap(\.self) {
            scene.removeStoredValues(at: path)
        }
        draftOffers?.offer()
    }

    /// Puts a draft back that was removed: words and quotation each where they were.
    func putBack(_ draft: OrphanedDrafts.Draft) {
        let stored = StoredPath(draft.path)
        if stored.isQuotation {
            putBack(draft.quote?.text, at: draft.path)
        } else {
            putBack(draft.words, at: draft.path)
            putBack(draft.quote?.text, at: stored.otherPart)
        }
        draftOffers?.offer()
    }

    private func putBack(_ text: String?, at path: String?) {
        let components = path.map { RestorationScope.components(of: $0) } ?? []
        guard let text, let key = components.last else { return }
        RestorableText(key, in: scene.root.scope(components.dropLast())).setString(text)
    }
}
