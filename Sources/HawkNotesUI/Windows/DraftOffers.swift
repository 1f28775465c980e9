import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Offers the drafts of books and characters that are no longer in the library, each once, in the window
/// that they belong to.
@MainActor
final class DraftOffers {
    private unowned let owner: MainWindow
    /// The paths of the drafts already offered.
    private var offered: Set<String> = []
    /// The number of orphaned drafts that were found last.
    private(set) var count = 0

    init(in owner: MainWindow) { self.owner = owner }

    /// Offers the drafts that have no page now.
    func offer() {
        OrphanedDrafts.find(
            in: owner.scene,
            library: owner.context.library,
            series: owner.context.series
        ) { [weak self] drafts in
            guard let self else { return }
            owner.draftMarks.orphans = Set(drafts.map(\.path))
            for draft in drafts { offer(draft) }
            guard drafts.count != count else { return }
            count = drafts.count
            owner.coordinator.orphanedDraftsDidChange()
        }
    }

    private func offer(_ draft: OrphanedDrafts.Draft) {
        guard offered.insert(draft.path).inserted else { return }
        owner.banner.show(
            draft.offer { [weak owner] in owner?.show(localized("Draft copied")) }
        )
    }
}

extension MainWindow {
    /// Appends words and their quotation to the draft of a page.
    func takeDraft(_ words: String, quoting quote: Quote?, on place: Place) {
        if let composer = madePage(of: place)?.notes?.composer {
            composer.restoreNote(
                NewNote(text: words, quote: quote),
                placeText: nil
            )
        } else if let tab = context.tab(of: place) {
            StoredDraft(in: scene.root.tab(tab).page(place)).add(words, quoting: quote)
        }
    }

    /// Removes a draft that has no page.
    func removeDraft(_ draft: OrphanedDrafts.Draft) {
        for path in [draft.path, StoredPath(draft.path).otherPart].compactMap(\.self) {
            scene.removeStoredValues(at: path)
        }
        draftOffers?.offer()
    }

    /// Restores a removed draft: words and quotation each in their old place.
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

extension OrphanedDrafts.Draft {
    /// A line that offers the text for copying.
    ///
    /// - Parameter didCopy: called when it was copied.
    @MainActor
    fileprivate func offer(didCopy: @escaping @MainActor () -> Void) -> Banner.Message {
        .offer(
            text,
            localized(
                "A draft was kept whose page or note is no longer there: “%1”",
                text.beginning()
            ),
            didCopy: didCopy
        )
    }
}
