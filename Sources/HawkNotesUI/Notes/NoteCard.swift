import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A note: its text, date and actions. It is edited in the card.
///
/// A note that is being saved looks the same, unless that takes long or fails: then the card says
/// so.
@MainActor
final class NoteCard {
    /// How long saving may take before the card says so.
    private static let savingRemarkDelay: Duration = .seconds(1)

    let root: RowItem
    private(set) var note: NoteItem
    /// Whether the note was deleted elsewhere while it is edited here.
    var isGone = false
    /// Whether the note is selected.
    var isMarked = false {
        didSet {
            guard isMarked != oldValue else { return }
            root.setClass("marked", isMarked)
            mark.visible(isMarked)
            label()
        }
    }
    /// Whether the card shows a text field.
    var isEditing: Bool { editor != nil }
    /// Whether an edit of the note is being saved.
    var isSavingEdit: Bool { edit != nil }
    /// Whether the card holds something that is not in the library yet.
    var isBusy: Bool { isEditing || isSavingEdit }
    /// Whether the note is hidden as a spoiler: none of its text is shown.
    private(set) var isVeiled = false
    /// The selected text; nil when there is no selection.
    var selection: String? { isEditing ? nil : text.selection }
    /// Whether the note can currently be changed.
    var isChangeable: Bool { editor == nil && progress == .saved && !isVeiled }
    private let card = Box(.vertical, spacing: 6).classes("note-card")
    private let text: NoteText
    let date = Label("", "caption", "dim-label").wrappingAtWords()
    private let place: NotePlaceLine
    /// The accessible name of the card.
    private(set) var named = ""
    /// The accessible description: date, place, and color of the quotation.
    private(set) var described = ""
    /// The exact date: a relative one would change while it is read aloud.
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
    private let buttons = WrapBox(spacing: 0).classes("note-actions")
    private let footer: FooterBox
    private let tags: NoteTagsLine
    private lazy var veil = makeVeil()
    private let otherText = OtherTextPart()
    /// Nil until saving fails, which is rare.
    private var failure: SavingFailure?
    /// The actions of the menu; lazy, because few notes ever show one.
    private(set) lazy var actions = makeActions()
    private(set) weak var section: NotesSection?
    let context: AppContext
    let mentions: NoteMentions
    private let places: NotePlaces
    private let scope: RestorationScope
    private(set) var editor: NoteEditor?
    /// Where the menu was opened in the saved text; nil if not by the pointer on the text.
    var menuOffset: Int?
    /// An edit that is being saved, and since when.
    private var edit: (new: EditedNote, date: Date)?
    /// The selection when editing began: the text field's own selection clears it.
    private var formerSelection: Range<Int>?
    private var savingRemark: LoopSource?

    /// - Parameter section: contains the card; saves, deletes and reveals notes.
    init(_ note: NoteItem, in section: NotesSection) {
        self.note = note
        self.section = section
        context = section.context
        mentions = section.mentions
        places = section.places
        // Stores an edit in progress.
        scope = section.scope.note(note.id)
        text = NoteText(in: scope, mentions: mentions)
        root = RowItem(card, name: localized("Note"))
        root.classes("note-row")
        let words = Box(.horizontal).append(mark, date.valign(.center))
        footer = FooterBox(words, buttons: buttons)
        place = NotePlaceLine(in: footer)
        tags = NoteTagsLine(in: footer)
        text.onShowAll = { [weak self] in self?.beginEditing() }
        text.willFold = { [weak self] in self?.holdPlace() }
        text.onFolded = { [weak self] in self?.reveal(top: 0, height: 0) }
        text.onPress = { [weak self] in self?.root.grabFocus() }
        text.onLink = { [weak self] in self?.open($0) }
        tags.onTag = { [weak self] in self?.open($0) }
        card.append(text.root, footer)
        addButtons()
        addDragHandle()
        date.onMap { [weak self] in self.map { $0.context.movingDates.add($0) } }
        date.onUnmap { [weak self] in self.map { $0.context.movingDates.remove($0) } }
        show(note, now: context.now())
        addGestures()
    }

    isolated deinit { savingRemark?.cancel() }

    /// The text field's mentions while the note is being edited.
    var writing: MentionWriting? { editor?.writing }

    /// The text field, while the note is being edited.
    var field: TextView? { editor?.field }

    /// The quotation field while the note is being edited.
    var quotationField: TextView? { editor?.quotation.field }

    /// The place field while the note is being edited.
    var placeField: Entry? { editor?.place.entry }

    /// The tag field while the note is being edited.
    var tagsField: Entry? { editor?.tags.entry }

