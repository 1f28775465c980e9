import CGTK

/// A text field with a line below it that ends in a status mark and a button; if the box is narrow,
/// mark and button have a line of their own.
///
/// If there is too little height for that, only field and button are shown, side by side: any
/// window has room to write one line of text. A folded box shows only the field where the rest
/// would need lines below it.
public final class ComposerBox: Widget {
    private let folded = LayoutState(false)

    /// - Parameters:
    ///   - footer: the content below the field.
    ///   - mark: the status beside the button; it keeps its space while it is transparent.
    ///   - shortMark: replaces the mark if there is too little room for it.
    ///   - inset: the distance from the edge to everything but the field, in pixels.
    public init(
        _ field: Widget,
        footer: Widget,
        mark: Widget,
        shortMark: Widget,
        button: Widget,
        inset: Int
    ) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        let inset = gint(inset)
        let folded = folded
        setLayout { layout, orientation, forSize in
            let parts = Parts(layout, inset: inset, isFolded: folded.value)
            return parts?.measure(orientation, forSize) ?? (0, 0)
        } allocate: { layout, width, height, _ in
            Parts(layout, inset: inset, isFolded: folded.value)?.allocate(width, height)
        }
        for child in [field, footer, mark, shortMark, button] {
            gtk_box_append(cast(), child.widget)
        }
    }

    /// Whether only the field is shown where footer and button would need lines of their own.
    public var isFolded: Bool {
        get { folded.value }
        set {
            guard newValue != folded.value else { return }
            folded.value = newValue
            gtk_widget_queue_resize(widget)
        }
    }
}

@MainActor
private struct Parts {
    private let layout: CustomLayout
    private let field, footer, mark, shortMark, button: LayoutChild
    private let inset: gint
    private let isFolded: Bool

    init?(_ layout: CustomLayout, inset: gint, isFolded: Bool) {
        guard let field = layout.firstChild,
            let footer = gtk_widget_get_next_sibling(field),
            let mark = gtk_widget_get_next_sibling(footer),
            let shortMark = gtk_widget_get_next_sibling(mark),
            let button = gtk_widget_get_next_sibling(shortMark)
        else { return nil }
        (self.field, self.footer, self.button) = (field, footer, button)
        (self.mark, self.shortMark) = (mark, shortMark)
        self.layout = layout
        self.inset = inset
        self.isFolded = isFolded
    }

    /// The width and height of the button at a width, or at any for -1: its text wraps if it is
    /// narrow.
    private func buttonSize(in width: gint) -> (width: gint, height: gint) {
        let (least, wanted) = layout.width(of: button)
        let room = width < 0 ? wanted : width - leastMark - 3 * inset
        let width = max(least, min(wanted, room))
        return (width, layout.height(of: button, forWidth: width).natural)
    }

    /// The minimum width of field and button side by side.
    private var leastBesideField: gint { layout.width(of: field).minimum + leastButton }

    private var leastButton: gint { layout.width(of: button).minimum }

    /// The mark that fits a width, or any for -1, with its width and height.
    private func shownMark(in width: gint) -> (mark: LayoutChild, width: gint, height: gint) {
        let room = width < 0 ? .max : roomForMark(in: width)
        let isShort = layout.width(of: mark).natural > room
        let shown = isShort ? shortMark : mark
        let width = layout.width(of: shown).natural
        return (shown, width, layout.height(of: shown, forWidth: width).natural)
    }

    private var leastMark: gint { layout.width(of: shortMark).natural }

    /// The minimum width of mark and button in one line.
    private var leastLastLine: gint { leastMark + inset + leastButton }

    /// The room for the mark beside the button, and beside the footer if that is in the same line.
    private func roomForMark(in width: gint) -> gint {
        let besideButton = width - buttonSize(in: width).width - 3 * inset
        return isStacked(in: width) ? besideButton : besideButton - leastFooter - inset
    }

    private var leastFooter: gint { layout.width(of: footer).minimum }

    /// The minimum width of footer, mark and button in one line, without wrapping the button's
    /// text.
    private var leastInOneLine: gint {
        leastFooter + leastMark + buttonSize(in: -1).width + 4 * inset
    }

    /// Below this width the text beside the button would be cut off, in languages with long words.
    private static let leastWidth: gint = 480
    /// The same for large fonts, in multiples of the line height.
    private static let leastLines: gint = 22

    /// A width that every window has.
    private static let leastInLine: gint = 300

