import CGTK

/// A label that shows no more than its first lines until it is unfolded, and controls below it while there
/// is more than that. A bar may stand beside the beginning of its text.
///
/// Whether there is more depends on the width: it is found out with the layout itself, so that the
/// controls come and go in the same frame. GTK's own limit of lines (`gtk_label_set_lines`) counts anew
/// in each paragraph.
public final class FoldingText: Widget {
    /// What is shown.
    public let label: Label

    /// A folded label, with the controls that unfold it.
    ///
    /// - Parameters:
    ///   - lines: how many lines are shown while it is folded.
    ///   - spacing: between the label and the controls, in pixels.
    public init(_ label: Label, controls: Widget, lines: Int, spacing: Int) {
        self.label = label
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayoutNumber(linesKey, max(1, lines))
        setLayoutNumber(spacingKey, spacing)
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measureFolding,
            allocate: allocateFolding
        )
        gtk_label_set_yalign(label.opaque, 0)
        // Texts may have 4000 characters, which would take 20 ms to break at each.
        label.minimumCharacters(5)
        // It draws all of its lines, wherever it ends.
        gtk_widget_set_overflow(label.widget, GTK_OVERFLOW_HIDDEN)
        gtk_box_append(cast(), label.widget)
        gtk_box_append(cast(), controls.widget)
    }

    /// Shows another number of lines while it is folded.
    public func setLines(_ lines: Int) {
        guard layoutNumber(linesKey, of: widget) != lines else { return }
        setLayoutNumber(linesKey, max(1, lines))
        gtk_widget_queue_resize(widget)
    }

    /// Adds a bar for a part of the text that is set off from the rest; hidden at first.
    public func addBar(_ bar: Widget) {
        gtk_box_insert_child_after(cast(), bar.widget, label.widget)
        setChildVisible(bar.widget, false)
    }

    /// Shows the bar beside the first lines, where they begin.
    ///
    /// - Parameter length: how much of the text it stands beside, in bytes of UTF-8; none with 0.
    public func setBar(beside length: Int) {
        guard layoutNumber(barKey, of: widget) != length else { return }
        setLayoutNumber(barKey, length)
        gtk_widget_queue_resize(widget)
    }

    /// Whether all lines are shown.
    public var isUnfolded = false {
        didSet { set(unfoldedKey, isUnfolded) }
    }

    /// Whether there is more text than the label has been given.
    public var isExcerpt = false {
        didSet { set(excerptKey, isExcerpt) }
    }

    private func set(_ key: String, _ value: Bool) {
        guard (layoutNumber(key, of: widget) != 0) != value else { return }
        setLayoutNumber(key, value ? 1 : 0)
        gtk_widget_queue_resize(widget)
    }
}

private let linesKey = "hawk-notes-lines"
private let spacingKey = "hawk-notes-spacing"
private let unfoldedKey = "hawk-notes-unfolded"
private let excerptKey = "hawk-notes-excerpt"
private let barKey = "hawk-notes-bar"
/// The room between the bar and the text, in pixels.
private let barGap: gint = 6

/// The heights of text and controls at a width; the controls' is nil where all there is can be seen.
private func heights(
    of folding: UnsafeMutablePointer<GtkWidget>,
    width: gint
) -> (text: gint, controls: gint?) {
    guard let label = gtk_widget_get_first_child(folding),
        let controls = gtk_widget_get_last_child(folding),
        let layout = layout(of: label, width: width < 0 ? -1 : width * PANGO_SCALE)
    else { return (0, nil) }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var height: gint = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    let lines = layoutNumber(linesKey, of: folding)
    let isLonger = pango_layout_get_line_count(layout) > lines
    guard isLonger || layoutNumber(excerptKey, of: folding) != 0 else { return (height, nil) }
    let controlsHeight = measure(controls, GTK_ORIENTATION_VERTICAL, width).natural
    let isFolded = layoutNumber(unfoldedKey, of: folding) == 0
    return (isLonger && isFolded ? bottom(ofLine: lines, in: layout) : height, controlsHeight)
}

