import CGTK

/// A colour to draw with; each share from 0 to 1.
public struct CanvasColor: Hashable, Sendable {
    /// The share of red.
    public var red: Double
    /// The share of green.
    public var green: Double
    /// The share of blue.
    public var blue: Double
    /// 0 cannot be seen.
    public var alpha: Double

    /// Takes each share, from 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// A surface to draw on, for pictures that are made by the program (cairo).
///
/// Points are in the drawing's own units, with the origin at the top left.
@MainActor
public final class Canvas {
    /// In the drawing's units.
    public let width: Double
    /// In the drawing's units.
    public let height: Double

    private let surface: OpaquePointer
    private let context: OpaquePointer
    private let scale: Double

    /// A transparent surface.
    ///
    /// - Parameters:
    ///   - pixels: its size in device pixels.
    ///   - width: how many of the drawing's units that is wide.
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

    /// A step of an outline.
    public enum Step: Sendable {
        /// Begins at a point.
        case move(Double, Double)
        /// Goes straight to a point.
        case line(Double, Double)
        /// Goes to the last point, bent towards the other two.
        case curve(Double, Double, Double, Double, Double, Double)
        /// A whole circle about a point.
        case circle(Double, Double, radius: Double)
        /// Goes back to where it began.
        case close
    }

    /// Draws within an outline alone from now on.
    public func clip(_ steps: [Step]) {
        trace(steps)
        cairo_clip(context)
    }

    /// Fills everything.
    public func fill(_ color: CanvasColor) {
        use(color)
        cairo_paint(context)
    }

    /// Fills an outline.
    public func fill(_ steps: [Step], _ color: CanvasColor) {
        trace(steps)
        use(color)
        cairo_fill(context)
    }

    /// Draws along an outline with a pen of this width.
    public func stroke(_ steps: [Step], _ color: CanvasColor, width: Double) {
        trace(steps)
        use(color)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_stroke(context)
    }

    /// Words in a box.
    public struct Words: Sendable {
        /// What is written.
        public var text: String
        /// A family of fonts that the theme knows: `Serif`.
        public var family: String
        /// The sizes that may be used, the largest first: the first at which all is seen is.
        public var sizes: [Double]
        /// Whether the strokes are thick.
        public var isBold = false
        /// Whether the lines are in the middle of the box; else they begin at the side on which the text
        /// begins.
        public var isCentered = false

        /// Takes every value as it is.
        public init(_ text: String, family: String, sizes: [Double]) {
            self.text = text
            self.family = family
            self.sizes = sizes
        }
    }

    /// Writes words in a box. What is too long, even small, ends in "…".
    ///
    /// - Returns: how high the lines are.
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

    /// Whether a text begins at the right.
    public static func isRightToLeft(_ text: String) -> Bool {
        pango_find_base_dir(text, -1) == PANGO_DIRECTION_RTL
    }

    /// What was drawn. Nothing may be drawn afterwards.
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

    /// Lets lines break alike at every size: widths are not rounded to whole pixels.
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

    /// Gives the words the largest size at which they fit, and tells how high they are then.
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
