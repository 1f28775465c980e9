import Phrases

extension Command {
    /// The titles of commands, how users reach them, and their keys.
    package var entry: Entry {
        switch self {
        // MARK: The program

        case .about: Entry(title: localized("About Hawk Notes"))
        // A row of the main menu; the preferences have the same choice.
        case .colorScheme: Entry()
        case .help:
            Entry(
                title: localized("Help"),
                accelerators: ["F1"],
                shortcut: localized("Help")
            )
        case .largerNoteText:
            Entry(
                title: localized("Larger Text"),
                keys: ["<Control>plus"],
                shortcut: localized("Larger or smaller text")
            )
        case .newPrivateWindow:
            Entry(
                title: localized("New Private Window"),
                accelerators: ["<Control><Shift>p"],
                shortcut: localized("New private window")
            )
        case .newWindow:
            Entry(
                title: localized("New Window"),
                accelerators: ["<Control>n"],
                shortcut: localized("New window")
            )
        case .normalNoteText:
            Entry(
                title: localized("Normal Size"),
                keys: ["<Control>0"],
                shortcut: localized("Normal text size")
            )
        case .preferences:
            Entry(
                title: localized("Preferences"),
                accelerators: ["<Control>comma"],
                shortcut: localized("Preferences")
            )
        case .quit:
            Entry(
                title: localized("Quit"),
                accelerators: ["<Control>q"],
                shortcut: localized("Quit")
            )
        case .reopenClosedWindow:
            Entry(
                title: localized("Reopen Closed Window"),
                accelerators: ["<Control><Shift>t"],
                shortcut: localized("Reopen closed window")
            )
        // The window that it opens lists its keys itself.
        case .shortcuts:
            Entry(
                title: localized("Keyboard Shortcuts"),
                accelerators: ["<Control>question"]
            )
        case .showHistory:
            Entry(
                title: localized("History…"),
                accelerators: ["<Control>h"],
                shortcut: localized("History")
            )
        case .smallerNoteText:
            Entry(title: localized("Smaller Text"), keys: ["<Control>minus"])
        case .startFresh: Entry(title: localized("Close All and Start Over"))

        // Buttons of the history, or pages of it.
        case .restorePreviousSession, .showEarlier, .showOrphanedDrafts, .showRecentlyClosed,
            .showWorkspaces:
            Entry()

        // For scripts and other processes.
        case .currentActivity, .newNote, .openActivity, .openWorkspace, .request, .searchFor,
            .windows,
            .workspaces, .importFile:
            Entry()

        // MARK: A window

        case .addBook, .addBookToSeries: Entry(title: localized("Add Book…"))
        // The page of a book also has a button for it.
        case .addCharacter, .addCharacterToBook, .addCharacterToSeries:
            Entry(title: localized("Add Character…"))
        // The window has a button for it.
        case .closeWindow:
            Entry(
                accelerators: ["<Control>w"],
                shortcut: localized("Close window")
            )
        // The menus of the page, by its kind; for scripts.
        case .copyPageLink, .deletePage, .editPage: Entry()
        case .deleteSeries, .deleteOneSeries: Entry(title: localized("Delete Series"))
        case .editSeries, .editOneSeries: Entry(title: localized("Edit Series…"))
        case .export:
            Entry(
                title: localized("Export or Print…"),
                accelerators: ["<Control><Shift>e"],
                shortcut: localized("Export")
            )
        case .exportWindow: Entry(title: localized("Export Window…"))
        // A swipe from the edge of the window also does it, and the pointer's back button.
        case .goBack:
            Entry(
                title: localized("Back"),
                accelerators: [SideKey.back],
                keys: ["Escape"],
                shortcut: localized("Back")
            )
        // Has an item for each page behind the current one, with its title.
        case .goBackToLevel: Entry()
        // Dropping a file on the window also imports it.
        case .import:
            Entry(
                title: localized("Import…"),
                accelerators: ["<Control>o"],
                shortcut: localized("Import")
            )
        case .liftVeil, .showSpoilers: Entry(title: localized("Show Spoilers"))
        case .hideSpoilers: Entry(title: localized("Hide Spoilers"))
        case .showReadingProgress: Entry(title: localized("Reading Progress…"))
        case .newBook: Entry(title: localized("New Book…"))
        case .newSeries: Entry(title: localized("New Series…"))
        // With the pointer, the tabs do it; with the focus on a tab, the arrow keys do.
        case .nextTab:
            Entry(
                accelerators: ["<Control>Page_Down"],
                shortcut: localized("Next tab")
            )
        case .openMenu:
            Entry(
                title: localized("Main Menu"),
                accelerators: ["F10"],
                shortcut: localized("Main menu")
            )
        // With the pointer, the tabs do it.
        case .previousTab:
            Entry(
                accelerators: ["<Control>Page_Up"],
                shortcut: localized("Previous tab")
            )
        case .print:
            Entry(
                title: localized("Print…"),
                accelerators: ["<Control>p"],
                shortcut: localized("Print the page")
            )
        case .saveNote:
            Entry(
                title: localized("Save Note"),
                keys: ["<Control>Return"],
                shortcut: localized("Save the note")
            )
        // Typing on a page also searches.
        case .search:
            Entry(
                title: localized("Search…"),
                accelerators: ["<Control>f", "<Control><Shift>f"],
                shortcut: localized("Search")
            )
        case .selectTab: Entry()
        // With the pointer, the tabs do it.
        case .selectTabNumber:
            Entry(
                accelerators: (1...9).map { "<Alt>\($0)" },
                shortcut: localized("Show a tab")
            )
        // The button names the page.
        case .showAmazonPage: Entry()
        case .showLibrary:
            Entry(
                title: localized("Library"),
                accelerators: ["<Alt>Home"],
                shortcut: localized("Library")
            )
        // Has an item for each recent page, with its title.
        case .showPage: Entry()
        case .showTabs:
            Entry(
                title: localized("All Books"),
                accelerators: ["<Alt>0"],
                shortcut: localized("All books")
            )
        case .showTrash: Entry(title: localized("Trash"))
        case .toggleFavorite:
            Entry(
                title: localized("Favorite"),
                accelerators: ["<Control>d"],
                shortcut: localized("Add to or remove from favorites")
            )
        // With the pointer, the window menu of the desktop does it.
        case .toggleFullscreen:
            Entry(
                accelerators: ["F11"],
                shortcut: localized("Full screen")
            )
        // Clicking the field does the same.
        case .writeNote:
            Entry(
                accelerators: ["<Control><Shift>n"],
                shortcut: localized("Write a note")
            )

        // MARK: The rows of lists, and what stands for a page

        // A click or a tap also does it.
        case .openPlace:
            Entry(title: localized("Open"))
        // Ctrl+click, a middle click, and dragging it out of the window also do it. With Shift, a
        // window that already shows the page is raised instead.
        case .openPlaceInNewWindow:
            Entry(
                title: localized("Open in New Window"),
                keys: ["<Control>Return"],
                shortcut: localized("Open in a new window")
            )
        case .copyNoteLink, .copyPlaceLink:
            Entry(title: localized("Copy Link"))
        case .editBook: Entry(title: localized("Edit Book…"))
        case .editCharacter: Entry(title: localized("Edit Character…"))
        case .joinBook, .joinLoneBook: Entry(title: localized("Join Book With…"))
        case .joinCharacter: Entry(title: localized("Join Character With…"))
        case .deleteBook: Entry(title: localized("Delete Book"))
        case .deleteCharacter: Entry(title: localized("Delete Character"))
        case .unveilCharacter, .unveilNote: Entry(title: VeilText.show)
        // Or removes it; the heart does the same.
        case .toggleCharacterFavorite:
            Entry(title: localized("Add to Favorites"), keys: ["<Control>d"])
        case .clearNoteSelection: Entry(title: localized("Clear Selection"))
        case .copyNote: Entry(title: localized("Copy Note"))
        case .copyNoteSelection: Entry(title: localized("Copy Selection"))
        case .deleteNote:
            Entry(
                title: localized("Delete Note"),
                keys: ["Delete"],
                shortcut: localized("Delete the note")
            )
        case .editNote:
            Entry(
                title: localized("Edit Note"),
                keys: ["F2"],
                shortcut: localized("Edit the note")
            )
        case .exportNote: Entry(title: localized("Export Note…"))
        case .markNote:
            Entry(
                title: localized("Select"),
                keys: ["<Control>space"],
                shortcut: localized("Select the note")
            )
        // Dragging it by its date to a row or a tab also moves it.
        case .moveNote: Entry(title: localized("Move to…"))
        // Has an item for each link of the note.
        case .openNoteLink: Entry()
        case .showNoteVersions: Entry(title: localized("Earlier Versions…"))
        case .choosePicture: Entry(title: localized("Choose…"))
        // Dropping a file on it also does it.
        case .pastePicture: Entry(title: localized("Paste"))
        case .removePicture: Entry(title: localized("Remove"))
        }
    }
}
