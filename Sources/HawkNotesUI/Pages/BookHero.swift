import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The head of a book's page: cover, title, author, short description, reading progress, and
/// overview.
@MainActor
final class BookHero {
    let root = Box(.vertical).classes("hero", "card")
    private var book: Book
    private let context: AppContext
    private unowned let window: MainWindow
    /// Shows the cover large; nil without a cover.
    private(set) var cover: Button?
    /// Cover and title.
    private let top = Box(.vertical)
    /// Below the title.
    private let webName = Label("").wrapping()
    private let webButton: Button
    /// Opens the editor of the book.
    let editButton = EditButton.make(Command.editBook.title)
    private let actions = WrapBox(spacing: 6)
    private let reading: ReadingControl
    private let veil: VeiledPart
    private let overview: UnfoldingText
    private var look: Look?
    private var sizeClass: SizeClass?

    /// The layouts of the head.
    private enum Look {
        /// In a column of its own.
        case large
        /// The same on a page that is low for its font size: keeps the characters visible.
        case low
        /// Above all other content.
        case narrow
        /// The same on a page that is low for its font size: keeps the notes visible.
        case narrowAndLow

        var cover: (width: Int, height: Int) { self == .large ? (180, 270) : (96, 144) }

        /// The lines of the overview.
        var lines: Int {
            switch self {
            case .large: 5
            case .low, .narrowAndLow: 2
            case .narrow: 4
            }
        }
    }

    /// The minimum height of a page that is not low, in lines of the user's font. Not of the list
    /// on it: that gets lower while a note is written, and nothing may move then.
    private static let lowestPage = (narrow: 42, wide: 38)

    init(_ book: Book, in window: MainWindow, scope: RestorationScope) {
        self.book = book
        context = window.context
        self.window = window
        reading = ReadingControl(of: book.id, seriesID: book.seriesID, in: window)
        veil = VeiledPart { [weak window] in window?.unveil([.thing(book.id)]) }
        overview = UnfoldingText(in: scope)
        webButton = Button(webName, name: "", "flat", "link-text", "quiet-link").halign(.start)
        actions.append(reading.button)
        let menu = PlaceGestures.makeMenuButton(localized("Book Menu"), in: window) {
            [weak self] in self?.subject
        }
        actions.append(menu)
        root.append(
            top,
            veil.root.margin(bottom: 12),
            overview.root,
            actions
        )
        editButton.onClicked { [weak self] in
            if let self { self.window.edit(.book(self.book.id)) }
        }
        webButton.onClicked { [weak self] in
            if let self { self.window.setWebPageShown(true, for: self.book) }
        }
        // The heights of page and font are only known during layout.
        root.onLayout { [weak self] in self?.update() }
        show(book)
    }

    /// Applies changes of the book.
    func show(_ book: Book) {
        let isSame = book == self.book
        self.book = book
        reading.showProgress()
        let isVeiled = context.series.isDescriptionVeiled(of: book.id)
        veil.root.visible(isVeiled)
        editButton.visible(!isVeiled)
        guard !isSame || look == nil else { return }
        overview.show(book.overview)
        webButton.visible(book.amazonURL != nil)
        webName.text = book.webButtonName
        webButton.accessibleLabel(book.webButtonName)
        look = nil
        update()
    }

    /// Shows the choices of the book's reading progress.
    func showReadingProgress() { reading.openWhenIdle() }

    /// Releases the keys.
    func close() { overview.close() }

    /// In a column of its own the cover is larger, and there is room for more of the overview.
    func arrange(for sizeClass: SizeClass) {
        self.sizeClass = sizeClass
        update()
    }

