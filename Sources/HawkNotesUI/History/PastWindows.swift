import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Reads and restores the windows of earlier moments.
@MainActor
final class PastWindows {
    /// A draft.
    struct Draft {
        /// Its path in the window's state.
        var path: String
        var text: String
        /// The name of its page; nil when the page no longer exists.
        var page: String?
    }

    private unowned let manager: WindowManager
    private let session: RestorationSession

    init(of manager: WindowManager) {
        self.manager = manager
        session = manager.session
    }

    /// The known moments, newest first.
    ///
    /// - Throws: a `RestorationError` when they cannot be read, which differs from there being
    ///   none.
    func states() async throws -> [HistoryState] { try await session.history() }

    func windows(of state: HistoryState) async -> [HistoryWindow] {
        await session.historyWindows(of: state.id)
    }

    /// A window in a line: its title and the first words of its draft.
    func line(_ window: HistoryState.Window) -> String {
        WindowText.line(readable(window.title), window.beginningOfText)
    }

    /// A window's title, without spoilers.
    func readable(_ title: String) -> String { manager.context.series.readable(title: title) }

    /// The drafts of a window, the longest first.
    func drafts(of window: HistoryWindow) -> [Draft] {
        window.texts.sorted().compactMap { path -> Draft? in
            let draft = WrittenDraft(at: path) { path in
                if case .string(let text)? = window.values[path] { text } else { nil }
            }
            let page = manager.context.series.pageName(ofDraftAt: path)
            return draft.map { Draft(path: path, text: $0.text, page: page) }
        }.sorted { $0.text.utf8.count > $1.text.utf8.count }
    }

    /// Restores windows beside the open ones.
    ///
    /// - Parameters:
    ///   - window: the window to restore; nil for all.
    ///   - draft: the only draft to restore of it; nil for everything.
    func bringBack(_ state: HistoryState, _ window: SceneIdentifier?, _ draft: Draft?) {
        manager.completeRestoration()
        Task {
            let scenes = await session.restoreFromHistory(
                state.id,
                windows: window.map { [$0] },
                paths: draft.map { Self.paths(of: $0) }
            )
            guard !scenes.isEmpty else {
                manager.frontWindow?.show(
                    Toast(text: localized("There is nothing to restore"))
                )
                return
            }
            let series = manager.context.series
            await series.load(draft.map { FormerScopes(series).series(shownBy: $0.path) } ?? [])
            await manager.showWindows(of: scenes) { [context = manager.context] scene in
                if let draft { scene.show(pageOf: draft.path, in: context) }
            }
        }
    }

    /// The values that a draft needs: the series of its window, and all values of an edit.
    private static func paths(of draft: Draft) -> Set<String> {
        let components = RestorationScope.components(of: draft.path)
        let wanted: String =
            switch StoredPath(draft.path).subject {
            case .edit: components.dropLast().joined(separator: "/")
            case .newNote, .pendingNote, .other: draft.path
            }
        let others = [StoredPath(draft.path).otherPart].compactMap(\.self)
        return Set([wanted, "window/series"] + others)
    }
}

extension RestorationScene {
    /// Makes a window open at the page of a stored value.
    fileprivate func show(pageOf path: String, in context: AppContext) {
        let stored = StoredPath(path)
        let page = stored.character.map { Place.character($0) } ?? stored.tab.map { .book($0) }
        let series =
            page.flatMap { context.series.owner(of: $0) }
            ?? seriesID.flatMap { context.series[$0] } ?? context.series.first
        let tabs = Place.tabs(in: series)
        let kept = tabs.first { path.hasPrefix(root.tab($0).path + "/") }
        // The page of a character whose book was moved is on the tab of the book.
        let former = stored.tab.map { Place.book($0) } ?? .favorites
        let moved = page.flatMap { series.tab(of: context.series.current($0), from: former) }
        guard let tab = kept ?? moved else { return }
        SceneStorage(.series, in: root.window).wrappedValue = series.storedIdentifier
        SceneStorage(.selectedTab(tabs[0]), in: root.window).wrappedValue = tab.tabIdentifier
        guard let character = stored.character else { return }
        SceneStorage(.path, in: root.tab(tab)).wrappedValue =
            NavigationPath([tab, .character(character)]).encoded
    }
}
