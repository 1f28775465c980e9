/// Something that can be done, and how: the table of these is compared with what the program registers.
///
/// A button, an item of a menu and a tab are pressed with a pointer and a finger alike, and a screen reader
/// finds them by their names. What else leads to it stands beside.
struct Deed {
    /// Where it is offered.
    enum Offer {
        /// A button or a tab with this name.
        case button(String)
        /// An item of the main menu.
        case mainMenu(String)
        /// An item of a menu that a right click, a finger that is held, Menu and Shift+F10 open.
        case menu(String)
        /// Done by a gesture, and by what is named here for who cannot make it.
        case gesture(insteadOf: String)
        /// For scripts and other processes; people get there by what is named.
        case scripts(String)
    }

    let action: String
    let offer: Offer
    /// In GTK's spelling: those that are registered for the action.
    var accelerators: [String] = []
    /// In GTK's spelling: those that a page, a row or a field takes itself.
    var keys: [String] = []
    /// What a pointer does besides.
    var pointer = ""
    /// What a finger does besides.
    var touch = ""

    init(
        _ action: String,
        _ offer: Offer,
        accelerators: [String] = [],
        keys: [String] = [],
        pointer: String = "",
        touch: String = ""
    ) {
        self.action = action
        self.offer = offer
        self.accelerators = accelerators
        self.keys = keys
        self.pointer = pointer
        self.touch = touch
    }

    /// What is written on it; nil for what is no thing to press.
    var name: String? {
        switch offer {
        case .button(let name), .mainMenu(let name), .menu(let name): name
        case .gesture, .scripts: nil
        }
    }
}

extension Deed {
    /// Of the program.
    static let program = [
        Deed("app.about", .mainMenu("About Hawk Notes")),
        Deed("app.color-scheme", .mainMenu("Dark")),
        Deed("app.current-activity", .scripts("what is shown")),
        Deed("app.larger-note-text", .button("Larger Text"), keys: ["<Control>plus"]),
        Deed("app.new-note", .scripts("win.write-note")),
        Deed(
            "app.new-private-window",
            .mainMenu("New Private Window"),
            accelerators: ["<Control><Shift>p"]
        ),
        Deed("app.new-window", .mainMenu("New Window"), accelerators: ["<Control>n"]),
        Deed("app.normal-note-text", .button("Normal Size"), keys: ["<Control>0"]),
        Deed("app.open-activity", .scripts("links")),
        Deed("app.open-workspace", .scripts("win.show-workspaces")),
        Deed("app.preferences", .mainMenu("Preferences"), accelerators: ["<Control>comma"]),
        Deed("app.quit", .mainMenu("Quit"), accelerators: ["<Control>q"]),
        Deed(
            "app.reopen-closed-window",
            .mainMenu("Reopen Closed Window"),
            accelerators: ["<Control><Shift>t"]
        ),
        Deed("app.request", .scripts("another process")),
        Deed("app.restore-previous-session", .mainMenu("Restore Previous Session")),
        Deed("app.search", .scripts("win.search")),
        Deed(
            "app.shortcuts",
            .mainMenu("Keyboard Shortcuts"),
            accelerators: ["<Control>question", "F1"]
        ),
        Deed("app.show-orphaned-drafts", .mainMenu("Drafts Without a Page…")),
        Deed("app.smaller-note-text", .button("Smaller Text"), keys: ["<Control>minus"]),
        Deed("app.start-fresh", .mainMenu("Start Fresh")),
        Deed("app.windows", .scripts("what is open")),
        Deed("app.workspaces", .scripts("what there is")),
    ]

