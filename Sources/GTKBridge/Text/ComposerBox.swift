import CGTK

/// A text field with a line below it, at the end of which a button stands, and a mark beside that; in little
/// width button and mark have a line of their own.
///
/// Where there is too little height for that, there are field and button alone, side by side: one line of
/// text can be written in any window. Folded, there is the field alone where the rest would stand in lines
/// below it.
public final class ComposerBox: Widget {
    private let folded = LayoutState(false)

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

    /// Whether the field stands alone where footer and button would have lines of their own.
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

    /// The width and height that the button has in a width, or in any for -1: it breaks its text in little.
    private func buttonSize(in width: gint) -> (width: gint, height: gint) {
        let (least, wanted) = layout.width(of: button)
        let room = width < 0 ? wanted : width - leastMark - 3 * inset
        let width = max(least, min(wanted, room))
        return (width, layout.height(of: button, forWidth: width).natural)
    }

    /// The least width of field and button side by side.
    private var leastBesideField: gint { layout.width(of: field).minimum + leastButton }

    private var leastButton: gint { layout.width(of: button).minimum }

    /// The mark that there is room for in a width, or in any for -1, with its width and height.
    private func shownMark(in width: gint) -> (mark: LayoutChild, width: gint, height: gint) {
        let room = width < 0 ? .max : roomForMark(in: width)
        let isShort = layout.width(of: mark).natural > room
        let shown = isShort ? shortMark : mark
        let width = layout.width(of: shown).natural
        return (shown, width, layout.height(of: shown, forWidth: width).natural)
    }

    private var leastMark: gint { layout.width(of: shortMark).natural }

    /// The least width of mark and button in one line.
    private var leastLastLine: gint { leastMark + inset + leastButton }

    /// What is free for the mark beside the button, and beside the footer where that is in the same line.
    private func roomForMark(in width: gint) -> gint {
        let besideButton = width - buttonSize(in: width).width - 3 * inset
        return isStacked(in: width) ? besideButton : besideButton - leastFooter - inset
    }

    private var leastFooter: gint { layout.width(of: footer).minimum }

    /// The least width of footer, mark and button in one line, with the button's text in one.
    private var leastInOneLine: gint {
        leastFooter + leastMark + buttonSize(in: -1).width + 4 * inset
    }

    /// In less width than this the words beside the button would be cut, in languages with long ones.
    private static let leastWidth: gint = 480
    /// The same for large letters, in heights of a line.
    private static let leastLines: gint = 22

    /// A width that every window has.
    private static let leastInLine: gint = 300

    /// Whether the button stands below the footer.
    private func isStacked(in width: gint) -> Bool {
        guard width >= 0 else { return false }
        // The line is measured last: it costs the most.
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

    /// The height of what is below the field; in any width for -1.
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
            // Where footer and button are long, each has a line of its own.
            let widest = max(leastBesideField, leastFooter, leastLastLine)
            let least = max(widest + 2 * inset, min(leastInOneLine, Self.leastInLine))
            return (least, max(least, wanted))
        }
        let needed = layout.height(of: field, forWidth: forSize)
        guard !showsFieldAlone(in: forSize) else { return needed }
        let low = max(needed.minimum, buttonSize(in: forSize).height + 2 * inset)
        return (low, max(low, needed.natural + lineHeight(in: forSize) + inset))
    }

    /// Whether there is nothing but the field in a width.
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