    private func update() {
        guard let wanted = wantedLook, wanted != look else { return }
        look = wanted
        let hadFocus = cover?.containsFocus ?? false
        let kept = [webButton, editButton]
        let focused = kept.first(where: \.containsFocus)
        for button in kept where button.hasParent { button.removeFromBox() }
        top.removeAll()
        let picture = makeCover(width: wanted.cover.width, height: wanted.cover.height)
        top.append(
            PairBox(
                picture.halign(.start).valign(.start),
                makeTexts().valign(.center),
                words: .second,
                spacing: 18
            )
        )
        top.margin(bottom: wanted == .low ? 6 : 12)
        overview.root.setLines(wanted.lines)
        if hadFocus { cover?.grabFocus() }
        focused?.grabFocus()
    }

    /// Nil before the available room is known.
    private var wantedLook: Look? {
        guard let sizeClass else { return nil }
        let isNarrow = !sizeClass.hasTwoColumns
        guard let height = root.heightOfPage else { return look ?? (isNarrow ? .narrow : .large) }
        let lines = isNarrow ? Self.lowestPage.narrow : Self.lowestPage.wide
        let isLow = height < lines * root.fontLineHeight
        return isNarrow ? (isLow ? .narrowAndLow : .narrow) : (isLow ? .low : .large)
    }

    private func makeTexts() -> Box {
        let title = Label(book.title, "title-2", role: .heading(level: 1)).wrapping()
        var labels: [Label] = []
        if let origin { labels.append(Label(origin, "dim-label")) }
        if let tagline = book.tagline {
            labels.append(Label(tagline, "tagline").alignedByText().margin(top: 6))
        }
        if let line = ReadersLine(book) {
            labels.append(Label(line.text, "caption", "dim-label").accessibleLabel(line.spoken))
        }
        for label in labels { label.wrapping() }
        return Box(.vertical, spacing: 6)
            .append(EditButton.beside(title, editButton)).append(labels).append(webButton)
    }

    /// Author, year and number, as far as they are known.
    private var origin: String? {
        let parts = [
            context.series[book.seriesID]?.author(of: book) ?? book.author,
            book.published.map { String($0.year) },
            book.number.map { localized("Book %1", $0) },
        ].compactMap { $0 }
        guard let first = parts.first else { return nil }
        return parts.dropFirst().reduce(first) { localized("%1 · %2", $0, $1) }
    }

    private func makeCover(width: Int, height: Int) -> Widget {
        let name = localized("Cover of %1", book.title)
        let picture = CoverView.make(book, width: width, height: height, images: context.images)
        guard ShownPicture(book).isPicture else {
            cover = nil
            addGestures(to: picture)
            return picture.accessibleLabel(name)
        }
        let button = PictureButton.make(picture, name: name) { [weak self] in
            if let self { window.showPicture(.cover(ofBook: self.book.id)) }
        }
        cover = button
        addGestures(to: button)
        return button
    }

    /// The cover represents the book.
    private func addGestures(to cover: Widget) {
        PlaceGestures.add(to: cover, in: window, subject: { [weak self] in self?.subject })
    }

    private var subject: PlaceGestures.Subject {
        let (book, images) = (book, context.images)
        return .init(place: .book(book.id), title: book.title) {
            CoverView.make(book, width: 32, height: 48, images: images)
        }
    }
}

extension Book {
    /// The title of the button that opens the book's page on the web.
    @MainActor
    fileprivate var webButtonName: String {
        if let linkName { return linkName }
        // The sample books are known by this name.
        let isKnownSo =
            origin == .bundled
            || amazonURL?.host?.split(separator: ".").contains("amazon") == true
        return isKnownSo ? localized("View on Amazon") : localized("Open Web Page")
    }
}

/// The subtle button that opens the editor of a page's subject.
@MainActor
enum EditButton {
    /// - Parameter name: the name, with the kind of thing to edit.
    static func make(_ name: String) -> Button {
        Button(icon: "hawknotes-edit-symbolic", name: name, "flat", "edit-page")
    }

    /// The title with the button at the end of its line.
    static func beside(_ title: Label, _ button: Button) -> Widget {
        PairBox(
            title.valign(.center),
            button.halign(.start).valign(.center).classes("beside-title"),
            words: .first,
            spacing: 0,
            leastLines: 4
        )
    }
}
