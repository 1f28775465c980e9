import CGTK

/// Widgets in a row, of which as many are shown as have room; for the others a button stands at the end.
///
/// The selected one is always among those that are shown. Of what is not shown nothing can have the focus.
public final class OverflowBox: Widget {
    private let arrangement: LayoutState<Arrangement>

    /// A row with the button for what has no room.
    ///
    /// - Parameters:
    ///   - spacing: between neighbours, in pixels.
    ///   - cellWidth: the least width of each, if all are to have the same, in pixels, or less where only one
    ///     would have room; nil gives each what it needs.
    public init(spacing: Int, cellWidth: Int? = nil, role: AccessibleRole, more: Widget) {
        let arrangement = LayoutState(Arrangement(spacing: spacing, cellWidth: cellWidth ?? 0))
        self.arrangement = arrangement
        super.init(role.make(gtk_box_get_type()), type: gtk_box_get_type())
        setLayout { layout, orientation, forSize in
            arrangement.value.measure(layout, orientation, forSize)
        } allocate: { layout, width, height, _ in
            arrangement.value.allocate(layout, width, height)
        }
        // Until it is known what has room.
        setChildVisible(more.widget, false)
        gtk_box_append(cast(), more.widget)
    }

    /// Adds a widget behind the others.
    public func append(_ child: Widget) {
        let more = gtk_widget_get_last_child(widget)
        let last = more.flatMap { gtk_widget_get_prev_sibling($0) }
        gtk_widget_set_child_visible(child.widget, 0)
        gtk_box_insert_child_after(cast(), child.widget, last)
    }

    /// Gives each another least width, where all have the same.
    public func setCellWidth(_ width: Int) {
        arrangement.value.cellWidth = width
        gtk_widget_queue_resize(widget)
    }

    /// Keeps the widget of this place in sight.
    public func select(_ index: Int) {
        arrangement.value.selected = index
        gtk_widget_queue_allocate(widget)
    }

    /// Whether there is something that has no room; as it was laid out last.
    public var hidesSome: Bool {
        parts(of: widget).more.map { gtk_widget_get_child_visible($0) != 0 } ?? false
    }
}

private func parts(
    of widget: UnsafeMutablePointer<GtkWidget>
) -> (items: [LayoutChild], more: LayoutChild?) {
    let all = children(of: widget).filter { child in
        // A menu that is open below the row is no part of it.
        let instance = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, gtk_native_get_type()) == 0
    }
    return (Array(all.dropLast()), all.last)
}

/// Which of the widths fit, in order, besides the selected one; all when all do.
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

/// How the widgets stand in the row; lengths are in pixels.
@MainActor
private struct Arrangement {
    let spacing: Int
    /// The least width of each, where all have the same, or 0.
    var cellWidth: Int
    /// The place of the widget that is always shown.
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
                // To a screen reader it stays: it can be chosen there.
                gtk_widget_set_child_visible(child, 0)
            }
        }
        guard let more else { return }
        if moreWidth > 0 { place(more, moreWidth) } else { setChildVisible(more, false) }
    }

    /// What is shown of the items in a width, and how wide each of it is.
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
        // One that is wider than everything gets what there is.
        return (shown, shown.map { min(gint(wanted[$0]), room) }, hidesSome ? button : 0)
    }
}
