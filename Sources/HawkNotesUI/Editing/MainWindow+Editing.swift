import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Creates and edits series, books and characters.
extension MainWindow {
    /// Opens the editor of a series, a book or a character.
    func edit(_ part: SeriesPart) {
        if isVeiled(part) {
            let show = Toast.Action(title: VeilText.show) { [weak self] in
                self?.unveil([.thing(part.id)])
            }
            return self.show(Toast(text: VeilText.remark, action: show))
        }
        switch part {
        case .series(let id): openEditor(EditorSubject(.series, id, in: id, isNew: false))
        case .book(let id):
            guard let book = context.series.book(id) else { return }
            openEditor(EditorSubject(.book, id, in: book.seriesID, isNew: false))
        case .character(let id):
            guard let character = context.series.character(id) else { return }
            openEditor(EditorSubject(.character, id, in: character.seriesID, isNew: false))
        case .chapter, .relation:
            // They are edited with the item that they belong to.
            break
        }
    }

    /// Opens the editor of a new series.
    func addSeries() {
        let id = context.makeID()
        openNew(EditorSubject(.series, id, in: id, isNew: true))
    }

    /// Opens the editor of a new book that is in no series yet.
    func addBook() {
        openNew(EditorSubject(.book, context.makeID(), in: context.makeID(), isNew: true))
    }

    /// Opens the editor of a new book.
    func addBook(to seriesID: UUID) {
        openNew(EditorSubject(.book, context.makeID(), in: seriesID, isNew: true))
    }

    /// Opens the editor of a new character, in a book at first.
    func addCharacter(to seriesID: UUID, in bookID: UUID?) {
        openNew(
            EditorSubject(
                .character,
                context.makeID(),
                in: seriesID,
                isNew: true,
                bookID: bookID
            )
        )
    }

    /// Moves an item to the trash, and offers to undo that.
    func delete(_ part: SeriesPart) {
        let place = place(of: part)
        let returns = place.map(isShowing) ?? false
        let comeBack: @MainActor () -> Void = { [weak self] in
            if returns, let place { self?.comeBack(to: place) }
        }
        parts.perform(.deletion, name: name(of: part), onUndo: comeBack) { library in
            try library.delete(part)
        }
    }

    /// Moves a character in its list, and offers to undo that.
    ///
    /// - Parameter body: called, whether or not it could be moved, once the series that is shown
    ///   has been read again.
    func move(
        character id: UUID,
        before next: UUID?,
        then body: @escaping @MainActor @Sendable () -> Void = {}
    ) {
        let seriesID = context.series.character(id)?.seriesID
        let refresh: @MainActor () -> Void = { [series = context.series] in
            series.refresh(Set(seriesID.map { [$0] } ?? []), then: body)
        }
        parts.perform(.order, name: name(of: .character(id)), onEnd: refresh) { library in
            try library.move(.character(id), before: next)
        }
    }

    // MARK: Editors

    /// Opens an editor, or raises it.
    ///
    /// - Parameter texts: the typed texts of a cancelled editor, and its initial ones.
    func openEditor(_ subject: EditorSubject, _ texts: FormTexts? = nil, base: FormTexts? = nil) {
        let scope = scene.root.window.editor(subject)
        if let open = dialogs.dialog(in: scope) {
            guard let editor = open.content as? PartEditor, editor.isSaving else {
                return open.present()
            }
            // It is about to close.
            editor.onSaved = { [weak self] in self?.openEditor(subject, texts, base: base) }
            return
        }
        SceneStorage(.editorSubject, in: scope).wrappedValue = subject.stored
        restoreEditor(subject.dialog, in: scope) { editor in
            if let texts { editor.restore(texts, base: base ?? texts) }
        }
    }

    /// Opens the editor of a new item, or raises one for an item of the same kind.
    private func openNew(_ subject: EditorSubject) {
        let open = dialogs.all.first { dialog in
            // One that is being saved is about to close.
            guard let editor = dialog.content as? PartEditor, !editor.isSaving else { return false }
            let other = editor.subject
            let isSamePlace = [other, subject].map { context.series[$0.seriesID]?.id }
            return other.isNew && other.kind == subject.kind
                && (isSamePlace[0] == isSamePlace[1] || subject.kind == .series)
        }
        if let open { open.present() } else { openEditor(subject) }
    }

