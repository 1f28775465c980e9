import CGTK

/// A text broken into lines for the paper (PangoLayout). Lengths are points.
public final class PrintText: Object {
    /// A part of the text that is a link.
    public struct Link: Sendable {
        /// The range of the link, in bytes of UTF-8.
        public var range: Range<Int>
        /// The target of the link.
        public var address: String

        /// Does not check its arguments.
        public init(range: Range<Int>, address: String) {
            self.range = range
            self.address = address
        }
    }

    /// A part of the text in another style of its font.
    public struct Emphasis: Sendable {
        /// In bytes of UTF-8.
        public var range: Range<Int>
        /// Whether the letters slant.
        public var isItalic: Bool
        /// Whether the letters are heavy.
        public var isBold: Bool

        /// Does not check its arguments.
        public init(range: Range<Int>, isItalic: Bool, isBold: Bool) {
            self.range = range
            self.isItalic = isItalic
            self.isBold = isBold
        }
    }

    /// A line, measured from the top of the text.
    public struct Line: Sendable {
        /// The top of the line.
        public var top: Double
        /// The bottom of the line.
        public var bottom: Double
        var baseline: Double
        var left: Double
    }

    /// Where lines begin or end in their width.
    public enum Side: Sendable {
        /// They begin where their text does, by its own direction.
        case start
        /// They are at this side, whatever the direction of the text.
        case left, right
    }

    /// Whether the text begins at the right, by its own direction.
    public let isRightToLeft: Bool
    /// The lines in order; there is always at least one.
    public private(set) var lines: [Line] = []
    let links: [Link]

    /// Breaks a text into lines. The cost is linear in the length.
    ///
    /// - Parameters:
    ///   - text: must not contain NUL; see `String.holdable`.
    ///   - font: in Pango's spelling: "Serif Italic 11".
    ///   - lineHeight: a multiple of the font's own line height.
    ///   - side: the side of the lines.
    public init(
        _ text: String,
        font: String,
        width: Double,
        lineHeight: Double = 1,
        side: Side = .start,
        links: [Link] = [],
        emphasis: [Emphasis] = [],
        on paper: PrintPaper
    ) {
        self.links = links
        isRightToLeft = pango_find_base_dir(text, -1) == PANGO_DIRECTION_RTL
        guard let layout = paper.makeLayout() else {
            preconditionFailure("Pango has a layout for every paper")
        }
        super.init(adopting: layout)
        let description = pango_font_description_from_string(font)
        pango_layout_set_font_description(opaque, description)
        pango_font_description_free(description)
        pango_layout_set_width(opaque, gint(max(width, 1) * Double(PANGO_SCALE)))
        pango_layout_set_wrap(opaque, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_line_spacing(opaque, Float(lineHeight))
        // Pango's right is the end of a paragraph in its own direction.
        if side != .start, (side == .right) != isRightToLeft {
            pango_layout_set_alignment(opaque, PANGO_ALIGN_RIGHT)
        }
        pango_layout_set_text(opaque, text, -1)
        if !links.isEmpty || !emphasis.isEmpty { mark(emphasis) }
        LayoutPieces.divide(opaque, of: text)
        measure()
    }

    /// The height of a range of lines.
    public func height(of range: Range<Int>) -> Double {
        guard let first = range.first, let last = range.last else { return 0 }
        return lines[last].bottom - lines[first].top
    }

    /// The horizontal extents of a link on a line, from the left edge of the text.
    func extents(of link: Link, onLine index: Int) -> [ClosedRange<Double>] {
        guard let line = pango_layout_get_line_readonly(opaque, gint(index)) else { return [] }
        let start = gint(max(Int(line.pointee.start_index), link.range.lowerBound))
        let end = gint(
            min(Int(line.pointee.start_index + line.pointee.length), link.range.upperBound)
        )
        guard start < end else { return [] }
        var ranges: UnsafeMutablePointer<gint>?
        var count: gint = 0
        pango_layout_line_get_x_ranges(line, start, end, &ranges, &count)
        defer { g_free(ranges) }
        guard let ranges else { return [] }
        return (0..<Int(count)).map { number in
            let left = Self.points(ranges[2 * number])
            return left...max(left, Self.points(ranges[2 * number + 1]))
        }
    }

    private func mark(_ emphasis: [Emphasis]) {
        let attributes = pango_attr_list_new()
        func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
            attribute?.pointee.start_index = guint(range.lowerBound)
            attribute?.pointee.end_index = guint(range.upperBound)
            pango_attr_list_insert(attributes, attribute)
        }
        for link in links {
            add(pango_attr_foreground_new(0x1A00, 0x4F00, 0x9F00), link.range)
            add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), link.range)
        }
        for words in emphasis {
            if words.isItalic { add(pango_attr_style_new(PANGO_STYLE_ITALIC), words.range) }
            if words.isBold { add(pango_attr_weight_new(PANGO_WEIGHT_BOLD), words.range) }
        }
        pango_layout_set_attributes(opaque, attributes)
        pango_attr_list_unref(attributes)
    }

    private func measure() {
        guard let iterator = pango_layout_get_iter(opaque) else { return }
        defer { pango_layout_iter_free(iterator) }
        repeat {
            var (top, bottom): (gint, gint) = (0, 0)
            pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
            var extents = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, nil, &extents)
            lines.append(
                Line(
                    top: Self.points(top),
                    bottom: Self.points(bottom),
                    baseline: Self.points(pango_layout_iter_get_baseline(iterator)),
                    left: Self.points(extents.x)
                )
            )
        } while pango_layout_iter_next_line(iterator) != 0
    }

    private static func points(_ units: gint) -> Double { Double(units) / Double(PANGO_SCALE) }
}
