import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The notes on a book or a character, with the composer below them.
///
/// List and composer are separate: a wide page keeps the composer at the bottom of a column of its own, a
/// narrow one lets it scroll with everything else, as a row of the list.
@MainActor
final class NotesSection {
    /// The page's list, which contains the notes and the page's other rows.
    let list = PartList()
    /// The notes in that list.
    let noteList: NoteList
    let composer: Composer
    /// The selected notes.
    let marks: MarkedNotes
    /// The message on a page without notes.
    var emptyState: Widget { emptyNotes.root }
    private let emptyNotes = EmptyNotes()
    private let controls = Box(.horizontal, spacing: 6)
    /// Called after this window added a note at the end; returns false when it was not shown.
    var onAdded: @MainActor () -> Bool = { false }
    /// Called when the notes arrived after the page, from a slow disk.
    var onLateArrival: @MainActor () -> Void = {}

    private let subject: NoteSubject
    unowned let window: MainWindow
    let context: AppContext
    let scope: RestorationScope
    let notes: NoteRows
    /// The chosen order of the notes.
    let order: NoteOrderButton
    /// The tag that the notes are limited to.
    let tagFilter: NoteTagFilter
    let heading: Widget
    /// The note to scroll to once the rows have been read again.
    private var followed: Followed?
    let mentions: NoteMentions
    let places: NotePlaces
    private var changes: [ChangeObservation] = []
    /// The notes that are being edited here, in their last known state.
    private var kept: [Note.ID: Note] = [:]
    /// Whether the library has delivered its notes.
    private var isComplete = false

    init(on subject: NoteSubject, in window: MainWindow, scope: RestorationScope) {
        self.subject = subject
        self.window = window
        context = window.context
        self.scope = scope
        mentions = NoteMentions(on: subject, in: window)
        places = NotePlaces(on: subject, series: context.series)
        order = NoteOrderButton(in: scope)
        tagFilter = NoteTagFilter(in: scope, series: context.series)
        controls.append(tagFilter.root.valign(.center), order.root)
        heading = PageParts.heading(localized("Study notes"), with: controls)
        notes = NoteRows(
            on: subject,
            in: context.library,
            starting: Self.start(in: scope),
            order: order.order,
            limit: tagFilter.limit
        )
        noteList = NoteList(notes)
        composer = Composer(
            in: scope,
            mentions: mentions,
            places: places,
            makeID: context.makeID
        )
        marks = MarkedNotes(in: window, mentions: mentions, scope: scope)
        marks.onChange = { [weak self] in self?.showMarks(of: $0) }
        marks.onError = { [weak self] in self?.failed($0) }
        composer.onSave = { [weak self] in self?.add($1, $0) }
        noteList.makeCard = { [unowned self] in makeCard($0) }
        notes.onChange = { [weak self] in self?.apply($0) }
        notes.onError = { [weak self] in self?.failed($0) }
        notes.onRead = { [weak self] in
            self?.followPairedNotes()
            self?.keepNotesBeingEdited()
            self?.placesWereRead()
        }
        order.onChoose = { [weak self] in self?.setOrder($0) }
        tagFilter.onChange = { [weak self] in self?.tagDidChange(in: $0) }
        followPairedNotes()
        showControls()
        notes.onSaved = { [weak self] in self?.context.pendingNotes.confirm($0) }
        if let error = notes.error { failed(error) }
        followPending()
        followDeleted()
        followEdits()
        changes.append(
            mentions.observe { [weak self] in self?.seriesDidChange() }
        )
        if notes.isLoaded { didLoad() }
        showEmptyState()
    }

    /// The page's last scroll position; new notes are at the end.
    private static func start(in scope: RestorationScope) -> NoteRows.Start {
        let keys: [RestorationKey<AnchoredScrollPosition?>] = [.notesScroll, .scroll]
        for key in keys {
            guard case .string(let stored) = scope.scene?.storedValue(at: scope.path(of: key.name)),
                let element = AnchoredScrollPosition(rawValue: stored)?.elementID,
                let id = UUID(uuidString: element)
            else { continue }
            return .around(id)
        }
        return .atEnd
    }

    /// The existing cards, in order.
    var cards: [NoteCard] { noteList.liveCards }

