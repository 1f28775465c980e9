import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A note: its text, its date, and what can be done with it. Editing happens in the card.
///
/// A note that is on its way to the library looks the same, until that takes long or fails: then the card
/// says so.
@MainActor
final class NoteCard {
    /// How long saving may take before the card says so.
    private static let savingRemarkDelay: Duration = .seconds(1)

    let root: RowItem
    private(set) var note: NoteItem
    /// Whether the note was deleted elsewhere while it is edited here.
    var isGone = false
    /// Whether the note is one of those with which something is to be done.
    var isMarked = false {
        didSet {
            guard isMarked != oldValue else { return }
            root.setClass("marked", isMarked)
            mark.visible(isMarked)
            label()
        }
    }
    /// Whether the card is a text field now.
    var isEditing: Bool { editor != nil }
    /// Whether an edit of the note is on its way to the library.
    var isSavingEdit: Bool { edit != nil }
    /// Whether the card holds something that is not in the library yet.
    var isBusy: Bool { isEditing || isSavingEdit }
    /// Whether the reader has yet to come to the note: no word of it is shown.
    private(set) var isVeiled = false
    /// What is selected of the text; nil when nothing is.
    var selection: String? { isEditing ? nil : text.selection }
    /// Whether the note can be changed now.
    var isChangeable: Bool { editor == nil && progress == .saved && !isVeiled }
    private let card = Box(.vertical, spacing: 6).classes("note-card")
    private let text: NoteText
    let date = Label("", "caption", "dim-label").wrappingAtWords()
    private let place = NotePlaceLine()
    /// What a screen reader calls the card.
    private(set) var named = ""
    /// What a screen reader says of the date, the place, and the color of the quotation.
    private(set) var described = ""
    /// When the note was written: what says how long ago would change while it is read out.
    private(set) var exactDate = ""
    private let editButton = Button(
        icon: "hawknotes-edit-symbolic",
        name: Command.editNote.title,
        "flat",
        "small"
    )
    private let deleteButton = Button(
        icon: "hawknotes-delete-symbolic",
        name: Command.deleteNote.title,
        "flat",
        "small"
    )
    private let moreButton = Button(
        icon: "hawknotes-more-symbolic",
        name: localized("Note Menu"),
        "flat",
        "small"
    )
    private let mark = Image(icon: "object-select-symbolic").margin(end: 6).visible(false)
    private let footer = Box(.horizontal)
    private let buttons = Box(.horizontal, spacing: 0).classes("note-actions")
    private lazy var veil = makeVeil()
    private let problem = ProblemLine()
    private let remedies = Box(.horizontal, spacing: 6).halign(.end).visible(false)
    private(set) weak var section: NotesSection?
    let context: AppContext
    let mentions: NoteMentions
    private let places: NotePlaces
    private let scope: RestorationScope
    private(set) var editor: NoteEditor?
    /// An edit that is on its way to the library, and since when.
    private var edit: (new: EditedNote, date: Date)?
    private var savingRemark: LoopSource?

    /// - Parameter section: what the card is a part of, which saves, deletes and reveals notes.
    init(_ note: NoteItem, in section: NotesSection) {
        self.note = note
        self.section = section
        context = section.context
        mentions = section.mentions
        places = section.places
        // Where an edit in progress is kept.
        scope = section.scope.note(note.id)
        text = NoteText(in: scope, mentions: mentions)
        root = RowItem(card, name: localized("Note"))
        root.classes("note-row")
        text.onShowAll = { [weak self] in self?.beginEditing() }
        text.willFold = { [weak self] in self?.holdPlace() }
        text.onFolded = { [weak self] in self?.reveal(top: 0, height: 0) }
        text.onPress = { [weak self] in self?.root.grabFocus() }
        text.onLink = { [weak self] in self?.open($0) }
        card.append(text.root, footer, problem.root, remedies)
        addButtons()
        addRemedies()
        addDragHandle()
        date.onMap { [weak self] in self.map { $0.context.movingDates.add($0) } }
        date.onUnmap { [weak self] in self.map { $0.context.movingDates.remove($0) } }
        show(note, now: context.now())
        addGestures()
    }

    isolated deinit { savingRemark?.cancel() }

    /// What the text field does with characters, while the note is being edited.
    var writing: MentionWriting? { editor?.writing }

    /// The text field, while the note is being edited.
    var field: TextView? { editor?.field }

    /// The field for what the note quotes, while the note is being edited.
    var quotationField: TextView? { editor?.quotation.field }

    /// The field for the note's place, while the note is being edited.
    var placeField: Entry? { editor?.place.entry }

