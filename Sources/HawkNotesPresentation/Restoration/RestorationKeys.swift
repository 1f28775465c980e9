import Foundation
import HawkNotesModel
import StateRestoration

// All scopes and keys of stored state. Those of released versions never change: stored values are
// found by them.

extension RestorationScope {
    /// The window's own values; call it on a scene's root.
    package var window: RestorationScope { scope("window") }

    /// A tab; call it on a scene's root.
    package func tab(_ tab: Place) -> RestorationScope {
        scope(Self.tabName(tab))
    }

    /// The name of a tab's scope.
    nonisolated static func tabName(_ tab: Place) -> String {
        guard case .favorites(let series?) = tab else { return ScopePrefix.tab + tab.tabIdentifier }
        return ScopePrefix.tab + tab.tabIdentifier + ":" + series.canonicalString
    }

    /// The page of a place; call it on a tab's scope.
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

    /// A note on a page that is waiting to be saved.
    func pendingNote(_ id: UUID) -> RestorationScope {
        scope(ScopePrefix.pendingNote + id.canonicalString)
    }
}

/// The prefixes of scope names for one of many items.
enum ScopePrefix {
    static let tab = "tab:"
    static let character = "character:"
    static let note = "note:"
    static let pendingNote = "pending:"
}

extension TextKey {
    /// The selection in the text, as cursor and other end, from before texts stored it themselves.
    package var selection: RestorationKey<String> { .init(name: name + "Selection", default: "") }

    /// The new note of a page.
    package static let newNote = TextKey(name: "newNote")
    /// The changed text of a note.
    package static let edit = TextKey(name: "edit")
    /// A note that is waiting to be saved.
    static let pendingNote = TextKey(name: "text")
}

// Of a window.
extension RestorationKey<String> {
    /// The first tab while nothing is stored.
    package static func selectedTab(_ first: Place) -> Self {
        .init(name: "selectedTab", default: first.tabIdentifier)
    }

    /// The window's series, by its `storedIdentifier`.
    package static var series: Self { .init(name: "series", default: "") }

    /// The window's user activity in its encoded form.
    package static var activity: Self { .init(name: "activity", default: "") }

    /// The focused element, by its name on the page.
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
    /// The page, or its first column.
    package static var scroll: Self { .init(name: "scroll") }
    /// The notes in a column of their own.
    package static var notesScroll: Self { .init(name: "notesScroll") }
}

extension RestorationKey<String> {
    /// The ids of the selected notes, separated by blanks.
    package static var markedNotes: Self { .init(name: "markedNotes", default: "") }
}

extension RestorationKey<Bool> {
    /// Whether the notes with unlinked mentions of a character are shown.
    package static var showsNamingNotes: Self { .init(name: "showsNamingNotes", default: false) }
}

extension RestorationKey<String?> {
    /// The id of the new note, and the window that it applies to.
    static var newNoteID: Self { .init(name: "newNoteID") }
}

// Of a note.
extension RestorationKey<Bool> {
    /// Whether a long text is expanded.
    package static var isUnfolded: Self { .init(name: "isUnfolded", default: false) }
}

// Of a note that is being edited.
extension RestorationKey<Bool> {
    package static var isEditing: Self { .init(name: "isEditing", default: false) }
    static var isSavingEdit: Self { .init(name: "isSaving", default: false) }
}

extension RestorationKey<String> {
    /// The initial text of the edit.
    static var editBase: Self { .init(name: "editBase", default: "") }
}

extension RestorationKey<String?> {
    /// The names of the base's mentions when the edit began, one per line; nil without any, and
    /// from before mentions were edited as names.
    static var editWords: Self { .init(name: "editWords") }
    /// The id of the note that the text becomes if the original note is deleted.
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
