import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The series that a book can be put into: a new one, and those that there are, by their names.
@MainActor
final class SeriesChoices {
    private(set) var choices: [Choice] = []
    /// Called when all of them are known.
    var onChange: @MainActor () -> Void = {}

    private let newSeries: String

    /// Begins with the series that were read already.
    ///
    /// - Parameter companion: the title of the lone book that a new series begins with.
    init(_ context: AppContext, beside companion: String? = nil) {
        newSeries =
            companion.map { localized("New Series with “%1”", $0) } ?? localized("New Series…")
        show(context.series.all.map { (id: $0.id, title: $0.title) })
        context.library.perform { library in
            try library.allSeries().map { (id: $0.id, title: $0.title) }
        } completion: { [weak self] result in
            switch result {
            case .success(let all):
                self?.show(all)
                self?.onChange()
            case .failure(let error): Log.warn("\(error)")
            }
        }
    }

    private func show(_ series: [(id: UUID, title: String)]) {
        let named = series.filter { !$0.title.isEmpty }
            .sorted { $0.title.localizedStandardCompare($1.title) == .orderedAscending }
            .map { Choice(id: $0.id.canonicalString, title: $0.title) }
        choices = [Choice(id: BookForm.newSeries, title: newSeries)] + named
    }
}
