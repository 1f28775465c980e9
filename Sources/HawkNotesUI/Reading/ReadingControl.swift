import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The one control of a book's reading status and of how far the reader has read: a button on the book's page
/// that says it, with the choices in a list below it.
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

    /// Says what the library has now.
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

/// What can be chosen of a book: its status, and a point in it up to which the series is read.
@MainActor
struct ReadingOptions {
    private(set) var sections: [ChoiceList.Section] = []
    /// By the ids of what is shown.
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

    /// A book that stands alone and has no chapters has nothing that comes later.
    private mutating func addPoints(of book: Book, in series: Series) {
        let chapters = series.chapters(of: book.id)
        guard series.books.count > 1 || !chapters.isEmpty || series.readUpTo != nil else { return }
        var points: [Choice] = []
        if series.readUpTo != nil { points.append(add(.hidesNothing, localized("Don’t Hide"))) }
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
