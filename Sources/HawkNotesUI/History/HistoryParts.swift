import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A column that scrolls, and comes back as far as it was scrolled.
@MainActor
final class HistoryColumn {
    let root: ScrolledWindow
    let content = Box(.vertical, spacing: 12).margin(HistoryColumn.margin)
    /// The space around it, in pixels.
    static let margin = 18

    /// How long a changed position waits before it is saved again.
    private static let saveDelay: Duration = .milliseconds(60)
    /// For how many frames a restored offset is held: what gets the focus would scroll to itself.
    private static let heldFrames = 4

    private let storage: SceneStorage<Double>
    private var framesLeft = heldFrames
    private var wanted: Double?
    private var isSaving = false

    /// - Parameter scope: where it is kept how far it is scrolled.
    init(in scope: RestorationScope) {
        root = ScrolledWindow(Clamp(content, maximumWidth: PageParts.measure))
        storage = SceneStorage(.listOffset, in: scope)
        wanted = storage.isStored ? storage.wrappedValue : nil
        root.onLayout { [weak self] in self?.hold() }
        root.onScroll { [weak self] in self?.saveSoon() }
    }

    private func hold() {
        guard let wanted, root.isMapped, root.contentHeight > root.pageHeight else { return }
        root.offset = wanted
        framesLeft -= 1
        if framesLeft == 0 { self.wanted = nil } else { root.queueAllocate() }
    }

    private func saveSoon() {
        guard wanted == nil, !isSaving else { return }
        isSaving = true
        MainLoop.after(Self.saveDelay) { [weak self] in
            guard let self else { return }
            isSaving = false
            if root.offset > 0 { storage.wrappedValue = root.offset } else { storage.reset() }
        }
    }
}

/// A list, and a page that comes in front of it and slides away again.
@MainActor
final class PageStack {
    let root = Stack()
    private let list: Widget
    private(set) var page: Widget?

    /// The time in which a page slides away before it is removed.
    private static let removalDelay: Duration = .milliseconds(300)

    init(_ list: Widget) {
        self.list = list
        root.add(list)
    }

    /// Shows a page in front of the list.
    func show(_ page: Widget, animated: Bool) {
        self.page = page
        root.add(page)
        root.show(page, animated ? .slideForward : .none)
    }

    /// Returns to the list.
    func goBack() {
        guard let old = page else { return }
        page = nil
        root.show(list, .slideBack)
        MainLoop.after(Self.removalDelay) { [root] in root.remove(old) }
    }
}

/// What the pages of the history are made of.
@MainActor
enum HistoryParts {
    /// Shown in place of an empty list, at the same height on each page.
    static func emptyState(icon: String, _ heading: String, _ rest: Widget...) -> Widget {
        Box(.vertical, spacing: 6).append(
            Image(icon: icon, size: 96).classes("empty-drawing"),
            Label(heading, "title-4", role: .heading(level: 2)).centered().wrapping()
                .keepingLastWordsTogether().maximumCharacters(StatusPage.lineLength)
        ).append(rest).halign(.center).valign(.start).margin(24)
            .margin(top: StatusPage.top - HistoryColumn.margin)
    }

    /// The way from a page back to its list.
    static func backButton() -> Button { Button(localized("‹ All"), "remedy") }

    /// A button that copies a draft, and says so.
    static func copyButton(_ text: String) -> Button {
        let button = Button(localized("Copy Draft"), "remedy")
        button.onClicked { [weak button] in
            Desktop.copy(text)
            button?.setLabel(localized("Copied"))
        }
        return button
    }

    /// The first of several windows, each in a line with its title and the words on its page, and how
    /// many more there are.
    static func lines(_ windows: [String], limit: Int) -> Widget {
        let lines = Box(.vertical, spacing: 3)
        for window in windows.prefix(limit) {
            lines.append(Label(window, "caption", "dim-label").ellipsizing())
        }
        let more = windows.count - limit
        if more > 0 {
            let text = localized("and %1 more", plural: "and %1 more", count: more)
            lines.append(Label(text, "caption", "dim-label"))
        }
        return lines
    }
}
