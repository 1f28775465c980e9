extension WindowActions {
    /// The keys of a window's actions.
    static let keys: [(action: String, keys: [String])] = [
        ("win.close", ["<Control>w"]),
        ("win.go-back", ["<Alt>Left"]),
        ("win.show-library", ["<Alt>Home"]),
        ("win.search", ["<Control>f", "<Control><Shift>f"]),
        ("win.write-note", ["<Control><Shift>n"]),
        ("win.show-tabs", ["<Alt>0"]),
        ("win.next-tab", ["<Control>Page_Down"]),
        ("win.previous-tab", ["<Control>Page_Up"]),
        ("win.toggle-favorite", ["<Control>d"]),
        ("win.import", ["<Control>o"]),
        ("win.export", ["<Control><Shift>e"]),
        ("win.print", ["<Control>p"]),
        ("win.toggle-fullscreen", ["F11"]),
        ("win.open-menu", ["F10"]),
    ]
}
