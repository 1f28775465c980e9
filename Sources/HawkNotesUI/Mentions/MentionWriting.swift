import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// What a field for notes does with characters: their names are drawn as links, and `@` offers them.
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
/// What is drawn follows from the text alone: neither undo nor what is kept of a draft knows of it. After a
/// change only so much is looked at as a name can reach.
@MainActor
final class MentionStyle {
    /// Names that are longer than this stay as they are, in Unicode scalars.
    private static let longest = 200

    private let buffer: TextBuffer
    private weak var field: TextView?
    private let tag: TextTag
    private let names: @MainActor () -> MentionNames
    private var connections: [SignalConnection] = []
    /// What was changed and not looked at yet, as it stands in the text now.
    private var dirty: Range<Int>?

    /// - Parameter names: asked for the names that are known now.
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

    /// The parts of the text that are drawn as links; for tests.
    var ranges: [Range<Int>] { tag.ranges }

    /// Looks at the whole text, as the names are others.
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

    /// Takes note of a change that is about to be made.
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
        // A name that reaches into what was changed is another one now, or none.
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
