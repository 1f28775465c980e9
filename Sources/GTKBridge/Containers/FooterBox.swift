import CGTK

/// A line of words with buttons at its end, and optional parts between the two.
///
/// The buttons stay in one line as long as the words have their minimum width. The parts that do
/// not fit beside words and buttons get lines of their own above them, over the whole width, and
/// the separators before them are hidden.
public final class FooterBox: Widget {
    /// The position of a part among the others.
    public enum Position: Sendable {
        case first, last
    }

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

    /// Adds a part between words and buttons.
    ///
    /// - Parameter separator: shown before it on the line of the words.
    public func insert(_ part: Widget, after separator: Widget, as position: Position) {
        let former =
            switch position {
            case .first: gtk_widget_get_first_child(widget)
            case .last: gtk_widget_get_prev_sibling(gtk_widget_get_last_child(widget))
            }
        gtk_box_insert_child_after(cast(), separator.widget, former)
        gtk_box_insert_child_after(cast(), part.widget, separator.widget)
    }
}

@MainActor
private struct Footer {
    private typealias Part = (separator: LayoutChild, content: LayoutChild)

    private let layout: CustomLayout
    private let words, buttons: LayoutChild
    /// Without those that are not visible.
    private let parts: [Part]

    init?(_ layout: CustomLayout) {
        let children = children(of: layout.widget)
        guard let first = children.first, let last = children.last else { return nil }
        self.layout = layout
        (words, buttons) = (first, last)
        parts = stride(from: 1, to: children.count - 2, by: 2)
            .map { (children[$0], children[$0 + 1]) }
            .filter { gtk_widget_get_visible($0.content) != 0 }
    }

    func measure(_ orientation: GtkOrientation, _ forSize: gint) -> LayoutSize {
        let widths = [words, buttons].map { layout.width(of: $0) }
        let natural = parts.reduce(widths[0].natural + widths[1].natural) {
            $0 + self.width(of: $1)
        }
        if orientation == GTK_ORIENTATION_HORIZONTAL {
            let minimum = parts.map { layout.width(of: $0.content).minimum }.max() ?? 0
            return (max(widths[0].minimum + widths[1].minimum, minimum), natural)
        }
        let width = forSize < 0 ? natural : forSize
        let (above, beside) = arrangement(in: width)
        let height = above.reduce(lineHeight(width, beside)) {
            $0 + self.height(of: $1, forWidth: width)
        }
        return (height, height)
    }

    func allocate(_ width: gint, _ height: gint) {
        let (above, beside) = arrangement(in: width)
        var top: gint = 0
        for part in above {
            let partHeight = self.height(of: part, forWidth: width)
            gtk_widget_set_child_visible(part.separator, false.gboolean)
            place(part.content, 0, top, width, partHeight, in: width)
            top += partHeight
        }
        let end = width - buttonsWidth(in: width)
        var start = wordsWidth(in: width, beside)
        place(words, 0, top, start, height - top, in: width)
        for (index, part) in beside.enumerated() {
            let (separator, content) = (part.separator, part.content)
            let separatorWidth = layout.width(of: separator).natural
            gtk_widget_set_child_visible(separator, true.gboolean)
            place(separator, start, top, separatorWidth, height - top, in: width)
            start += separatorWidth
            let isLast = index == beside.count - 1
            let contentWidth = isLast ? end - start : layout.width(of: content).natural
            place(content, start, top, contentWidth, height - top, in: width)
            start += contentWidth
        }
        place(buttons, end, top, width - end, height - top, in: width)
    }

    /// The parts with lines of their own, and those beside the words: as many as fit there.
    private func arrangement(in width: gint) -> (above: [Part], beside: [Part]) {
        guard !parts.isEmpty else { return ([], []) }
        var room = width - layout.width(of: words).natural - layout.width(of: buttons).natural
        let beside = parts.prefix { part in
            room -= self.width(of: part)
            return room >= 0
        }
        return (Array(parts.dropFirst(beside.count)), Array(beside))
    }

    /// The natural width of a part with its separator.
    private func width(of part: Part) -> gint {
        layout.width(of: part.separator).natural + layout.width(of: part.content).natural
    }

    private func height(of part: Part, forWidth width: gint) -> gint {
        layout.height(of: part.content, forWidth: width).natural
    }

    private func buttonsWidth(in width: gint) -> gint {
        let (minimum, natural) = layout.width(of: buttons)
        return max(minimum, min(natural, width - layout.width(of: words).minimum))
    }

    /// The height of words, buttons, and the parts beside them.
    private func lineHeight(_ width: gint, _ beside: [Part]) -> gint {
        let wordsWidth = wordsWidth(in: width, beside)
        let heights = beside.flatMap { [$0.separator, $0.content] }
            .map { layout.height(of: $0, forWidth: -1).natural }
        return max(
            layout.height(of: words, forWidth: wordsWidth).natural,
            layout.height(of: buttons, forWidth: buttonsWidth(in: width)).natural,
            heights.max() ?? 0
        )
    }

    private func wordsWidth(in width: gint, _ beside: [Part]) -> gint {
        beside.isEmpty ? width - buttonsWidth(in: width) : layout.width(of: words).natural
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
