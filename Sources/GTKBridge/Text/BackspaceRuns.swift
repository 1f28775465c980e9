import CGTK

/// Keeps the undo history of a text buffer from joining too many deletions with Backspace.
///
/// GTK joins deletions that follow each other, and puts them in the wrong order when their text is
/// longer than a buffer of its own: undo would bring back another text, or none. A deletion that
/// would not fit becomes a step of its own, as that of a selection is; those after it are joined
/// with each other again.
@MainActor
final class BackspaceRuns {
    /// The size of a text, in bytes, up to which GTK joins in order.
    private static let limit = 22
    /// How many separate deletions are remembered.
    private static let memory = 500

    private weak var text: TextBuffer?
    /// Where the last deletion began, which is where the next one of the run ends; nil after other
    /// changes.
    private var begin: Int?
    /// The bytes that GTK may have joined.
    private var size = 0
    /// Whether an undo or redo step has left a deletion of unknown size at the end of the history.
    private var isUnknown = false
    /// The deletions that are steps of their own.
    private var separate: [TextBuffer.Edit] = []
    private var step: TextBuffer.HistoryStep?
    private var undone: TextBuffer.Edit?

    init(of text: TextBuffer) {
        self.text = text
        // The connections end with the buffer.
        text.onEdit { self.willMake($0) }
        _ = text.onHistoryStep { self.stepChanged($0) }
    }

    private func willMake(_ edit: TextBuffer.Edit) {
        if step != nil {
            undone = step == .undoing && edit.removed.isEmpty ? edit : nil
            return
        }
        let end = edit.offset + edit.removed.unicodeScalars.count
        guard !edit.removed.isEmpty, let text, text.selection == (end, end) else {
            (begin, isUnknown) = (nil, false)
            return
        }
        let isJoined = isUnknown || begin == end
        size = (isJoined ? size : 0) + edit.removed.utf8.count
        guard isJoined, isUnknown || size > Self.limit else {
            begin = edit.offset
            return
        }
        (begin, isUnknown) = (nil, false)
        separate.append(edit)
        if separate.count > Self.memory { separate.removeFirst() }
        text.selectWithoutPrimary(cursor: end, anchor: edit.offset)
    }

    private func stepChanged(_ new: TextBuffer.HistoryStep?) {
        defer { (step, undone) = (new, nil) }
        guard new == nil else { return }
        (begin, isUnknown) = (nil, true)
        // GTK would select the text, which the user did not.
        guard let undone,
            separate.contains(where: {
                $0.offset == undone.offset && $0.removed.utf8.elementsEqual(undone.inserted.utf8)
            })
        else { return }
        let end = undone.offset + undone.inserted.unicodeScalars.count
        text?.selection = (end, end)
    }
}

extension TextBuffer {
    /// Selects text, and leaves the primary selection to other programs.
    fileprivate func selectWithoutPrimary(cursor: Int, anchor: Int) {
        guard let display = gdk_display_get_default() else { return }
        let primary = gdk_display_get_primary_clipboard(display)
        let claim = cgtk_clipboard_refuse_claims(primary)
        selection = (cursor, anchor)
        cgtk_clipboard_accept_claims(primary, claim)
    }
}
