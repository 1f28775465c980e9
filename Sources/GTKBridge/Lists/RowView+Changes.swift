import CGTK

extension RowView {
    /// Removes and inserts rows.
    ///
    /// - Parameters:
    ///   - removed: removed ranges, by their indices before all changes, in order.
    ///   - inserted: inserted ranges, by their indices after all changes, in order.
    ///   - collapsing: whether a single removed row fades out while the rows below move up;
    ///     otherwise they move at once.
    public func apply(
        removed: [Range<Int>],
        inserted: [Range<Int>],
        collapsing: Bool = false
    ) {
        gap = collapsing && inserted.isEmpty ? gap(leftBy: removed) : nil
        for rows in removed.reversed() where !rows.isEmpty {
            for index in live.keys where rows.contains(index) { drop(index) }
            arrangement.remove(rows)
            count -= rows.count
            shift(from: rows.upperBound, by: -rows.count)
        }
        for rows in inserted where !rows.isEmpty {
            shift(from: rows.lowerBound, by: rows.count)
            arrangement.insert(rows)
            count += rows.count
        }
        changed()
        if gap != nil { closing.begin() }
    }

    /// The gap of a row that is about to be removed, above the next row, with the row's picture.
    private func gap(leftBy removed: [Range<Int>]) -> Gap? {
        guard removed.count == 1, let row = removed.first?.first, removed[0].count == 1,
            let widget = live[row], let height = arrangement.heights[row],
            // Without a row below it, rows from above would move down into the gap.
            row + 1 < count || arrangement.maximumOffset <= 0,
            Style.animates, isMapped
        else { return nil }
        removePicture()
        fading = RowPicture(of: widget, in: self)
        return Gap(index: row, whole: height, height: height)
    }

    func removePicture() {
        fading?.unparent()
        fading = nil
    }

    /// Places the picture of a removed row in the remainder of its gap.
    func placePicture() {
        guard let fading, let gap else { return }
        let height = min(fading.rowSize.height, gap.height)
        _ = GTKBridge.measure(fading.widget, GTK_ORIENTATION_HORIZONTAL, -1)
        var frame = GtkAllocation(
            x: gint(fading.left),
            y: gint(arrangement.top(of: gap.index)),
            width: gint(fading.rowSize.width),
            height: gint(height)
        )
        gtk_widget_size_allocate(fading.widget, &frame, -1)
    }

    /// The remaining height of a removed row's gap above another row.
    func gap(above index: Int) -> Int { gap?.index == index ? gap?.height ?? 0 : 0 }

    func closeGap(_ progress: Double) {
        guard let whole = gap?.whole else { return }
        gap?.height = Int(Double(whole) * (1 - progress))
        fading?.opacity(1 - progress)
        if progress >= 1 { gap = nil }
        queueAllocate()
    }

    /// The remaining gap of a removed row, above the row of this index.
    struct Gap {
        let index: Int
        let whole: Int
        var height: Int
    }

    /// Groups several changes: rows of intermediate states are not made, and rows out of view are
    /// made after the visible ones have been drawn.
    public func changeTogether(_ body: () -> Void) {
        changesTogether += 1
        body()
        changesTogether -= 1
        guard changesTogether == 0, needsUpdate else { return }
        arrangement.overscan = 0
        changed()
        onNextFrameDrawn { [weak self] in
            guard let self, isOverscanLate else { return }
            arrangement.overscan = metrics.overscan
            changed()
        }
    }

    /// Recreates existing rows and keeps the focus in them.
    public func remake(_ rows: [Int]) {
        let old = rows.filter { live[$0] != nil }
        guard !old.isEmpty else { return }
        let focused = old.first { live[$0]?.containsFocus == true }
        for index in old { drop(index) }
        changed()
        if let focused { live[focused]?.grabFocus() }
    }

    /// Renumbers rows that are otherwise unchanged.
    private func shift(from start: Int, by distance: Int) {
        var moved: [Int: Widget] = [:]
        for (index, row) in live { moved[index < start ? index : index + distance] = row }
        live = moved
        lastFocused = Set(lastFocused.map { $0 < start ? $0 : max(0, $0 + distance) })
    }
}

/// A snapshot of a removed row, shown while it fades out.
///
/// It keeps the size of the row; the part below the end of the gap is clipped.
final class RowPicture: Widget {
    /// The distance from the left edge of the list.
    let left: Int
    /// The size of the row.
    let rowSize: (width: Int, height: Int)

    /// A snapshot of a list's row, drawn below all other rows; nil if nothing of it is visible.
    init?(of row: Widget, in list: Widget) {
        guard let frame = row.frame(in: list), frame.width > 0, frame.height > 0,
            let live = gtk_widget_paintable_new(row.widget)
        else { return nil }
        let image = gdk_paintable_get_current_image(live)
        g_object_unref(UnsafeMutableRawPointer(live))
        left = Int(frame.x)
        rowSize = (Int(frame.width), Int(frame.height))
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), type: gtk_box_get_type())
        let height = gint(rowSize.height)
        setLayout(isConstant: true) { _, _, _ in
            (0, 0)
        } allocate: { layout, width, _, _ in
            guard let picture = layout.firstChild else { return }
            layout.place(picture, GtkAllocation(x: 0, y: 0, width: width, height: height))
        }
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        canTarget(false).accessibleHidden()
        if let picture = gtk_picture_new_for_paintable(image) {
            let child = Widget(borrowing: picture).accessibleHidden()
            gtk_box_append(cast(), child.widget)
        }
        if let image { g_object_unref(UnsafeMutableRawPointer(image)) }
        gtk_widget_insert_after(widget, list.widget, nil)
    }
}