    /// Scrolls to a note, wherever it is, and focuses it.
    func showNote(_ id: Note.ID) {
        includeNote(id) { [weak self] in self?.list.focus(id.canonicalString) }
    }

    /// Scrolls to a note, wherever it is, focuses it and highlights it for a moment.
    func pointOut(_ id: Note.ID) {
        includeNote(id) { [weak self] in self?.noteList.pointOut(id) }
    }

    /// Shows all notes if the page is limited to a tag that a note doesn't have, and loads the
    /// note.
    func includeNote(_ id: Note.ID, _ completion: @escaping @MainActor () -> Void) {
        notes.find(id) { [weak self] index in
            guard let self else { return }
            guard index == nil, tagFilter.tag != nil else { return completion() }
            tagFilter.choose(nil)
            notes.find(id) { _ in completion() }
        }
    }

    /// Whether the scope belongs to this page or to one of its notes.
    func shows(_ other: RestorationScope) -> Bool {
        other.scene === scope.scene
            && (other.path == scope.path || other.path.hasPrefix(scope.path + "/"))
    }

    /// Releases all keys; stored values stay.
    func close() {
        notes.close()
        changes = []
        composer.close()
        marks.close()
        for card in cards { card.close() }
    }

    private func seriesDidChange() {
        places.seriesDidChange()
        // Other spoilers may be shown.
        notes.setLimit(tagFilter.limit, stayingWith: nil)
        notes.chaptersDidChange()
        composer.place.showChapter()
        let now = context.now()
        for card in cards { card.updateNames(now: now) }
    }

    private func failed(_ error: LibraryError) {
        error.report(to: window, reason: LibraryText.readingReason) {
            localized("The notes cannot be read: %1", $0)
        }
        showEmptyState()
    }

    /// Applies a change of the notes.
    private func apply(_ change: RowsChange) {
        noteList.apply(change, now: context.now())
        let isFirst = !isComplete && notes.isLoaded
        if isFirst { didLoad() }
        showEmptyState()
        // While the page is being built, nothing listens yet.
        if isFirst { onLateArrival() }
    }

    private func didLoad() {
        isComplete = true
        composer.settle { [notes, library = context.library] id, tell in
            if let note = notes.note(id) { return tell(note) }
            library.readNote(id, waits: true) { result in
                if case .success(let note) = result { tell(note) }
            }
        }
    }

    /// A note that is being edited here keeps its card, in its place, until the edit is saved or
    /// cancelled, even when the note is deleted elsewhere.
    func keepNotesBeingEdited() {
        for card in cards {
            if card.isBusy { kept[card.note.id] = notes.note(card.note.id) ?? kept[card.note.id] }
            card.isGone = notes.isGone(card.note.id)
        }
        kept = kept.filter { id, _ in
            noteList.cards[id].map(\.isBusy) ?? EditState.isEditing(in: noteScope(id))
        }
        notes.returning = returning
    }

    /// An edit goes on in the card of the note that the edited one is the same as since a merge.
    private func followPairedNotes() {
        let scopes = FormerScopes(context.series)
        for (id, former) in notes.formerIDs {
            let cards = former.compactMap { noteList.cards[$0] }
            // Until the library has answered, the text belongs to the card.
            guard !cards.contains(where: \.isSavingEdit) else { continue }
            let edited = cards.filter(\.isEditing)
            let hasFocus = edited.contains(where: \.root.containsFocus)
            for card in edited {
                card.leaveEdit()
                kept[card.note.id] = nil
            }
            for old in former { scopes.moveValues(ofNote: old, to: noteScope(id)) }
            guard !edited.isEmpty else { continue }
            notes.returning = returning
            if let card = noteList.cards[id], isEditing(card.note) {
                card.beginEditing(focusing: hasFocus)
            }
        }
    }

    private func makeCard(_ note: NoteItem) -> NoteCard {
        let card = NoteCard(note, in: self)
        card.isMarked = marks.ids.contains(note.id)
        if let edit = window.noteEdits.edit(in: noteScope(note.id)) {
            card.showSaving(edit.new, now: context.now())
        } else if isEditing(note) {
            card.beginEditing(focusing: false)
            // The list is still making this card.
            MainLoop.whenIdle { [weak self] in self?.keepNotesBeingEdited() }
        }
        return card
    }

