import GTKBridge
import Phrases

/// What is said where nothing was found, or nothing is looked for yet.
@MainActor
final class SearchStatus {
    /// What is to be said.
    enum Message: Equatable {
        case begin
        /// The words, and whether there are other series in which they were not looked for.
        case nothing(words: String, hasOthers: Bool)
        /// Why the library cannot be searched: a reason to follow a colon.
        case failed(reason: String)
    }

    let part: WidgetPart
    /// Says that not all could be looked through yet.
    let reading: WidgetPart
    /// Searches everywhere.
    let searchAll = Button(localized("Search All Series"), "pill").halign(.center).margin(top: 12)
    /// What is said; nil when something was found.
    private(set) var message: Message?
    private let begin: Widget
    private let nothing: Widget
    private let words: Label
    /// The most characters of the words that are quoted.
    private static let longestQuote = 60

    init() {
        words = StatusPage.remark("")
        begin =
            StatusPage(
                icon: "hawknotes-search-symbolic",
                heading: localized("Search Your Notes"),
                [
                    StatusPage.remark(
                        localized("Search books, characters, notes and drafts.")
                    )
                ]
            ).below(12)
        nothing =
            StatusPage(
                icon: "hawknotes-search-symbolic",
                heading: localized("No results found"),
                [words, searchAll]
            ).below(12)
        let line = StatusPage.remark(localized("Older notes are still being indexed…"))
        reading = WidgetPart(line.halign(.center).visible(false))
        let root = Box(.vertical).append(begin, nothing)
        for status in [begin, nothing, root] { status.visible(false) }
        part = WidgetPart(root)
    }

    /// Whether notes may be missing that were not looked through yet.
    var isReading = false {
        didSet { if isReading != oldValue { reading.widget.visible(isReading) } }
    }

    func show(_ new: Message?) {
        guard new != message else { return }
        message = new
        begin.visible(new == .begin)
        switch new {
        case .nothing(let text, let hasOthers):
            let quote = text.beginning(limit: Self.longestQuote)
            words.text =
                text.isEmpty
                ? localized("No notes match these filters.")
                : localized("No results for “%1”.", quote)
            searchAll.visible(hasOthers)
        case .failed(let reason):
            words.text = localized("The library cannot be searched: %1", reason)
            searchAll.visible(false)
        case .begin, nil: break
        }
        nothing.visible(new != nil && new != .begin)
        part.widget.visible(new != nil)
    }

    /// The words that are said to have been looked for in vain; empty when none are.
    var shownWords: String { nothing.isVisible ? words.text : "" }
}