    /// Shows a changed note. An edit in progress is left alone.
    func show(_ note: NoteItem, now: Date) {
        self.note = note
        showVeil()
        text.show(shownText, quote: shownQuote)
        otherText.show(note, in: self, card, below: text.root)
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

    /// Shows or hides the placeholder of the text.
    private func showVeil() {
        guard isToBeVeiled != isVeiled else { return }
        isVeiled.toggle()
        veil.root.visible(isVeiled)
        text.root.visible(!isVeiled)
        // They keep their space, so that the date is where it is on other cards.
        buttons.opacity(isVeiled ? 0 : 1).sensitive(!isVeiled).canTarget(!isVeiled)
            .accessibleHidden(isVeiled)
        if isVeiled { mark.visible(false) }
    }

    /// Whether the text must be hidden. An edit in progress is never hidden.
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
        editor.follow(note.place, note.quote, note.tags)
        if editor.isInConflict(with: note.text) { holdPlace() }
        editor.compare(with: note.text)
    }

    /// The card's window.
    var window: MainWindow? { section?.window }

    /// The text that is saved or being saved.
    ///
    /// Empty when the note is hidden; a text that is being saved is never hidden.
    var shownText: String { isVeiled ? "" : edit?.new.text ?? note.text }

    /// The note's quotation; nil for a hidden note.
    var shownQuote: Quote? {
        if isVeiled { return nil }
        guard let edit, edit.new.quote.isChange else { return note.quote }
        return edit.new.quote.quote
    }

    /// The offset in the saved text at a point of the card; nil where there is no text.
    func savedOffset(at point: (x: Double, y: Double)) -> Int? {
        text.savedOffset(at: point, of: root)
    }

    /// The link at a point of the card; nil where there is none.
    func link(at point: (x: Double, y: Double)) -> String? { text.link(at: point, of: root) }

    /// Updates the names of mentions and chapters, and the reader's progress.
    func updateNames(now: Date) {
        if isToBeVeiled != isVeiled { return show(note, now: now) }
        text.updateNames()
        showPlace()
        editor?.place.showChapter()
        label()
        compareVersions()
    }

    /// How far the shown text is on its way to the library.
    private var progress: NoteItem.Progress {
        edit.map { .saving($0.date) } ?? note.progress
    }

    /// Sets the accessible name and description of the card.
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
        if reason != nil, failure == nil { failure = makeFailure() }
        failure?.show(reason)
        footer.visible(reason == nil)
        root.setClass("not-saved", reason != nil)
    }

    /// Says that the note is being saved if that takes long: most disks are fast enough.
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
    }

    private func makeFailure() -> SavingFailure {
        SavingFailure(in: card) { [weak self] in
            self.map { $0.section?.giveBack($0.note.id) }
        } tryAgain: { [weak self] in
            self?.context.pendingNotes.tryAgain()
        }
    }

    /// Scrolls as little as necessary to show a part of the card; in pixels from its top.
    private func reveal(top: Int, height: Int) {
        section?.noteList.revealPart(of: note.id, top: top, height: height)
    }

    /// Keeps the view in place before the card's height changes: a list that is scrolled to its end
    /// would jump to the new end.
    private func holdPlace() { section?.list.holdPlace() }
}

// MARK: - Editing

extension NoteCard {
    /// Turns the card into a text field. The selection stays; without one, the cursor is where the
    /// text was clicked last.
    ///
    /// - Parameter offset: where the cursor is instead, in Unicode scalars of the saved text.
    func beginEditing(focusing: Bool = true, at offset: Int? = nil) {
        guard isChangeable else { return }
        var selection = text.savedSelection
        formerSelection = text.shownSelection
        if let offset, selection?.isEmpty != false { selection = offset..<offset }
        let editor = NoteEditor(
            text: note.text,
            place: note.place,
            quote: note.quote,
            tags: note.tags,
            selection: selection,
            mentions: mentions,
            places: places,
            in: scope,
            newID: context.makeID()
        ) { [weak self] in self?.endEditing(saving: $0) }
        self.editor = editor
        editor.onCursorMove = { [weak self] cursor in
            self?.reveal(top: Int(cursor.y), height: Int(cursor.height.rounded(.up)))
        }
        let line = focusing ? selection.flatMap { lineToKeep(at: $0.upperBound) } : nil
        if focusing { holdPlace() }
        card.visible(false)
        root.setChild(editor.root)
        if focusing { editor.field.grabFocus() }
        editor.settleScrolling()
        if focusing { showEditor(keeping: line) }
        compareVersions()
        section?.keepNotesBeingEdited()
    }