    private func noteScope(_ id: UUID) -> RestorationScope { scope.note(id) }

    /// Whether the note was being edited when the window was last shown.
    private func isEditing(_ note: NoteItem) -> Bool {
        EditState.isEditing(
            in: noteScope(note.id),
            text: note.text,
            place: note.place,
            quote: note.quote,
            tags: note.tags,
            exists: { exists($0) }
        )
    }

    /// Whether the library has a note, as far as it can answer quickly.
    private func exists(_ id: Note.ID) -> Bool {
        if notes.note(id) != nil { return true }
        var isFound = false
        context.library.readNote(id, waits: true) { result in
            if case .success(.some) = result { isFound = true }
        }
        return isFound
    }

    private func showEmptyState() {
        emptyNotes.show(isLimited: notes.limit != nil)
        emptyState.visible(notes.count == 0 && (isComplete || notes.error != nil))
    }
}

// MARK: - Saving

extension NotesSection {
    private func followPending() {
        let pending = context.pendingNotes
        notes.pending = pending.notes(in: scope)
        let observation = pending.observe { [weak self] home, event in
            guard let self, home.isSame(as: self.scope) else { return }
            if case .saved(let note) = event { self.didSave(note) }
            self.notes.pending = self.context.pendingNotes.notes(in: self.scope)
        }
        changes.append(observation)
    }

    /// Applies a note that the library has saved.
    private func didSave(_ note: Note) {
        notes.didAdd(note)
        composer.root.announce(localized("Note saved"))
        window.spoilers.didSave(note.id)
    }

    private func add(_ new: NewNote, _ id: UUID) {
        let text = MentionText.saved(new.text, names: mentions.names)
        // The new note must not vanish once it is saved.
        if let tag = tagFilter.tag, !NoteTags.has(tag, in: text) { tagFilter.choose(nil) }
        window.spoilers.willSave(id, on: subject, chapterID: new.place?.chapterID)
        context.pendingNotes.save(
            text,
            quoting: new.quote,
            at: new.place,
            as: id,
            on: subject,
            in: scope
        )
        showAdded(id)
        noteList.letRise(id)
    }

    /// Returns the text of a note that could not be saved to the composer.
    func giveBack(_ id: UUID) {
        context.pendingNotes.giveBack(id) { [weak self] note in
            guard let self, !self.changes.isEmpty else { return false }
            let new = NewNote(
                text: MentionText.editable(note.text),
                quote: note.quote,
                place: note.place
            )
            self.composer.restoreNote(new, placeText: self.places.text(of: note.place))
            return true
        }
    }

    private func followDeleted() {
        let deleted = window.deletedNotes
        notes.hidden = deleted.hidden
        notes.returning = returning
        let observation = deleted.observe { [weak self] event in
            guard let self else { return }
            switch event {
            case .changed: break
            case .deleted(let id): self.notes.didDelete(id)
            case .returned(let note) where note.subject == self.subject: self.notes.didAdd(note)
            case .returned: break
            }
            self.notes.hidden = self.window.deletedNotes.hidden
            self.notes.returning = self.returning
            if case .returned(let note) = event, note.subject == self.subject {
                self.noteList.reveal(note.id)
            }
        }
        changes.append(observation)
    }

    /// The notes of this page that are shown although the library may not have them.
    private var returning: [Note.ID: Note] {
        let returning = window.deletedNotes.returning.filter { $0.value.subject == subject }
        return kept.merging(returning) { $1 }
    }

    func delete(_ id: Note.ID) {
        if let note = notes.note(id) { noteList.collapsing { window.deletedNotes.delete(note) } }
    }

    private func followEdits() {
        let observation = window.noteEdits.observe { [weak self] noteScope, outcome in
            guard let self, self.shows(noteScope) else { return }
            self.finish(outcome, in: noteScope)
        }
        changes.append(observation)
    }

    /// Saves the result of an edit.
    ///
    /// - Parameter newID: the id of the note that the text becomes if the original note is deleted
    ///   or changed by then.
    func save(_ new: EditedNote, of card: NoteCard, newID: Note.ID) {
        let id = card.note.id
        let edit = NoteEdits.Edit(noteID: id, subject: subject, new: new, newID: newID)
        let place = new.place.isChange ? new.place.place : card.note.place
        window.spoilers.willSave(id, on: subject, chapterID: place?.chapterID)
        window.noteEdits.save(edit, in: noteScope(id))
        card.showSaving(new, now: context.now())
    }