    /// Restores an editor. Its series may not be loaded yet.
    func restoreEditor(
        _ kind: DialogKind,
        in scope: RestorationScope,
        then body: @escaping @MainActor @Sendable (PartEditor) -> Void = { _ in }
    ) {
        let stored = SceneStorage(.editorSubject, in: scope).wrappedValue
        guard let subject = EditorSubject(stored: stored) else {
            return dialogs.restore(kind, in: scope)
        }
        context.series.load([subject.seriesID]) { [weak self] in
            guard let self, !isClosed else { return }
            dialogs.restore(kind, in: scope)
            if let editor = dialogs.dialog(in: scope)?.content as? PartEditor { body(editor) }
        }
    }

    /// Shows the saved item, and offers to undo saving.
    func didSave(
        _ subject: EditorSubject,
        _ texts: FormTexts,
        _ series: Series,
        _ undo: LibraryUndo
    ) {
        context.series.store(series)
        if subject.isNew {
            switch subject.kind {
            case .series: show(.favorites(in: series))
            case .book: show(.book(subject.id))
            case .character: break
            }
        }
        if !undo.isEmpty { parts.offer(EditorText.saved(subject, texts), undo) }
        spoilers.didSave(subject.part, in: series)
    }

    // MARK: What things are called, and where they are

    private func name(of part: SeriesPart) -> String {
        switch part {
        case .series(let id): context.series[id]?.shownTitle ?? ""
        case .book(let id): context.series.book(id)?.title ?? ""
        case .character(let id): context.series.character(id)?.name ?? ""
        case .chapter, .relation: ""
        }
    }

    private func place(of part: SeriesPart) -> Place? {
        switch part {
        // Nothing of it is shown on the shelf, which stays.
        case .series: showsTabs ? place : nil
        case .book(let id): .book(id)
        case .character(let id): .character(id)
        case .chapter, .relation: nil
        }
    }

    private func comeBack(to place: Place) {
        context.resolve(place) { [weak self] result in
            guard let self, !isClosed, case .success(let place) = result else { return }
            show(place)
        }
    }
}

/// The actions that create, edit and delete series, books and characters.
@MainActor
final class EditingActions {
    private unowned let owner: MainWindow
    private let addBook: Action
    private let addCharacter: Action
    private let edit: Action
    private let editSeries: Action
    private let delete: Action
    private let deleteSeries: Action

    init(_ owner: MainWindow) {
        self.owner = owner
        let newBook = Action(.newBook) { [weak owner] in owner?.addBook() }
        let newSeries = Action(.newSeries) { [weak owner] in owner?.addSeries() }
        addBook = Action(.addBook) { [weak owner] in
            if let owner { owner.addBook(to: owner.series.id) }
        }
        addCharacter = Action(.addCharacter) { [weak owner] in
            guard let owner else { return }
            let page = owner.page
            owner.addCharacter(to: owner.series.id, in: page.book?.id ?? page.character?.bookID)
        }
        edit = Action(.editPage) { [weak owner] in
            if let owner { owner.edit(owner.shownPart ?? owner.series.shownPart) }
        }
        editSeries = Action(.editSeries) { [weak owner] in
            if let owner { owner.edit(.series(owner.series.id)) }
        }
        delete = Action(.deletePage) { [weak owner] in
            if let owner, let part = owner.shownPart { owner.delete(part) }
        }
        deleteSeries = Action(.deleteSeries) { [weak owner] in
            if let owner { owner.delete(.series(owner.series.id)) }
        }
        let others = [addBook, addCharacter, edit, editSeries, delete, deleteSeries]
        for action in [newBook, newSeries] + others {
            owner.window.add(action)
        }
    }

    /// Enables what can be done on the page that is shown.
    func update() {
        let hasSeries = !owner.series.isMissing && owner.showsTabs
        for action in [addBook, addCharacter, edit] { action.isEnabled = hasSeries }
        // The series of a lone book is not to be seen.
        for action in [editSeries, deleteSeries] {
            action.isEnabled = hasSeries && !owner.series.isLoneBook
        }
        delete.isEnabled = owner.shownPart != nil
    }
}

extension MainWindow {
    /// The book or character of the current page.
    fileprivate var shownPart: SeriesPart? {
        let page = page
        if let book = page.book { return .book(book.id) }
        if let character = page.character { return .character(character.id) }
        return nil
    }
}

extension Series {
    /// The item that *Edit Series* means: for a lone book, the book.
    var shownPart: SeriesPart {
        if isLoneBook, let book = books.first { .book(book.id) } else { .series(id) }
    }
}
