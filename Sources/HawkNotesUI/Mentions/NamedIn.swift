import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The notes of other pages with unlinked mentions of a character, below a button that shows their
/// number and expands them; empty where there are none. The names in each note can be linked.
@MainActor
final class NamedIn: ListPart {
    weak var list: PartList?
    let itemsName: String? = localized("Unlinked mentions")
    var rowCount: Int { button.isActive ? count : 0 }
    let heading: WidgetPart
    /// Expands and collapses them.
    let button: ToggleButton
    private let arrow = Image(icon: "hawknotes-down-symbolic")
    private let number = Label("")
    private let characterID: UUID
    private let context: AppContext
    private weak var window: MainWindow?
    private let isUnfolded: SceneStorage<Bool>
    private var rows: NamingRows?
    private var cards: [ObjectIdentifier: MentioningCard] = [:]
    private var changes: ChangeObservation?

    /// - Parameter scope: the page's scope.
    init(_ characterID: UUID, in window: MainWindow, scope: RestorationScope) {
        self.characterID = characterID
        self.window = window
        context = window.context
        isUnfolded = SceneStorage(.showsNamingNotes, in: scope)
        let name = localized("Unlinked mentions")
        button = ToggleButton(
            Box(.horizontal, spacing: 6).append(arrow, Label(name).wrapping(), number),
            name: name
        )
        button.classes("flat", "unfold-names").halign(.start)
        heading = WidgetPart(button)
        button.isActive = isUnfolded.wrappedValue
        showHeading()
        if !isVeiled { look() }
        button.onToggled { [weak self] in self?.toggled() }
        changes = context.mentions.observe { [weak self] in self?.updateNames() }
    }

    /// Stops searching; stored values stay.
    func close() {
        rows?.close()
        changes = nil
    }

    /// The existing rows, as elements for the focus.
    var elements: [(id: String, widget: Widget)] {
        cards.values.map { ($0.note.id.canonicalString, $0.root) }
    }

    // MARK: Folding

    private func toggled() {
        let all = [0..<count]
        if button.isActive {
            isUnfolded.wrappedValue = true
            apply(RowsChange(inserted: all))
        } else {
            isUnfolded.reset()
            apply(RowsChange(removed: all))
        }
        showHeading()
    }

    // MARK: Search

    private func look() {
        let rows = NamingRows(
            characterID,
            in: context.library,
            search: context.search,
            series: context.series
        )
        rows.onChange = { [weak self] in self?.rowsDidChange($0) }
        self.rows = rows
    }

    private func forget() {
        let count = rowCount
        rows?.close()
        rows = nil
        showHeading()
        apply(RowsChange(removed: [0..<count]))
    }

    /// The number found so far.
    private var count: Int { rows?.count ?? 0 }

    private func rowsDidChange(_ change: RowsChange) {
        showHeading()
        if button.isActive { apply(change) }
    }

    private func showHeading() {
        button.visible(count > 0)
        let found = LocalNumber.format(count)
        number.text = rows?.hasMore == true ? "\(found)+" : found
        arrow.setIcon(button.isActive ? "hawknotes-up-symbolic" : "hawknotes-down-symbolic")
        button.accessibleExpanded(button.isActive).accessibleDescription(number.text)
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

    /// The names of characters that are spoilers are not shown.
    private var isVeiled: Bool { context.series.isVeiled(character: characterID) }

    private func updateNames() {
        if isVeiled, rows != nil {
            forget()
        } else if !isVeiled, rows == nil {
            look()
        }
        for card in cards.values { updateCard(card) }
    }

    private func updateCard(_ card: MentioningCard) {
        card.show(mentioning: characterID, in: context)
    }
}

// MARK: - Linking

extension NamedIn {
    /// Links the names in a note, and offers Undo.
    ///
    /// - Parameter onNothing: called when the note did not change.
    private func link(_ note: Note.ID, onNothing: @escaping @MainActor @Sendable () -> Void) {
        let characterID = characterID
        context.library.perform {
            try $0.linkNames(of: characterID, inNote: note)
        } completion: { [weak self] result in
            switch result {
            case .success(let linked?): self?.offerUndo(linked)
            // The list follows the change of the note.
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
