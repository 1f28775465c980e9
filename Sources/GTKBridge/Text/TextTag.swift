import CGTK
import Phrases

/// A style for parts of a text. It is not part of the text: undo, copies and saved texts do not
/// include it.
public final class TextTag: Object {
    private let buffer: TextBuffer
    private var isBeingSet = false

    /// A tag that is not applied yet.
    public init(of buffer: TextBuffer) {
        self.buffer = buffer
        guard let tag = gtk_text_tag_new(nil) else { preconditionFailure("GTK made no text tag") }
        super.init(adopting: UnsafeMutableRawPointer(tag))
        gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer.cast()), cast())
    }

    /// Keeps the tag out of pasted and dropped text: GTK copies tags with the text, and inserts both
    /// if the text comes from the same buffer.
    public func stayOutOfInsertedText() {
        buffer.connectTag("apply-tag") { [weak self, buffer = buffer.pointer] tag in
            guard let self, tag == pointer, !isBeingSet else { return }
            g_signal_stop_emission_by_name(buffer, "apply-tag")
        }
    }

    /// Sets the text color to a named color of the style sheets, with its current value at a
    /// widget.
    public func setColor(named name: String, of widget: Widget) {
        set("foreground-rgba", toColorNamed: name, of: widget)
    }

    /// Underlines the text as an error, in such a color.
    public func underlineAsError(colorNamed name: String, of widget: Widget) {
        cgtk_object_set_int(pointer, "underline", CInt(PANGO_UNDERLINE_ERROR.rawValue))
        set("underline-rgba", toColorNamed: name, of: widget)
    }

    /// Sets the font size as a multiple of the text's own.
    func setScale(_ scale: Double) {
        var value = GValue()
        g_value_init(&value, g_type_from_name("gdouble"))
        g_value_set_double(&value, scale)
        g_object_set_property(cast(), "scale", &value)
        g_value_unset(&value)
    }

    private func set(_ property: String, toColorNamed name: String, of widget: Widget) {
        var color = GdkRGBA()
        let context = gtk_widget_get_style_context(widget.widget)
        guard gtk_style_context_lookup_color(context, name, &color) != 0 else { return }
        var value = GValue()
        g_value_init(&value, gdk_rgba_get_type())
        g_value_set_boxed(&value, &color)
        g_object_set_property(cast(), property, &value)
        g_value_unset(&value)
    }

    /// Applies the tag to a range, or removes it; in Unicode scalars.
    public func set(_ isOn: Bool, in range: Range<Int>) {
        let (start, end) = buffer.places(range)
        var (first, last) = (start, end)
        isBeingSet = true
        defer { isBeingSet = false }
        if isOn {
            gtk_text_buffer_apply_tag(buffer.cast(), cast(), &first, &last)
        } else {
            gtk_text_buffer_remove_tag(buffer.cast(), cast(), &first, &last)
        }
    }

    /// The range of the tagged text around an offset; nil if there is none.
    public func range(around offset: Int) -> Range<Int>? {
        var (start, end) = buffer.places(offset..<offset)
        let isInside = gtk_text_iter_has_tag(&start, cast()) != 0
        guard isInside || gtk_text_iter_ends_tag(&start, cast()) != 0 else { return nil }
        if gtk_text_iter_starts_tag(&start, cast()) == 0 {
            gtk_text_iter_backward_to_tag_toggle(&start, cast())
        }
        if isInside { gtk_text_iter_forward_to_tag_toggle(&end, cast()) }
        return Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end))
    }

    /// The ranges that have the tag.
    public var ranges: [Range<Int>] { ranges(in: 0..<buffer.count) }

    /// The parts of a range that have the tag.
    public func ranges(in range: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (place, end) = buffer.places(range)
        var start = gtk_text_iter_has_tag(&place, cast()) != 0 ? range.lowerBound : nil
        while gtk_text_iter_compare(&place, &end) < 0,
            gtk_text_iter_forward_to_tag_toggle(&place, cast()) != 0
        {
            if gtk_text_iter_compare(&place, &end) > 0 { place = end }
            let offset = Int(gtk_text_iter_get_offset(&place))
            if let begun = start {
                ranges.append(begun..<offset)
                start = nil
            } else {
                start = offset
            }
        }
        return ranges
    }
}

extension TextBuffer {
    /// A range of the text, in Unicode scalars, clamped to the text. The cost is linear in the
    /// range's length.
    public func text(in range: Range<Int>) -> String {
        let (start, end) = places(range)
        var (first, last) = (start, end)
        return takeString(gtk_text_buffer_get_text(cast(), &first, &last, 1)) ?? ""
    }

    /// Applies the tag to all text that is inserted from now on.
    func tagAll(with tag: TextTag) {
        let buffer: UnsafeMutablePointer<GtkTextBuffer> = cast()
        // The buffer's tag table owns it.
        let tag: UnsafeMutablePointer<GtkTextTag> = tag.cast()
        connectInsertion("insert-text", after: true) { place, text, length in
            var (start, end) = (place.pointee, place.pointee)
            gtk_text_iter_backward_chars(&start, gint(g_utf8_strlen(text, gssize(length))))
            gtk_text_buffer_apply_tag(buffer, tag, &start, &end)
        }
    }

    fileprivate func places(_ range: Range<Int>) -> (start: GtkTextIter, end: GtkTextIter) {
        let all = 0..<count + 1
        let range = range.clamped(to: all)
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_iter_at_offset(cast(), &start, gint(range.lowerBound))
        gtk_text_buffer_get_iter_at_offset(cast(), &end, gint(range.upperBound))
        return (start, end)
    }
}
