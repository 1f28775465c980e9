import GTKBridge
import Phrases

/// The message of a search without results, or without a query.
@MainActor
final class SearchStatus {
    /// The message.
    enum Message: Equatable {
        case begin
        /// The query, and whether other series were not searched.
        case nothing(words: String, hasOthers: Bool)
        /// Why the library cannot be searched: the text after a colon.
        case failed(reason: String)
    }

    let part: WidgetPart
    /// Says that the index is still incomplete.
    let reading: WidgetPart
    /// Searches all series.
    let searchAll = Button(localized("Search All Series"), "pill").halign(.center).margin(top: 12)
    /// The message; nil when there are results.
    private(set) var message: Message?
    private let begin: Widget
    private let nothing: Widget
    private let words: Label
    /// The maximum length of a quoted query, in characters.
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

    /// Whether the index is still incomplete.
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

    /// The query in the message; empty when there is none.
    var shownWords: String { nothing.isVisible ? words.text : "" }
}
