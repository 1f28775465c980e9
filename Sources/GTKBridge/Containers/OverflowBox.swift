import CGTK

/// A row that shows as many widgets as fit, and a button at the end if some do not.
///
/// The selected widget is always shown. Hidden widgets cannot have the focus.
public final class OverflowBox: Widget {
    private let arrangement: LayoutState<Arrangement>

    /// A row with a button that stands for the widgets without room.
    ///
    /// - Parameters:
    ///   - spacing: between neighbors, in pixels.
    ///   - cellWidth: the common minimum width of all widgets, in pixels; it is reduced if only one
    ///     would fit. Nil gives each the width that it needs.
    public init(spacing: Int, cellWidth: Int? = nil, role: AccessibleRole, more: Widget) {
        let arrangement = LayoutState(Arrangement(spacing: spacing, cellWidth: cellWidth ?? 0))
        self.arrangement = arrangement
        super.init(role.make(gtk_box_get_type()), type: gtk_box_get_type())
        setLayout { layout, orientation, forSize in
            arrangement.value.measure(layout, orientation, forSize)
        } allocate: { layout, width, height, _ in
            arrangement.value.allocate(layout, width, height)
        }
        // Until the first layout.
        setChildVisible(more.widget, false)
        gtk_box_append(cast(), more.widget)
    }

    /// Adds a widget at the end.
    public func append(_ child: Widget) {
        let more = gtk_widget_get_last_child(widget)
        let last = more.flatMap { gtk_widget_get_prev_sibling($0) }
        gtk_widget_set_child_visible(child.widget, 0)
        gtk_box_insert_child_after(cast(), child.widget, last)
    }

    /// Changes the common minimum width.
    public func setCellWidth(_ width: Int) {
        arrangement.value.cellWidth = width
        gtk_widget_queue_resize(widget)
    }

    /// Keeps the widget at this index visible.
    public func select(_ index: Int) {
        arrangement.value.selected = index
        gtk_widget_queue_allocate(widget)
    }

    /// Whether some widgets are hidden, as of the last layout.
    public var hidesSome: Bool {
        parts(of: widget).more.map { gtk_widget_get_child_visible($0) != 0 } ?? false
    }
}

private func parts(
    of widget: UnsafeMutablePointer<GtkWidget>
) -> (items: [LayoutChild], more: LayoutChild?) {
    let all = children(of: widget).filter { child in
        // An open menu below the row is not part of the layout.
        let instance = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, gtk_native_get_type()) == 0
    }
    return (Array(all.dropLast()), all.last)
}

/// The indices of the widths that fit, in order, besides the selected one; all if all fit.
func fitting(_ widths: [Int], selected: Int, more: Int, spacing: Int, into width: Int) -> [Int] {
    let total = widths.reduce(0, +) + spacing * max(0, widths.count - 1)
    guard total > width, !widths.isEmpty else { return Array(widths.indices) }
    let kept = widths.indices.contains(selected) ? selected : 0
    var room = width - more - spacing - widths[kept]
    var shown = [kept]
    for (index, width) in widths.enumerated() where index != kept {
        room -= width + spacing
        guard room >= 0 else { break }
        shown.append(index)
    }
    return shown.sorted()
}

/// The layout of the row; lengths are in pixels.
@MainActor
private struct Arrangement {
    let spacing: Int
    /// The common minimum width, or 0.
    var cellWidth: Int
    /// The index of the widget that is always shown.
    var selected = 0

    init(spacing: Int, cellWidth: Int) {
        self.spacing = spacing
        self.cellWidth = cellWidth
    }

    func measure(
        _ layout: CustomLayout,
        _ orientation: GtkOrientation,
        _ forSize: gint
    ) -> LayoutSize {
        let (items, more) = parts(of: layout.widget)
        let button = more.map { layout.measure($0, orientation, -1).natural } ?? 0
        if orientation == GTK_ORIENTATION_VERTICAL {
            let width = forSize < 0 ? gint.max / 4 : forSize
            let (shown, widths, _) = shownItems(items, more: more, of: layout, width: width)
            var height = button
            for (index, width) in zip(shown, widths) {
                let size = forSize < 0 ? -1 : width
                height = max(height, layout.height(of: items[index], forWidth: size).natural)
            }
            return (height, height)
        }
        let widths = items.map {
            cellWidth > 0 ? gint(cellWidth) : layout.width(of: $0).natural
        }
        let total = widths.reduce(0, +) + gint(spacing) * gint(max(0, widths.count - 1))
        let least = items.map { layout.width(of: $0).minimum }.max() ?? 0
        return (min(total, least + gint(spacing) + button), total)
    }

    func allocate(_ layout: CustomLayout, _ width: gint, _ height: gint) {
        let (items, more) = parts(of: layout.widget)
        let (shown, widths, moreWidth) = shownItems(items, more: more, of: layout, width: width)
        var x: gint = 0
        func place(_ child: LayoutChild, _ childWidth: gint) {
            setChildVisible(child, true)
            let childWidth = max(childWidth, layout.width(of: child).minimum)
            let frame = GtkAllocation(x: x, y: 0, width: childWidth, height: height)
            layout.place(child, frame, fromStartIn: width)
            x += childWidth + gint(spacing)
        }
        for (index, child) in items.enumerated() {
            if let position = shown.firstIndex(of: index) {
                place(child, widths[position])
            } else {
                // Screen readers still find it: it can be chosen there.
                gtk_widget_set_child_visible(child, 0)
            }
        }
        guard let more else { return }
        if moreWidth > 0 { place(more, moreWidth) } else { setChildVisible(more, false) }
    }

    /// The items that are shown at a width, and the width of each.
    private func shownItems(
        _ items: [LayoutChild],
        more: LayoutChild?,
        of layout: CustomLayout,
        width: gint
    ) -> (shown: [Int], widths: [gint], moreWidth: gint) {
        let button = more.map { layout.width(of: $0).natural } ?? 0
        let half = (Int(width) - Int(button) - 2 * spacing) / 2
        let cell = min(cellWidth, max(half, 0))
        let wanted = items.map { cell > 0 ? cell : Int(layout.width(of: $0).natural) }
        let shown = fitting(
            wanted,
            selected: selected,
            more: Int(button),
            spacing: spacing,
            into: Int(width)
        )
        let hidesSome = shown.count < items.count
        let room = width - (hidesSome ? button + gint(spacing) : 0)
        if cell > 0, !shown.isEmpty {
            let each = (room - gint(spacing * (shown.count - 1))) / gint(shown.count)
            return (shown, shown.map { _ in each }, hidesSome ? button : 0)
        }
        // An item that is wider than the row gets the width of the row.
        return (shown, shown.map { min(gint(wanted[$0]), room) }, hidesSome ? button : 0)
    }
}
