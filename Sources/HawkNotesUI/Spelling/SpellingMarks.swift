import GTKBridge
import HawkNotesPresentation
import Phrases

/// Underlines the misspelled words of a text field, and offers corrections in its context menu.
///
/// Only visible text is checked, a short while after a change, in slices. The word at the
/// cursor is not marked while it is typed. The marks are derived from the text alone: neither undo
/// nor a stored draft contains them.
@MainActor
final class SpellingMarks {
    /// The time from a change until words are checked.
    private static let delay: Duration = .milliseconds(150)
    /// The maximum time of a slice, except for its first paragraph.
    private static let slice: Duration = .milliseconds(3)

    /// In a longer paragraph only the visible part has marks, in Unicode scalars, and they stay as
    /// they are while it is scrolled: each change makes GTK lay it out as a whole, which takes the
    /// longer the more marks it has.
    private static let longParagraph = 1000

    private weak var field: TextView?
    private let buffer: TextBuffer
    private let tag: TextTag
    private let spelling: FieldSpelling
    let menu: SpellingMenu
    private var checked = CheckedParagraphs()
    /// The scheduled check.
    private var next: LoopSource?
    /// Whether words are being looked up.
    private var isLookingUp = false
    /// When another part of the text was last scrolled into view.
    private var lastScroll: ContinuousClock.Instant?
    /// Whether the last change was made by the user, and the cursor has not moved since.
    private var isTyping = false
    /// Where the last change left the cursor.
    private var cursor = 0
    /// Whether a word was not marked because it is being typed.
    private var isHolding = false
    private var connections: [SignalConnection] = []
    private var changes: [ChangeObservation] = []

    init(_ field: TextView, _ spelling: FieldSpelling) {
        self.field = field
        self.spelling = spelling
        buffer = field.buffer
        tag = TextTag(of: buffer)
        tag.stayOutOfInsertedText()
        menu = SpellingMenu(field, tag: tag, spelling)
        connections = buffer.onEdit { [weak self] in self?.note($0) }
        connections.append(buffer.onChanged { [weak self] in self?.textChanged() })
        connections.append(buffer.onSelectionChanged { [weak self] in self?.cursorMoved() })
        connections += Style.onChange { [weak self] in
            // The style sheets follow the setting a moment later.
            MainLoop.whenIdle { self?.updateColor() }
        }
        field.onVisibleParagraphsChange { [weak self] in
            guard let self else { return }
            lastScroll = spelling.checker.now()
            checkSoon()
        }
        connections.append(field.onMap { [weak self] in self?.updateColor() })
        field.onFocusLeave { [weak self] in self?.endTyping() }
        changes = spelling.observe { [weak self] in self?.updateAll() }
        updateColor()
    }

    isolated deinit {
        next?.cancel()
        for connection in connections { connection.disconnect() }
    }

    /// The marked ranges; for tests.
    var ranges: [Range<Int>] { tag.ranges }

    private func updateColor() {
        guard let field else { return }
        let name = Style.isDark(field) ? "dark_misspelling_color" : "misspelling_color"
        tag.underlineAsError(colorNamed: name, of: field)
    }

    /// Checks the visible text again: other words may be correct now.
    private func updateAll() {
        checked.removeAll()
        if !spelling.isOn { tag.set(false, in: 0..<buffer.count) }
        guard !isLookingUp else { return }
        next?.cancel()
        next = MainLoop.whenIdle { [weak self] in self?.checkNext() }
    }

    // MARK: Following the text

    private func note(_ edit: TextBuffer.Edit) {
        checked.edit(
            at: edit.offset,
            removing: edit.removed.unicodeScalars.count,
            inserting: edit.inserted.unicodeScalars.count
        )
    }

    private func textChanged() {
        isTyping = field?.isFocused == true
        cursor = buffer.selection.cursor
        checkSoon()
    }

    private func cursorMoved() {
        if buffer.selection.cursor != cursor { endTyping() }
    }

    private func endTyping() {
        isTyping = false
        guard isHolding else { return }
        isHolding = false
        checked.removeAll()
        checkSoon()
    }

    // MARK: Checking

    private func checkSoon() {
        guard next == nil, !isLookingUp else { return }
        next = MainLoop.after(Self.delay) { [weak self] in self?.checkNext() }
    }

    private func checkNext() {
        next = nil
        guard let field, spelling.isOn, buffer.count > 0 else { return }
        let now = spelling.checker.now()
        let end = now + Self.slice
        let isScrolling = lastScroll.map { now - $0 < Self.delay } ?? false
        var unknown: Set<String> = []
        var (isFirst, mustWait) = (true, false)
        for paragraph in field.visibleParagraphs {
            let isLong = paragraph.range.count > Self.longParagraph
            let part = isLong ? paragraph.visible : paragraph.range
            if checked.contains(part) { continue }
            if isLong, isScrolling {
                mustWait = true
                continue
            }
            if !isFirst, spelling.checker.now() >= end {
                next = MainLoop.whenIdle { [weak self] in self?.checkNext() }
                break
            }
            isFirst = false
            let count = unknown.count
            check(part, of: paragraph.range, &unknown)
            if unknown.count == count { checked.insert(part) }
        }
        if !unknown.isEmpty { lookUp(unknown) } else if mustWait { checkSoon() }
    }

    /// Marks the words in a part of a paragraph, and collects those that must be looked up.
    private func check(
        _ part: Range<Int>,
        of paragraph: Range<Int>,
        _ unknown: inout Set<String>
    ) {
        var wrong: Set<Range<Int>> = []
        if paragraph.count <= SpelledWords.longestParagraph, !paragraph.isEmpty {
            for (word, verdict) in spelling.words(in: buffer.text(in: paragraph)) {
                let start = paragraph.lowerBound
                let range = start + word.range.lowerBound..<start + word.range.upperBound
                guard range.overlaps(part) else { continue }
                if isTyped(range) {
                    isHolding = true
                    continue
                }
                switch verdict {
                case .correct: break
                case .misspelled: wrong.insert(range)
                case .unknown: unknown.insert(word.text)
                }
            }
        }
        for range in tag.ranges(in: paragraph) where wrong.remove(range) == nil {
            tag.set(false, in: range)
        }
        for range in wrong { tag.set(true, in: range) }
    }

    private func isTyped(_ range: Range<Int>) -> Bool {
        guard isTyping else { return false }
        let (cursor, anchor) = buffer.selection
        return cursor == anchor && range.lowerBound < cursor && cursor <= range.upperBound
    }

    private func lookUp(_ words: Set<String>) {
        next?.cancel()
        next = nil
        isLookingUp = true
        spelling.lookUp(words) { [weak self] in
            guard let self else { return }
            isLookingUp = false
            checkNext()
        }
    }
}
