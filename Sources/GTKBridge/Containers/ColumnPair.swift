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

        fileprivate func first(in whole: gint) -> gint { gint(width(in: Int(whole))) }
    }

    /// Columns that have their places from now on.
    public init(_ first: Widget, _ second: Widget, width: Width) {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), type: gtk_box_get_type())
        let columns = width
        setLayout { layout, orientation, forSize in
            guard let (first, second) = layout.twoChildren else { return (0, 0) }
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                let own = max(layout.width(of: first).minimum, columns.first(in: 0))
                let other = layout.width(of: second)
                return (own + other.minimum, own + other.natural)
            }
            let wanted = columns.first(in: forSize)
            let rest = max(0, forSize - wanted)
            let one = layout.height(of: first, forWidth: forSize < 0 ? -1 : wanted)
            let other = layout.height(of: second, forWidth: forSize < 0 ? -1 : rest)
            return (max(one.minimum, other.minimum), max(one.natural, other.natural))
        } allocate: { layout, width, height, _ in
            guard let (first, second) = layout.twoChildren else { return }
            let own = max(layout.width(of: first).minimum, columns.first(in: width))
            let rest = max(layout.width(of: second).minimum, width - own)
            let isMirrored = layout.isMirrored
            layout.place(
                first,
                GtkAllocation(x: isMirrored ? rest : 0, y: 0, width: own, height: height)
            )
            layout.place(
                second,
                GtkAllocation(x: isMirrored ? 0 : own, y: 0, width: rest, height: height)
            )
        }
        gtk_box_append(cast(), first.widget)
        gtk_box_append(cast(), second.widget)
    }
}
