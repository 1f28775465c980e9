import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The notes of other pages that name a character without mentioning it, below a button that unfolds them;
/// of each the names can be made mentions. They are not looked for before that.
@MainActor
final class NamedIn: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Unlinked mentions")
    var rowCount: Int { rows?.count ?? 0 }
    let heading: WidgetPart
    /// Unfolds them, and folds them again.
    let button: ToggleButton
    private let arrow = Image(icon: "hawknotes-down-symbolic")
    private let nothing = Label(localized("No other notes name this character."), "dim-label")
        .wrapping().visible(false)
    private let characterID: UUID
    private let context: AppContext
    private weak var window: MainWindow?
    private let isUnfolded: SceneStorage<Bool>
    private var rows: NamingRows?
    private var cards: [ObjectIdentifier: MentioningCard] = [:]
    private var changes: ChangeObservation?

    /// - Parameter scope: of the page.
    init(_ characterID: UUID, in window: MainWindow, scope: RestorationScope) {
        self.characterID = characterID
        self.window = window
        context = window.context
        isUnfolded = SceneStorage(.showsNamingNotes, in: scope)
        let name = localized("Unlinked mentions")
        button = ToggleButton(
            Box(.horizontal, spacing: 6).append(arrow, Label(name).wrapping()),
            name: name
        )
        button.classes("flat", "unfold-names").halign(.start)
        heading = WidgetPart(Box(.vertical, spacing: 6).append(button, nothing))
        button.isActive = isUnfolded.wrappedValue
        button.accessibleExpanded(button.isActive)
        showVeil()
        if button.isActive, !isVeiled { unfold() }
        button.onToggled { [weak self] in self?.toggled() }
        changes = context.mentions.observe { [weak self] in self?.updateNames() }
    }

    /// Looks for nothing more; what is kept stays.
    func close() {
        rows?.close()
        changes = nil
    }

    /// The rows that there are, for the focus.
    var elements: [(id: String, widget: Widget)] {
        cards.values.map { ($0.note.id.canonicalString, $0.root) }
    }

    // MARK: Folding

    private func toggled() {
        if button.isActive {
            isUnfolded.wrappedValue = true
            unfold()
        } else {
            isUnfolded.reset()
            fold()
        }
    }

    private func unfold() {
        arrow.setIcon("hawknotes-up-symbolic")
        button.accessibleExpanded(true)
        let rows = NamingRows(
            characterID,
            in: context.library,
            search: context.search,
            series: context.series
        )
        rows.onChange = { [weak self] in self?.rowsDidChange($0) }
        self.rows = rows
    }

    private func fold() {
        arrow.setIcon("hawknotes-down-symbolic")
        button.accessibleExpanded(false)
        nothing.visible(false)
        let count = rowCount
        rows?.close()
        rows = nil
        apply(RowsChange(removed: [0..<count]))
    }

    private func rowsDidChange(_ change: RowsChange) {
        nothing.visible(rowCount == 0 && rows?.isComplete == true)
        apply(change)
    }

    // MARK: Rows

    func makeRow(_ row: Int) -> Widget {
        guard let window, let note = rows?.note(at: row) else { return Box(.vertical) }
        let link = Button(localized("Link", context: "action"), "remedy")
        let card = MentioningCard(note, in: window, action: link)
        cards[ObjectIdentifier(card.root)] = card
        updateCard(card)
        link.accessibleDescription(localized("Link the names in this note"))
        link.tooltip(localized("Link the names in this note"))
        link.onClicked { [weak self, weak link] in
            link?.sensitive(false)
            self?.link(note.id) { link?.sensitive(true) }
        }
        return card.root
    }

    func didDrop(_ row: Widget) { cards[ObjectIdentifier(row)] = nil }

    func didShow(_ rows: Range<Int>) { self.rows?.need(rows) }

    func element(of row: Int) -> String? { rows?.note(at: row)?.id.canonicalString }

    func row(of element: String) -> Int? {
        UUID(uuidString: element).flatMap { rows?.row(of: $0) }
    }

    /// Of whom the reader has yet to meet the names are not told.
    private var isVeiled: Bool { context.series.isVeiled(character: characterID) }

    private func showVeil() { button.visible(!isVeiled) }

    private func updateNames() {
        showVeil()
        if isVeiled, rows != nil {
            fold()
        } else if !isVeiled, rows == nil, button.isActive {
            unfold()
        }
        for card in cards.values { updateCard(card) }
    }

    private func updateCard(_ card: MentioningCard) {
        card.show(mentioning: characterID, in: context)
    }
}

// MARK: - Linking

extension NamedIn {
    /// Makes the names in a note mentions, and offers to take that back.
    ///
    /// - Parameter onNothing: called when the note is as it was.
    private func link(_ note: Note.ID, onNothing: @escaping @MainActor @Sendable () -> Void) {
        let characterID = characterID
        context.library.perform {
            try $0.linkNames(of: characterID, inNote: note)
        } completion: { [weak self] result in
            switch result {
            case .success(let linked?): self?.offerUndo(linked)
            // The list follows what has become of the note.
            case .success(nil): onNothing()
            case .failure(let error):
                onNothing()
                Self.report(error, to: self?.window)
            }
        }
    }

    private func offerUndo(_ linked: LinkedNames) {
        let undo = Toast.Action.undo { [weak window, library = context.library] in
            library.perform {
                try $0.unlink(linked)
            } completion: { result in
                switch result {
                case .success(true): break
                case .success(false):
                    window?.show(localized("The note was changed and is not linked"))
                case .failure(let error): Self.report(error, to: window)
                }
            }
        }
        let text = localized("%1 name linked", plural: "%1 names linked", count: linked.count)
        window?.show(Toast(text: text, action: undo))
    }

    private static func report(_ error: LibraryError, to window: MainWindow?) {
        error.report(to: window) { localized("The note could not be saved: %1", $0) }
    }
}
