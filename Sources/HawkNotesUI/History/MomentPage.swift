import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The windows of a moment, with buttons to restore them and their drafts.
@MainActor
final class MomentPage {
    let root: Widget
    let back = HistoryParts.backButton()
    /// Called when the windows have loaded.
    var onChange: @MainActor () -> Void = {}
    private(set) var focusable: [(name: String, widget: Widget)] = []

    /// The maximum number of lines shown for a draft.
    private static let shownLines = 8

    private let state: HistoryState
    private let past: PastWindows
    private let onRestore: @MainActor () -> Void
    private let cards = Box(.vertical, spacing: 12)
    private let all = Button(localized("Restore All Windows"), "pill", "suggested-action")

    /// - Parameters:
    ///   - onBack: called when the user wants to choose another moment.
    ///   - onRestore: called when windows are about to open.
    init(
        of state: HistoryState,
        _ past: PastWindows,
        onBack: @escaping @MainActor () -> Void,
        onRestore: @escaping @MainActor () -> Void
    ) {
        self.state = state
        self.past = past
        self.onRestore = onRestore
        let column = Box(.vertical, spacing: 18).margin(18)
        root = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        all.onClicked { [weak self] in self?.restore(nil) }
        back.onClicked { MainLoop.whenIdle(onBack) }
        focusable = [("back", back)]
        column.append(
            back.halign(.start),
            Label(DateText.exact(state.date), "title-2", role: .heading(level: 1)).wrapping(),
            cards,
            all.halign(.center).visible(false)
        )
        Task { [weak self] in
            let windows = await past.windows(of: state)
            self?.fill(windows)
        }
    }

    private func fill(_ windows: [HistoryWindow]) {
        for window in windows { cards.append(card(window)) }
        if windows.isEmpty {
            cards.append(
                Label(localized("This moment is no longer kept."), "dim-label").wrapping()
            )
        }
        // A single window has its own button.
        all.visible(windows.count > 1)
        if windows.count > 1 { focusable.append(("all", all)) }
        onChange()
    }

    private func card(_ window: HistoryWindow) -> Widget {
        let title = WindowText.name(past.readable(window.title))
        let restore = Button(localized("Restore"), "remedy")
        restore.accessibleDescription(title)
        restore.onClicked { [weak self] in self?.restore(window) }
        focusable.append(("window:\(window.id)", restore))
        let head = Box(.horizontal, spacing: 12).append(
            Label(title, "heading").ellipsizing().hexpand(),
            restore.valign(.center)
        )
        let box = Box(.vertical, spacing: 12, role: .group).append(head)
            .classes("card", "report-row").accessibleLabel(title)
        if !window.isWhole {
            box.append(Label(localized("Not all of it could be read."), "dim-label").wrapping())
        }
        let drafts = past.drafts(of: window)
        for draft in drafts { append(draft, of: window, alone: drafts.count == 1, to: box) }
        return box
    }

    /// - Parameter alone: whether it is the only draft.
    private func append(
        _ draft: PastWindows.Draft,
        of window: HistoryWindow,
        alone: Bool,
        to box: Box
    ) {
        let page = Label(draft.page ?? "", "caption", "dim-label").ellipsizing()
        let text = Label(draft.text).wrapping().lines(Self.shownLines).ellipsizing()
            .selectableByPointer()
        let copy = HistoryParts.copyButton(draft.text)
        focusable.append(("copy:\(draft.path)", copy))
        let buttons = WrapBox(spacing: 6)
        buttons.append(copy)
        if !alone {
            let only = Button(localized("Restore This Draft"), "remedy").wrapping()
            only.onClicked { [weak self] in self?.restore(window, draft) }
            focusable.append(("draft:\(draft.path)", only))
            buttons.append(only)
        }
        let isTitled = draft.page == nil || draft.page == past.readable(window.title)
        box.append(
            Box(.vertical, spacing: 6).append(page.visible(!isTitled), text, buttons)
        )
    }

    private func restore(_ window: HistoryWindow?, _ draft: PastWindows.Draft? = nil) {
        let (past, state, onRestore) = (past, state, onRestore)
        // Later: closing the dialog removes the button.
        MainLoop.whenIdle {
            onRestore()
            past.bringBack(state, window?.id, draft)
        }
    }
}
