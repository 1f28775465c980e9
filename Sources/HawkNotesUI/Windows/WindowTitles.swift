import Foundation
import Phrases

/// What windows are called, so that they can be told apart: by their pages, and those that show the same
/// page by what is being written there, or by a number.
@MainActor
final class WindowTitles {
    /// The most characters of a draft that stand in a title.
    nonisolated static let draftLength = 30
    /// How long what is written may be behind in a title, in milliseconds.
    private static let pause = 300

    private unowned let manager: WindowManager
    private var isWaiting = false
    /// The open windows in the order in which they were made, by which they are numbered.
    private var known: [MainWindow] = []

    init(_ manager: WindowManager) { self.manager = manager }

    /// Gives all windows their titles.
    func update() {
        let open = manager.windows
        known.removeAll { window in !open.contains { $0 === window } }
        known += open.filter { window in !known.contains { $0 === window } }
        let shown = known.map { (page: $0.scene.title, draft: $0.draftBeginning) }
        for (window, title) in zip(known, Self.titles(of: shown)) {
            if window.window.title != title { window.window.title = title }
        }
        manager.onStatusChange()
    }

    /// Gives them their titles some time later; while somebody types there is no hurry.
    func updateSoon() {
        guard !isWaiting, manager.windows.count > 1 else { return }
        isWaiting = true
        MainLoop.after(milliseconds: Self.pause) { [weak self] in
            self?.isWaiting = false
            self?.update()
        }
    }

    /// The titles of windows that show these pages, with these drafts on them.
    nonisolated static func titles(of windows: [(page: String, draft: String)]) -> [String] {
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

    /// The first words of a text's first line, as many as fit.
    nonisolated static func firstWords(of text: String) -> String {
        let line = text.drop(while: \.isWhitespace).prefix { !$0.isNewline }
        guard line.count > draftLength else {
            return line.trimmingCharacters(in: .whitespaces)
        }
        let beginning = line.prefix(draftLength)
        // A word is cut only where it is the only one.
        let end = beginning.lastIndex(where: \.isWhitespace) ?? beginning.endIndex
        return beginning[..<end].trimmingCharacters(in: .whitespaces) + "…"
    }
}

extension MainWindow {
    /// What the draft on the page begins with; empty where there is none.
    var draftBeginning: String {
        guard let composer = page.notes?.composer else { return "" }
        let words = composer.field.buffer.beginning(200)
        return words.isEmpty ? composer.quotation.field?.buffer.beginning(200) ?? "" : words
    }
}
