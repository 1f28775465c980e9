import Foundation
import HawkNotesModel
import StateRestoration

// Every scope and key of what windows keep. Those of shipped versions never change: what people have
// on their disks is found by them.

extension RestorationScope {
    /// What is about the window itself; to be asked of a scene's root.
    package var window: RestorationScope { scope("window") }

    /// A tab; to be asked of a scene's root.
    package func tab(_ tab: Place) -> RestorationScope {
        scope(Self.tabName(tab))
    }

    /// The name of the scope of a tab.
    nonisolated static func tabName(_ tab: Place) -> String {
        guard case .favorites(let series?) = tab else { return ScopePrefix.tab + tab.tabIdentifier }
        return ScopePrefix.tab + tab.tabIdentifier + ":" + series.canonicalString
    }

    /// The page of a place; to be asked of a tab's scope.
    package func page(_ place: Place) -> RestorationScope {
        switch place {
        case .book: scope("book")
        case .webPage: scope("book").scope("web")
        case .character: scope(ScopePrefix.character + place.id)
        case .favorites: scope("favorites")
        case .shelf, .series, .note, .search, .newer: scope(place.kind + ":" + place.id)
        }
    }

    /// A saved note on a page.
    package func note(_ id: UUID) -> RestorationScope {
        scope(ScopePrefix.note + id.canonicalString)
    }

    /// A note on a page that is still to be saved.
    func pendingNote(_ id: UUID) -> RestorationScope {
        scope(ScopePrefix.pendingNote + id.canonicalString)
    }
}

/// How the names of scopes begin that hold one thing of many.
enum ScopePrefix {
    static let tab = "tab:"
    static let character = "character:"
    static let note = "note:"
    static let pendingNote = "pending:"
}

extension TextKey {
    /// The selection in the text, as cursor and other end, before texts kept it themselves.
    package var selection: RestorationKey<String> { .init(name: name + "Selection", default: "") }

    /// The note that is being written on a page.
    package static let newNote = TextKey(name: "newNote")
    /// The changed text of a note.
    package static let edit = TextKey(name: "edit")
    /// A note that is still to be saved.
    static let pendingNote = TextKey(name: "text")
}

// Of a window.
extension RestorationKey<String> {
    /// The first tab while nothing is stored.
    package static func selectedTab(_ first: Place) -> Self {
        .init(name: "selectedTab", default: first.tabIdentifier)
    }

    /// The series that is shown, by its `storedIdentifier`.
    package static var series: Self { .init(name: "series", default: "") }

    /// What the window is about, as a user activity in its encoded form.
    package static var activity: Self { .init(name: "activity", default: "") }

    /// What has the focus, by its name on the page.
    package static var focus: Self { .init(name: "focus", default: "") }
}

extension RestorationKey<Int> {
    /// In pixels.
    package static func width(_ initial: Int) -> Self { .init(name: "width", default: initial) }
    /// In pixels.
    package static func height(_ initial: Int) -> Self { .init(name: "height", default: initial) }
}

extension RestorationKey<Bool> {
    package static var isMaximized: Self { .init(name: "maximized", default: false) }
    package static var isFullscreen: Self { .init(name: "fullscreen", default: false) }
}

// Of a tab.
extension RestorationKey<String> {
    package static var path: Self { .init(name: "path", default: "") }
}

extension RestorationKey<Bool> {
    /// Whether the web page of a book was shown; in the scope of the book, and only before the path
    /// had a level for it.
    package static var showsWebPage: Self { .init(name: "amazonPage", default: false) }
}

// Of a page.
extension RestorationKey<AnchoredScrollPosition?> {
    /// Of the page, or of its first column.
    package static var scroll: Self { .init(name: "scroll") }
    /// Of the notes in a column of their own.
    package static var notesScroll: Self { .init(name: "notesScroll") }
}

extension RestorationKey<String> {
    /// The ids of the notes that are marked, with blanks between them.
    package static var markedNotes: Self { .init(name: "markedNotes", default: "") }
}

extension RestorationKey<Bool> {
    /// Whether the notes are shown that name a character without mentioning it.
    package static var showsNamingNotes: Self { .init(name: "showsNamingNotes", default: false) }
}

extension RestorationKey<String?> {
    /// The id that the new note will have, and the window that it counts in.
    static var newNoteID: Self { .init(name: "newNoteID") }
}

// Of a note.
extension RestorationKey<Bool> {
    /// Whether all lines of a long text are shown.
    package static var isUnfolded: Self { .init(name: "isUnfolded", default: false) }
}

// Of a note that is being edited.
extension RestorationKey<Bool> {
    package static var isEditing: Self { .init(name: "isEditing", default: false) }
    static var isSavingEdit: Self { .init(name: "isSaving", default: false) }
}

extension RestorationKey<String> {
    /// The text that the edit began with.
    static var editBase: Self { .init(name: "editBase", default: "") }
}

extension RestorationKey<String?> {
    /// What stood for the mentions of the base when the edit began, line by line; nil where there are
    /// none, and before mentions were edited as names.
    static var editWords: Self { .init(name: "editWords") }
    /// The id of the note that the text becomes when the note is gone.
    static var editID: Self { .init(name: "editID") }
}

// Of a note that is still to be saved.
extension RestorationKey<String> {
    static var pendingSubject: Self { .init(name: "subject", default: "") }
}

extension RestorationKey<Date> {
    static var pendingDate: Self { .init(name: "date", default: .distantPast) }
}

extension RestorationKey<Bool> {
    static var pendingIsReturning: Self { .init(name: "isReturning", default: false) }
}

// Of a web page.
extension RestorationKey<Data> {
    /// In the engine's format.
    static var webHistory: Self { .init(name: "history", default: Data()) }
}

extension RestorationKey<String> {
    static var webAddress: Self { .init(name: "address", default: "") }
    static var webScroll: Self { .init(name: "scroll", default: "") }
}

extension RestorationKey<Double> {
    static var webZoom: Self { .init(name: "zoom", default: 1) }
}

extension RestorationKey<Bool> {
    static var webIsStarting: Self { .init(name: "isStarting", default: false) }
}
