import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Joins a book or a character with another one: the user chooses which, and then sees what will
/// happen.
@MainActor
final class JoinDialog: DialogContent {
    let title: String
    let root: Widget
    let foot: Widget?
    var lists: [PartList] { [chooser.list] }
    let size = (width: 480, height: 480)
    /// The pages replace one another under the pointer.
    let isAsHighAsContent = false
    var focusable: [(name: String, widget: Widget)] {
        if chosen == nil { return chooser.focusable }
        return fields.focusable + [("join", join), ("back", back)]
    }
    let chooser: PageChooser
    /// The one that becomes a part of the other; nil until it is chosen.
    private(set) var chosen: JoinChoice?
    let join = Button(localized("Join"), "suggested-action", "pill")
    let back = Button(localized("Back"), "pill")
    /// The differences between the two.
    let fields: JoinFields

    private unowned let owner: MainWindow
    private let context: AppContext
    private let part: SeriesPart
    private let storedChoice: SceneStorage<String>
    private let stack = Stack()
    private let buttons = DialogFoot()
    private let question = Label("", "title-4", role: .heading(level: 2)).wrapping().lines(4)
        .ellipsizing()
    private let explanation = Label("").wrapping()
    private let confirmation: Widget
    private let gone = StatusPage(
        icon: "hawknotes-empty-notes-symbolic",
        heading: localized("There is nothing to join with"),
        isCompact: true,
        []
    ).root
    private var choices: [JoinChoice] = []
    private var changes: ChangeObservation?

    /// - Parameters:
    ///   - scope: stores what is joined with what, and the query.
    ///   - window: the window below the dialog.
    /// - Returns: nil when it is unknown what to join.
    init?(in scope: RestorationScope, over window: MainWindow) {
        let link = SceneStorage(.joinedPart, in: scope).wrappedValue
        guard let place = try? Place(link: link), let part = SeriesPart(joinable: place) else {
            return nil
        }
        self.part = part
        owner = window
        context = window.context
        title = part.joinCommand.title.withoutEllipsis
        storedChoice = SceneStorage(.joinedWith, in: scope)
        fields = JoinFields(in: scope, images: window.context.images)
        let isBook = if case .book = part { true } else { false }
        chooser = PageChooser(
            heading: "",
            name: isBook ? localized("Book") : localized("Character"),
            in: scope
        )
        confirmation = ScrolledWindow(
            Clamp(
                Box(.vertical, spacing: 12).append(question, explanation, fields.root).margin(18),
                maximumWidth: PageParts.measure
            )
        )
        stack.add(chooser.root)
        stack.add(confirmation)
        stack.add(gone)
        root = stack
        foot = buttons.root
        chooser.onCancel = { [weak self] in self?.dismiss() }
        chooser.onChoose = { [weak self] in self?.choose($0) }
        back.onClicked { [weak self] in self?.choose(nil) }
        join.onClicked { [weak self] in self?.joinChosen() }
        changes = context.series.observe { [weak self] _ in self?.read() }
        buttons.show([])
        read()
    }

    func focus(_ name: String) -> Bool { chosen == nil && chooser.focus(name) }

    func leaveInnermost() -> Bool {
        guard chosen != nil else { return false }
        choose(nil)
        return true
    }

    func close() {
        changes = nil
        chooser.close()
    }

    // MARK: The choices

    private func read() {
        context.library.readJoinChoices(
            for: part,
            except: context.series.unveiled.all
        ) { [weak self] result in
            guard let self, changes != nil else { return }
            switch result {
            case .success(let found): show(found)
            case .failure(let error): Log.warn("\(error)")
            }
        }
    }

    private func show(_ found: [JoinChoice]?) {
        choices = found ?? []
        chooser.heading.text = JoinText.heading(name)
        chooser.show(PageChoices(choices))
        let stored = storedChoice.wrappedValue
        chosen = choices.first { $0.part.place?.link == stored }
        showPage()
    }

    private var name: String {
        switch part {
        case .book(let id): context.series.book(id)?.title ?? ""
        case .character(let id): context.series.character(id)?.name ?? ""
        case .series, .chapter, .relation: ""
        }
    }

    private func showPage() {
        let transition: Stack.Transition = root.isMapped ? .crossfade : .none
        guard let chosen else {
            buttons.show([])
            stack.show(choices.isEmpty ? gone : chooser.root, transition)
            return
        }
        question.text = JoinText.question(name, with: chosen.name)
        explanation.text = JoinText.explanation(part, name, chosen.name)
        buttons.show([back, join])
        stack.show(confirmation, transition)
        showDifferences(from: chosen)
    }

    /// The other one may be in a series that is not loaded yet.
    private func showDifferences(from other: JoinChoice) {
        context.series.load([other.seriesID]) { [weak self] in
            guard let self, changes != nil, chosen == other, let own = context.series[seriesID],
                let series = context.series[other.seriesID]
            else { return }
            fields.show(PartForm.differences((part, own), (other.part, series)))
        }
    }

    private var seriesID: UUID {
        let id: UUID? =
            switch part {
            case .book(let id): context.series.book(id)?.seriesID
            case .character(let id): context.series.character(id)?.seriesID
            case .series, .chapter, .relation: nil
            }
        return id ?? part.id
    }

    private func choose(_ place: Place?) {
        fields.reset()
        fields.show([])
        storedChoice.wrappedValue = place?.link ?? ""
        chosen = choices.first { $0.part.place == place }
        showPage()
        if chosen != nil { join.grabFocus() } else { chooser.entry.grabFocusWithoutSelecting() }
    }

    // MARK: Joining

    private func joinChosen() {
        guard let chosen else { return }
        let owner = owner
        let (part, name, taken) = (part, name, fields.taken)
        dismiss()
        owner.parts.join(
            chosen.part,
            into: part.id,
            taking: taken,
            JoinText.joined(name, with: chosen.name)
        )
    }

    private func dismiss() { owner.dialogs.dialog(.joining)?.dismiss() }
}

extension MainWindow {
    /// Shows what a book or a character can be joined with.
    func chooseForJoining(_ part: SeriesPart) {
        guard let place = part.place else { return }
        dialogs.dialog(.joining)?.dismiss()
        let scope = scene.root.window.dialog(.joining)
        SceneStorage(.joinedPart, in: scope).wrappedValue = place.link
        dialogs.restore(.joining, in: scope)
    }

    /// Shows what the only book of a series can be joined with; the series may have to be loaded
    /// first.
    func chooseForJoining(loneBookOf seriesID: UUID) {
        context.series.load([seriesID]) { [weak self] in
            guard let self, !isClosed, let series = context.series[seriesID] else { return }
            if case .book = series.shownPart { chooseForJoining(series.shownPart) }
        }
    }
}

extension SeriesPart {
    /// The book or character of a place; nil for any other place.
    fileprivate init?(joinable place: Place) {
        switch place {
        case .book(let id): self = .book(id)
        case .character(let id): self = .character(id)
        case .shelf, .series, .webPage, .note, .favorites, .search, .newer: return nil
        }
    }

    fileprivate var place: Place? {
        switch self {
        case .book(let id): .book(id)
        case .character(let id): .character(id)
        case .series, .chapter, .relation: nil
        }
    }

    fileprivate var joinCommand: Command {
        if case .book = self { .joinBook } else { .joinCharacter }
    }
}

extension String {
    /// Turns the title of a menu item into that of the dialog that it opens.
    fileprivate var withoutEllipsis: String { hasSuffix("…") ? String(dropLast()) : self }
}