    /// Shows a changed note. An edit in progress stays what it is.
    func show(_ note: NoteItem, now: Date) {
        self.note = note
        showVeil()
        text.show(shownText, quote: shownQuote)
        date.text = dateText(now: now)
        exactDate = note.exactDate
        date.tooltip(exactDate)
        showPlace()
        showProgress(progress, now: now)
        label()
        if date.isMapped { context.movingDates.add(self) }
        compareVersions()
    }

    private func makeVeil() -> VeiledPart {
        let veil = VeiledPart { [weak self] in self?.unveil() }
        card.insert(veil.root, after: nil)
        return veil
    }

    /// Shows or hides what stands in the place of the text.
    private func showVeil() {
        guard isToBeVeiled != isVeiled else { return }
        isVeiled.toggle()
        veil.root.visible(isVeiled)
        text.root.visible(!isVeiled)
        buttons.visible(!isVeiled)
        if isVeiled { mark.visible(false) }
    }

    /// Whether the text is to be hidden. An edit is its writer's own, and stays.
    private var isToBeVeiled: Bool {
        !isBusy && note.progress == .saved && mentions.isVeiled(note)
    }

    func unveil() {
        holdPlace()
        window?.unveil([.thing(note.id)])
    }

    /// Shows the note's text beside that of the edit when both have been changed.
    private func compareVersions() {
        guard let editor else { return }
        editor.follow(note.place, note.quote)
        if editor.isInConflict(with: note.text) { holdPlace() }
        editor.compare(with: note.text)
    }

    /// The window that the card is in.
    var window: MainWindow? { section?.window }

    /// The text as it is saved, or on its way there.
    ///
    /// Nothing of a veiled one: what is written is its writer's own as long as it is on its way.
    var shownText: String { isVeiled ? "" : edit?.new.text ?? note.text }

    /// What the note quotes; nothing of a veiled one.
    var shownQuote: Quote? {
        if isVeiled { return nil }
        guard let edit, edit.new.quote.isChange else { return note.quote }
        return edit.new.quote.quote
    }

    /// The note as it is read: what it quotes, and the reader's own words below.
    var plainText: String { shownQuote.above(mentions.plain(shownText)) }

    /// What the note is called where there is room for a few words.
    var title: String { shownQuote.titled(mentions.plain(shownText)) }

    /// The link at a point of the card; nil where there is none.
    func link(at point: (x: Double, y: Double)) -> String? { text.link(at: point, of: root) }

    /// Says what those are called now that the note mentions, and the chapters, and how far the reader has
    /// come.
    func updateNames(now: Date) {
        if isToBeVeiled != isVeiled { return show(note, now: now) }
        text.updateNames()
        showPlace()
        editor?.place.showChapter()
        label()
        compareVersions()
    }

    /// How far what is shown is on its way to the library.
    private var progress: NoteItem.Progress {
        edit.map { .saving($0.date) } ?? note.progress
    }

    /// Tells a screen reader what the card is.
    private func label() {
        let beginning = text.spoken
        let name =
            switch progress {
            case .saved where isVeiled: localized("Note: %1", VeilText.remark)
            case .saved where isMarked: localized("Note, selected: %1", beginning)
            case .saved: localized("Note: %1", beginning)
            case .saving: localized("Note, not saved yet: %1", beginning)
            case .failed(let problem):
                localized("Note, not saved yet, %1: %2", problem.reason, beginning)
            }
        guard name != named else { return }
        named = name
        root.accessibleLabel(name)
    }

    private func showProgress(_ progress: NoteItem.Progress, now: Date) {
        savingRemark?.cancel()
        savingRemark = nil
        let isSaved = progress == .saved
        for button in [editButton, deleteButton] { button.sensitive(isSaved) }
        var reason: SavingProblem?
        switch progress {
        case .saved: break
        case .saving(let start): wait(since: start, now: now)
        case .failed(let problem): reason = problem
        }
        if let reason {
            problem.show(localized("Not saved yet: %1", reason.reason))
        } else {
            problem.hide()
        }
        footer.visible(reason == nil)
        remedies.visible(reason != nil)
        root.setClass("not-saved", reason != nil)
    }

    /// Says that the note is being saved, should that take long: on most disks it takes no time.
    private func wait(since start: Date, now: Date) {
        let waited = Duration.seconds(min(max(now.timeIntervalSince(start), 0), 60))
        if waited >= Self.savingRemarkDelay {
            date.text = localized("Saving…")
            return
        }
        savingRemark = MainLoop.after(Self.savingRemarkDelay - waited) { [weak self] in
            self?.savingRemark = nil
            self?.date.text = localized("Saving…")
        }
    }

