import CGTK

extension RowView {
    /// Takes over that rows have come and gone.
    ///
    /// - Parameters:
    ///   - removed: runs that are gone, by their places before any change, in order.
    ///   - inserted: runs that are new, by their places after all changes, in order.
    ///   - collapsing: whether a single row that is gone fades while what is below comes up into its place;
    ///     otherwise that is there at once.
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

    /// The room of a row that is about to go, above the one that comes next, and the row's picture in it.
    private func gap(leftBy removed: [Range<Int>]) -> Gap? {
        guard removed.count == 1, let row = removed.first?.first, removed[0].count == 1,
            let widget = live[row], let height = arrangement.heights[row],
            // Without a row below it, others would come down into its place.
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

    /// Puts the picture of a row that is gone into what is left of its room.
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

    /// How much of the room of a row that is gone is left above another one.
    func gap(above index: Int) -> Int { gap?.index == index ? gap?.height ?? 0 : 0 }

    func closeGap(_ progress: Double) {
        guard let whole = gap?.whole else { return }
        gap?.height = Int(Double(whole) * (1 - progress))
        fading?.opacity(1 - progress)
        if progress >= 1 { gap = nil }
        queueAllocate()
    }

    /// What is left of the room of a row that is gone, above the row of this index.
    struct Gap {
        let index: Int
        let whole: Int
        var height: Int
    }

    /// Makes several changes that belong together: no row is made for what there is between them, and those
    /// that are not seen are made after the others have been drawn.
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

    /// Makes rows anew, as far as they are there; the focus stays in them.
    public func remake(_ rows: [Int]) {
        let old = rows.filter { live[$0] != nil }
        guard !old.isEmpty else { return }
        let focused = old.first { live[$0]?.containsFocus == true }
        for index in old { drop(index) }
        changed()
        if let focused { live[focused]?.grabFocus() }
    }

    /// A row is called otherwise; nothing about it has changed.
    private func shift(from start: Int, by distance: Int) {
        var moved: [Int: Widget] = [:]
        for (index, row) in live { moved[index < start ? index : index + distance] = row }
        live = moved
        lastFocused = Set(lastFocused.map { $0 < start ? $0 : max(0, $0 + distance) })
    }
}

/// How a row looked when it was drawn last, for the moment in which it goes: the row itself is gone.
///
/// It stays as large as the row was, and what is below the end of its own room is cut off.
final class RowPicture: Widget {
    /// From the left edge of the list.
    let left: Int
    /// The size of the row.
    let rowSize: (width: Int, height: Int)

    /// A picture of a row of a list, below all of its rows; nil when there is nothing to be seen of it.
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
