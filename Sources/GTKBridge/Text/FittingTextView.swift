import CGTK

/// A text view as high as its text, or as a number of lines. It scrolls if the text is longer.
///
/// GtkTextView only learns the height of its text after it has been laid out at a width, piece by
/// piece, and requests the height of one line until then. Here each paragraph is measured
/// beforehand. A text that is too long for that gets its lines, or else a part of the height of the
/// surrounding scrolled view.
///
/// Its owner must retain it as long as it is shown: it observes the text.
public final class FittingTextView: Widget {
    /// The maximum length of a text that determines the height, in Unicode scalars.
    public static let limit = 20_000

    /// The text field.
    public let field: TextView
    /// The view in which a longer text scrolls.
    public let view: ScrolledWindow
    private let isLimited: Bool
    private let heights: ParagraphHeights

    /// Puts a field into a scrolled view.
    ///
    /// - Parameters:
    ///   - lineHeight: the field's `line-height` factor in the style sheet.
    ///   - lines: the maximum number of lines; the minimum is one. Nil always shows all lines.
    public init(_ field: TextView, lineHeight: Double, lines: Int? = nil) {
        self.field = field
        view = ScrolledWindow(field)
        isLimited = lines != nil
        let heights = ParagraphHeights(field, lineHeight: lineHeight, lines: lines)
        self.heights = heights
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayout { layout, orientation, forSize in
            guard let child = layout.firstChild else { return (0, 0) }
            if orientation == GTK_ORIENTATION_HORIZONTAL { return layout.width(of: child) }
            if let known = heights.size(at: forSize) { return known }
            let height = heightOfPart(layout.widget)
            return (height, height)
        } allocate: { layout, width, height, _ in
            guard let child = layout.firstChild else { return }
            layout.place(child, GtkAllocation(x: 0, y: 0, width: width, height: height))
        }
        gtk_box_append(cast(), view.widget)
        view.leaveWheelToViewAround()
        field.buffer.onChanged { [weak self] in
            if let self { gtk_widget_queue_resize(self.widget) }
        }
    }

    /// Whether the text may need scrolling.
    private var scrolls: Bool { isLimited || field.buffer.count > Self.limit }

    /// The top of the line with an offset, in the coordinates of another widget; nil if the text may
    /// need scrolling, or the two are not in the same window.
    ///
    /// GTK itself knows it only once it has drawn the text.
    public func lineTop(ofOffset offset: Int, in other: Widget) -> Double? {
        guard !scrolls, let origin = frame(in: other) else { return nil }
        let width = gtk_widget_get_width(field.widget)
        return heights.lineTop(ofOffset: offset, at: width).map { origin.y + $0 }
    }

    /// Scrolls to the cursor once the field has its height: the first layout uses the height of an
    /// empty field, and GTK scrolls by the missing height.
    public func settleScrolling() {
        view.onNextFrameDrawn { [weak self] in
            guard let self else { return }
            self.view.offset = 0
            if self.scrolls { self.field.scrollToCursor() }
        }
    }
}

/// The heights of a text view's paragraphs; unchanged ones are measured only once.
@MainActor
private final class ParagraphHeights {
    /// Not the view itself, which owns this object: that would be a cycle.
    private weak var field: TextView?
    private let lineHeight: Double
    private let lines: Int?
    private var known: [String: gint] = [:]
    private var validity: (width: gint, serial: guint) = (-1, 0)

    init(_ field: TextView, lineHeight: Double, lines: Int?) {
        self.field = field
        self.lineHeight = lineHeight
        self.lines = lines
    }

    /// Longer than any line, in Unicode scalars: this much text is sure to fill its lines.
    private static let longestLine = 500

    /// The minimum and natural height of the field at a width; nil if its text is too long to
    /// measure.
    func size(at width: gint) -> LayoutSize? {
        guard let field, let layout = makeLayout(width) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let view: UnsafeMutablePointer<GtkTextView> = field.cast()
        let edges = gtk_text_view_get_top_margin(view) + gtk_text_view_get_bottom_margin(view)
        guard let lines else {
            guard field.buffer.count <= FittingTextView.limit else { return nil }
            let height = height(of: field, layout, width) + edges
            return (height, height)
        }
        let line = measured("", layout)
        var height = gint(lines) * line
        let fills = field.buffer.count > lines * Self.longestLine
        if !fills { height = min(height, max(line, self.height(of: field, layout, width))) }
        return (line + edges, height + edges)
    }

