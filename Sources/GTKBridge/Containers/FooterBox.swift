import CGTK

/// A line of words with buttons at its end, and an optional part between the two.
///
/// The buttons stay in one line as long as the words have their minimum width. Where the three do
/// not fit beside one another, the part gets a line of its own above the others, over the whole
/// width, and the separator before it is hidden.
public final class FooterBox: Widget {
    /// - Parameter words: its minimum width is kept free of the buttons.
    public init(_ words: Widget, buttons: Widget) {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), type: gtk_box_get_type())
        setLayout { layout, orientation, forSize in
            Footer(layout)?.measure(orientation, forSize) ?? (0, 0)
        } allocate: { layout, width, height, _ in
            Footer(layout)?.allocate(width, height)
        }
        for child in [words, buttons] { gtk_box_append(cast(), child.widget) }
    }

    /// Adds the part between words and buttons.
    ///
    /// - Parameter separator: shown before it on the same line.
    public func insert(_ part: Widget, after separator: Widget) {
        let words = gtk_widget_get_first_child(widget)
        gtk_box_insert_child_after(cast(), separator.widget, words)
        gtk_box_insert_child_after(cast(), part.widget, separator.widget)
    }
}

@MainActor
private struct Footer {
    private let layout: CustomLayout
    private let words, buttons: LayoutChild
    /// Nil while there is nothing between words and buttons.
    private let part: (separator: LayoutChild, content: LayoutChild)?

    init?(_ layout: CustomLayout) {
        let children = children(of: layout.widget)
        guard let first = children.first, let last = children.last else { return nil }
        self.layout = layout
        (words, buttons) = (first, last)
        let between = children.dropFirst().dropLast()
        part =
            if let separator = between.first, let content = between.last,
                gtk_widget_get_visible(content) != 0
            { (separator, content) } else { nil }
    }

    func measure(_ orientation: GtkOrientation, _ forSize: gint) -> LayoutSize {
        let widths = [words, buttons].map { layout.width(of: $0) }
        let natural = widths[0].natural + widths[1].natural + partWidth
        if orientation == GTK_ORIENTATION_HORIZONTAL {
            let partMinimum = part.map { layout.width(of: $0.content).minimum } ?? 0
            return (max(widths[0].minimum + widths[1].minimum, partMinimum), natural)
        }
        let width = forSize < 0 ? natural : forSize
        let height = lineHeight(width) + (isOnOneLine(width) ? 0 : partHeight(width))
        return (height, height)
    }

    func allocate(_ width: gint, _ height: gint) {
        let (wordsWidth, buttonsWidth) = (wordsWidth(in: width), buttonsWidth(in: width))
        let end = width - buttonsWidth
        var top: gint = 0
        if let part {
            let isOnOneLine = isOnOneLine(width)
            gtk_widget_set_child_visible(part.separator, isOnOneLine.gboolean)
            if isOnOneLine {
                let start = wordsWidth + layout.width(of: part.separator).natural
                place(part.separator, wordsWidth, 0, start - wordsWidth, height, in: width)
                place(part.content, start, 0, end - start, height, in: width)
            } else {
                top = partHeight(width)
                place(part.content, 0, 0, width, top, in: width)
            }
        }
        place(words, 0, top, wordsWidth, height - top, in: width)
        place(buttons, end, top, buttonsWidth, height - top, in: width)
    }

    /// The natural width of the part with its separator.
    private var partWidth: gint {
        part.map { layout.width(of: $0.separator).natural + layout.width(of: $0.content).natural }
            ?? 0
    }

    private func isOnOneLine(_ width: gint) -> Bool {
        let others = layout.width(of: words).natural + layout.width(of: buttons).natural
        return part == nil || others + partWidth <= width
    }

    private func buttonsWidth(in width: gint) -> gint {
        let (minimum, natural) = layout.width(of: buttons)
        return max(minimum, min(natural, width - layout.width(of: words).minimum))
    }

    /// The height of words and buttons.
    private func lineHeight(_ width: gint) -> gint {
        let buttonsWidth = buttonsWidth(in: width)
        let parts = isOnOneLine(width) ? part.map { [$0.separator, $0.content] } ?? [] : []
        let heights = parts.map { layout.height(of: $0, forWidth: -1).natural }
        return max(
            layout.height(of: words, forWidth: wordsWidth(in: width)).natural,
            layout.height(of: buttons, forWidth: buttonsWidth).natural,
            heights.max() ?? 0
        )
    }

    private func wordsWidth(in width: gint) -> gint {
        part != nil && isOnOneLine(width)
            ? layout.width(of: words).natural : width - buttonsWidth(in: width)
    }

    private func partHeight(_ width: gint) -> gint {
        part.map { layout.height(of: $0.content, forWidth: width).natural } ?? 0
    }

    private func place(
        _ child: LayoutChild,
        _ x: gint,
        _ y: gint,
        _ width: gint,
        _ height: gint,
        in whole: gint
    ) {
        let frame = GtkAllocation(x: x, y: y, width: max(0, width), height: height)
        layout.place(child, frame, fromStartIn: whole)
    }
}
