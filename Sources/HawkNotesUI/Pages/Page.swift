import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

/// Things of a page that can have the focus, by their names after a prefix.
struct FocusList {
    /// What all of their names begin with.
    let prefix: String
    /// Those that there are now, by the rest of their names.
    let elements: [(id: String, widget: Widget)]
    /// Whether it is known at once where each of them is, seen or not: none has to be looked for.
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

    /// Something that stands alone; none where there is no widget.
    init(_ name: String, _ widget: Widget?) {
        self.init(name, widget.map { [(id: "", widget: $0)] } ?? [])
    }
}

/// What a tab shows at one level of its path.
@MainActor
protocol Page: AnyObject {
    /// The page's widget.
    var root: Widget { get }
    /// What the window is called while the page is shown.
    var title: String { get }
    /// The notes of the page, when it has any.
    var notes: NotesSection? { get }
    /// The book whose web page can be shown from here.
    var book: Book? { get }
    /// The character whose heart can be toggled here.
    var character: Character? { get }
    /// Arranges the page for the window's width.
    func arrange(for sizeClass: SizeClass)
    /// What has the focus, by a name that holds at the next launch; nil when it is nothing of this page.
    func focusName(of widget: Widget) -> String?
    /// Gives the focus to what has the name.
    func grabFocus(_ name: String)
    /// Gives the focus to what a page opens with: its list, or else the first thing on it.
    func focusFirst()
    /// Takes a key before anything else in the window does, wherever the focus is.
    ///
    /// - Returns: whether the key was one of the page's own.
    func handle(_ key: Key, _ modifiers: Modifiers, focus: Widget?) -> Bool
    /// Goes back in itself, as a web page does; says whether there was anywhere to go.
    func goBack() -> Bool
    /// Shows what has changed in the series.
    func seriesDidChange()
    /// Forgets what is not to be there when the page is opened anew: it is being left.
    func forget()
    /// Lets go of everything that the page keeps in the window's state; what is kept stays.
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

    /// Names the composer and the rows and cards of lists.
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

    /// Finds what `focusName` has named, now or as soon as it has a row in one of the lists.
    ///
    /// - Parameters:
    ///   - lists: the elements that there are now, as for `focusName`.
    ///   - rows: where other elements may come.
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
            // Searching the notes for a character would read notes out of sight.
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
                // What is typed next must not take the place of what was selected by coming back.
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