    private func finish(_ outcome: NoteEdits.Outcome, in noteScope: RestorationScope) {
        let now = context.now()
        let card = cards.first { self.noteScope($0.note.id).isSame(as: noteScope) }
        switch outcome {
        case .saved(let saved, let edit, let note):
            if let note {
                notes.didEdit(note, base: edit.new.base)
                follow(note, edit.new.place)
            }
            card?.endSaving(now: now)
            keepNotesBeingEdited()
            if let text = Self.text(of: saved) { window.show(text) }
            if let note { window.spoilers.didSave(note.id) }
        case .failed(let problem):
            card?.resumeEditing(problem, now: now)
        }
    }

    private static func text(of saved: SavedEdit) -> String? {
        switch saved {
        case .changed: nil
        case .becameNewAsDeleted:
            localized("The note was deleted; your text was saved as a new note")
        case .becameNewAsChanged:
            localized("The note was changed; your text was saved as a new note")
        }
    }
}

// MARK: - Order and places

extension NotesSection {
    /// Changes the order of the notes, and keeps the topmost visible note in view.
    private func setOrder(_ order: NoteOrder) {
        let top = list.topElement.flatMap { UUID(uuidString: $0.id) }
        // Without this, the view would show a different note.
        list.holdPlace()
        notes.setOrder(order, stayingWith: top)
        if let top { followed = Followed(id: top, revision: 0) }
    }

    /// Limits the notes to those with the chosen tag. The note in which it was chosen stays where it
    /// is, otherwise the topmost visible one stays in view, if it is among them.
    private func tagDidChange(in note: Note.ID?) {
        let top = list.topElement.flatMap { UUID(uuidString: $0.id) }
        let place = note.flatMap { list.top(of: $0.canonicalString) }
        // Commands must not apply to notes that are no longer shown.
        marks.clear()
        list.holdPlace()
        notes.setLimit(tagFilter.limit, stayingWith: place == nil ? top : note)
        showControls()
        if let note, let place {
            // The heading may be higher now.
            list.scroll(to: note.canonicalString, top: place)
            followed = Followed(id: note, revision: 0, top: place)
        } else if let top {
            followed = Followed(id: top, revision: 0)
        }
    }

    private func showControls() {
        order.show(hasPlaces: notes.hasPlaces)
        controls.visible(order.root.isVisible || tagFilter.root.isVisible)
    }

    /// Scrolls to a note that this window added, which may be anywhere in the order.
    private func showAdded(_ id: Note.ID) {
        if notes.order == .byDate, onAdded() { return }
        noteList.reveal(id)
    }

    /// Scrolls to a note whose place was changed here, once it has moved.
    private func follow(_ note: Note, _ place: NotePlaceEdit) {
        guard place.isChange, notes.order == .byPlace else { return }
        followed = Followed(id: note.id, revision: notes.reading.libraryRevision)
    }

    /// A note to scroll to once the rows have been read again.
    private struct Followed {
        let id: Note.ID
        /// The number of the library's writes that the rows must include.
        let revision: Int
        /// Its place in the view, in pixels from the top; nil for any.
        var top: Int?
    }

    /// Called after the rows have been read.
    private func placesWereRead() {
        showControls()
        guard let followed, notes.isOrdered, notes.slice.revision >= followed.revision else {
            return
        }
        self.followed = nil
        if let top = followed.top {
            list.scroll(to: followed.id.canonicalString, top: top)
        } else {
            noteList.reveal(followed.id)
        }
    }
}

// MARK: - Selection

extension NotesSection {
    private func showMarks(of changed: Set<Note.ID>) {
        for id in changed { noteList.cards[id]?.isMarked = marks.ids.contains(id) }
    }

    /// Selects a note and the one `step` rows below, which gets the focus.
    func extendMarks(from id: Note.ID, by step: Int) {
        guard let index = notes.index(of: id), let next = notes.item(at: index + step) else {
            return marks.mark([id])
        }
        marks.mark([id, next.id])
        list.focus(next.id.canonicalString)
    }
}
