import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Offers the drafts of books and characters that are no longer in the library, each once, in the window
/// that they belong to. An offer that was answered or dismissed does not return at the next start.
@MainActor
final class DraftOffers {
    private unowned let owner: MainWindow
    /// The paths of the drafts that were offered in this run.
    private var offered: Set<String> = []
    private let answered: SceneStorage<String>
    /// The number of orphaned drafts that were found last.
    private(set) var count = 0

    init(in owner: MainWindow) {
        self.owner = owner
        answered = SceneStorage(.answeredDrafts, in: owner.scene.root.window)
    }

    /// Offers the drafts without a page, and withdraws the offers of those that have a page again
    /// or no longer exist.
    func offer() {
        OrphanedDrafts.find(
            in: owner.scene,
            library: owner.context.library,
            series: owner.context.series
        ) { [weak self] drafts in
            guard let self, !owner.isClosed else { return }
            let paths = Set(drafts.map(\.path))
            owner.draftMarks.orphans = paths
            for path in offered.subtracting(paths) { owner.banner.withdraw(.draft(at: path)) }
            setAnswered(answeredPaths.intersection(paths))
            for draft in drafts { offer(draft) }
            guard drafts.count != count else { return }
            count = drafts.count
            owner.coordinator.orphanedDraftsDidChange()
        }
    }

    private func offer(_ draft: OrphanedDrafts.Draft) {
        guard !answeredPaths.contains(draft.path), offered.insert(draft.path).inserted else {
            return
        }
        var message = draft.offer { [weak owner] in owner?.show(localized("Draft copied")) }
        message.topic = .draft(at: draft.path)
        message.onAnswer = { [weak self] in
            guard let self else { return }
            setAnswered(answeredPaths.union([draft.path]))
        }
        owner.banner.show(message)
    }

    private var answeredPaths: Set<String> {
        Set(answered.wrappedValue.split(separator: "\n").map(String.init))
    }

    private func setAnswered(_ paths: Set<String>) {
        guard paths != answeredPaths else { return }
        if paths.isEmpty {
            answered.reset()
        } else {
            answered.wrappedValue = paths.sorted().joined(separator: "\n")
        }
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

    /// Restores a removed draft: its text and its quotation.
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
    /// - Parameter didCopy: called after copying.
    @MainActor
    fileprivate func offer(didCopy: @escaping @MainActor () -> Void) -> Banner.Message {
        .offer(
            text,
            localized(
                "We kept a draft whose page was deleted: “%1”",
                text.beginning()
            ),
            didCopy: didCopy
        )
    }
}
