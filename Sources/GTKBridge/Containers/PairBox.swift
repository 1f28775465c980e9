import CGTK

/// Words and something to go with them, such as a picture or a switch, beside one another; one below the other
/// where the words would have too little room for their letters.
///
/// The words get all the width that the other one does not need.
public final class PairBox: Widget {
    /// Which of the two is words.
    public enum Words: Int, Sendable {
        case first, second
    }

    /// - Parameters:
    ///   - words: which one gives way, and decides.
    ///   - spacing: between the two, in pixels.
    ///   - leastLines: the least width of the words beside the other one, in heights of a line of theirs.
    public init(
        _ first: Widget,
        _ second: Widget,
        words: Words,
        spacing: Int,
        leastLines: Int = 6
    ) {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), type: gtk_box_get_type())
        setLayoutNumber(wordsKey, words.rawValue)
        setLayoutNumber(spacingKey, spacing)
        setLayoutNumber(leastKey, leastLines)
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measurePair,
            allocate: allocatePair
        )
        for child in [first, second] { gtk_box_append(cast(), child.widget) }
    }
}

private let wordsKey = "hawk-notes-pair-words"
private let spacingKey = "hawk-notes-pair-spacing"
private let leastKey = "hawk-notes-pair-least"

private typealias Child = UnsafeMutablePointer<GtkWidget>

private struct Pair {
    let children: [Child]
    let words: Int
    let spacing: gint
    private let leastLines: gint

    /// Nil where not both are shown.
    init?(_ widget: Child) {
        children = shownChildren(of: widget)
        guard children.count == 2 else { return nil }
        words = Int(layoutNumber(wordsKey, of: widget))
        spacing = layoutNumber(spacingKey, of: widget)
        leastLines = layoutNumber(leastKey, of: widget)
    }

    private var other: Child { children[1 - words] }

    /// The widths of the two beside one another; nil where one stands below the other.
    func widths(in width: gint) -> [gint]? {
        let wanted = measure(other, GTK_ORIENTATION_HORIZONTAL, -1).natural
        let rest = width - spacing - wanted
        let least = measure(children[words], GTK_ORIENTATION_HORIZONTAL, -1).minimum
        guard rest >= max(least, leastLines * gint(fontLineHeight(of: children[words]))) else {
            return nil
        }
        return words == 0 ? [rest, wanted] : [wanted, rest]
    }
}

private let measurePair: WidgetMeasure = { widget, orientation, forSize in
    guard let pair = Pair(widget) else {
        return shownChildren(of: widget).first.map { measure($0, orientation, forSize) } ?? (0, 0)
    }
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        let sizes = pair.children.map { measure($0, orientation, -1) }
        let natural = sizes.reduce(pair.spacing) { $0 + $1.natural }
        return (sizes.map(\.minimum).max() ?? 0, natural)
    }
    let width = forSize < 0 ? measurePair(widget, GTK_ORIENTATION_HORIZONTAL, -1).natural : forSize
    let height: gint
    if let widths = pair.widths(in: width) {
        height = zip(pair.children, widths).map { measure($0, orientation, $1).natural }.max() ?? 0
    } else {
        height = pair.children.reduce(pair.spacing) {
            $0 + measure($1, orientation, width).natural
        }
    }
    return (height, height)
}

private let allocatePair: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget else { return }
    func place(_ child: Child, _ frame: GtkAllocation) {
        var frame = frame
        if gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL {
            frame.x = width - frame.x - frame.width
        }
        gtk_widget_size_allocate(child, &frame, -1)
    }
    guard let pair = Pair(widget) else {
        let whole = GtkAllocation(x: 0, y: 0, width: width, height: height)
        if let child = shownChildren(of: widget).first { place(child, whole) }
        return
    }
    var (x, y): (gint, gint) = (0, 0)
    let widths = pair.widths(in: width)
    for (index, child) in pair.children.enumerated() {
        let childWidth = widths?[index] ?? width
        // GTK wants to have been asked for the size before it gives it.
        let wanted = measure(child, GTK_ORIENTATION_VERTICAL, childWidth).natural
        let childHeight = widths == nil ? wanted : height
        place(child, GtkAllocation(x: x, y: y, width: childWidth, height: childHeight))
        if widths == nil { y += wanted + pair.spacing } else { x += childWidth + pair.spacing }
    }
}
