import CGTK

/// A color to draw with; each component is from 0 to 1.
public struct CanvasColor: Hashable, Sendable {
    /// The red component.
    public var red: Double
    /// The green component.
    public var green: Double
    /// The blue component.
    public var blue: Double
    /// The opacity; 0 is invisible.
    public var alpha: Double

    /// A color of components from 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// A surface to draw on, for generated pictures (cairo).
///
/// Points are in the drawing's own units, with the origin at the top left.
@MainActor
public final class Canvas {
    /// The width in the drawing's units.
    public let width: Double
    /// The height in the drawing's units.
    public let height: Double

    private let surface: OpaquePointer
    private let context: OpaquePointer
    private let scale: Double

    /// A transparent surface.
    ///
    /// - Parameters:
    ///   - pixels: its size in device pixels.
    ///   - width: its width in the drawing's units.
    public init(pixels: (width: Int, height: Int), width: Double) {
        let (columns, rows) = (max(1, pixels.width), max(1, pixels.height))
        self.width = width
        scale = Double(columns) / width
        height = Double(rows) / scale
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(columns), gint(rows))
        context = cairo_create(surface)
        cairo_scale(context, scale, scale)
    }

    isolated deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// A step of a path.
    public enum Step: Sendable {
        /// Starts at a point.
        case move(Double, Double)
        /// Draws a straight line to a point.
        case line(Double, Double)
        /// Draws a Bézier curve to the last point; the other two are its control points.
        case curve(Double, Double, Double, Double, Double, Double)
        /// A full circle around a point.
        case circle(Double, Double, radius: Double)
        /// Closes the path.
        case close
    }

    /// Clips everything drawn later to a path.
    public func clip(_ steps: [Step]) {
        trace(steps)
        cairo_clip(context)
    }

    /// Fills the whole surface.
    public func fill(_ color: CanvasColor) {
        use(color)
        cairo_paint(context)
    }

    /// Fills a path.
    public func fill(_ steps: [Step], _ color: CanvasColor) {
        trace(steps)
        use(color)
        cairo_fill(context)
    }

    /// Strokes a path with the given line width.
    public func stroke(_ steps: [Step], _ color: CanvasColor, width: Double) {
        trace(steps)
        use(color)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_stroke(context)
    }

    /// A text in a box.
    public struct Words: Sendable {
        /// The text.
        public var text: String
        /// A font family of the theme: `Serif`.
        public var family: String
        /// The allowed font sizes, the largest first: the first one at which everything fits is
        /// used.
        public var sizes: [Double]
        /// Whether the text is bold.
        public var isBold = false
        /// Whether the lines are centered in the box; otherwise they are aligned to the start of
        /// the text.
        public var isCentered = false

        /// A text with its font family and sizes.
        public init(_ text: String, family: String, sizes: [Double]) {
            self.text = text
            self.family = family
            self.sizes = sizes
        }
    }

    /// Draws a text in a box. A text that is too long even at the smallest size ends in "…".
    ///
    /// - Returns: the height of the lines.
    @discardableResult
    public func write(
        _ words: Words,
        _ color: CanvasColor,
        x: Double,
        y: Double,
        width: Double,
        height: Double
    ) -> Double {
        guard let layout = pango_cairo_create_layout(context) else { return 0 }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        measureExactly(layout)
        pango_layout_set_text(layout, words.text, -1)
        pango_layout_set_width(layout, units(width))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_auto_dir(layout, 1)
        pango_layout_set_alignment(
            layout,
            words.isCentered ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT
        )
        let used = fit(layout, words, width: width, height: height)
        use(color)
        cairo_move_to(context, x, words.isCentered ? y + (height - used) / 2 : y)
        pango_cairo_show_layout(context, layout)
        return used
    }

    /// Whether a text is right-to-left.
    public static func isRightToLeft(_ text: String) -> Bool {
        pango_find_base_dir(text, -1) == PANGO_DIRECTION_RTL
    }

    /// The finished drawing. Nothing may be drawn afterwards.
    public func texture() -> Texture {
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let rows = cairo_image_surface_get_height(surface)
        let bytes = g_bytes_new(cairo_image_surface_get_data(surface), gsize(stride * Int(rows)))
        defer { g_bytes_unref(bytes) }
        let isBigEndian = 1.bigEndian == 1
        let texture = gdk_memory_texture_new(
            cairo_image_surface_get_width(surface),
            rows,
            isBigEndian ? GDK_MEMORY_A8R8G8B8_PREMULTIPLIED : GDK_MEMORY_B8G8R8A8_PREMULTIPLIED,
            bytes,
            gsize(stride)
        )
        guard let texture else { preconditionFailure("GTK made no texture") }
        return Texture(adopting: UnsafeMutableRawPointer(texture))
    }

    /// Makes lines break alike at every size: widths are not rounded to whole pixels.
    private func measureExactly(_ layout: OpaquePointer) {
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        let context = pango_layout_get_context(layout)
        pango_cairo_context_set_font_options(context, options)
        pango_context_set_round_glyph_positions(context, 0)
        pango_layout_context_changed(layout)
    }

    /// Applies the largest size at which the text fits, and returns its height.
    private func fit(
        _ layout: OpaquePointer,
        _ words: Words,
        width: Double,
        height: Double
    ) -> Double {
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, words.family)
        pango_font_description_set_weight(
            font,
            words.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL
        )
        for size in words.sizes {
            pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
            pango_layout_set_font_description(layout, font)
            pango_layout_set_height(layout, -1)
            let isLast = size == words.sizes.last
            if isLast {
                pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
                pango_layout_set_height(layout, units(height))
            }
            var area = PangoRectangle()
            pango_layout_get_extents(layout, nil, &area)
            let used = Double(area.height) / Double(PANGO_SCALE)
            if isLast || used <= height && !breaksWords(layout, words.text) { return used }
        }
        return 0
    }

    /// Whether a line ends within a word.
    private func breaksWords(_ layout: OpaquePointer, _ text: String) -> Bool {
        var count: gint = 0
        guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count) else {
            return false
        }
        let utf8 = Array(text.utf8)
        return (1..<max(1, pango_layout_get_line_count(layout))).contains { index in
            guard let line = pango_layout_get_line_readonly(layout, index) else { return false }
            let start = Int(line.pointee.start_index)
            guard start <= utf8.count else { return false }
            let place = String(decoding: utf8[..<start], as: UTF8.self).unicodeScalars.count
            return place < Int(count) && attributes[place].is_line_break == 0
        }
    }

    private func units(_ length: Double) -> gint { gint(length * Double(PANGO_SCALE)) }

    private func use(_ color: CanvasColor) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }

    private func trace(_ steps: [Step]) {
        cairo_new_path(context)
        for step in steps {
            switch step {
            case .move(let x, let y): cairo_move_to(context, x, y)
            case .line(let x, let y): cairo_line_to(context, x, y)
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                cairo_curve_to(context, x1, y1, x2, y2, x, y)
            case .circle(let x, let y, let radius):
                cairo_new_sub_path(context)
                cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
            case .close: cairo_close_path(context)
            }
        }
    }
}
