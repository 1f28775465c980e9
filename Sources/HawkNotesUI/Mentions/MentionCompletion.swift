import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Offers characters when the user types an `@`, and tags when the user types a `#`, and inserts the
/// chosen one into the text.
///
/// The focus stays in the field: only the keys that choose are handled here, and only while there
/// are choices.
@MainActor
final class MentionCompletion {
    /// A choice.
    enum Choice: Equatable {
        case character(MentionSearch.Hit)
        /// A new character with this name.
        case create(String)
        /// A tag that was used before.
        case tag(String)
    }

    /// The word that is being typed.
    private struct Query: Equatable {
        enum Word: Equatable {
            case mention(MentionQuery)
            case tag(TagQuery)
        }

        var word: Word
        /// The position of the sign, and that of the cursor.
        var start: Int
        var cursor: Int

        init?(before: String, cursor: Int) {
            self.cursor = cursor
            if let tag = TagQuery(before: before) {
                word = .tag(tag)
                start = cursor - tag.length
            } else if let mention = MentionQuery(before: before) {
                word = .mention(mention)
                start = cursor - mention.length
            } else {
                return nil
            }
        }

        var tag: TagQuery? { if case .tag(let tag) = word { tag } else { nil } }

        /// The sign and the text behind it.
        var text: String {
            switch word {
            case .mention(let mention): sign + mention.text
            case .tag(let tag): sign + tag.text
            }
        }

        var sign: String { tag == nil ? "@" : "#" }
    }

    /// Makes a character with a name; nil where none can be made.
    var create: (@MainActor (String) -> Void)?
    /// The current choices; empty when there are none.
    var choices: [Choice] { offered.all }
    /// The choice that Enter inserts; nil when Enter belongs to the text.
    var selected: Int? { offered.selected }

    private unowned let field: TextView
    private let source: MentionSource
    private let offered: WordChoices
    private var connections: [SignalConnection] = []
    private var keys: KeyHandler?
    private var query: Query?
    /// The sign that has no choices any longer: the user pressed Escape or chose a name.
    private var settled: Int?
    /// Its last position.
    private var shownFrame: Rectangle?
    private var isComposing = false
    /// Whether the user has typed since the last update, or what was offered then has no place yet.
    private var hasTyped = false
    /// The end of the space that a completion has just inserted, where the cursor is; nil as soon
    /// as anything else has happened.
    private var spaceEnd: Int?
    /// What replaces that space.
    private static let closingMarks = Set(",.;:!?)]}…'\"’”،؛؟、。，．！？；：）」』".unicodeScalars)

    init(_ field: TextView, source: MentionSource, images: ImageStore) {
        self.field = field
        self.source = source
        offered = WordChoices(for: field, images: images)
        let buffer = field.buffer
        connections = buffer.onEdit { [weak self] edit in
            guard let self else { return }
            spaceEnd = nil
            let removed = edit.removed.unicodeScalars.count
            if let settled, edit.offset <= settled, settled < edit.offset + removed {
                // That sign was deleted, even if another one replaces it at once.
                self.settled = nil
            } else if let settled, edit.offset <= settled {
                // It moves with changes before it.
                self.settled = settled + edit.inserted.unicodeScalars.count - removed
            }
            if !edit.inserted.isEmpty { hasTyped = true }
        }
        connections.append(buffer.onChanged { [weak self] in self?.offered.updateSoon() })
        connections.append(
            buffer.onSelectionChanged { [weak self] in
                self?.forgetSpaceElsewhere()
                self?.offered.updateSoon()
            }
        )
        connections.append(
            field.onComposing { [weak self] text in
                self?.isComposing = !text.isEmpty
                self?.offered.updateSoon()
            }
        )
        field.onFocusLeave { [weak self] in self?.leave() }
        field.onUnmap { [weak self] in self?.leave() }
        field.onLayout { [weak self] in self?.followLayout() }
        offered.onUpdate = { [weak self] in self?.update() }
        offered.onAccept = { [weak self] in self?.accept($0) }
        offered.onClose = { [weak self] isDismissed in
            if isDismissed { self?.settled = self?.query?.start }
            self?.close()
        }
    }

    isolated deinit { for connection in connections { connection.disconnect() } }

    /// Whether there are choices.
    var isOpen: Bool { offered.isOpen }

    /// Closes the choices.
    func close() {
        query = nil
        offer([])
    }

    private func leave() {
        spaceEnd = nil
        hasTyped = false
        close()
    }

