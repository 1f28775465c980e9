import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What the windows were at a time, with what can be brought back of it.
@MainActor
final class HistoryPage {
    let root: Widget
    let back = Button(localized("All Times"), "remedy")
    private(set) var focusable: [(name: String, widget: Widget)] = []

    private let state: HistoryState
    private let past: PastWindows
    private let onBringBack: @MainActor () -> Void
    private let cards = Box(.vertical, spacing: 12)

    /// - Parameters:
    ///   - onBack: called when the user wants to choose another time.
    ///   - onBringBack: called when windows are about to open.
    init(
        of state: HistoryState,
        _ past: PastWindows,
        onBack: @escaping @MainActor () -> Void,
        onBringBack: @escaping @MainActor () -> Void
    ) {
        self.state = state
        self.past = past
        self.onBringBack = onBringBack
        let column = Box(.vertical, spacing: 18).margin(18)
        root = ScrolledWindow(Clamp(column, maximumWidth: PageParts.measure))
        let all = Button(localized("Bring Back All Windows"), "pill", "suggested-action")
        all.onClicked { [weak self] in self?.bringBack(nil) }
        back.onClicked { MainLoop.whenIdle(onBack) }
        focusable = [("back", back), ("all", all)]
        column.append(
            back.halign(.start),
            Label(DateText.exact(state.date), "title-2", role: .heading(level: 1)).wrapping(),
            cards,
            all.halign(.center)
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
                Label(localized("This time is no longer kept."), "dim-label").wrapping()
            )
        }
    }

    private func card(_ window: HistoryWindow) -> Widget {
        let title = WindowText.name(past.readable(window.title))
        let bringBack = Button(localized("Bring Back"), "remedy")
        bringBack.onClicked { [weak self] in self?.bringBack(window) }
        focusable.append(("window:\(window.id)", bringBack))
        let head = Box(.horizontal, spacing: 12).append(
            Label(title, "heading").ellipsizing().hexpand(),
            bringBack
        )
        let box = Box(.vertical, spacing: 12, role: .group).append(head)
            .classes("card", "workspace-row").accessibleLabel(title)
        if !window.isWhole {
            box.append(Label(localized("Not all of it could be read."), "dim-label").wrapping())
        }
        for draft in past.drafts(of: window) { append(draft, of: window, to: box) }
        return box
    }

    private func append(_ draft: PastWindows.Draft, of window: HistoryWindow, to box: Box) {
        let text = Label(draft.text).wrapping().lines(8).ellipsizing().selectableByPointer()
        let copy = Button(localized("Copy Draft"), "remedy")
        copy.onClicked { [weak copy] in
            Desktop.copy(draft.text)
            copy?.setLabel(localized("Copied"))
        }
        let only = Button(localized("Bring Back This Draft"), "remedy").wrapping()
        only.onClicked { [weak self] in self?.bringBack(window, draft) }
        let buttons = WrapBox(spacing: 6)
        buttons.append(copy)
        buttons.append(only)
        focusable += [("copy:\(draft.path)", copy), ("draft:\(draft.path)", only)]
        box.append(text, buttons)
    }

    private func bringBack(_ window: HistoryWindow?, _ draft: PastWindows.Draft? = nil) {
        let (past, state, onBringBack) = (past, state, onBringBack)
        // Later: the button goes with the dialog.
        MainLoop.whenIdle {
            onBringBack()
            past.bringBack(state, window?.id, draft)
        }
    }
}
