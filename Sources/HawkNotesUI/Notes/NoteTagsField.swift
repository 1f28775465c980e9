import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The field for the tags of a note that is being edited: those that are not typed in its text. Its
/// draft survives a restart.
@MainActor
final class NoteTagsField {
    let root = Box(.horizontal).classes("note-place")
    let entry = Entry(name: localized("Tags"))
        .placeholder(localized("Tags"))
        .tooltip(localized("Tags, separated by commas"))
        .minimumCharacters(6)
    /// Called when the note is to be saved.
    var onSave: @MainActor () -> Void = {}
    /// Called when the edit is to be cancelled.
    var onCancel: @MainActor () -> Void = {}
    let completion: TagCompletion
    private let draft: DraftBinding

    /// - Parameter initial: the initial tags if nothing is stored.
    init(
        in scope: RestorationScope,
        initial: [String],
        source: MentionSource,
        images: ImageStore
    ) {
        draft = DraftBinding(
            entry.content,
            key: .editTags,
            in: scope,
            initial: WrittenTags.text(of: initial)
        )
        completion = TagCompletion(entry, source: source, images: images)
        root.append(entry.hexpand())
        entry.onActivate { [weak self] in self?.onSave() }
        entry.onKey(phase: .capture) { [weak self] key, modifiers in
            self?.handle(key, modifiers) ?? false
        }
    }

    /// The tags.
    ///
    /// - Parameter known: the tags that the edit began with.
    func names(known: [String]) -> [String] {
        WrittenTags.names(in: entry.content.text, known: known)
    }

    /// Replaces the tags; can be undone.
    func show(_ names: [String]) { entry.content.replaceAll(with: WrittenTags.text(of: names)) }

    /// Releases the key; stored values stay.
    func close() { draft.close() }

    /// Discards the draft.
    func discard() { draft.discard() }

    private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        if completion.handle(key, modifiers) { return true }
        if Command.saveNote.hasKey(key, modifiers) {
            onSave()
            return true
        }
        guard key == Key("Escape"), modifiers.isEmpty else { return false }
        onCancel()
        return true
    }
}

/// Offers known tags while a tag is typed in a field of tags.
@MainActor
final class TagCompletion {
    private unowned let entry: Entry
    private let source: MentionSource
    private let offered: WordChoices
    private var connections: [SignalConnection] = []

    init(_ entry: Entry, source: MentionSource, images: ImageStore) {
        self.entry = entry
        self.source = source
        offered = WordChoices(for: entry, images: images)
        connections = [entry.content.onChanged { [weak self] in self?.offered.updateSoon() }]
        entry.onFocusLeave { [weak self] in self?.offer([]) }
        entry.onUnmap { [weak self] in self?.offer([]) }
        offered.onUpdate = { [weak self] in self?.update() }
        offered.onAccept = { [weak self] choice in
            if case .tag(let name) = choice { self?.accept(name) }
        }
    }

    isolated deinit { for connection in connections { connection.disconnect() } }

    /// The current choices; empty when there are none.
    var choices: [String] {
        offered.all.compactMap { if case .tag(let name) = $0 { name } else { nil } }
    }

    /// The choice that Enter inserts; nil when Enter saves the note.
    var selected: Int? { offered.selected }

    /// - Returns: whether the key was handled.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool { offered.handle(key, modifiers) }

    private func update() {
        offerHits()
        guard part != nil else { return }
        source.refreshTags { [weak self] in self?.offerHits() }
    }

    private func offerHits() {
        guard entry.containsFocus, let part else { return offer([]) }
        offer(WrittenTags.hits(part, among: source.knownTags()))
    }

    /// The tag at the cursor.
    private var part: WrittenTags.Part? {
        let (cursor, anchor) = entry.content.selection
        guard cursor == anchor else { return nil }
        return WrittenTags.part(of: entry.content.text, at: cursor)
    }

    private func offer(_ names: [String]) {
        guard offered.offer(names.map { .tag($0) }), offered.isOpen else { return }
        let (width, height) = (Double(entry.size.width), Double(entry.size.height))
        offered.show(below: Rectangle(x: 0, y: 0, width: width, height: height))
    }

    /// Replaces the typed tag, as one step; another one can be typed behind the last one.
    private func accept(_ name: String) {
        let content = entry.content
        guard let part else { return offer([]) }
        let scalars = Array(content.text.unicodeScalars)
        let isLast = part.range.upperBound == scalars.count
        let removed = String(String.UnicodeScalarView(scalars[part.range]))
        let inserted = name + (isLast ? ", " : "")
        let offset = part.range.lowerBound
        content.apply(TextBuffer.Edit(offset: offset, removed: removed, inserted: inserted))
        let end = offset + inserted.unicodeScalars.count
        content.selection = (end, end)
        offer([])
    }
}
