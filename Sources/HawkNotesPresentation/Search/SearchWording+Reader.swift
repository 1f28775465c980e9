import HawkNotesModel
import Phrases

extension SearchWording {
    /// In the program's language, with dates in the user's locale.
    package static var ofReader: SearchWording {
        SearchWording(name: everything, words: words)
    }

    /// The words on a book's page and in its editor: statuses and ratings by name, and every date.
    private static func words(_ facts: Facts) -> [String] {
        var words = facts.status.map { [ReadingText.name(of: $0)] } ?? []
        if let language = facts.language { words.append(LanguageText.name(of: language)) }
        if let rating = facts.rating {
            words += [
                localized("Rating"), ReadingText.stars(rating), ReadingText.rating(rating),
            ]
        }
        words += ReadingText.dates(facts.readings)
        let dates = facts.readings.flatMap { [$0.startedOn, $0.finishedOn].compactMap(\.self) }
        return words + dates.flatMap { [DateText.partial($0) ?? "", DateText.figures($0)] }
    }

    /// The words for books of all kinds: another language differs somewhere.
    private static var everything: String {
        var books = (LanguageText.codes + ["pt-BR"]).map { Facts(language: $0) }
        books += ReadingStatus.allCases.map { Facts(status: $0) }
        books += (1...10).map { Facts(rating: $0) }
        books += ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"].map {
            Facts(readings: [ReadingDates(startedOn: "2024-\($0)-17")])
        }
        books.append(
            Facts(readings: [ReadingDates(finishedOn: "2024"), ReadingDates(finishedOn: "2026")])
        )
        return books.flatMap(words).joined(separator: "\n")
    }
}
