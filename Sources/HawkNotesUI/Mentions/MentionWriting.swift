import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The mentions in a field for notes: draws names of characters as links, and offers characters for
/// `@`.
@MainActor
final class MentionWriting {
    let style: MentionStyle
    let completion: MentionCompletion
    private var changes: ChangeObservation?

    init(_ field: TextView, mentions: NoteMentions) {
        style = MentionStyle(field) { mentions.names }
        completion = MentionCompletion(field, source: mentions.source, images: mentions.images)
        if mentions.canMake { completion.create = { mentions.makeCharacter(named: $0) } }
        changes = mentions.observe { [weak self] in self?.style.updateAll() }
    }
}

/// Draws the names of known characters behind an `@` as links, while a note is written.
///
/// The links are derived from the text alone: neither undo nor a stored draft contains them. After
/// a change, only the text within the length of a name is parsed again.
@MainActor
final class MentionStyle {
    /// The maximum length of a name that is drawn as a link, in Unicode scalars.
    private static let longest = 200

    private let buffer: TextBuffer
    private weak var field: TextView?
    private let tag: TextTag
    private let names: @MainActor () -> MentionNames
    private var connections: [SignalConnection] = []
    /// The changed range that was not parsed yet, in the current text.
    private var dirty: Range<Int>?

    /// - Parameter names: returns the currently known names.
    init(_ field: TextView, names: @escaping @MainActor () -> MentionNames) {
        self.field = field
        self.names = names
        buffer = field.buffer
        tag = TextTag(of: buffer)
        connections = buffer.onEdit { [weak self] in self?.note($0) }
        connections.append(buffer.onChanged { [weak self] in self?.update() })
        // The style sheets follow the setting a moment later.
        connections += Style.onChange { [weak self] in
            MainLoop.whenIdle { self?.updateColor() }
        }
        connections.append(field.onMap { [weak self] in self?.updateColor() })
        updateColor()
        updateAll()
    }

    isolated deinit { for connection in connections { connection.disconnect() } }

    /// The ranges that are drawn as links; for tests.
    var ranges: [Range<Int>] { tag.ranges }

    /// Parses the text again, as the names have changed.
    func updateAll() {
        dirty = 0..<buffer.count
        update()
    }

    private func updateColor() {
        guard let field else { return }
        let isDark = Style.isDark(field)
        // A character may belong to no book.
        tag.setColor(named: isDark ? "dark_mention_color" : "mention_color", of: field)
        guard let accent = field.nearestStyleClass(beginningWith: AccentSheet.classPrefix)
        else { return }
        tag.setColor(named: AccentSheet.colorName(ofClass: accent, isDark: isDark), of: field)
    }

    /// Records a change that is about to be made.
    private func note(_ edit: TextBuffer.Edit) {
        let removed = edit.removed.unicodeScalars.count
        let inserted = edit.inserted.unicodeScalars.count
        var changed = edit.offset..<edit.offset + inserted
        if let dirty {
            let shift = inserted - removed
            let end =
                dirty.upperBound > edit.offset
                ? max(edit.offset + inserted, dirty.upperBound + shift) : dirty.upperBound
            changed =
                min(changed.lowerBound, dirty.lowerBound)..<max(changed.upperBound, end)
        }
        dirty = changed
    }

    private func update() {
        guard let changed = dirty else { return }
        dirty = nil
        let names = names()
        let reach = min(names.longest, Self.longest)
        // A name that reaches into the changed range may be another one now, or none.
        let start = max(0, changed.lowerBound - reach)
        let end = min(buffer.count, changed.upperBound + reach)
        let from = max(0, start - reach - 1)
        let text = buffer.text(in: from..<min(buffer.count, end + reach + 1))
        tag.set(false, in: start..<end)
        let scalars = text.unicodeScalars
        var (position, offset) = (scalars.startIndex, from)
        for match in names.matches(in: text) {
            let first = offset + scalars.distance(from: position, to: match.range.lowerBound)
            offset =
                first
                + scalars.distance(from: match.range.lowerBound, to: match.range.upperBound)
            position = match.range.upperBound
            if first < end, offset > start { tag.set(true, in: first..<offset) }
        }
    }
}