    /// Of a window.
    static let window = [
        Deed("win.add-book", .mainMenu("Add Book…")),
        Deed("win.add-character", .button("Add Character…")),
        Deed(
            "win.close",
            .gesture(insteadOf: "the window's own button"),
            accelerators: ["<Control>w"]
        ),
        Deed("win.copy-link", .mainMenu("Copy Link to This Page")),
        Deed("win.delete-part", .mainMenu("Delete This Page")),
        Deed("win.delete-series", .mainMenu("Delete Series")),
        Deed("win.edit", .button("Edit…")),
        Deed("win.edit-series", .mainMenu("Edit Series…")),
        Deed("win.export", .mainMenu("Export…"), accelerators: ["<Control><Shift>e"]),
        Deed("win.export-window", .mainMenu("Export Window…")),
        Deed(
            "win.go-back",
            .button("Back"),
            accelerators: ["<Alt>Left"],
            keys: ["Escape"],
            pointer: "the button for it",
            touch: "from the edge into the window"
        ),
        Deed(
            "win.import",
            .mainMenu("Import…"),
            accelerators: ["<Control>o"],
            pointer: "a file is dropped on the window"
        ),
        Deed("win.import-file", .scripts("win.import")),
        Deed("win.lift-veil", .mainMenu("Show What Is Veiled in This Book")),
        Deed("win.new-series", .mainMenu("New Series…")),
        Deed(
            "win.next-tab",
            .gesture(insteadOf: "the tabs"),
            accelerators: ["<Control>Page_Down"],
            keys: ["Right"]
        ),
        Deed("win.open-menu", .button("Main Menu"), accelerators: ["F10"]),
        Deed(
            "win.previous-tab",
            .gesture(insteadOf: "the tabs"),
            accelerators: ["<Control>Page_Up"],
            keys: ["Left"]
        ),
        Deed("win.print", .mainMenu("Print…"), accelerators: ["<Control>p"]),
        Deed("win.save-note", .button("Save Note"), keys: ["<Control>Return"]),
        Deed(
            "win.search",
            .button("Search"),
            accelerators: ["<Control>f", "<Control><Shift>f"],
            pointer: "and whatever is typed on a page"
        ),
        Deed("win.select-tab", .button("Favorites")),
        Deed(
            "win.select-tab-number",
            .gesture(insteadOf: "the tabs"),
            accelerators: (1...9).map { "<Alt>\($0)" }
        ),
        Deed("win.show-amazon-page", .button("View on Amazon")),
        Deed("win.show-history", .mainMenu("Go Back to…")),
        Deed("win.show-library", .button("Library"), accelerators: ["<Alt>Home"]),
        Deed("win.show-page", .mainMenu("Last Pages")),
        Deed("win.show-recently-closed", .mainMenu("Recently Closed…")),
        Deed("win.show-tabs", .button("All Books"), accelerators: ["<Alt>0"]),
        Deed("win.show-trash", .mainMenu("Trash")),
        Deed("win.show-workspaces", .mainMenu("Workspaces…")),
        Deed("win.toggle-favorite", .button("Favorite"), accelerators: ["<Control>d"]),
        Deed(
            "win.toggle-fullscreen",
            .gesture(insteadOf: "the desktop's own menu of windows"),
            accelerators: ["F11"]
        ),
        Deed(
            "win.write-note",
            .gesture(insteadOf: "the field for a new note"),
            accelerators: ["<Control><Shift>n"],
            keys: ["n"]
        ),
    ]

    /// Of the rows of lists, and of what stands for a page.
    static let rows = [
        Deed("character.copy-link", .menu("Copy Link")),
        Deed("character.delete", .menu("Delete")),
        Deed("character.edit", .menu("Edit…")),
        Deed("character.open", .menu("Open"), keys: ["Return"], pointer: "a click", touch: "a tap"),
        Deed(
            "character.open-in-new-window",
            .menu("Open in New Window"),
            keys: ["<Control>Return"],
            pointer: "Ctrl+click, a middle click, or dragged out of the window",
            touch: "held, and dragged out of the window"
        ),
        Deed(
            "character.toggle-favorite",
            .menu("Add to Favorites"),
            keys: ["<Control>d"],
            pointer: "the heart",
            touch: "the heart"
        ),
        Deed("character.unveil", .menu("Show Anyway")),
        Deed("found.copy-link", .menu("Copy Link")),
        Deed("found.open", .menu("Open"), keys: ["Return"], pointer: "a click", touch: "a tap"),
        Deed(
            "found.open-in-new-window",
            .menu("Open in New Window"),
            keys: ["<Control>Return"],
            pointer: "Ctrl+click, a middle click, or dragged out of the window",
            touch: "held, and dragged out of the window"
        ),
        Deed("note.copy", .button("Copy Note")),
        Deed("note.copy-link", .menu("Copy Link")),
        Deed("note.copy-selection", .menu("Copy Selection")),
        Deed("note.delete", .button("Delete Note"), keys: ["Delete"]),
        Deed("note.edit", .button("Edit Note"), keys: ["F2", "Return"]),
        Deed("note.export", .menu("Export Note…")),
        Deed("note.mark", .menu("Mark Note"), keys: ["<Control>space"], pointer: "Ctrl+click"),
        Deed(
            "note.move",
            .menu("Move to…"),
            pointer: "dragged by its date to a row or a tab",
            touch: "held by its date, and dragged"
        ),
        Deed("note.open-link", .menu("Open %1"), pointer: "a click", touch: "a tap"),
        Deed("note.unveil", .menu("Show Anyway"), keys: ["Return"]),
        Deed("note.versions", .menu("Earlier Versions…")),
        Deed("picture.choose", .menu("Choose…")),
        Deed("picture.paste", .menu("Paste"), pointer: "a file is dropped on it"),
        Deed("picture.remove", .menu("Remove")),
        Deed("place.copy-link", .menu("Copy Link")),
        Deed("place.open", .menu("Open"), keys: ["Return"], pointer: "a click", touch: "a tap"),
        Deed(
            "place.open-in-new-window",
            .menu("Open in New Window"),
            keys: ["<Control>Return"],
            pointer: "Ctrl+click, a middle click, or dragged out of the window",
            touch: "held, and dragged out of the window"
        ),
        Deed("series.copy-link", .menu("Copy Link")),
        Deed("series.delete", .menu("Delete")),
        Deed("series.edit", .menu("Edit…")),
        Deed("series.open", .menu("Open"), keys: ["Return"], pointer: "a click", touch: "a tap"),
        Deed(
            "series.open-in-new-window",
            .menu("Open in New Window"),
            keys: ["<Control>Return"],
            pointer: "Ctrl+click, a middle click, or dragged out of the window",
            touch: "held, and dragged out of the window"
        ),
    ]
}
