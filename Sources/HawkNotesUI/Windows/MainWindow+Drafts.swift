import HawkNotesModel
import StateRestoration

extension MainWindow {
    /// Puts a text into the draft of a page, behind what is there.
    func takeDraft(_ text: String, on place: Place) {
        if let composer = madePage(of: place)?.notes?.composer {
            composer.take(back: text)
        } else if let tab = context.tab(of: place) {
            StoredDraft(in: scene.root.tab(tab).page(place)).take(back: text)
        }
    }

    /// Forgets a draft without a page.
    func removeDraft(_ draft: OrphanedDrafts.Draft) {
        for path in [draft.path, StoredPath(draft.path).otherPart].compactMap(\.self) {
            scene.removeStoredValues(at: path)
        }
        draftOffers?.offer()
    }

    /// Puts a draft back that was removed.
    func putBack(_ draft: OrphanedDrafts.Draft) {
        let components = RestorationScope.components(of: draft.path)
        guard let key = components.last else { return }
        RestorableText(key, in: scene.root.scope(components.dropLast())).setString(draft.text)
        draftOffers?.offer()
    }
}