/// A label's text laid out at a width in units of Pango; the caller owns a reference.
///
/// Breaking the lines of a long text takes milliseconds, so the label's own layout is used where it has
/// that width, and gets it while the label has no size yet, as in GTK's own measuring: the text is then
/// laid out once for its height and for drawing. A layout that is seen is never changed.
private func layout(
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

/// How far below the top of the text a line ends, in pixels; lines are counted from 1.
private func bottom(ofLine line: gint, in layout: OpaquePointer) -> gint {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    for _ in 1..<line where pango_layout_iter_next_line(iterator) == 0 { break }
    var (top, bottom): (gint, gint) = (0, 0)
    pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
    return (bottom + PANGO_SCALE - 1) / PANGO_SCALE
}

private let measureFolding: WidgetMeasure = { widget, orientation, forSize in
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        let children = [gtk_widget_get_first_child(widget), gtk_widget_get_last_child(widget)]
        let width = children.compactMap { $0.map { measure($0, orientation, -1).minimum } }.max()
        return (width ?? 0, width ?? 0)
    }
    let (text, controls) = heights(of: widget, width: forSize)
    let height = text + (controls.map { $0 + layoutNumber(spacingKey, of: widget) } ?? 0)
    return (height, height)
}

/// Gives the bar its place beside the first lines of a label that has its own.
///
/// Where these begin depends on their script, not on that of the program.
private func allocate(
    _ bar: UnsafeMutablePointer<GtkWidget>,
    beside label: UnsafeMutablePointer<GtkWidget>,
    of folding: UnsafeMutablePointer<GtkWidget>,
    height: gint
) {
    let length = layoutNumber(barKey, of: folding)
    setChildVisible(bar, length > 0)
    guard length > 0, let layout = gtk_label_get_layout(OpaquePointer(label)) else { return }
    var (left, top, line): (gint, gint, gint) = (0, 0, 0)
    gtk_label_get_layout_offsets(OpaquePointer(label), &left, &top)
    pango_layout_index_to_line_x(layout, length - 1, 0, &line, nil)
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    var first = PangoRectangle()
    pango_layout_iter_get_line_extents(iterator, nil, &first)
    let direction = pango_layout_line_get_resolved_direction(
        pango_layout_iter_get_line_readonly(iterator)
    )
    let width = measure(bar, GTK_ORIENTATION_HORIZONTAL, -1).natural
    _ = measure(bar, GTK_ORIENTATION_VERTICAL, width)
    let x =
        direction == PANGO_DIRECTION_RTL
        ? left + (first.x + first.width) / PANGO_SCALE + barGap
        : left + first.x / PANGO_SCALE - barGap - width
    var frame = GtkAllocation(
        x: x,
        y: top,
        width: width,
        height: min(height, bottom(ofLine: line + 1, in: layout))
    )
    gtk_widget_size_allocate(bar, &frame, -1)
}

private let allocateFolding: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let label = gtk_widget_get_first_child(widget),
        let controls = gtk_widget_get_last_child(widget)
    else { return }
    let (text, controlsHeight) = heights(of: widget, width: width)
    var frame = GtkAllocation(x: 0, y: 0, width: width, height: text)
    // GTK wants to have been asked for the size before it gives it.
    _ = measure(label, GTK_ORIENTATION_HORIZONTAL, -1)
    gtk_widget_size_allocate(label, &frame, -1)
    if let bar = gtk_widget_get_next_sibling(label), bar != controls {
        allocate(bar, beside: label, of: widget, height: text)
    }
    setChildVisible(controls, controlsHeight != nil)
    guard let controlsHeight else { return }
    frame.y = text + layoutNumber(spacingKey, of: widget)
    frame.height = controlsHeight
    _ = measure(controls, GTK_ORIENTATION_HORIZONTAL, -1)
    gtk_widget_size_allocate(controls, &frame, -1)
}
