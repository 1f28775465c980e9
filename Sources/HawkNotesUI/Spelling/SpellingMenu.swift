import GTKBridge
import HawkNotesPresentation
import Phrases

/// The corrections in the context menu of a text field. Opened on a word that is not misspelled,
/// the menu is GTK's own.
@MainActor
final class SpellingMenu {
    /// What can be done with a misspelled word. The actions belong to the field's word, not to the
    /// window, and have no keys: they are not commands.
    private enum Choice: String {
        case replace, add, ignore
        /// There is no such action, so that the item cannot be chosen.
        case none

        static let prefix = "spelling"
        var action: String { "\(Self.prefix).\(rawValue)" }
    }

    /// When suggestions take longer, the menu opens without them, and they are added to it.
    private static let longestWait: Duration = .milliseconds(300)

    private weak var field: TextView?
    private let buffer: TextBuffer
    private let tag: TextTag
    private let spelling: FieldSpelling
    /// The word for which the menu was opened.
    private var word: (range: Range<Int>, text: String)?
    /// Counts the menus that were requested.
    private var requests = 0

    /// - Parameter tag: marks the misspelled words.
    init(_ field: TextView, tag: TextTag, _ spelling: FieldSpelling) {
        self.field = field
        self.tag = tag
        self.spelling = spelling
        buffer = field.buffer
        let actions = ActionGroup()
        actions.add(Action(Choice.replace.rawValue) { [weak self] in self?.replace(with: $0) })
        actions.add(Action(Choice.ignore.rawValue) { [weak self] in self?.ignore() })
        let add = Action(Choice.add.rawValue) { [weak self] in self?.add() }
        add.isEnabled = spelling.canAdd
        actions.add(add)
        actions.install(on: field, prefix: Choice.prefix)
        field.onPress(button: 3, phase: .capture) { [weak self] in self?.open(at: $0) ?? false }
        field.onKey(phase: .capture) { [weak self] key, modifiers in
            let isMenuKey =
                key == Key("Menu") && modifiers.isEmpty || key == Key("F10") && modifiers == .shift
            return isMenuKey && self?.openAtCursor() == true
        }
    }

    /// Opens the menu at the word under the pointer, and moves the cursor there unless the word is
    /// selected.
    ///
    /// - Returns: false if the word is not misspelled.
    private func open(at press: Press) -> Bool {
        guard let field, let offset = field.offset(at: press.x, press.y),
            let range = tag.range(around: offset)
        else { return useOwnMenu() }
        let (cursor, anchor) = buffer.selection
        if !(min(cursor, anchor)..<max(cursor, anchor)).contains(offset) {
            buffer.selection = (offset, offset)
        }
        field.grabFocus()
        open(for: range)
        return true
    }

    /// Opens the menu at the word at the cursor.
    ///
    /// - Returns: false if the word is not misspelled.
    func openAtCursor() -> Bool {
        guard let range = tag.range(around: buffer.selection.cursor) else { return useOwnMenu() }
        open(for: range)
        return true
    }

    private func useOwnMenu() -> Bool {
        requests += 1
        field?.resetContextMenu()
        return false
    }

    private func open(for range: Range<Int>) {
        let typed = buffer.text(in: range)
        // As dictionaries spell it.
        let text = SpelledWords.find(in: typed).first?.text ?? typed
        word = (range, typed)
        requests += 1
        let request = requests
        let corrections = Menu()
        spelling.findSuggestions(for: text) { [weak self] suggestions in
            Self.fill(corrections, with: suggestions)
            self?.show(corrections, for: request)
        }
        MainLoop.after(Self.longestWait) { [weak self] in
            guard let self, requests == request else { return }
            corrections.item(localized("Looking for suggestions…"), action: Choice.none.action)
            show(corrections, for: request)
        }
    }

    /// Shows the menu, unless it was shown already or another one was requested.
    private func show(_ corrections: Menu, for request: Int) {
        guard requests == request, let field, field.isMapped, let word else { return }
        requests += 1
        let others = Menu()
        if spelling.canAdd {
            others.item(localized("Add to Dictionary"), action: Choice.add.action)
        }
        others.item(localized("Ignore"), action: Choice.ignore.action)
        field.showContextMenu(for: word.range, beginningWith: [corrections, others])
    }

    private static func fill(_ corrections: Menu, with suggestions: [String]) {
        corrections.removeAll()
        for suggestion in suggestions {
            corrections.item(suggestion, action: Choice.replace.action, target: suggestion)
        }
        if suggestions.isEmpty {
            corrections.item(localized("No Suggestions"), action: Choice.none.action)
        }
    }

    // MARK: Actions

    private func replace(with suggestion: String) {
        guard let word = currentWord else { return }
        buffer.apply(
            TextBuffer.Edit(
                offset: word.range.lowerBound,
                removed: word.text,
                inserted: suggestion
            )
        )
        let end = word.range.lowerBound + suggestion.unicodeScalars.count
        buffer.selection = (end, end)
    }

    private func add() {
        if let spelled { spelling.add(spelled) }
    }

    private func ignore() {
        if let spelled { spelling.ignore(spelled) }
    }

    /// The word, unless the text has changed since the menu was opened.
    private var currentWord: (range: Range<Int>, text: String)? {
        guard let word, buffer.text(in: word.range) == word.text else { return nil }
        return word
    }

    private var spelled: String? {
        currentWord.flatMap { SpelledWords.find(in: $0.text).first?.text }
    }
}
