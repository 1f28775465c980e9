import CGTK

/// Widgets that wrap into lines like the words of a text, each at its natural size and vertically
/// centered in its line.
///
/// GtkFlowBox would put them in columns of equal width; this follows libadwaita's wrap box.
public final class WrapBox: Widget {
    /// The alignment of children within a line.
    public enum Lines: Sendable {
        /// Aligned to the start of the line.
        case leading
        /// Centered in the box.
        case centered
        /// Like `leading`, but the last child of a line with several is at its end; all are as high
        /// as the line.
        case spread
    }

    /// An empty box.
    ///
    /// - Parameter spacing: between neighbors and between lines, in pixels.
    public init(spacing: Int, lines: Lines = .leading, role: AccessibleRole? = nil) {
        let box = role?.make(gtk_box_get_type()) ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        super.init(box, type: gtk_box_get_type())
        let gap = gint(spacing)
        setLayout { layout, orientation, forSize in
            if orientation == GTK_ORIENTATION_VERTICAL {
                let width = forSize < 0 ? gint.max / 2 : forSize
                let height = framesInLines(layout, width: width, gap: gap).height
                return (height, height)
            }
            var (widest, total): (gint, gint) = (0, 0)
            for child in layout.shownChildren {
                let width = layout.width(of: child)
                widest = max(widest, width.minimum)
                total += width.natural + (total > 0 ? gap : 0)
            }
            return (widest, total)
        } allocate: { layout, width, _, _ in
            var frames = framesInLines(layout, width: width, gap: gap).frames
            switch lines {
            case .leading: center(&frames)
            case .centered: center(&frames, in: width)
            case .spread: spread(&frames, in: width)
            }
            for (child, frame) in frames { layout.place(child, frame, fromStartIn: width) }
        }
    }

    /// Adds children at the end.
    @discardableResult
    public func append(_ children: Widget...) -> Self {
        for child in children { gtk_box_append(cast(), child.widget) }
        return self
    }

    /// Removes all children.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(cast(), child) }
    }
}

private typealias ChildFrame = (LayoutChild, GtkAllocation)

/// The children's frames at a width, and the height of all lines.
@MainActor
private func framesInLines(
    _ layout: CustomLayout,
    width: gint,
    gap: gint
) -> (frames: [ChildFrame], height: gint) {
    var frames: [ChildFrame] = []
    var (x, y, lineHeight): (gint, gint, gint) = (0, 0, 0)
    for child in layout.shownChildren {
        let (smallest, wanted) = layout.width(of: child)
        let childWidth = max(smallest, min(wanted, width))
        if x > 0 && x + childWidth > width {
            (x, y, lineHeight) = (0, y + lineHeight + gap, 0)
        }
        let childHeight = layout.height(of: child, forWidth: childWidth).natural
        frames.append(
            (child, GtkAllocation(x: x, y: y, width: childWidth, height: childHeight))
        )
        x += childWidth + gap
        lineHeight = max(lineHeight, childHeight)
    }
    return (frames, y + lineHeight)
}

private func spread(_ frames: inout [ChildFrame], in width: gint) {
    for line in linesOfFrames(frames) {
        let height = frames[line].map { $0.1.height }.max() ?? 0
        for index in line { frames[index].1.height = height }
        if line.count > 1, let last = line.last {
            frames[last].1.x = width - frames[last].1.width
        }
    }
}

/// Centers children vertically in their line, and lines horizontally in a width.
private func center(_ frames: inout [ChildFrame], in width: gint? = nil) {
    for line in linesOfFrames(frames) {
        let height = frames[line].map { $0.1.height }.max() ?? 0
        let end = frames[line].map { $0.1.x + $0.1.width }.max() ?? 0
        for index in line {
            frames[index].1.y += (height - frames[index].1.height) / 2
            if let width { frames[index].1.x += (width - end) / 2 }
        }
    }
}

/// The ranges of frames that share a line.
private func linesOfFrames(_ frames: [ChildFrame]) -> [Range<Int>] {
    let starts = frames.indices.filter { $0 == 0 || frames[$0].1.y != frames[$0 - 1].1.y }
    return zip(starts, starts.dropFirst() + [frames.count]).map { $0..<$1 }
}
