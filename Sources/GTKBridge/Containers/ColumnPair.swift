import CGTK

/// Two columns side by side: the first of a width of its own, the second with what is left.
///
/// In much room the first takes a share of it, up to a limit. GtkBox knows neither shares nor limits.
public final class ColumnPair: Widget {
    /// How wide the first column is, in pixels.
    public struct Width: Sendable {
        let least, share, room, most: Int

        /// - Parameters:
        ///   - least: in little room.
        ///   - share: of the whole width, in percent, from `room` on.
        ///   - most: however much room there is.
        public init(least: Int, share: Int, from room: Int, most: Int) {
            (self.least, self.share, self.room, self.most) = (least, share, room, most)
        }

        /// The width in so much room.
        public func width(in whole: Int) -> Int {
            whole < room ? least : min(most, max(least, whole * share / 100))
        }
    }

    /// Columns that have their places from now on.
    public init(_ first: Widget, _ second: Widget, width: Width) {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), type: gtk_box_get_type())
        setLayout(
            GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH,
            measure: measurePair,
            allocate: allocatePair
        )
        setLayoutNumber(leastKey, width.least)
        setLayoutNumber(shareKey, width.share)
        setLayoutNumber(roomKey, width.room)
        setLayoutNumber(mostKey, width.most)
        gtk_box_append(cast(), first.widget)
        gtk_box_append(cast(), second.widget)
    }
}

private let leastKey = "hawk-notes-column-least"
private let shareKey = "hawk-notes-column-share"
private let roomKey = "hawk-notes-column-room"
private let mostKey = "hawk-notes-column-most"

/// How wide the first column is to be in so much room.
private func firstWidth(of widget: UnsafeMutablePointer<GtkWidget>, in whole: gint) -> gint {
    func number(_ key: String) -> Int { Int(layoutNumber(key, of: widget)) }
    let width = ColumnPair.Width(
        least: number(leastKey),
        share: number(shareKey),
        from: number(roomKey),
        most: number(mostKey)
    )
    return gint(width.width(in: Int(whole)))
}

private let measurePair: WidgetMeasure = { widget, orientation, forSize in
    guard let (first, second) = twoChildren(of: widget) else { return (0, 0) }
    let wanted = firstWidth(of: widget, in: forSize)
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        let own = max(measure(first, orientation, -1).minimum, firstWidth(of: widget, in: 0))
        let other = measure(second, orientation, -1)
        return (own + other.minimum, own + other.natural)
    }
    let one = measure(first, orientation, forSize < 0 ? -1 : wanted)
    let other = measure(second, orientation, forSize < 0 ? -1 : max(0, forSize - wanted))
    return (max(one.minimum, other.minimum), max(one.natural, other.natural))
}

private let allocatePair: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let (first, second) = twoChildren(of: widget) else { return }
    let wanted = firstWidth(of: widget, in: width)
    // GTK wants to have been asked for the size before it gives it.
    let least = measure(first, GTK_ORIENTATION_HORIZONTAL, -1).minimum
    let other = measure(second, GTK_ORIENTATION_HORIZONTAL, -1).minimum
    let own = max(least, wanted)
    let rest = max(other, width - own)
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    var frame = GtkAllocation(x: isMirrored ? rest : 0, y: 0, width: own, height: height)
    gtk_widget_size_allocate(first, &frame, -1)
    frame = GtkAllocation(x: isMirrored ? 0 : own, y: 0, width: rest, height: height)
    gtk_widget_size_allocate(second, &frame, -1)
}
