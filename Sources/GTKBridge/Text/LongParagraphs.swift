import CGTK
import Phrases

/// Keeps the long paragraphs of an editable text divided into pieces; see `LayoutPieces`.
@MainActor
final class LongParagraphs {
    private let buffer: UnsafeMutablePointer<GtkTextBuffer>
    /// The buffer's tag table owns it.
    private let tag: UnsafeMutablePointer<GtkTextTag>
    /// Whether the tag was ever applied: in most texts it is not.
    private var isUsed = false

    /// Divides the paragraphs that are long, now and after each change of the text.
    init(of buffer: TextBuffer) {
        self.buffer = buffer.cast()
        let tag = TextTag(of: buffer)
        tag.setScale(LayoutPieces.scale)
        self.tag = tag.cast()
        // The closures belong to the buffer.
        buffer.connectInsertion("insert-text", after: true) { place, text, length in
            var (start, end) = (place.pointee, place.pointee)
            gtk_text_iter_backward_chars(&start, gint(g_utf8_strlen(text, gssize(length))))
            self.divide(from: &start, to: &end)
        }
        buffer.connectPointers("delete-range", after: true) { place, _ in
            guard var start = place?.assumingMemoryBound(to: GtkTextIter.self).pointee else {
                return
            }
            var end = start
            self.divide(from: &start, to: &end)
        }
    }

    /// The offsets at which pieces of the paragraph at an offset end, in Unicode scalars of the text.
    func pieceEnds(ofParagraphAt offset: Int) -> [Int] {
        var start = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(offset))
        gtk_text_iter_set_line_offset(&start, 0)
        return pieceEnds(from: start, to: Self.end(ofLineAt: start)).map { Int($0) }
    }

    /// Divides the paragraphs of a range again, unless all of their pieces are short enough.
    private func divide(from start: inout GtkTextIter, to end: inout GtkTextIter) {
        gtk_text_iter_set_line_offset(&start, 0)
        var line = start
        repeat {
            divideLine(at: line)
        } while gtk_text_iter_forward_line(&line) != 0 && gtk_text_iter_compare(&line, &end) <= 0
    }

    private func divideLine(at start: GtkTextIter) {
        var start = start
        let isLong = gtk_text_iter_get_chars_in_line(&start) > gint(LayoutPieces.longestWhole)
        guard isLong || isUsed else { return }
        var end = Self.end(ofLineAt: start)
        let ends = pieceEnds(from: start, to: end)
        let isWhole = ends.count == 1 && gtk_text_iter_has_tag(&start, tag) == 0
        guard isLong ? !arePiecesShort(ends, from: start) : !isWhole else { return }
        gtk_text_buffer_remove_tag(buffer, tag, &start, &end)
        guard isLong else { return }
        isUsed = true
        let text = takeString(gtk_text_buffer_get_text(buffer, &start, &end, 1)) ?? ""
        let offset = Int(gtk_text_iter_get_offset(&start))
        for piece in LayoutPieces.enlarged(in: text) {
            var (first, last) = (start, start)
            gtk_text_iter_set_offset(&first, gint(offset + piece.scalars.lowerBound))
            gtk_text_iter_set_offset(&last, gint(offset + piece.scalars.upperBound))
            gtk_text_buffer_apply_tag(buffer, tag, &first, &last)
        }
    }

    private static func end(ofLineAt start: GtkTextIter) -> GtkTextIter {
        var end = start
        if gtk_text_iter_ends_line(&end) == 0 { gtk_text_iter_forward_to_line_end(&end) }
        return end
    }

    /// The offsets at which pieces of a line end, that of its end included.
    private func pieceEnds(from start: GtkTextIter, to end: GtkTextIter) -> [gint] {
        var (place, end, ends) = (start, end, [gint]())
        while gtk_text_iter_forward_to_tag_toggle(&place, tag) != 0,
            gtk_text_iter_compare(&place, &end) < 0
        {
            ends.append(gtk_text_iter_get_offset(&place))
        }
        return ends + [gtk_text_iter_get_offset(&end)]
    }

    private func arePiecesShort(_ ends: [gint], from start: GtkTextIter) -> Bool {
        var start = start
        let starts = [gtk_text_iter_get_offset(&start)] + ends
        return zip(starts, ends).allSatisfy { $1 - $0 <= gint(LayoutPieces.longestWhole) }
    }
}