    /// Whether the note begins above the view.
    ///
    /// The marks of emphasis return with the editor, and lines that were full break earlier. What is
    /// above the note stays in its place; of a note that begins above the view, a line of its text
    /// does.
    private var beginsAboveView: Bool {
        section.flatMap { root.frame(in: $0.list.rows) }.map { $0.y < 0 } ?? false
    }

    /// The top of the line with an offset of the saved text, if the note begins above the view.
    private func lineToKeep(at offset: Int) -> Double? {
        beginsAboveView ? text.lineTop(ofSaved: offset, in: root) : nil
    }

    /// Keeps a line in its place before the text is drawn without its marks; shows the whole note if
    /// the line is folded away.
    private func showText(keeping line: (offset: Int, top: Double)) {
        root.onNextLayout { [weak self] in
            guard let self, !isEditing, let list = section?.list else { return }
            if let top = text.lineTop(ofSaved: line.offset, in: list.rows) {
                list.scroll(by: Int((top - line.top).rounded()))
            } else {
                reveal(top: 0, height: root.size.height)
            }
        }
    }

    /// Shows the editor from the line with the cursor down to its buttons, if that fits, before it
    /// is drawn.
    ///
    /// - Parameter line: where the line is to stay; nil if the note's beginning stays in its place.
    private func showEditor(keeping line: Double?) {
        root.onNextLayout { [weak self] in
            guard let self, let editor = self.editor, editor.root.containsFocus else { return }
            let top = editor.cursorLineTop(in: root)
            if let line, let top { section?.list.scroll(by: Int((top - line).rounded())) }
            let start = Int(top ?? 0)
            reveal(top: start, height: root.size.height - start)
        }
    }

    /// Releases the keys of an edit in progress; stored values stay.
    func close() {
        text.close()
        editor?.close()
    }

    /// Ends an edit whose stored values another card continues.
    func leaveEdit() {
        editor?.close()
        editor = nil
        card.visible(true)
        root.setChild(card)
    }

    /// Shows the edit that is being saved instead of the note.
    func showSaving(_ new: EditedNote, now: Date) {
        edit = (new, now)
        show(note, now: now)
    }

    /// Shows the saved note once the library has answered.
    func endSaving(now: Date) {
        edit = nil
        show(note, now: now)
    }

    /// Opens the text field again with the text that could not be saved.
    func resumeEditing(_ problem: SavingProblem, now: Date) {
        let hadFocus = root.containsFocus
        endSaving(now: now)
        beginEditing(focusing: hadFocus)
        editor?.showProblem(problem)
    }

    private func endEditing(saving new: EditedNote?) {
        guard let editor else { return }
        let saved = new?.text ?? note.text
        let line = section.flatMap {
            beginsAboveView ? editor.lineToKeep(in: $0.list.rows, saved) : nil
        }
        let newID = editor.newID ?? context.makeID()
        let saves = new.map { $0.isChange || isGone } ?? false
        if saves { editor.closeForSaving() } else { editor.discard() }
        self.editor = nil
        showVeil()
        if isVeiled { text.show("", quote: nil) }
        card.visible(true)
        root.setChild(card)
        root.grabFocus()
        if let line { showText(keeping: line) }
        if saves, let new {
            section?.save(new, of: self, newID: newID)
        } else {
            text.shownSelection = formerSelection
            // A note that was deleted elsewhere is only removed now.
            section?.keepNotesBeingEdited()
        }
    }
}

// MARK: - The place

extension NoteCard {
    /// Shows the note's place, and describes it to screen readers with date and quotation color.
    private func showPlace() {
        let (shownPlace, shownTags) = (shownPlace, shownTags)
        place.show(shownPlace, in: places)
        tags.show(shownTags)
        let spokenTags = shownTags.isEmpty ? nil : TagLinks.text(of: shownTags)
        let color = shownQuote?.shownColor.map { localized("Color: %1", $0.name) }
        let words = [exactDate, places.text(of: shownPlace), spokenTags, color].compactMap { $0 }
            .joined(separator: ", ")
        guard words != described else { return }
        described = words
        root.accessibleDescription(words)
    }

    /// The tags of the field that are saved or being saved; none for a hidden note.
    private var shownTags: [String] {
        if isVeiled { return [] }
        let edited = edit.flatMap { $0.new.tags.isChange ? $0.new.tags.tags : nil }
        return edited ?? note.tags
    }

    /// All tags, with those that are typed in the text.
    var allTags: [String] { NoteTags.all(shownTags, in: shownText) }

    /// The place that is saved or being saved.
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
        // Before that it may say that the note is being saved.
        if progress == .saved { date.text = dateText(now: now) }
    }

    private func dateText(now: Date) -> String {
        let relative = note.age(now: now)
        return note.modifiedAt == note.createdAt ? relative : localized("%1 · edited", relative)
    }
}
