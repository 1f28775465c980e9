import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// A button on a book's page that shows the reading status and progress, and opens a list of choices.
@MainActor
final class ReadingControl {
    let button: Button
    private let label = Label("").ellipsizing()
    private let bookID: Book.ID
    private let seriesID: Series.ID
    private unowned let window: MainWindow
    private let context: AppContext
    private var list: ChoiceList?

    init(of bookID: Book.ID, seriesID: Series.ID, in window: MainWindow) {
        button = Button(label, name: "", "flat", "pill", "in-line")
        self.bookID = bookID
        self.seriesID = seriesID
        self.window = window
        context = window.context
        button.onClicked { [weak self] in self?.open() }
        showProgress()
    }

    /// Opens the list as soon as a menu over the window has closed.
    func openWhenIdle() {
        button.grabFocus()
        MainLoop.whenIdle { [weak self] in self?.open() }
    }

    /// Shows the current state of the library.
    func showProgress() {
        let state = series?.readingState(of: bookID) ?? ReadingState()
        let text = ReadingText.state(state) ?? localized("Reading Progress…")
        guard label.text != text else { return }
        label.text = text
        let isKnown = state.status != nil
        button.accessibleLabel(isKnown ? localized("Reading progress: %1", text) : text)
    }

    private var series: Series? { context.series[seriesID] }

    private func open() {
        guard let options = series.flatMap({ ReadingOptions(of: bookID, in: $0) }) else { return }
        let list = ChoiceList(options.sections, name: localized("Reading Progress")) {
            [weak self] choice in
            guard let self, let chosen = options.choices[choice.id] else { return }
            window.setReading(chosen, of: bookID)
        }
        self.list = list
        list.popUp(below: button)
    }
}

/// The choices for a book: its status, and the point up to which the series is read.
@MainActor
struct ReadingOptions {
    private(set) var sections: [ChoiceList.Section] = []
    /// By the ids of the rows.
    private(set) var choices: [String: ReadingChoice] = [:]

    /// Nil where the series has no such book.
    init?(of bookID: Book.ID, in series: Series) {
        guard let book = series.book(bookID) else { return nil }
        let state = series.readingState(of: bookID)
        var statuses = ReadingStatus.allCases.map {
            add(.status($0), ReadingText.name(of: $0), isChosen: state.status == $0)
        }
        if book.readingStatus != nil { statuses.append(add(.status(nil), localized("No Status"))) }
        sections.append(ChoiceList.Section(choices: statuses))
        addPoints(of: book, in: series)
    }

    /// Hiding begins with a chapter; a book without chapters has points only where something is hidden already.
    private mutating func addPoints(of book: Book, in series: Series) {
        let chapters = series.chapters(of: book.id)
        guard !chapters.isEmpty || series.readUpTo != nil else { return }
        var points = [
            add(.hidesNothing, localized("Don’t Hide"), isChosen: series.readUpTo == nil)
        ]
        func isHere(_ chapter: Chapter.ID?) -> Bool {
            series.readUpTo == ReadingPosition(bookID: book.id, chapterID: chapter)
        }
        if let before = series.predecessor(ofBook: book.id) {
            let isChosen = series.readUpTo == ReadingPosition(bookID: before.id)
            points.append(add(.beginning, localized("Start of This Book"), isChosen: isChosen))
        }
        for chapter in chapters {
            points.append(add(.chapter(chapter.id), chapter.name, isChosen: isHere(chapter.id)))
        }
        points.append(add(.end, localized("End of This Book"), isChosen: isHere(nil)))
        sections.append(
            ChoiceList.Section(
                title: localized("Read To"),
                remark: localized("Later notes are hidden"),
                choices: points
            )
        )
    }

    private mutating func add(
        _ choice: ReadingChoice,
        _ title: String,
        isChosen: Bool = false
    ) -> Choice {
        let id = "\(choices.count)"
        choices[id] = choice
        return Choice(id: id, title: title, isChosen: isChosen)
    }
}