    private func addButtons() {
        buttons.append(
            editButton.onClicked { [weak self] in self?.beginEditing() },
            Button(icon: "hawknotes-copy-symbolic", name: Command.copyNote.title, "flat", "small")
                .onClicked { [weak self] in self?.copyText() },
            deleteButton.onClicked { [weak self] in self?.delete() },
            moreButton.onClicked { [weak self] in
                if let self { showMenu(below: moreButton) }
            }
        )
        footer.append(mark, date.valign(.center), place.root, buttons)
    }

    private func addRemedies() {
        remedies.append(
            Button(localized("Back to Draft"), "remedy")
                .onClicked { [weak self] in self.map { $0.section?.giveBack($0.note.id) } },
            Button(localized("Try Again"), "remedy")
                .onClicked { [weak self] in self?.context.pendingNotes.tryAgain() }
        )
    }

    /// Scrolls as little as it takes to have a part of the card in view; in pixels from its top.
    private func reveal(top: Int, height: Int) {
        section?.noteList.revealPart(of: note.id, top: top, height: height)
    }

    /// Keeps what is seen above the card where it is, before its height changes: a list at its end would
    /// go to its new end.
    private func holdPlace() { section?.list.holdPlace() }
}

// MARK: - Editing

extension NoteCard {
    /// Turns the card into a text field.
    func beginEditing(focusing: Bool = true) {
        guard isChangeable else { return }
        let editor = NoteEditor(
            text: note.text,
            place: note.place,
            quote: note.quote,
            mentions: mentions,
            places: places,
            in: scope,
            newID: context.makeID()
        ) { [weak self] in self?.endEditing(saving: $0) }
        self.editor = editor
        editor.onCursorMove = { [weak self] cursor in
            self?.reveal(top: Int(cursor.y), height: Int(cursor.height.rounded(.up)))
        }
        if focusing { holdPlace() }
        card.visible(false)
        root.setChild(editor.root)
        if focusing { editor.field.grabFocus() }
        editor.settleScrolling()
        compareVersions()
        section?.keepNotesBeingEdited()
    }

    /// Lets the keys of an edit in progress go; what is kept stays.
    func close() {
        text.close()
        editor?.close()
    }

    /// Shows what is on its way to the library instead of the note.
    func showSaving(_ new: EditedNote, now: Date) {
        edit = (new, now)
        show(note, now: now)
    }

    /// Shows the note as it is, now that the library has answered.
    func endSaving(now: Date) {
        edit = nil
        show(note, now: now)
    }

    /// Turns the card into a text field again, with the text that could not be saved.
    func resumeEditing(_ problem: SavingProblem, now: Date) {
        let hadFocus = root.containsFocus
        endSaving(now: now)
        beginEditing(focusing: hadFocus)
        editor?.showProblem(problem)
    }

    private func endEditing(saving new: EditedNote?) {
        guard let editor else { return }
        let newID = editor.newID ?? context.makeID()
        let saves = new.map { $0.isChange || isGone } ?? false
        if saves { editor.closeForSaving() } else { editor.discard() }
        self.editor = nil
        showVeil()
        if isVeiled { text.show("", quote: nil) }
        card.visible(true)
        root.setChild(card)
        root.grabFocus()
        if saves, let new {
            section?.save(new, of: self, newID: newID)
        } else {
            // A note that was deleted elsewhere goes only now.
            section?.keepNotesBeingEdited()
        }
    }
}

// MARK: - The place

extension NoteCard {
    /// Shows where that is, and says it to screen readers with the date and the color of the quotation.
    private func showPlace() {
        let (shownPlace, shownTags) = (shownPlace, shownTags)
        place.show(shownPlace, shownTags, in: places)
        let color = shownQuote?.shownColor.map { localized("Color: %1", $0.name) }
        let words = [exactDate, places.text(of: shownPlace), shownTags, color].compactMap { $0 }
            .joined(separator: ", ")
        guard words != described else { return }
        described = words
        root.accessibleDescription(words)
    }

    /// The tags as people write them; nil where there are none, and of a veiled note.
    private var shownTags: String? {
        isVeiled || note.tags.isEmpty ? nil : note.tags.map { "#" + $0 }.joined(separator: " ")
    }

    /// The place as it is saved, or on its way there.
    private var shownPlace: NotePlace? {
        if isVeiled { return nil }
        guard let edit, edit.new.place.isChange else { return note.place }
        return edit.new.place.place
    }
}

// MARK: - The date

extension NoteCard: MovingDate {
    func nextChange(after now: Date) -> Date? {
        progress == .saved ? note.nextChangeOfAge(after: now) : nil
    }

    func showDate(now: Date) {
        // Until then it may say that the note is being saved.
        if progress == .saved { date.text = dateText(now: now) }
    }

    private func dateText(now: Date) -> String {
        let relative = note.age(now: now)
        return note.modifiedAt == note.createdAt ? relative : localized("%1 · edited", relative)
    }
}
