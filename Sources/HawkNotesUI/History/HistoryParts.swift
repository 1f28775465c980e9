import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A column that scrolls, and whose offset is restored.
@MainActor
final class HistoryColumn {
    let root: ScrolledWindow
    let content = Box(.vertical, spacing: 12).margin(HistoryColumn.margin)
    /// The space around it, in pixels.
    static let margin = 18
    private let restorer: OffsetRestorer

    /// - Parameter scope: keeps the offset.
    init(in scope: RestorationScope) {
        root = ScrolledWindow(Clamp(content, maximumWidth: PageParts.measure))
        restorer = OffsetRestorer(root, key: .listOffset, in: scope)
    }
}

/// A list, and a page that slides in front of it.
@MainActor
final class PageStack {
    let root = Stack()
    private let list: Widget
    private(set) var page: Widget?

    /// The time before a page that has slid away is removed.
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

/// Widgets that several pages of the history have.
@MainActor
enum HistoryParts {
    /// Replaces an empty list, at the same height on each page.
    static func emptyState(icon: String, _ heading: String, _ rest: Widget...) -> Widget {
        Box(.vertical, spacing: 6).append(
            Image(icon: icon, size: 96).classes("empty-drawing"),
            Label(heading, "title-4", role: .heading(level: 2)).centered().wrapping()
                .keepingLastWordsTogether().maximumCharacters(StatusPage.lineLength)
        ).append(rest).halign(.center).valign(.start).margin(24)
            .margin(top: StatusPage.top - HistoryColumn.margin)
    }

    /// Returns from a page to its list.
    static func backButton() -> Button { Button(localized("‹ All"), "remedy") }

    /// A button that copies a draft and confirms it.
    static func copyButton(_ text: String) -> Button {
        let button = Button(localized("Copy Draft"), "remedy")
        button.onClicked { [weak button] in
            Desktop.copy(text)
            button?.setLabel(localized("Copied"))
        }
        return button
    }

    /// The first windows, each in a line with its title and draft, and the number of others.
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
