import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// An item in the trash, as a row of the list.
@MainActor
final class TrashCard: MovingDate {
    /// The actions on it.
    struct Actions {
        var restore: @MainActor () -> Void
        /// Opens the confirmation.
        var ask: @MainActor () -> Void
        var purge: @MainActor () -> Void
        /// Cancels the confirmation.
        var keep: @MainActor () -> Void
        /// Called when the date becomes visible or hidden.
        var showsDate: @MainActor (any MovingDate, Bool) -> Void
    }

    let root: RowItem
    let details: TrashDetails
    private let time = Label("", "caption", "dim-label").wrapping()

    /// - Parameter asks: the question before it is deleted permanently; nil while there is none.
    init(_ details: TrashDetails, asks: [String]?, now: Date, actions: Actions) {
        self.details = details
        let place = TrashText.place(details)
        let texts = Box(.vertical, spacing: 3).hexpand()
        Self.addTitle(of: details, to: texts)
        texts.append(Label(place, "caption", "dim-label").wrapping(), time)
        let head = Box(.horizontal, spacing: 12).append(
            Image(icon: Self.icon(details.item.kind)).valign(.start)
                .classes("dim-label").margin(top: 3),
            texts
        )
        let card = Box(.vertical, spacing: 9).append(head).classes("card", "report-row")
        root = RowItem(card, name: [TrashText.spoken(details), place].joined(separator: ". "))
        root.classes("note-row")
        if let asks {
            let step = TrashStep(
                localized("Delete Permanently"),
                confirm: actions.purge,
                keep: actions.keep
            )
            step.say(asks)
            card.append(step.root)
        } else {
            let restore = Button(localized("Restore"), "remedy")
            let delete = Button(localized("Delete Permanently…"), "remedy")
            // Later: this removes the row and its button.
            restore.onClicked { MainLoop.whenIdle(actions.restore) }
            delete.onClicked { MainLoop.whenIdle(actions.ask) }
            let buttons = WrapBox(spacing: 6)
            for button in [restore, delete] { buttons.append(button) }
            card.append(buttons)
        }
        showDate(now: now)
        root.onMap { [weak self] in if let self { actions.showsDate(self, true) } }
        root.onUnmap { [weak self] in if let self { actions.showsDate(self, false) } }
    }

    func nextChange(after now: Date) -> Date? {
        DateText.nextChange(of: details.item.deletedAt, after: now)
    }

    func showDate(now: Date) { time.text = TrashText.time(details, now: now) }

    /// The title; for a note, its quotation and text as on its card.
    private static func addTitle(of details: TrashDetails, to texts: Box) {
        if let quote = details.quote {
            let bar = QuoteBar()
            bar.show(quote.shownColor)
            let quoted = Label("", "trash-note").wrapping().lines(3).ellipsizing()
                .alignedByText().hexpand()
            quoted.setMarkup(TrashText.markup(of: quote))
            quoted.direction(of: quote.text)
            let row = Box(.horizontal, spacing: 9).direction(of: quote.text)
            texts.append(row.append(bar.root, quoted))
            guard details.hasWords else { return }
        }
        let style = details.item.kind == .note ? "trash-note" : "heading"
        let title = Label(TrashText.title(details), style).wrapping().lines(3).ellipsizing()
            .alignedByText()
        texts.append(details.quote == nil ? title : title.margin(top: 3))
    }

    private static func icon(_ kind: TrashItem.Kind) -> String {
        switch kind {
        case .note: "hawknotes-note-symbolic"
        case .character: "hawknotes-character-symbolic"
        case .book, .series: "hawknotes-book-symbolic"
        }
    }
}
