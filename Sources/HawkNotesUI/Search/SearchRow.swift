import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// A result as a row of the list.
@MainActor
final class SearchRow: MovingDate {
    /// The content of a row.
    struct Content: Equatable {
        var hit: SearchHit
        var request: SearchRequest
        /// Whether the row names the series.
        var saysSeries: Bool
    }

    /// The page's answers to a row.
    struct Actions {
        /// Restores a note from the trash.
        var restore: @MainActor (Note) -> Void
        /// Called when the date becomes visible or hidden.
        var showsDate: @MainActor (any MovingDate, Bool) -> Void
    }

    let root: RowItem
    /// The row's name in lists of elements.
    let element: String
    private(set) var content: Content
    private let context: AppContext
    private let actions: Actions
    private let box = Box(.horizontal, spacing: 12)
    private let title = Label().ellipsizing().hexpand()
    private let date = Label("", "caption", "dim-label")
    private let excerpt = Label("", "search-excerpt").wrapping().lines(2).ellipsizing()
        .alignedByText()
    private var picture: (shown: ShownPicture, widget: Widget)?

    /// The size of the pictures, in pixels.
    private static let avatarSize = 40
    private static let coverWidth = 32

    init(_ content: Content, context: AppContext, actions: Actions) {
        self.content = content
        self.context = context
        self.actions = actions
        element = content.hit.id.element
        root = RowItem(box)
        root.classes("search-row")
        let line = Box(.horizontal, spacing: 12).append(title.valign(.baseline))
        let texts = Box(.vertical, spacing: 3).append(line).hexpand().valign(.center)
        box.append(texts)
        texts.append(excerpt)
        if let note {
            line.append(date.valign(.baseline))
            date.tooltip { [weak self] in self?.note?.exactDate }
            date.onMap { [weak self] in if let self { actions.showsDate(self, true) } }
            date.onUnmap { [weak self] in if let self { actions.showsDate(self, false) } }
            if case .trashedNote = content.hit.content { addRestoring(note) }
        }
        show(content)
    }

    /// The note; nil for other results.
    var note: Note? {
        switch content.hit.content {
        case .note(let note), .trashedNote(let note): note
        case .book, .character, .series, .draft: nil
        }
    }

    /// Whether an excerpt is shown.
    var hasExcerpt: Bool {
        switch content.hit.content {
        case .note, .draft, .trashedNote: true
        case .book, .character, .series: content.hit.passage != nil
        }
    }

    /// Whether there is a picture beside the title.
    private var hasPicture: Bool {
        switch content.hit.content {
        case .book, .character, .series: true
        case .note, .draft, .trashedNote: false
        }
    }

    /// Whether Enter in the field opens it.
    var isSelected = false {
        didSet { if isSelected != oldValue { root.setClass("selected", isSelected) } }
    }

    /// The text for screen readers.
    private(set) var spoken = ""

    /// Updates the row of the same result.
    func show(_ new: Content) {
        content = new
        let hit = new.hit
        title.setMarkup(SearchText.title(of: hit, withSeries: new.saysSeries))
        let texts = SearchText(mentions: context.mentions, words: context.search.words)
        let found = texts.excerpt(of: hit, finding: new.request)
        if let found { excerpt.setMarkup(SearchText.markup(of: found)) }
        excerpt.visible(found != nil)
        showDate(now: context.now())
        if hasPicture { showPicture() }
        spoken = SearchText.spoken(hit, found?.text, withSeries: new.saysSeries)
        root.accessibleLabel(spoken)
    }

    // MARK: The picture

    private func showPicture() {
        let shown = shownPicture
        if shown?.isKnown != true {
            // Later: the list is still making this row.
            MainLoop.whenIdle { [weak self] in self?.loadPicture() }
        }
        guard let shown = shown?.picture, shown != picture?.shown else { return }
        if let old = picture?.widget { box.remove(old) }
        let widget = makePicture(shown)
        box.insert(widget, after: nil)
        picture = (shown, widget)
    }

    /// The picture is only known once the series is loaded.
    private func loadPicture() {
        context.series.load([content.hit.seriesID]) { [weak self] in
            guard let self, let shown = shownPicture, shown.isKnown else { return }
            showPicture()
        }
    }

    /// The picture; nil for notes and drafts, which have none.
    private var shownPicture: (picture: ShownPicture, isKnown: Bool)? {
        let title = content.hit.title
        switch content.hit.content {
        case .book(let id):
            if let book = context.series.book(id) { return (ShownPicture(book), true) }
            return (ShownPicture(.cover, of: id, name: title), false)
        case .character(let id):
            if let one = context.series.character(id) { return (ShownPicture(one), true) }
            return (ShownPicture(.avatar, of: id, name: title), false)
        case .series(let id): return (ShownPicture(.cover, of: id, name: title), true)
        case .note, .draft, .trashedNote: return nil
        }
    }

    /// The drag icon.
    func makeDragPicture() -> Widget {
        shownPicture.map { makePicture($0.picture) } ?? Image(icon: "hawknotes-note-symbolic")
    }

    private func makePicture(_ shown: ShownPicture) -> Widget {
        switch shown.kind {
        case .avatar:
            return AvatarView.make(shown, size: Self.avatarSize, images: context.images)
        case .cover:
            let cover = CoverView.make(
                shown,
                width: Self.coverWidth,
                height: Self.coverWidth * 3 / 2,
                cornerRadius: 3,
                images: context.images
            ).accessibleHidden().valign(.center)
            // As wide as a character's picture, so that all titles are aligned.
            let space = Self.avatarSize - Self.coverWidth
            return cover.margin(start: space / 2, end: space / 2)
        }
    }

    // MARK: The trash

    private func addRestoring(_ note: Note) {
        root.classes("trashed")
        let restore = Button(localized("Restore"), "remedy").valign(.center)
        // Later: this removes the row and its button.
        restore.onClicked { [actions] in MainLoop.whenIdle { actions.restore(note) } }
        box.append(restore)
    }

    // MARK: The date

    func nextChange(after now: Date) -> Date? {
        note?.nextChangeOfAge(after: now)
    }

    func showDate(now: Date) {
        if let note { date.text = note.age(now: now) }
    }
}
