import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The notes of other pages that mention a character, as rows of its page; empty where there are
/// none.
@MainActor
final class MentionedIn: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Mentions")
    private(set) var rowCount: Int
    let heading: WidgetPart
    private let rows: MentioningRows
    private let characterID: UUID
    private unowned let window: MainWindow
    private let context: AppContext
    private let number = Label("", "title-4", "dim-label", "section-heading")
    private let head: Box
    private var cards: [ObjectIdentifier: MentioningCard] = [:]
    private var changes: ChangeObservation?

    init(_ characterID: UUID, in window: MainWindow) {
        self.characterID = characterID
        self.window = window
        context = window.context
        rows = MentioningRows(characterID, in: context.library)
        rowCount = rows.count
        head = Box(.horizontal, spacing: 9)
            .append(PageParts.heading(localized("Mentions")), number)
        heading = WidgetPart(head)
        showHeading()
        rows.onChange = { [weak self] in self?.rowsDidChange($0) }
        changes = context.mentions.observe { [weak self] in self?.updateNames() }
    }

    /// Stops reading; callbacks are no longer called.
    func close() {
        rows.close()
        changes = nil
    }

    /// The existing rows, as elements for the focus.
    var elements: [(id: String, widget: Widget)] {
        cards.values.map { ($0.note.id.canonicalString, $0.root) }
    }

    private func showHeading() {
        head.visible(rowCount > 0)
        number.text = LocalNumber.format(rowCount)
    }

    private func rowsDidChange(_ change: RowsChange) {
        rowCount = rows.count
        showHeading()
        var change = change
        // A row far from the view whose note is no longer loaded stays as it was, and keeps the
        // focus.
        change.changed.removeAll { $0.allSatisfy { rows.note(at: $0) == nil } }
        apply(change)
    }

    private func updateNames() {
        for card in cards.values { updateCard(card) }
    }

    private func updateCard(_ card: MentioningCard) {
        card.show(mentioning: characterID, in: context)
    }

    // MARK: Rows

    func makeRow(_ row: Int) -> Widget {
        guard let note = rows.note(at: row) else {
            return RowItem(
                Box(.vertical).classes("note-card").sizeRequest(height: 76),
                name: localized("Note")
            ).classes("note-row")
        }
        let card = MentioningCard(note, in: window)
        cards[ObjectIdentifier(card.root)] = card
        updateCard(card)
        return card.root
    }

    func didDrop(_ row: Widget) { cards[ObjectIdentifier(row)] = nil }

    func didShow(_ rows: Range<Int>) { self.rows.need(rows) }

    func element(of row: Int) -> String? { rows.note(at: row)?.id.canonicalString }

    func row(of element: String) -> Int? { UUID(uuidString: element).flatMap(rows.row) }
}

/// A note that mentions a character: its page, its date, and the text around the mention.
@MainActor
final class MentioningCard: MovingDate {
    /// The maximum length of the text shown before the mention, in characters.
    private static let before = 90

    let note: MentioningNote
    let root: RowItem
    private let title = Label("", "heading").ellipsizing().hexpand()
    private let date = Label("", "caption", "dim-label")
    private let text = Label("", "note-text").wrapping().lines(3).ellipsizing()
        .alignedByText()
        .minimumCharacters(5)

    /// - Parameter action: a control at the end of the card.
    init(_ note: MentioningNote, in window: MainWindow, action: Widget? = nil) {
        self.note = note
        let card = Box(.vertical, spacing: 6).append(
            Box(.horizontal, spacing: 12).append(title, date.valign(.center)),
            text
        ).classes("note-card")
        if let action { card.append(action.halign(.end)) }
        root = RowItem(card)
        root.classes("note-row", "mentioning")
        date.tooltip(note.exactDate)
        let dates = window.context.movingDates
        date.onMap { [weak self] in if let self { dates.add(self) } }
        date.onUnmap { [weak self] in if let self { dates.remove(self) } }
        root.onActivate { [weak window] modifiers in
            window?.openNote(note, inNewWindow: modifiers.contains(.control))
        }
        root.onPress(button: 2) { [weak window] _ in
            window?.openNote(note, inNewWindow: true)
            return true
        }
    }

    /// Shows the part of the note that is about a character, with current titles and names.
    func show(mentioning id: UUID, in context: AppContext) {
        let page = context.mentions.title(of: note.subject) ?? ""
        let isVeiled = context.series.isVeiled(
            note: note.id,
            on: note.subject,
            chapterID: note.chapterID
        )
        let excerpt =
            isVeiled
            ? VeilText.remark
            : Self.excerpt(of: note, around: id) { context.mentions.name(of: $0) }
        title.text = page
        text.text = excerpt
        // Translators: %1 is the title of a book or the name of a character, %2 what the note says.
        root.accessibleLabel(localized("Note on %1: %2", page, excerpt))
    }

    func nextChange(after now: Date) -> Date? {
        note.nextChangeOfAge(after: now)
    }

    func showDate(now: Date) { date.text = note.age(now: now) }

    /// The text around the mention, in one paragraph.
    static func excerpt(
        of note: MentioningNote,
        around id: UUID,
        name: (UUID) -> String?
    ) -> String {
        var saved = note.excerpt[...]
        if !note.isBeginning {
            // It may begin in the middle of another mention.
            saved = saved.drop { !$0.isWhitespace }
        }
        let shown = ShownNote(String(saved), isUnfolded: true, name: name)
        let address = Place.character(id).link
        let utf8 = shown.text.utf8
        let mention = shown.links.first { $0.address == address }?.range.lowerBound ?? 0
        let place = utf8.index(utf8.startIndex, offsetBy: mention)
        let head = shown.text[..<place]
        var isCut = !note.isBeginning
        var text = shown.text[...]
        if head.count > before {
            isCut = true
            text = shown.text[shown.text.index(place, offsetBy: -before)...]
                .drop { !$0.isWhitespace }
        }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return isCut ? "…" + words : words
    }
}

extension MainWindow {
    /// Opens the page of a note and shows the note there.
    fileprivate func openNote(_ note: MentioningNote, inNewWindow: Bool) {
        let place = note.subject.place
        guard context.series.owner(of: place)?.id == series.id else {
            return open(link: Place.note(note.id).link)
        }
        if inNewWindow { return openInNewWindow(place, raisingExisting: false) }
        if case .book = place, tab != place { select(place) }
        push(place)
        page.notes?.showNote(note.id)
    }
}
