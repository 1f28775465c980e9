import CGTK

/// A text field with a line below it, at the end of which a button stands; in little width the button has a
/// line of its own.
///
/// Where there is too little height for that, there are field and button alone, side by side: one line of
/// text can be written in any window.
public final class ComposerBox: Widget {
    /// - Parameters:
    ///   - footer: what stands below the field, beside the button.
    ///   - inset: between the edge and what is not the field, in pixels.
    public init(_ field: Widget, footer: Widget, button: Widget, inset: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayoutNumber(insetKey, inset)
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measureComposer,
            allocate: allocateComposer
        )
        for child in [field, footer, button] { gtk_box_append(cast(), child.widget) }
    }
}

private let insetKey = "hawk-notes-composer-inset"

private typealias Child = UnsafeMutablePointer<GtkWidget>

private struct Parts {
    let field, footer, button: Child
    let inset: gint

    init?(_ widget: Child) {
        guard let field = gtk_widget_get_first_child(widget),
            let footer = gtk_widget_get_next_sibling(field),
            let button = gtk_widget_get_next_sibling(footer)
        else { return nil }
        (self.field, self.footer, self.button) = (field, footer, button)
        inset = layoutNumber(insetKey, of: widget)
    }

    /// The width and height that the button has.
    var buttonSize: (width: gint, height: gint) {
        let width = measure(button, GTK_ORIENTATION_HORIZONTAL, -1).natural
        return (width, measure(button, GTK_ORIENTATION_VERTICAL, width).natural)
    }

    /// In less width than this the words beside the button would be cut, in languages with long ones.
    private static let leastWidth: gint = 480
    /// The same for large letters, in heights of a line.
    private static let leastLines: gint = 22

    /// So much width there is in any window.
    static let leastInLine: gint = 300

    /// Whether the button stands below the footer.
    func isStacked(in width: gint) -> Bool {
        guard width >= 0 else { return false }
        // The line is measured last: it costs the most.
        let least = measure(footer, GTK_ORIENTATION_HORIZONTAL, -1).minimum
        return width < max(Self.leastWidth, least + buttonSize.width + 3 * inset)
            || width < Self.leastLines * gint(fontLineHeight(of: footer))
    }

    func footerWidth(in width: gint) -> gint {
        let least = measure(footer, GTK_ORIENTATION_HORIZONTAL, -1).minimum
        let beside = isStacked(in: width) ? 0 : inset + buttonSize.width
        return max(least, width - 2 * inset - beside)
    }

    func footerHeight(in width: gint) -> gint {
        let footerWidth = width < 0 ? -1 : footerWidth(in: width)
        return measure(footer, GTK_ORIENTATION_VERTICAL, footerWidth).natural
    }

    /// The height of what is below the field; in any width for -1.
    func lineHeight(in width: gint) -> gint {
        let height = footerHeight(in: width)
        return isStacked(in: width)
            ? height + inset + buttonSize.height : max(height, buttonSize.height)
    }

    /// The width of the field beside the button.
    func narrowField(in width: gint) -> gint {
        let least = measure(field, GTK_ORIENTATION_HORIZONTAL, -1).minimum
        return max(least, width - 2 * inset - buttonSize.width)
    }
}

private let measureComposer: WidgetMeasure = { widget, orientation, forSize in
    guard let parts = Parts(widget) else { return (0, 0) }
    let button = parts.buttonSize
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        let field = measure(parts.field, orientation, -1)
        let footer = measure(parts.footer, orientation, -1)
        // Where footer and button are long, each has a line of its own.
        let besides = footer.minimum + button.width + 3 * parts.inset
        let stacked = max(field.minimum + button.width, footer.minimum) + 2 * parts.inset
        let least = max(stacked, min(besides, Parts.leastInLine))
        return (least, max(least, field.natural))
    }
    let field = measure(parts.field, orientation, forSize)
    let low = max(field.minimum, button.height + 2 * parts.inset)
    return (low, max(low, field.natural + parts.lineHeight(in: forSize) + parts.inset))
}

private let allocateComposer: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let parts = Parts(widget) else { return }
    let (inset, button) = (parts.inset, parts.buttonSize)
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    func place(_ child: Child, _ x: gint, _ y: gint, _ childWidth: gint, _ childHeight: gint) {
        var frame = GtkAllocation(x: x, y: y, width: childWidth, height: childHeight)
        if isMirrored { frame.x = width - x - childWidth }
        gtk_widget_size_allocate(child, &frame, -1)
    }
    let lineHeight = parts.lineHeight(in: width)
    let fieldHeight = measure(parts.field, GTK_ORIENTATION_VERTICAL, width)
    let isLow = height < fieldHeight.minimum + lineHeight + inset
    setChildVisible(parts.footer, !isLow)
    let buttonX = width - inset - button.width
    guard !isLow else {
        let narrow = parts.narrowField(in: width)
        let least = measure(parts.field, GTK_ORIENTATION_VERTICAL, narrow).minimum
        place(parts.field, 0, 0, narrow, max(least, height))
        place(parts.button, buttonX, (height - button.height) / 2, button.width, button.height)
        return
    }
    let top = height - inset - lineHeight
    place(parts.field, 0, 0, width, max(fieldHeight.minimum, top))
    let footerWidth = parts.footerWidth(in: width)
    // GTK wants to have been asked for the size before it gives it.
    let footerHeight = parts.footerHeight(in: width)
    let isStacked = parts.isStacked(in: width)
    let footerTop = isStacked ? top : top + (lineHeight - footerHeight) / 2
    place(parts.footer, inset, footerTop, footerWidth, footerHeight)
    let buttonTop =
        isStacked ? height - inset - button.height : top + (lineHeight - button.height) / 2
    place(parts.button, buttonX, buttonTop, button.width, button.height)
}