    /// Whether the button is below the footer.
    private func isStacked(in width: gint) -> Bool {
        guard width >= 0 else { return false }
        // The line is measured last: that is the most expensive part.
        return width < max(Self.leastWidth, leastInOneLine)
            || width < Self.leastLines * gint(fontLineHeight(of: footer))
    }

    private func footerWidth(in width: gint) -> gint {
        guard !isStacked(in: width) else { return max(leastFooter, width - 2 * inset) }
        let mark = shownMark(in: width).width
        return max(leastFooter, width - 4 * inset - mark - buttonSize(in: width).width)
    }

    private func footerHeight(in width: gint) -> gint {
        let footerWidth = width < 0 ? -1 : footerWidth(in: width)
        return layout.height(of: footer, forWidth: footerWidth).natural
    }

    /// The height of everything below the field; at any width for -1.
    private func lineHeight(in width: gint) -> gint {
        let height = footerHeight(in: width)
        let buttonHeight = max(buttonSize(in: width).height, shownMark(in: width).height)
        return isStacked(in: width) ? height + inset + buttonHeight : max(height, buttonHeight)
    }

    /// The width of the field beside the button.
    private func narrowField(in width: gint) -> gint {
        let least = layout.width(of: field).minimum
        return max(least, width - 2 * inset - buttonSize(in: width).width)
    }

    func measure(_ orientation: GtkOrientation, _ forSize: gint) -> LayoutSize {
        if orientation == GTK_ORIENTATION_HORIZONTAL {
            let wanted = layout.width(of: field).natural
            // A long footer and a long button get a line each.
            let widest = max(leastBesideField, leastFooter, leastLastLine)
            let least = max(widest + 2 * inset, min(leastInOneLine, Self.leastInLine))
            return (least, max(least, wanted))
        }
        let needed = layout.height(of: field, forWidth: forSize)
        guard !showsFieldAlone(in: forSize) else { return needed }
        let low = max(needed.minimum, buttonSize(in: forSize).height + 2 * inset)
        return (low, max(low, needed.natural + lineHeight(in: forSize) + inset))
    }

    /// Whether only the field is shown at a width.
    private func showsFieldAlone(in width: gint) -> Bool { isFolded && isStacked(in: width) }

    func allocate(_ width: gint, _ height: gint) {
        let isAlone = showsFieldAlone(in: width)
        setChildVisible(button, !isAlone)
        guard !isAlone else {
            for child in [footer, mark, shortMark] { setChildVisible(child, false) }
            let least = layout.height(of: field, forWidth: width).minimum
            let frame = GtkAllocation(x: 0, y: 0, width: width, height: max(least, height))
            return layout.place(field, frame)
        }
        let button = buttonSize(in: width)
        func place(
            _ child: LayoutChild,
            _ x: gint,
            _ y: gint,
            _ childWidth: gint,
            _ childHeight: gint
        ) {
            let frame = GtkAllocation(x: x, y: y, width: childWidth, height: childHeight)
            layout.place(child, frame, fromStartIn: width)
        }
        let lineHeight = lineHeight(in: width)
        let fieldHeight = layout.height(of: field, forWidth: width).minimum
        let isLow = height < fieldHeight + lineHeight + inset
        let shown = shownMark(in: width)
        setChildVisible(footer, !isLow)
        for mark in [mark, shortMark] { setChildVisible(mark, !isLow && mark == shown.mark) }
        let buttonX = width - inset - button.width
        guard !isLow else {
            let narrow = narrowField(in: width)
            let least = layout.height(of: field, forWidth: narrow).minimum
            place(field, 0, 0, narrow, max(least, height))
            let middle = (height - button.height) / 2
            place(self.button, buttonX, middle, button.width, button.height)
            return
        }
        let top = height - inset - lineHeight
        place(field, 0, 0, width, max(fieldHeight, top))
        let footerWidth = footerWidth(in: width)
        let footerHeight = footerHeight(in: width)
        let isStacked = isStacked(in: width)
        let footerTop = isStacked ? top : top + (lineHeight - footerHeight) / 2
        place(footer, inset, footerTop, footerWidth, footerHeight)
        let last = isStacked ? lineHeight - footerHeight - inset : lineHeight
        let middle = height - inset - last / 2
        let markX = buttonX - inset - shown.width
        place(shown.mark, markX, middle - shown.height / 2, shown.width, shown.height)
        let buttonY = middle - button.height / 2
        place(self.button, buttonX, buttonY, button.width, button.height)
    }
}
