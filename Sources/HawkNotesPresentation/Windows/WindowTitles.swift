import Foundation
import Phrases

/// A window whose title consists of its page and its draft.
@MainActor
package protocol TitledWindow: AnyObject {
    /// The title of the page.
    var pageTitle: String { get }
    /// The beginning of the page's draft; empty without one.
    var draftBeginning: String { get }
    /// The title on the screen.
    var title: String { get set }
}

/// Gives windows distinct titles: their pages, for the same page with the beginnings of their
/// drafts, or with numbers.
@MainActor
package final class WindowTitles {
    /// The maximum length of a draft in a title, in characters.
    package nonisolated static let draftLength = 30
    /// How long a title may lag behind its draft.
    private static let lag: Duration = .milliseconds(300)

    private let windows: @MainActor () -> [any TitledWindow]
    private let onUpdate: @MainActor () -> Void
    private var isWaiting = false
    /// The open windows in order of creation, by which they are numbered.
    private var known: [any TitledWindow] = []

    /// - Parameters:
    ///   - windows: returns the open windows.
    ///   - onUpdate: called when all windows have their titles.
    package init(
        of windows: @escaping @MainActor () -> [any TitledWindow],
        onUpdate: @escaping @MainActor () -> Void
    ) {
        self.windows = windows
        self.onUpdate = onUpdate
    }

    /// Updates the titles of all windows.
    package func update() {
        let open = windows()
        known.removeAll { window in !open.contains { $0 === window } }
        known += open.filter { window in !known.contains { $0 === window } }
        let shown = known.map { (page: $0.pageTitle, draft: $0.draftBeginning) }
        for (window, title) in zip(known, Self.titles(of: shown)) {
            if window.title != title { window.title = title }
        }
        onUpdate()
    }

    /// Updates the titles of all windows after a delay, as while the user types.
    package func updateSoon() {
        guard !isWaiting, windows().count > 1 else { return }
        isWaiting = true
        MainLoop.after(Self.lag) { [weak self] in
            self?.isWaiting = false
            self?.update()
        }
    }

    /// The titles of windows with these pages and drafts.
    package nonisolated static func titles(
        of windows: [(page: String, draft: String)]
    ) -> [String] {
        let counts = Dictionary(grouping: windows, by: \.page).mapValues(\.count)
        var used: [String: Int] = [:]
        return windows.map { window in
            guard counts[window.page, default: 1] > 1 else { return window.page }
            let words = firstWords(of: window.draft)
            let title = words.isEmpty ? window.page : "\(window.page) – \(words)"
            let number = used[title, default: 0] + 1
            used[title] = number
            return number == 1 ? title : "\(title) (\(number))"
        }
    }

    /// As many words of a text's first line as fit.
    package nonisolated static func firstWords(of text: String) -> String {
        let line = text.drop(while: \.isWhitespace).prefix { !$0.isNewline }
        guard line.count > draftLength else {
            return line.trimmingCharacters(in: .whitespaces)
        }
        let beginning = line.prefix(draftLength)
        // A word is cut only if it is the only one.
        let end = beginning.lastIndex(where: \.isWhitespace) ?? beginning.endIndex
        return beginning[..<end].trimmingCharacters(in: .whitespaces) + "…"
    }
}
