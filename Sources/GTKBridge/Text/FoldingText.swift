import CGTK

/// A label that shows only its first lines until it is unfolded, with controls below it, or at the
/// end of the last visible line, while there are more. A bar can be shown beside the beginning of the text.
///
/// Whether there are more lines depends on the width: this is determined during layout, so that the
/// controls appear in the same frame. GTK's own line limit (`gtk_label_set_lines`) applies to each
/// paragraph.
public final class FoldingText: Widget {
    /// The label of the text.
    public let label: Label
    private let folding: LayoutState<Folding>

    /// A folded label, with the controls that unfold it.
    ///
    /// - Parameters:
    ///   - lines: the number of lines while folded.
    ///   - spacing: between the label and the controls, in pixels.
    ///   - isInline: whether the controls are at the end of the last visible line if there is
    ///     room; the label has all of its attributes and classes by now.
    public init(
        _ label: Label,
        controls: Widget,
        lines: Int,
        spacing: Int,
        isInline: Bool = false
    ) {
        self.label = label
        let end = isInline ? LineEnd(of: label) : nil
        let folding = LayoutState(
            Folding(lines: gint(max(1, lines)), spacing: gint(spacing), end: end)
        )
        self.folding = folding
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayout { layout, orientation, forSize in
            folding.value.measure(layout, orientation, forSize)
        } allocate: { layout, width, _, _ in
            folding.value.allocate(layout, width)
        }
        gtk_label_set_yalign(label.opaque, 0)
        // Texts may have 4000 characters; trying a break at each would take 20 ms.
        label.minimumCharacters(5)
        // The label draws all of its lines, even below its end.
        gtk_widget_set_overflow(label.widget, GTK_OVERFLOW_HIDDEN)
        gtk_box_append(cast(), label.widget)
        if let end { gtk_box_append(cast(), end.widget) }
        gtk_box_append(cast(), controls.widget)
    }

    /// Sets the number of lines while folded.
    public func setLines(_ lines: Int) { set(\.lines, gint(max(1, lines))) }

    /// Adds a bar that marks a part of the text, such as a quotation; hidden at first.
    public func addBar(_ bar: Widget) {
        gtk_box_insert_child_after(cast(), bar.widget, label.widget)
        setChildVisible(bar.widget, false)
    }

    /// Shows the bar beside the first lines.
    ///
    /// - Parameter length: the length of the marked text, in bytes of UTF-8; 0 hides the bar.
    public func setBar(beside length: Int) { set(\.barLength, gint(length)) }

    /// Whether all lines are shown.
    public var isUnfolded: Bool {
        get { folding.value.isUnfolded }
        set { set(\.isUnfolded, newValue) }
    }

    /// Whether the label only has an excerpt of the text.
    public var isExcerpt: Bool {
        get { folding.value.isExcerpt }
        set { set(\.isExcerpt, newValue) }
    }

    private func set<Value: Equatable>(_ part: WritableKeyPath<Folding, Value>, _ value: Value) {
        guard folding.value[keyPath: part] != value else { return }
        folding.value[keyPath: part] = value
        gtk_widget_queue_resize(widget)
    }
}

/// The distance between the bar and the text, in pixels.
private let barGap: gint = 6

/// The state of a folded text.
private struct Folding {
    /// The number of lines while folded.
    var lines: gint
    let spacing: gint
    /// The last visible line, with the controls at its end; nil if they are below it.
    let end: LineEnd?
    var isUnfolded = false
    var isExcerpt = false
    /// The length of the text beside the bar, in bytes of UTF-8.
    var barLength: gint = 0

    init(lines: gint, spacing: gint, end: LineEnd?) {
        self.lines = lines
        self.spacing = spacing
        self.end = end
    }

    @MainActor
    func measure(
        _ layout: CustomLayout,
        _ orientation: GtkOrientation,
        _ forSize: gint
    ) -> LayoutSize {
        if orientation == GTK_ORIENTATION_HORIZONTAL {
            let children = [layout.firstChild, gtk_widget_get_last_child(layout.widget)]
            let width = children.compactMap { $0.map { layout.width(of: $0).minimum } }.max() ?? 0
            return (width, width)
        }
        let heights = heights(layout, width: forSize)
        let controls = heights.isInline ? nil : heights.controls
        let height = heights.text + (controls.map { $0 + spacing } ?? 0)
        return (height, height)
    }

    @MainActor
    func allocate(_ layout: CustomLayout, _ width: gint) {
        guard let label = layout.firstChild,
            let controls = gtk_widget_get_last_child(layout.widget)
        else { return }
        let (text, controlsHeight, isInline) = heights(layout, width: width)
        setChildVisible(controls, controlsHeight != nil)
        if isInline, let end {
            return place(end, label, controls, layout, width: width)
        }
        end?.hide()
        layout.place(label, GtkAllocation(x: 0, y: 0, width: width, height: text))
        let bar = gtk_widget_get_next_sibling(label)
        if let bar, bar != controls, bar != end?.widget {
            allocate(bar, beside: label, layout, height: text)
        }
        guard let controlsHeight else { return }
        layout.place(
            controls,
            GtkAllocation(x: 0, y: text + spacing, width: width, height: controlsHeight)
        )
    }

