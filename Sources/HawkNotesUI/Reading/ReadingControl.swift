import Foundation
import GTKBridge
import HawkNotesModel

/// Says on a book's page how far the reader has read, and lets them say it.
@MainActor
final class ReadingPositionButton {
    let button: Button
    private let label = Label("").ellipsizing()
    private let bookID: Book.ID
    private let seriesID: Series.ID
    private weak var host: (any Unveiling)?
    private let context: AppContext
    private var list: ChoiceList?

    init(of bookID: Book.ID, in seriesID: Series.ID, host: any Unveiling, context: AppContext) {
        button = Button(label, name: "", "flat", "pill", "in-line")
        self.bookID = bookID
        self.seriesID = seriesID
        self.host = host
        self.context = context
        button.tooltip(localized("What comes later is veiled"))
        button.onClicked { [weak self] in self?.open() }
        show()
    }

    /// Says what the library has now.
    func show() {
        let text = text
        guard label.text != text else { return }
        label.text = text
        button.accessibleLabel(text)
    }

    private var series: Series? { context.series[seriesID] }

    private var text: String {
        guard let series, let position = series.readUpTo else {
            return localized("I Have Read up to…")
        }
        let order = series.books.map(\.id)
        guard let here = order.firstIndex(of: bookID),
            let last = order.firstIndex(of: position.bookID)
        else { return localized("Not Read Yet") }
        if here != last { return here < last ? localized("Read") : localized("Not Read Yet") }
        let chapter = position.chapterID.flatMap { id in
            series.chapters(of: bookID).first { $0.id == id }?.name
        }
        return chapter.map { localized("Read up to “%1”", $0) } ?? localized("Read")
    }

    private enum Step {
        static let none = "nothing"
        static let whole = "whole"
        static let off = "off"
    }

    private func open() {
        guard let series else { return }
        var choices = series.chapters(of: bookID).map {
            Choice(id: $0.id.uuidString, title: $0.name)
        }
        choices.append(Choice(id: Step.whole, title: localized("The Whole Book")))
        if bookBefore != nil {
            choices.insert(Choice(id: Step.none, title: localized("Nothing of It Yet")), at: 0)
        }
        if series.readUpTo != nil {
            choices.append(Choice(id: Step.off, title: localized("Veil Nothing")))
        }
        list = ChoiceList(choices, name: localized("I have read up to…")) { [weak self] in
            self?.take($0.id)
        }
        list?.popUp(below: button)
    }

    private var bookBefore: Book.ID? {
        guard let books = series?.books, let index = books.firstIndex(where: { $0.id == bookID }),
            index > 0
        else { return nil }
        return books[index - 1].id
    }

    private func take(_ step: String) {
        let position: ReadingPosition? =
            switch step {
            case Step.off: nil
            case Step.none: bookBefore.map { ReadingPosition(bookID: $0) }
            default: ReadingPosition(bookID: bookID, chapterID: UUID(uuidString: step))
            }
        host?.setReadUpTo(position, in: seriesID)
    }
}