    /// The distance of the line with an offset from the top of the field at a width, in pixels.
    func lineTop(ofOffset offset: Int, at width: gint) -> Double? {
        guard let field, let layout = makeLayout(width) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let buffer = gtk_text_view_get_buffer(field.cast())
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &place, gint(clamping: offset))
        let paragraphs = Self.paragraphs(of: field)
        let line = Int(gtk_text_iter_get_line(&place))
        guard line < paragraphs.count else { return nil }
        let above = paragraphs[..<line].reduce(gint(0)) { above, paragraph in
            laidOut(String(paragraph), layout) {
                var extents = PangoRectangle()
                pango_layout_get_extents(layout, nil, &extents)
                // GtkTextView rounds.
                return above + (extents.height + PANGO_SCALE / 2) / PANGO_SCALE
            }
        }
        let own = laidOut(String(paragraphs[line]), layout) {
            var frame = PangoRectangle()
            pango_layout_index_to_pos(layout, gtk_text_iter_get_line_index(&place), &frame)
            return Double(frame.y) / Double(PANGO_SCALE)
        }
        return Double(gtk_text_view_get_top_margin(field.cast()) + above) + own
    }

    /// Splits like Pango; a carriage return with a line feed is a single Character.
    private static func paragraphs(of field: TextView) -> [Substring] {
        field.buffer.text.split(omittingEmptySubsequences: false) {
            ["\n", "\r", "\r\n", "\u{2029}"].contains($0)
        }
    }

    private func height(of field: TextView, _ layout: OpaquePointer, _ width: gint) -> gint {
        let serial = pango_context_get_serial(gtk_widget_get_pango_context(field.widget))
        if validity != (width, serial) { known = [:] }
        validity = (width, serial)
        var heights: [String: gint] = [:]
        var height: gint = 0
        for paragraph in Self.paragraphs(of: field) {
            let text = String(paragraph)
            let own = heights[text] ?? known[text] ?? measured(text, layout)
            heights[text] = own
            height += own
        }
        known = heights
        return height
    }

    /// A layout like that of a paragraph at a width of the field.
    private func makeLayout(_ width: gint) -> OpaquePointer? {
        guard let field, let layout = gtk_widget_create_pango_layout(field.widget, nil) else {
            return nil
        }
        let view: UnsafeMutablePointer<GtkTextView> = field.cast()
        let sides = gtk_text_view_get_left_margin(view) + gtk_text_view_get_right_margin(view)
        prepare(layout, width < 0 ? width : max(1, width - sides))
        return layout
    }

    private func prepare(_ layout: OpaquePointer, _ width: gint) {
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_line_height_new(lineHeight))
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(layout, width < 0 ? -1 : width * PANGO_SCALE)
    }

    /// Rounded up to whole pixels: GtkTextView rounds each paragraph, and must not need to scroll.
    private func measured(_ text: String, _ layout: OpaquePointer) -> gint {
        laidOut(text, layout) {
            var extents = PangoRectangle()
            pango_layout_get_extents(layout, nil, &extents)
            return (extents.height + PANGO_SCALE - 1) / PANGO_SCALE
        }
    }

    /// Calls the body while the layout has the text of a paragraph.
    private func laidOut<Result>(
        _ text: String,
        _ layout: OpaquePointer,
        _ body: () -> Result
    ) -> Result {
        pango_layout_set_text(layout, text, -1)
        let usual = pango_attr_list_ref(pango_layout_get_attributes(layout))
        defer { pango_attr_list_unref(usual) }
        guard LayoutPieces.divide(layout, of: text) else { return body() }
        defer { pango_layout_set_attributes(layout, usual) }
        return body()
    }
}

/// The height of a field that scrolls: a part of the height of the surrounding view.
private func heightOfPart(_ fitting: UnsafeMutablePointer<GtkWidget>) -> gint {
    let around = gtk_widget_get_ancestor(fitting, gtk_scrolled_window_get_type())
    let height = around.map { gtk_widget_get_height($0) } ?? 0
    return height > 0 ? max(height * 3 / 5, 60) : 300
}