    /// Places the lines above the last visible one, and that one with the controls at its end.
    @MainActor
    private func place(
        _ end: LineEnd,
        _ label: LayoutChild,
        _ controls: LayoutChild,
        _ layout: CustomLayout,
        width: gint
    ) {
        guard let text = textLayout(of: label, width: width * PANGO_SCALE) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(text)) }
        let above = lines > 1 ? bottom(ofLine: lines - 1, in: text) : 0
        layout.place(label, GtkAllocation(x: 0, y: 0, width: width, height: above))
        var offset: gint = 0
        gtk_label_get_layout_offsets(OpaquePointer(label), &offset, nil)
        end.place(
            line: lines,
            of: text,
            offset: min(0, offset),
            controls: controls,
            layout,
            width: width
        )
    }

    /// The heights of text and controls at a width; nil for the controls if the whole text is
    /// visible.
    @MainActor
    private func heights(
        _ layout: CustomLayout,
        width: gint
    ) -> (text: gint, controls: gint?, isInline: Bool) {
        guard let label = layout.firstChild,
            let controls = gtk_widget_get_last_child(layout.widget),
            let lineLayout = textLayout(of: label, width: width < 0 ? -1 : width * PANGO_SCALE)
        else { return (0, nil, false) }
        defer { g_object_unref(UnsafeMutableRawPointer(lineLayout)) }
        var height: gint = 0
        pango_layout_get_pixel_size(lineLayout, nil, &height)
        let isLonger = pango_layout_get_line_count(lineLayout) > lines
        guard isLonger || isExcerpt else { return (height, nil, false) }
        let controlsHeight = layout.height(of: controls, forWidth: width).natural
        let isCut = isLonger && !isUnfolded
        let isInline =
            isCut && end?.hasRoom(for: layout.width(of: controls).natural, in: width) == true
        let text = isCut ? bottom(ofLine: lines, in: lineLayout) : height
        return (text, controlsHeight, isInline)
    }

    /// Places the bar beside the first lines of an allocated label.
    ///
    /// Their start depends on their script, not on that of the program.
    @MainActor
    private func allocate(
        _ bar: LayoutChild,
        beside label: LayoutChild,
        _ layout: CustomLayout,
        height: gint
    ) {
        setChildVisible(bar, barLength > 0)
        guard barLength > 0, let text = gtk_label_get_layout(OpaquePointer(label)) else { return }
        var (left, top, line): (gint, gint, gint) = (0, 0, 0)
        gtk_label_get_layout_offsets(OpaquePointer(label), &left, &top)
        pango_layout_index_to_line_x(text, barLength - 1, 0, &line, nil)
        let iterator = pango_layout_get_iter(text)
        defer { pango_layout_iter_free(iterator) }
        var first = PangoRectangle()
        pango_layout_iter_get_line_extents(iterator, nil, &first)
        let direction = pango_layout_line_get_resolved_direction(
            pango_layout_iter_get_line_readonly(iterator)
        )
        let width = layout.width(of: bar).natural
        let x =
            direction == PANGO_DIRECTION_RTL
            ? left + (first.x + first.width) / PANGO_SCALE + barGap
            : left + first.x / PANGO_SCALE - barGap - width
        let frame = GtkAllocation(
            x: x,
            y: top,
            width: width,
            height: min(height, bottom(ofLine: line + 1, in: text))
        )
        layout.place(bar, frame)
    }
}

/// A label's text laid out at a width in Pango units; the caller owns a reference.
///
/// Breaking the lines of a long text takes milliseconds. So the label's own layout is used if it
/// has that width, and its width is set while the label has no size yet, as in GTK's own measuring:
/// the text is then laid out once for both its height and drawing. A visible layout is never
/// changed.
private func textLayout(
    of label: UnsafeMutablePointer<GtkWidget>,
    width: gint
) -> OpaquePointer? {
    guard let own = gtk_label_get_layout(OpaquePointer(label)) else { return nil }
    let isNew = gtk_widget_get_width(label) <= 1
    guard isNew || pango_layout_get_width(own) == width else {
        let copy = pango_layout_copy(own)
        pango_layout_set_width(copy, width)
        return copy
    }
    pango_layout_set_width(own, width)
    g_object_ref(UnsafeMutableRawPointer(own))
    return own
}

/// The bottom of a line, in pixels from the top of the text; lines are counted from 1.
private func bottom(ofLine line: gint, in layout: OpaquePointer) -> gint {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    for _ in 1..<line where pango_layout_iter_next_line(iterator) == 0 { break }
    var (top, bottom): (gint, gint) = (0, 0)
    pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
    return (bottom + PANGO_SCALE - 1) / PANGO_SCALE
}
