import HawkNotesPresentation
import Phrases

/// Drafts of books and characters that the library no longer has are kept, and offered in the window
/// that they belong to, each once.
@MainActor
final class DraftOffers {
    private unowned let owner: MainWindow
    /// The paths of those that were offered.
    private var offered: Set<String> = []
    /// How many there are now, as far as is known.
    private(set) var count = 0

    init(in owner: MainWindow) { self.owner = owner }

    /// Offers those for which there is no page now.
    func offer() {
        OrphanedDrafts.find(in: owner.scene, context: owner.context) { [weak self] drafts in
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
            draft.offer { [weak owner] in owner?.show(Toast(text: localized("Draft copied"))) }
        )
    }
}
