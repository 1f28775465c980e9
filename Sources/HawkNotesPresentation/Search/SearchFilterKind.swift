import Foundation
import HawkNotesModel
import Phrases

/// The filters of a search, in the order of their chips.
package enum SearchFilterKind: CaseIterable {
    case book, character, tag, after, before, quoted

    /// The name of the filter, shown while it is not set.
    @MainActor
    package var name: String {
        switch self {
        case .book: localized("Book")
        case .character: localized("Character")
        case .tag: localized("Tag")
        case .after: localized("From")
        case .before: localized("Before")
        case .quoted: localized("With Quotation")
        }
    }

    /// The chosen value, by its `Choice.id`; nil when the filter is not set.
    package func value(in filters: SearchFilters) -> String? {
        switch self {
        case .book: filters.book?.canonicalString
        case .character: filters.character?.canonicalString
        case .tag: filters.tag
        case .after: filters.after
        case .before: filters.before
        case .quoted: filters.isQuoted == true ? "" : nil
        }
    }

    /// Sets or clears the filter.
    package func set(_ value: String?, in filters: inout SearchFilters) {
        switch self {
        case .book: filters.book = value.flatMap(UUID.init)
        case .character: filters.character = value.flatMap(UUID.init)
        case .tag: filters.tag = value
        case .after: filters.after = value
        case .before: filters.before = value
        case .quoted: filters.isQuoted = value == nil ? nil : true
        }
    }

    /// The choices; empty for a filter that is only on or off.
    ///
    /// - Parameter saysSeries: whether titles are followed by the series title.
    @MainActor
    package func choices(
        _ all: SearchChoices,
        saysSeries: Bool,
        now: Date
    ) -> [Choice] {
        switch self {
        case .book: all.books.map { Self.choice($0, saysSeries) }
        case .character: all.characters.map { Self.choice($0, saysSeries) }
        case .tag: all.tags.map { Choice(id: $0, title: $0) }
        case .after, .before: Self.dates(now)
        case .quoted: []
        }
    }

    private static func choice(_ page: SearchChoices.Page, _ saysSeries: Bool) -> Choice {
        let isOther = saysSeries && !page.seriesTitle.isEmpty && page.seriesTitle != page.title
        return Choice(
            id: page.id.canonicalString,
            title: isOther ? "\(page.title) · \(page.seriesTitle)" : page.title
        )
    }

    /// Common dates; others can be typed.
    @MainActor
    private static func dates(_ now: Date) -> [Choice] {
        let days = [0, 1, 7, 30].map { now - Double($0) * 86_400 }
        let year = Int(DateText.isoDay(of: now).prefix(4)) ?? 0
        return days.map {
            Choice(id: DateText.isoDay(of: $0), title: DateText.heading($0, now: now))
        } + [year, year - 1, year - 2].map { Choice(id: String($0), title: String($0)) }
    }

    /// The text of a chip with a value.
    @MainActor
    package func chosenText(_ value: String, _ all: SearchChoices) -> String {
        let title: String? =
            switch self {
            case .book: all.books.first { $0.id.canonicalString == value }?.title
            case .character: all.characters.first { $0.id.canonicalString == value }?.title
            case .tag: value
            case .after, .before: DateText.partial(value) ?? value
            case .quoted: nil
            }
        guard let title else { return name }
        return switch self {
        // Translators: %1 is a day, a month or a year.
        case .after: localized("From %1", title)
        // Translators: %1 is a day, a month or a year.
        case .before: localized("Before %1", title)
        case .tag: "#" + title
        case .book, .character, .quoted: title
        }
    }
}

extension SearchFilters {
    /// Parses `stored`; anything else gives no filters.
    package init(stored: String) {
        let read = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8))
        self = read ?? SearchFilters()
    }

    /// The filters as the window's state stores them; empty without filters.
    package var stored: String {
        guard !isEmpty, let data = try? JSONEncoder().encode(self) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