    /// Parses the text before the cursor. Called by itself soon after a change.
    func update() {
        let hasTyped = hasTyped
        // An input method may commit the word before it ends composing.
        if !isComposing { self.hasTyped = false }
        let (cursor, anchor) = field.buffer.selection
        let start = max(0, cursor - MentionQuery.longest - 2)
        let before = field.buffer.text(in: start..<cursor)
        guard cursor == anchor, let found = Query(before: before, cursor: cursor) else {
            settled = nil
            return close()
        }
        let at = found.start
        if settled != at { settled = nil }
        // A cursor that only passes by opens nothing.
        guard !isComposing, settled == nil, field.isFocused,
            hasTyped || query?.start == at
        else { return close() }
        if query == found { return }
        let isNew = query?.start != at || query?.sign != found.sign
        query = found
        switch found.word {
        case .mention(let mention): offerCharacters(for: mention)
        case .tag(let tag):
            offer(source.tags(tag).map(Choice.tag))
            guard isNew else { return }
            source.refreshTags { [weak self] in
                guard let self, let tag = query?.tag else { return }
                offer(source.tags(tag).map(Choice.tag))
            }
        }
    }

    private func offerCharacters(for found: MentionQuery) {
        let hits = source.hits(found.text)
        // Nothing is left to choose, and content below the list becomes clickable again.
        let isComplete = hits.count == 1 && source.words(hits[0].character) == found.text
        var choices = isComplete ? [] : hits.map(Choice.character)
        if create != nil, found.isNewName, !source.isName(found.text) {
            choices.append(.create(found.text))
        }
        offer(choices)
    }

    private func offer(_ new: [Choice]) {
        // Its size has changed.
        if offered.offer(new) { shownFrame = nil }
        handleKeys()
        if isOpen { place() }
    }

    /// Places it below the cursor, or hides it when the cursor is out of view.
    private func place() {
        guard let query else { return }
        guard let frame = field.visibleFrame(ofOffset: query.start) else {
            let isNew = shownFrame == nil
            close()
            // On a page that was just opened, the field has its place after the next layout.
            hasTyped = isNew
            return
        }
        guard frame != shownFrame || !offered.isShown else { return }
        shownFrame = frame
        offered.show(below: frame)
    }

    private func followLayout() {
        if isOpen { place() } else if hasTyped, !isComposing { offered.updateSoon() }
    }

    /// Handles keys as long as there are choices, or the space that one has inserted.
    private func handleKeys() {
        if !isOpen, spaceEnd == nil {
            let keys = keys
            self.keys = nil
            // Later: it may be handling a key.
            if let keys { MainLoop.whenIdle { keys.remove() } }
        } else if keys == nil {
            keys = field.addKeyHandler { [weak self] key, modifiers in
                self?.handle(key, modifiers) ?? false
            }
        }
    }

    /// - Returns: whether the key was handled.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        !isComposing && (offered.handle(key, modifiers) || handleAfterSpace(key, modifiers))
    }

    /// Swallows a space that is typed behind the one of the completion, and replaces that one with
    /// a typed punctuation mark.
    private func handleAfterSpace(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard let end = spaceEnd, modifiers.subtracting(.shift).isEmpty,
            let character = key.character
        else { return false }
        if character == " " {
            spaceEnd = nil
            handleKeys()
            return true
        }
        guard Self.closingMarks.contains(character) else { return false }
        let mark = TextBuffer.Edit(offset: end - 1, removed: " ", inserted: String(character))
        field.buffer.apply(mark)
        field.buffer.selection = (end, end)
        field.scrollToCursor()
        return true
    }

    private func forgetSpaceElsewhere() {
        if let spaceEnd, field.buffer.selection != (spaceEnd, spaceEnd) { self.spaceEnd = nil }
    }

    private func accept(_ choice: Choice) {
        guard choices.contains(choice), let query,
            field.buffer.text(in: query.start..<query.cursor) == query.text
        else { return }
        settled = query.start
        close()
        switch choice {
        case .character(let hit): replace(query, with: source.words(hit.character))
        case .create(let name):
            create?(name)
            replace(query, with: name)
        case .tag(let name): replace(query, with: name)
        }
    }

    /// Replaces the text behind the sign, as one undo step.
    private func replace(_ query: Query, with words: String) {
        let buffer = field.buffer
        let behind = buffer.text(in: query.cursor..<query.cursor + MentionQuery.longest)
            .unicodeScalars
        // The rest of the word that contains the cursor.
        let rest = behind.prefix { WordEdge.isInWord($0) }
        let next = behind.dropFirst(rest.count).first
        // After the full name, another word follows.
        let space = next.map { $0.properties.isWhitespace || !WordEdge.isInWord($0) } ?? false
        let removed = query.text + String(rest)
        let inserted = query.sign + words + (space ? "" : " ")
        buffer.apply(TextBuffer.Edit(offset: query.start, removed: removed, inserted: inserted))
        let end = query.start + inserted.unicodeScalars.count
        buffer.selection = (end, end)
        field.grabFocus()
        field.scrollToCursor()
        settled = query.start
        if !space { spaceEnd = end }
        handleKeys()
    }
}

