/// What a person can do: the one table from which the menus have their texts, the actions their names and
/// keys, and the window of shortcuts its rows.
///
/// A command's raw value is the name of its action, as menus, buttons and the session bus spell it. What it
/// does is registered where its things are: `WindowActions`, `EditingActions`, `ApplicationActions`, or the
/// list whose rows it is for. When it can be done, these say as well (`update`).
package enum Command: String, CaseIterable, Sendable {
    // The program
    case about = "app.about"
    case colorScheme = "app.color-scheme"
    /// Its state says what the window is about that has the keyboard: `type`, `title`, `link`, `web-page`
    /// where there is one, and `activity`, the whole in its encoded form. Empty where there is none, or it
    /// is private.
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
    /// Its state is a list of the open windows, and that of `workspaces` one of these.
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

    // Books, characters and series, by their ids: in the menus of all that stands for them
    case addCharacterToBook = "book.add-character"
    case deleteBook = "book.delete"
    case editBook = "book.edit"
    case hideSpoilers = "book.hide-spoilers"
    case joinBook = "book.join"
    case showReadingProgress = "book.reading-progress"
    case showSpoilers = "book.show-spoilers"
    case addBookToSeries = "series.add-book"
    case addCharacterToSeries = "series.add-character"

    // The rows of lists, and what stands for a page
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
    /// What the table knows of a command.
    package struct Entry {
        /// What is written on its item or button; nil where it has none, or what is there changes.
        package var title: String?
        /// Registered for the action, in GTK's spelling: they work wherever the focus is.
        package var accelerators: [String] = []
        /// Taken by a page, a row or a field, in GTK's spelling. A key of the keypad counts as its twin.
        package var keys: [String] = []
        /// What the window of shortcuts calls it.
        package var shortcut: String?
    }

    /// The action's name without the group that it is in: `print` of `win.print`.
    package var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

    /// What is written on its item or button.
    package var title: String { entry.title ?? "" }
}
