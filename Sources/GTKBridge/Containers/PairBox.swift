import CGTK

/// A text and a companion, such as a picture or a switch, side by side; stacked if the text would
/// be too narrow.
///
/// The text gets all the width that the companion does not need.
public final class PairBox: Widget {
    /// Which of the two is the text.
    public enum Words: Sendable {
        case first, second
    }

    /// - Parameters:
    ///   - words: the child that shrinks, and decides on the arrangement.
    ///   - spacing: between the two, in pixels.
    ///   - leastLines: the minimum width of the text in the side-by-side arrangement, in multiples
    ///     of its line height.
    public init(
        _ first: Widget,
        _ second: Widget,
        words: Words,
        spacing: Int,
        leastLines: Int = 6
    ) {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), type: gtk_box_get_type())
        let pair = Pair(
            words: words == .first ? 0 : 1,
            spacing: gint(spacing),
            leastLines: gint(leastLines)
        )
        setLayout { layout, orientation, forSize in
            pair.measure(layout, orientation, forSize)
        } allocate: { layout, width, height, _ in
            pair.allocate(layout, width, height)
        }
        for child in [first, second] { gtk_box_append(cast(), child.widget) }
    }
}

@MainActor
private struct Pair {
    /// The index of the text, 0 or 1.
    let words: Int
    let spacing: gint
    let leastLines: gint

    /// The widths of the two side by side; nil if they are stacked.
    private func widths(
        of children: [LayoutChild],
        in layout: CustomLayout,
        width: gint
    ) -> [gint]? {
        let wanted = layout.width(of: children[1 - words]).natural
        let rest = width - spacing - wanted
        let least = layout.width(of: children[words]).minimum
        let lines = leastLines * gint(fontLineHeight(of: children[words]))
        guard rest >= max(least, lines) else { return nil }
        return words == 0 ? [rest, wanted] : [wanted, rest]
    }

    func measure(
        _ layout: CustomLayout,
        _ orientation: GtkOrientation,
        _ forSize: gint
    ) -> LayoutSize {
        let children = layout.shownChildren
        guard children.count == 2 else {
            return children.first.map { layout.measure($0, orientation, forSize) } ?? (0, 0)
        }
        let sizes = children.map { layout.width(of: $0) }
        let natural = sizes.reduce(spacing) { $0 + $1.natural }
        if orientation == GTK_ORIENTATION_HORIZONTAL {
            return (sizes.map(\.minimum).max() ?? 0, natural)
        }
        let width = forSize < 0 ? natural : forSize
        let height: gint
        if let widths = widths(of: children, in: layout, width: width) {
            height =
                zip(children, widths).map { layout.height(of: $0, forWidth: $1).natural }.max() ?? 0
        } else {
            height = children.reduce(spacing) {
                $0 + layout.height(of: $1, forWidth: width).natural
            }
        }
        return (height, height)
    }

    func allocate(_ layout: CustomLayout, _ width: gint, _ height: gint) {
        let children = layout.shownChildren
        guard children.count == 2 else {
            let whole = GtkAllocation(x: 0, y: 0, width: width, height: height)
            if let child = children.first { layout.place(child, whole) }
            return
        }
        var (x, y): (gint, gint) = (0, 0)
        let widths = widths(of: children, in: layout, width: width)
        for (index, child) in children.enumerated() {
            let childWidth = widths?[index] ?? width
            let wanted = layout.height(of: child, forWidth: childWidth).natural
            let frame = GtkAllocation(
                x: x,
                y: y,
                width: childWidth,
                height: widths == nil ? wanted : height
            )
            layout.place(child, frame, fromStartIn: width)
            if widths == nil { y += wanted + spacing } else { x += childWidth + spacing }
        }
    }
}

/// Two columns side by side, centered together: the first with a width of its own, the second with
/// the rest, up to a limit.
///
/// If there is much room, the first takes a share of it, up to a limit. GtkBox supports neither
/// shares nor limits.
public final class ColumnPair: Widget {
    /// The width of the first column, in pixels.
    public struct Width: Sendable {
        let least, share, room, most: Int

        /// - Parameters:
        ///   - least: the minimum.
        ///   - share: the share of the whole width, in percent, from `room` on.
        ///   - most: the maximum.
        public init(least: Int, share: Int, from room: Int, most: Int) {
            (self.least, self.share, self.room, self.most) = (least, share, room, most)
        }

        /// The width for a given whole width.
        public func width(in whole: Int) -> Int {
            whole < room ? least : min(most, max(least, whole * share / 100))
        }

        fileprivate func first(in whole: gint) -> gint { gint(width(in: Int(whole))) }

        /// The widths of both columns, each at least the minimum width of its content.
        @MainActor
        fileprivate func widths(
            of first: LayoutChild,
            _ second: LayoutChild,
            in layout: CustomLayout,
            width: gint,
            limit: gint
        ) -> (first: gint, second: gint) {
            let own = max(layout.width(of: first).minimum, self.first(in: width))
            let rest = min(limit, width - own)
            return (own, max(layout.width(of: second).minimum, rest))
        }
    }

    private let limit: LayoutState<gint>

    /// Two columns.
    ///
    /// - Parameter limit: the maximum width of the second column, in pixels.
    public init(_ first: Widget, _ second: Widget, width: Width, limit: Int) {
        let limit = LayoutState(gint(limit))
        self.limit = limit
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), type: gtk_box_get_type())
        let columns = width
        setLayout { layout, orientation, forSize in
            guard let (first, second) = layout.twoChildren else { return (0, 0) }
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                let own = max(layout.width(of: first).minimum, columns.first(in: 0))
                let other = layout.width(of: second)
                return (own + other.minimum, own + other.natural)
            }
            let widths =
                forSize < 0
                ? (first: -1, second: -1)
                : columns.widths(
                    of: first,
                    second,
                    in: layout,
                    width: forSize,
                    limit: limit.value
                )
            let one = layout.height(of: first, forWidth: widths.first)
            let other = layout.height(of: second, forWidth: widths.second)
            return (max(one.minimum, other.minimum), max(one.natural, other.natural))
        } allocate: { layout, width, height, _ in
            guard let (first, second) = layout.twoChildren else { return }
            let (own, rest) = columns.widths(
                of: first,
                second,
                in: layout,
                width: width,
                limit: limit.value
            )
            let start = max(0, (width - own - rest) / 2)
            layout.place(
                first,
                GtkAllocation(x: start, y: 0, width: own, height: height),
                fromStartIn: width
            )
            layout.place(
                second,
                GtkAllocation(x: start + own, y: 0, width: rest, height: height),
                fromStartIn: width
            )
        }
        gtk_box_append(cast(), first.widget)
        gtk_box_append(cast(), second.widget)
    }

    /// Changes the maximum width of the second column, in pixels.
    public func setLimit(_ limit: Int) {
        self.limit.value = gint(limit)
        gtk_widget_queue_resize(widget)
    }
}