/// The characters that can be mentioned on a page, and the tags that notes have.
@MainActor
struct MentionSource {
    /// Finds the characters that match the typed text.
    var hits: @MainActor (String) -> [MentionSearch.Hit]
    /// Whether a character has exactly this name.
    var isName: @MainActor (String) -> Bool
    /// The text that represents a character.
    var words: @MainActor (Character) -> String
    /// The tags of all notes, the last used ones first.
    var knownTags: @MainActor () -> [String]
    /// Finds the tags that match a typed beginning.
    var tags: @MainActor (TagQuery) -> [String]
    /// Reads the tags, and calls the body then.
    var refreshTags: @MainActor (@escaping @MainActor () -> Void) -> Void
}

/// The rows of the choices for an `@` or a `#`.
@MainActor
final class MentionChoices {
    let root = Box(.vertical, spacing: 0, role: .list)
    /// Called with the clicked choice.
    var onChoose: @MainActor (MentionCompletion.Choice) -> Void = { _ in }
    private let images: ImageStore
    private var rows: [Box] = []

    init(images: ImageStore) {
        self.images = images
    }

    func showChoices(_ choices: [MentionCompletion.Choice], selected: Int?) {
        if case .tag? = choices.first {
            root.accessibleLabel(localized("Tags"))
        } else {
            root.accessibleLabel(localized("Characters"))
        }
        root.removeAll()
        rows = choices.map(row)
        for (choice, row) in zip(choices, rows) {
            root.append(row)
            row.onPress(button: 1, phase: .capture) { [weak self] _ in
                // Later: this removes the row.
                MainLoop.whenIdle { self?.onChoose(choice) }
                return true
            }
        }
        select(selected)
    }

    /// Highlights the row that Enter inserts.
    func select(_ index: Int?) {
        for (row, box) in rows.enumerated() { box.setClass("selected", row == index) }
    }

    /// The title of a choice.
    static func title(_ choice: MentionCompletion.Choice) -> String {
        switch choice {
        case .character(let hit):
            [hit.character.name, hit.alias].compactMap(\.self).joined(separator: ", ")
        case .create(let name): localized("Create “%1”", name)
        case .tag(let name): "#" + name
        }
    }

    /// Describes the choice that Enter inserts, for screen readers.
    static func description(of selected: Int, in choices: [MentionCompletion.Choice]) -> String {
        // Translators: told by screen readers, as in “Agatha, 1 of 5”.
        localized(
            "%1, %2 of %3",
            title(choices[selected]),
            "\(selected + 1)",
            "\(choices.count)"
        )
    }

    /// Describes choices of which none is selected, for screen readers.
    static func invitation(_ choices: [MentionCompletion.Choice]) -> String {
        // Translators: told by screen readers; %1 is what can be chosen with the arrow keys.
        localized("%1: press Down", title(choices[0]))
    }

    private func row(_ choice: MentionCompletion.Choice) -> Box {
        let row = Box(.horizontal, spacing: 9, role: .listItem).classes("mention-choice")
        row.accessibleLabel(Self.title(choice))
        switch choice {
        case .character(let hit):
            row.append(
                AvatarView.make(hit.character, size: 24, images: images),
                Label(hit.character.name).ellipsizing().maximumCharacters(30)
            )
            if let alias = hit.alias {
                row.append(
                    Label(alias, "dim-label", "caption").ellipsizing().maximumCharacters(18)
                )
            }
        case .create:
            row.append(
                Image(icon: "list-add-symbolic").sizeRequest(width: 24, height: 24),
                Label(Self.title(choice)).ellipsizing().maximumCharacters(30)
            )
        case .tag: row.append(Label(Self.title(choice)).ellipsizing().maximumCharacters(30))
        }
        return row
    }
}
