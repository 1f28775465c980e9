import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The versions of a note as rows of a list; only visible rows have cards.
@MainActor
final class VersionList: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Earlier versions")
    var rowCount: Int { rows.rows.count }
    /// Makes the card of a row.
    var makeCard: (@MainActor (Int) -> VersionCard)?
    private let rows: NoteVersionRows
    private var cards: [(row: NoteVersionRows.Row, card: VersionCard)] = []

    init(_ rows: NoteVersionRows) { self.rows = rows }

    /// Recreates the existing ones of these rows.
    func remake(_ some: [NoteVersionRows.Row]) {
        list?.remake(some.compactMap(rows.rows.firstIndex), in: self)
    }

    /// The existing cards.
    var liveCards: [(row: NoteVersionRows.Row, card: VersionCard)] { cards }

    func makeRow(_ row: Int) -> Widget {
        guard let makeCard, rows.rows.indices.contains(row) else { return RowItem() }
        let card = makeCard(row)
        cards.append((rows.rows[row], card))
        return card.root
    }

    func didDrop(_ row: Widget) { cards.removeAll { $0.card.root === row } }

    func didShow(_ shown: Range<Int>) { rows.need(shown) }

    func element(of row: Int) -> String? {
        rows.rows.indices.contains(row) ? rows.rows[row].name : nil
    }

    func row(of element: String) -> Int? { rows.rows.firstIndex { $0.name == element } }
}

/// A version of a note as a row: when it was saved and how it differs from the one after it. The
/// expanded row shows the full text and the actions.
@MainActor
final class VersionCard: MovingDate {
    /// The actions on a version.
    struct Actions {
        var bringBack: @MainActor () -> Void
        var copy: @MainActor () -> Void
    }

    let root: RowItem
    /// The row's buttons.
    private(set) var buttons: [(name: String, widget: Widget)] = []
    private let date: Date
    private let time = Label("", "caption", "dim-label")

    /// The number of visible lines of a collapsed version.
    private static let lines = 4

    /// - Parameters:
    ///   - title: when it was saved, or that it is the current version.
    ///   - version: the content; nil while it is being read.
    ///   - isWhole: whether the row is expanded.
    ///   - actions: nil for the current version.
    ///   - showsDate: called when the date becomes visible or hidden.
    init(
        _ title: String,
        date: Date,
        _ version: ShownVersion?,
        isWhole: Bool,
        now: Date,
        actions: Actions?,
        showsDate: @escaping @MainActor (any MovingDate, Bool) -> Void
    ) {
        self.date = date
        let head = Box(.horizontal, spacing: 12)
            .append(Label(title, "heading").wrapping().hexpand(), time.valign(.start))
        let card = Box(.vertical, spacing: 9).append(head).classes("card", "report-row")
        root = RowItem(card)
        root.classes("note-row", "version-row").setClass("marked", isWhole && actions != nil)
        let words = version.map { String($0.text.prefix(200)) } ?? ""
        root.accessibleLabel([title, words].filter { !$0.isEmpty }.joined(separator: ": "))
        card.append(Self.text(of: version, isWhole: isWhole && actions != nil))
        if let actions, isWhole { card.append(buttonRow(version, actions)) }
        showDate(now: now)
        root.onMap { [weak self] in if let self { showsDate(self, true) } }
        root.onUnmap { [weak self] in if let self { showsDate(self, false) } }
    }

    private static func text(of version: ShownVersion?, isWhole: Bool) -> Widget {
        let label = Label("", "note-text").wrapping().lineHeight(PageParts.lineHeight)
            .alignedByText()
            .minimumCharacters(5)
        guard let version else { return label }
        label.setMarkup(WordDifference.markup(isWhole ? version.whole : version.brief))
        if isWhole { return label.selectableByPointer() }
        return label.lines(lines).ellipsizing()
    }

    private func buttonRow(_ version: ShownVersion?, _ actions: Actions) -> Widget {
        let bringBack = Button(localized("Restore"), "remedy")
        let copy = Button(localized("Copy"), "remedy")
        // Later: this replaces the row and its button.
        bringBack.onClicked { MainLoop.whenIdle(actions.bringBack) }
        copy.onClicked { actions.copy() }
        buttons = [("bring-back", bringBack), ("copy", copy)]
        let row = WrapBox(spacing: 6)
        for button in [bringBack, copy] { row.append(button) }
        guard version?.isCut == true else { return row }
        let remark = Label(
            localized("Shortened here. Copy and Restore use the full text."),
            "caption",
            "dim-label"
        ).wrapping()
        return Box(.vertical, spacing: 9).append(remark, row)
    }

    func nextChange(after now: Date) -> Date? { DateText.nextChange(of: date, after: now) }

    func showDate(now: Date) {
        let relative = DateText.relative(date, now: now)
        time.text = relative
        // For an old version this is just the day, which the title says as well.
        time.visible(relative != DateText.day(of: date))
    }
}
