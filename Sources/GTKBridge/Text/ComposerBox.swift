import CGTK

/// A text field with a line below it, at the end of which a button stands, and a mark beside that; in little
/// width button and mark have a line of their own.
///
/// Where there is too little height for that, there are field and button alone, side by side: one line of
/// text can be written in any window.
public final class ComposerBox: Widget {
    /// - Parameters:
    ///   - footer: what stands below the field.
    ///   - mark: what is said beside the button; it keeps its room while it is transparent.
    ///   - shortMark: says the same in its place where there is no room for it.
    ///   - inset: between the edge and what is not the field, in pixels.
    public init(
        _ field: Widget,
        footer: Widget,
        mark: Widget,
        shortMark: Widget,
        button: Widget,
        inset: Int
    ) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        setLayoutNumber(insetKey, inset)
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measureComposer,
            allocate: allocateComposer
        )
        for child in [field, footer, mark, shortMark, button] {
            gtk_box_append(cast(), child.widget)
        }
    }
}

private let insetKey = "hawk-notes-composer-inset"

private typealias Child = UnsafeMutablePointer<GtkWidget>

private struct Parts {
    let field, footer, mark, shortMark, button: Child
    let inset: gint

    init?(_ widget: Child) {
        guard let field = gtk_widget_get_first_child(widget),
            let footer = gtk_widget_get_next_sibling(field),
            let mark = gtk_widget_get_next_sibling(footer),
            let shortMark = gtk_widget_get_next_sibling(mark),
            let button = gtk_widget_get_next_sibling(shortMark)
        else { return nil }
        (self.field, self.footer, self.button) = (field, footer, button)
        (self.mark, self.shortMark) = (mark, shortMark)
        inset = layoutNumber(insetKey, of: widget)
    }

    /// The width and height that the button has in a width, or in any for -1: it breaks its text in little.
    func buttonSize(in width: gint) -> (width: gint, height: gint) {
        let (least, wanted) = measure(button, GTK_ORIENTATION_HORIZONTAL, -1)
        let room = width < 0 ? wanted : width - leastMark - 3 * inset
        let width = max(least, min(wanted, room))
        return (width, measure(button, GTK_ORIENTATION_VERTICAL, width).natural)
    }

    /// The least width of field and button side by side.
    var leastBesideField: gint {
        measure(field, GTK_ORIENTATION_HORIZONTAL, -1).minimum + leastButton
    }

    private var leastButton: gint { measure(button, GTK_ORIENTATION_HORIZONTAL, -1).minimum }

    /// The mark that there is room for in a width, or in any for -1, with its width and height.
    func shownMark(in width: gint) -> (mark: Child, width: gint, height: gint) {
        let room = width < 0 ? .max : roomForMark(in: width)
        let isShort = measure(mark, GTK_ORIENTATION_HORIZONTAL, -1).natural > room
        let shown = isShort ? shortMark : mark
        let width = measure(shown, GTK_ORIENTATION_HORIZONTAL, -1).natural
        return (shown, width, measure(shown, GTK_ORIENTATION_VERTICAL, width).natural)
    }

    private var leastMark: gint { measure(shortMark, GTK_ORIENTATION_HORIZONTAL, -1).natural }

    /// The least width of mark and button in one line.
    var leastLastLine: gint { leastMark + inset + leastButton }

    /// What is free for the mark beside the button, and beside the footer where that is in the same line.
    private func roomForMark(in width: gint) -> gint {
        let besideButton = width - buttonSize(in: width).width - 3 * inset
        return isStacked(in: width) ? besideButton : besideButton - leastFooter - inset
    }

    var leastFooter: gint { measure(footer, GTK_ORIENTATION_HORIZONTAL, -1).minimum }

    /// The least width of footer, mark and button in one line, with the button's text in one.
    var leastInOneLine: gint {
        leastFooter + leastMark + buttonSize(in: -1).width + 4 * inset
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
        return width < max(Self.leastWidth, leastInOneLine)
            || width < Self.leastLines * gint(fontLineHeight(of: footer))
    }

    func footerWidth(in width: gint) -> gint {
        guard !isStacked(in: width) else { return max(leastFooter, width - 2 * inset) }
        let mark = shownMark(in: width).width
        return max(leastFooter, width - 4 * inset - mark - buttonSize(in: width).width)
    }

    func footerHeight(in width: gint) -> gint {
        let footerWidth = width < 0 ? -1 : footerWidth(in: width)
        return measure(footer, GTK_ORIENTATION_VERTICAL, footerWidth).natural
    }

    /// The height of what is below the field; in any width for -1.
    func lineHeight(in width: gint) -> gint {
        let height = footerHeight(in: width)
        let buttonHeight = max(buttonSize(in: width).height, shownMark(in: width).height)
        return isStacked(in: width) ? height + inset + buttonHeight : max(height, buttonHeight)
    }

    /// The width of the field beside the button.
    func narrowField(in width: gint) -> gint {
        let least = measure(field, GTK_ORIENTATION_HORIZONTAL, -1).minimum
        return max(least, width - 2 * inset - buttonSize(in: width).width)
    }
}

private let measureComposer: WidgetMeasure = { widget, orientation, forSize in
    guard let parts = Parts(widget) else { return (0, 0) }
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        let field = measure(parts.field, orientation, -1)
        // Where footer and button are long, each has a line of its own.
        let widest = max(parts.leastBesideField, parts.leastFooter, parts.leastLastLine)
        let stacked = widest + 2 * parts.inset
        let least = max(stacked, min(parts.leastInOneLine, Parts.leastInLine))
        return (least, max(least, field.natural))
    }
    let field = measure(parts.field, orientation, forSize)
    let low = max(field.minimum, parts.buttonSize(in: forSize).height + 2 * parts.inset)
    return (low, max(low, field.natural + parts.lineHeight(in: forSize) + parts.inset))
}

private let allocateComposer: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let parts = Parts(widget) else { return }
    let (inset, button) = (parts.inset, parts.buttonSize(in: width))
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    func place(_ child: Child, _ x: gint, _ y: gint, _ childWidth: gint, _ childHeight: gint) {
        var frame = GtkAllocation(x: x, y: y, width: childWidth, height: childHeight)
        if isMirrored { frame.x = width - x - childWidth }
        gtk_widget_size_allocate(child, &frame, -1)
    }
    let lineHeight = parts.lineHeight(in: width)
    let fieldHeight = measure(parts.field, GTK_ORIENTATION_VERTICAL, width)
    let isLow = height < fieldHeight.minimum + lineHeight + inset
    let shown = parts.shownMark(in: width)
    setChildVisible(parts.footer, !isLow)
    for mark in [parts.mark, parts.shortMark] {
        setChildVisible(mark, !isLow && mark == shown.mark)
    }
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
    let last = isStacked ? lineHeight - footerHeight - inset : lineHeight
    let middle = height - inset - last / 2
    let markX = buttonX - inset - shown.width
    place(shown.mark, markX, middle - shown.height / 2, shown.width, shown.height)
    place(parts.button, buttonX, middle - button.height / 2, button.width, button.height)
}
