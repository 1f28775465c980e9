/// The commands of the program: the one table with the texts of menus, the names and keys of
/// actions, and the rows of the shortcuts window.
///
/// A command's raw value is the name of its action, as menus, buttons and the session bus spell it.
/// Its handler and its enabled state (`update`) are in `WindowActions`, `EditingActions`,
/// `ApplicationActions`, or the list whose rows it is for.
package enum Command: String, CaseIterable, Sendable {
    // The program
    case about = "app.about"
    case colorScheme = "app.color-scheme"
    /// Its state describes the place of the active window: `type`, `title`, `link`, `web-page` if
    /// there is one, and `activity`, all of it in encoded form. Empty without a place, or if it is
    /// private.
    case currentActivity = "app.current-activity"
    case help = "app.help"
    case largerNoteText = "app.larger-note-text"
    case newNote = "app.new-note"
    case newPrivateWindow = "app.new-private-window"
    case newWindow = "app.new-window"
    case normalNoteText = "app.normal-note-text"
    case openActivity = "app.open-activity"
    case openWorkspace = "app.open-workspace"
    case preferences = "app.preferences"
    case quit = "app.quit"
    case reopenClosedWindow = "app.reopen-closed-window"
    case request = "app.request"
    case restorePreviousSession = "app.restore-previous-session"
    case searchFor = "app.search"
    case shortcuts = "app.shortcuts"
    case showHistory = "app.show-history"
    case showOrphanedDrafts = "app.show-orphaned-drafts"
    case smallerNoteText = "app.smaller-note-text"
    case startFresh = "app.start-fresh"
    /// Its state is a list of the open windows, and that of `workspaces` a list of the groups.
    case windows = "app.windows"
    case workspaces = "app.workspaces"

    // A window
    case addBook = "win.add-book"
    case addCharacter = "win.add-character"
    case closeWindow = "win.close"
    case copyPageLink = "win.copy-link"
    case deletePage = "win.delete-part"
    case deleteSeries = "win.delete-series"
    case editPage = "win.edit"
    case editSeries = "win.edit-series"
    case export = "win.export"
    case exportWindow = "win.export-window"
    case goBack = "win.go-back"
    /// Leaves the pages above a level of the tab's path, by its number.
    case goBackToLevel = "win.go-back-to-level"
    case `import` = "win.import"
    case importFile = "win.import-file"
    case liftVeil = "win.lift-veil"
    case newBook = "win.new-book"
    case newSeries = "win.new-series"
    case nextTab = "win.next-tab"
    case openMenu = "win.open-menu"
    case previousTab = "win.previous-tab"
    case print = "win.print"
    case saveNote = "win.save-note"
    case search = "win.search"
    case selectTab = "win.select-tab"
    case selectTabNumber = "win.select-tab-number"
    case showAmazonPage = "win.show-amazon-page"
    case showEarlier = "win.show-history"
    case showLibrary = "win.show-library"
    case showPage = "win.show-page"
    case showRecentlyClosed = "win.show-recently-closed"
    case showTabs = "win.show-tabs"
    case showTrash = "win.show-trash"
    case showWorkspaces = "win.show-workspaces"
    case toggleFavorite = "win.toggle-favorite"
    case toggleFullscreen = "win.toggle-fullscreen"
    case writeNote = "win.write-note"

    // Books, characters and series, by their IDs: in their menus
    case addCharacterToBook = "book.add-character"
    case deleteBook = "book.delete"
    case editBook = "book.edit"
    case hideSpoilers = "book.hide-spoilers"
    case joinBook = "book.join"
    case showReadingProgress = "book.reading-progress"
    case showSpoilers = "book.show-spoilers"
    case addBookToSeries = "series.add-book"
    case addCharacterToSeries = "series.add-character"

    // Rows of lists, and links to pages
    case deleteCharacter = "character.delete"
    case editCharacter = "character.edit"
    case joinCharacter = "character.join"
    case toggleCharacterFavorite = "character.toggle-favorite"
    case unveilCharacter = "character.unveil"
    case copyNote = "note.copy"
    case clearNoteSelection = "note.clear-selection"
    case copyNoteLink = "note.copy-link"
    case copyNoteSelection = "note.copy-selection"
    case deleteNote = "note.delete"
    case editNote = "note.edit"
    case exportNote = "note.export"
    case markNote = "note.mark"
    case moveNote = "note.move"
    case openNoteLink = "note.open-link"
    case unveilNote = "note.unveil"
    case showNoteVersions = "note.versions"
    case choosePicture = "picture.choose"
    case pastePicture = "picture.paste"
    case removePicture = "picture.remove"
    case copyPlaceLink = "place.copy-link"
    case openPlace = "place.open"
    case openPlaceInNewWindow = "place.open-in-new-window"
    case deleteOneSeries = "series.delete"
    case editOneSeries = "series.edit"
    case joinLoneBook = "series.join-book"
}

extension Command {
    /// The entry of a command.
    package struct Entry {
        /// The title of its item or button; nil if it has none, or a variable one.
        package var title: String?
        /// The accelerators of the action, in GTK's spelling: they work wherever the focus is.
        package var accelerators: [String] = []
        /// The keys that a page, a row or a field handles, in GTK's spelling. A key of the keypad
        /// counts as its twin.
        package var keys: [String] = []
        /// The title in the shortcuts window.
        package var shortcut: String?
    }

    /// The action's name without its group: `print` of `win.print`.
    package var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

    /// The title of its item or button.
    package var title: String { entry.title ?? "" }
}
