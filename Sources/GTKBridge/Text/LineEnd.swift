import CGTK

/// The last visible line of a folded text, with controls at its end.
///
/// Only the part of the line that fits beside the controls is drawn, followed by an ellipsis.
/// Screen readers read the label, which has the whole text.
@MainActor
struct LineEnd {
    /// A line of a text, in pixels from the top of the text.
    private struct Line {
        var text: String
        var top, bottom, baseline: gint
        var isRightToLeft: Bool
        /// The baseline of its text in a layout of its own.
        var ownBaseline: gint
    }

    /// Draws the line. It does not request another size when its text changes.
    private let inscription: Widget
    /// Room for the controls leaves at least this share of the line to the text.
    private static let leastShare: gint = 2
    /// The padding of the controls before their words, as in the style sheet.
    private static let padding: gint = 12

    /// - Parameter label: the label of the text, whose look the line has.
    init(of label: Label) {
        inscription = Widget(gtk_inscription_new(nil), type: gtk_inscription_get_type())
        let line = inscription.opaque
        gtk_inscription_set_text_overflow(line, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
        gtk_inscription_set_min_chars(line, 0)
        gtk_inscription_set_yalign(line, 0)
        gtk_inscription_set_attributes(line, gtk_label_get_attributes(label.opaque))
        gtk_widget_set_direction(inscription.widget, GTK_TEXT_DIR_LTR)
        let classes = gtk_widget_get_css_classes(label.widget)
        defer { g_strfreev(classes) }
        var next = classes
        while let name = next?.pointee {
            gtk_widget_add_css_class(inscription.widget, name)
            next = next?.successor()
        }
        // GTK 4.18 shows screen readers a hidden inscription with a role.
        cgtk_set_role(inscription.pointer, GTK_ACCESSIBLE_ROLE_PRESENTATION)
        inscription.accessibleHidden().canTarget(false)
        gtk_widget_set_child_visible(inscription.widget, 0)
    }

    /// The widget that draws the line.
    var widget: UnsafeMutablePointer<GtkWidget> { inscription.widget }

    /// Whether a line has room for the controls.
    func hasRoom(for controls: gint, in width: gint) -> Bool {
        controls * Self.leastShare <= width
    }

    /// Places the beginning of a line, counted from 1, and the controls at its end.
    ///
    /// - Parameters:
    ///   - text: the text of the label, laid out in its width.
    ///   - offset: the position of the text in the allocated label.
    func place(
        line number: gint,
        of text: OpaquePointer,
        offset: gint,
        controls: LayoutChild,
        _ layout: CustomLayout,
        width: gint
    ) {
        let line = Self.line(number, of: text)
        let size = (
            width: layout.width(of: controls).natural,
            height: layout.height(of: controls, forWidth: -1).natural
        )
        gtk_inscription_set_text(inscription.opaque, line.text + "…")
        gtk_inscription_set_xalign(inscription.opaque, line.isRightToLeft ? 1 : 0)
        gtk_widget_set_child_visible(widget, 1)
        let beginning = GtkAllocation(
            x: line.isRightToLeft ? size.width : 0,
            y: line.baseline - line.ownBaseline,
            width: width - size.width + (line.isRightToLeft ? offset : 0),
            height: line.bottom - line.top
        )
        layout.place(widget, beginning)
        // The padding of the controls is on the side where lines begin in the program's language.
        let isOpposite = line.isRightToLeft != layout.isMirrored
        let hanging = isOpposite ? Self.padding : 0
        let end = GtkAllocation(
            x: line.isRightToLeft ? -hanging : width - size.width + hanging,
            y: (line.top + line.bottom - size.height) / 2,
            width: size.width,
            height: size.height
        )
        layout.place(controls, end)
    }

    /// Removes the line from view.
    func hide() { gtk_widget_set_child_visible(widget, 0) }

    private static func line(_ number: gint, of layout: OpaquePointer) -> Line {
        let iterator = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(iterator) }
        for _ in 1..<number where pango_layout_iter_next_line(iterator) == 0 { break }
        let line = pango_layout_iter_get_line_readonly(iterator)
        var (top, bottom): (gint, gint) = (0, 0)
        pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
        let bytes = UnsafeRawBufferPointer(
            start: pango_layout_get_text(layout) + Int(line?.pointee.start_index ?? 0),
            count: Int(line?.pointee.length ?? 0)
        )
        var text = String(decoding: bytes, as: UTF8.self)
        while text.last?.isWhitespace == true { text.removeLast() }
        let own = pango_layout_copy(layout)
        defer { g_object_unref(own.map { UnsafeMutableRawPointer($0) }) }
        pango_layout_set_text(own, text + "…", -1)
        pango_layout_set_width(own, -1)
        return Line(
            text: text,
            top: top / PANGO_SCALE,
            bottom: (bottom + PANGO_SCALE - 1) / PANGO_SCALE,
            baseline: (pango_layout_iter_get_baseline(iterator) + PANGO_SCALE / 2) / PANGO_SCALE,
            isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL,
            ownBaseline: (pango_layout_get_baseline(own) + PANGO_SCALE / 2) / PANGO_SCALE
        )
    }
}
