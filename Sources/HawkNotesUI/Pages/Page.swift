import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

/// A group of focusable elements of a page, by their names behind a prefix.
struct FocusList {
    /// The common prefix of the names.
    let prefix: String
    /// The existing elements, by the rest of their names.
    let elements: [(id: String, widget: Widget)]
    /// Whether the position of each element is known at once, visible or not, so that none has to
    /// be looked for.
    let isComplete: Bool

    init(
        _ prefix: String,
        _ elements: [(id: String, widget: Widget)],
        isComplete: Bool = false
    ) {
        self.prefix = prefix
        self.elements = elements
        self.isComplete = isComplete
    }

    /// A single element; empty without a widget.
    init(_ name: String, _ widget: Widget?) {
        self.init(name, widget.map { [(id: "", widget: $0)] } ?? [])
    }
}

/// The content of a tab at one level of its path.
@MainActor
protocol Page: AnyObject {
    /// The page's widget.
    var root: Widget { get }
    /// The window's title while the page is shown.
    var title: String { get }
    /// The notes of the page, when it has any.
    var notes: NotesSection? { get }
    /// The book whose web page can be shown from here.
    var book: Book? { get }
    /// The character whose heart can be toggled here.
    var character: Character? { get }
    /// Arranges the page for the window's width.
    func arrange(for sizeClass: SizeClass)
    /// The name of the focused element, which stays the same in every run; nil for a widget outside
    /// the page.
    func focusName(of widget: Widget) -> String?
    /// Focuses the element with this name.
    func grabFocus(_ name: String)
    /// Sets the initial focus: on the page's list, or its first element.
    func focusFirst()
    /// Handles a key before anything else in the window does, wherever the focus is.
    ///
    /// - Returns: whether the page has handled the key.
    func handle(_ key: Key, _ modifiers: Modifiers, focus: Widget?) -> Bool
    /// Goes back within the page, as a web page does; returns whether that was possible.
    func goBack() -> Bool
    /// Applies changes of the series.
    func seriesDidChange()
    /// Forgets the state that a page does not restore when it is opened again; called when it is
    /// left.
    func forget()
    /// Releases all keys of the window's state; stored values stay.
    func close()
}

extension Page {
    var notes: NotesSection? { nil }
    var book: Book? { nil }
    var character: Character? { nil }

    func focusFirst() { root.focusFirst() }

    func goBack() -> Bool { false }

    func seriesDidChange() {}

    func forget() {}

    func handle(_ key: Key, _ modifiers: Modifiers, focus: Widget?) -> Bool { false }

    /// Returns the name of the composer or of a list's row or card.
    func focusName(
        of widget: Widget,
        lists: [FocusList]
    ) -> String? {
        if let field = notes?.composer.field, field.isSame(as: widget) { return "composer" }
        for list in lists {
            for element in list.elements
            where element.widget.isSame(as: widget) || widget.isDescendant(of: element.widget) {
                return list.prefix + element.id
            }
        }
        return nil
    }

    /// Focuses the element that `focusName` has named, now or once it has a row in one of the
    /// lists.
    ///
    /// - Parameters:
    ///   - lists: the existing elements, as for `focusName`.
    ///   - rows: the lists in which other elements may appear.
    func grabFocus(
        _ name: String,
        lists: @escaping @MainActor () -> [FocusList],
        in rows: [PartList]
    ) {
        if grabFocus(name, lists: lists()) { return }
        guard let owner = lists().first(where: { name.hasPrefix($0.prefix) }) else { return }
        let element = String(name.dropFirst(owner.prefix.count))
        let before = root.windowFocus
        for list in rows {
            // Searching the notes for a character would read notes out of view.
            list.restoreFocus(element, isKnown: owner.isComplete) { [weak self] in
                guard let self else { return true }
                // The user may have moved on, within this page or to a search.
                guard root.isMapped else { return true }
                if let focus = root.windowFocus, before.map(focus.isSame) != true,
                    focusName(of: focus) != nil || focus.takesText
                {
                    return true
                }
                return grabFocus(name, lists: lists())
            }
        }
    }

    private func grabFocus(
        _ name: String,
        lists: [FocusList]
    ) -> Bool {
        if name == "composer" { return notes?.composer.field.grabFocus() ?? false }
        for list in lists {
            for element in list.elements where list.prefix + element.id == name {
                // Typing must not replace text that was selected by restoring the focus.
                if let entry = element.widget as? Entry {
                    entry.grabFocusWithoutSelecting()
                    return true
                }
                return element.widget.grabFocus()
            }
        }
        return false
    }
}
