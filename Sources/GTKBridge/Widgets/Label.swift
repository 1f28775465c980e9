import CGTK
import Phrases

/// A text that cannot be edited (GtkLabel).
public final class Label: Widget {
    /// A label that is aligned to the start and does not wrap.
    ///
    /// - Parameter role: the accessible role if it is not just a text.
    public init(_ text: String = "", _ classes: String..., role: AccessibleRole? = nil) {
        let new = role?.make(gtk_label_get_type()) ?? gtk_label_new(nil)
        super.init(new, type: gtk_label_get_type())
        self.text = text
        gtk_label_set_xalign(opaque, 0)
        for name in classes { gtk_widget_add_css_class(widget, name) }
    }

    /// The text.
    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set {
            gtk_label_set_text(opaque, newValue)
            divide()
            align()
        }
    }

    /// Whether the text has, or had, long paragraphs in pieces.
    private var isDivided = false

    /// Divides the long paragraphs of the text, so that they are laid out quickly; see
    /// `LayoutPieces`.
    private func divide() {
        guard isDivided || strlen(gtk_label_get_text(opaque)) > LayoutPieces.longestWhole else {
            return
        }
        let old = gtk_label_get_attributes(opaque)
        let usual = old == nil ? nil : pango_attr_list_copy(old)
        defer { pango_attr_list_unref(usual) }
        if isDivided, let usual {
            let isScale: PangoAttrFilterFunc = { attribute, _ in
                (attribute?.pointee.klass.pointee.type == PANGO_ATTR_SCALE).gboolean
            }
            pango_attr_list_unref(pango_attr_list_filter(usual, isScale, nil))
        }
        let divided = LayoutPieces.attributes(dividing: text, with: usual)
        guard divided != nil || isDivided else { return }
        isDivided = divided != nil
        gtk_label_set_attributes(opaque, divided ?? usual)
        pango_attr_list_unref(divided)
    }

    /// Whether the text is ellipsized, as of the last layout.
    public var isCut: Bool { pango_layout_is_ellipsized(gtk_label_get_layout(opaque)) != 0 }

    /// Shows the text as a tooltip if it is ellipsized.
    ///
    /// - Parameter whole: shown instead of the label's own text if that is abridged.
    @discardableResult
    public func tooltip(whenCut whole: String?) -> Self {
        // The closure belongs to the label, whose wrapper may be gone by then.
        let label = opaque
        return tooltip {
            let text = String(cString: gtk_label_get_text(label))
            let isCut = pango_layout_is_ellipsized(gtk_label_get_layout(label)) != 0
            return isCut || whole.map { $0 != text } == true ? whole ?? text : nil
        }
    }

    /// Sets a text with Pango markup; all other content must have been escaped. `text` is then the
    /// text without markup.
    public func setMarkup(_ markup: String) {
        gtk_label_set_markup(opaque, markup)
        divide()
        align()
        guard markup.contains("<a ") else { return }
        if isMapped { cgtk_make_links_accessible(widget) }
        guard !hasLinks else { return }
        hasLinks = true
        onMap { [pointer] in
            cgtk_make_links_accessible(pointer.assumingMemoryBound(to: GtkWidget.self))
        }
    }

    /// Whether the text has, or had, links.
    private var hasLinks = false

    /// Called when a link is activated. If the handler returns false, GTK opens the link.
    @discardableResult
    public func onLink(
        _ body: @escaping @MainActor (_ address: String) -> Bool
    ) -> SignalConnection {
        connectPointerQuestion("activate-link") { address in
            guard let address else { return false }
            return body(String(cString: address.assumingMemoryBound(to: CChar.self)))
        }
    }

    /// Begins on the side where the text begins by its own direction, as in a text field; otherwise
    /// that is where everything in the program's language begins. For text that the user wrote, in
    /// a label that is as wide as its field would be.
    @discardableResult
    public func alignedByText() -> Self {
        isAlignedByText = true
        align()
        return self
    }

    private var isAlignedByText = false

    private func align() {
        guard isAlignedByText else { return }
        let start: Float =
            switch pango_find_base_dir(gtk_label_get_text(opaque), -1) {
            case PANGO_DIRECTION_LTR: isMirrored ? 1 : 0
            case PANGO_DIRECTION_RTL: isMirrored ? 0 : 1
            default: 0
            }
        gtk_label_set_xalign(opaque, start)
    }

    /// Wraps at words, or inside words that are too long for a line. No hyphen is inserted there,
    /// because the text has none.
    @discardableResult
    public func wrapping() -> Self {
        insert(pango_attr_insert_hyphens_new(0))
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
        return self
    }

    /// Wraps only at words: the minimum width is that of the longest word.
    @discardableResult
    public func wrappingAtWords() -> Self {
        wrapping()
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD)
        return self
    }

    /// Ellipsizes the end if there is not enough room.
    @discardableResult
    public func ellipsizing() -> Self {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        return self
    }

    /// Centers the lines.
    @discardableResult
    public func centered() -> Self {
        gtk_label_set_xalign(opaque, 0.5)
        gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
        return self
    }

    /// Makes the text selectable.
    @discardableResult
    public func selectable() -> Self {
        gtk_label_set_selectable(opaque, 1)
        return self
    }

    /// Makes the text selectable with the pointer, but never takes the keyboard focus: the owner
    /// copies the selection.
    @discardableResult
    public func selectableByPointer() -> Self {
        gtk_label_set_selectable(opaque, 1)
        gtk_widget_set_can_focus(widget, 0)
        return self
    }

    /// Keeps the keyboard focus away from a text with links, which can then only be clicked.
    @discardableResult
    public func linksByPointer() -> Self {
        gtk_widget_set_can_focus(widget, 0)
        return self
    }

    /// The selected range, in Unicode scalars; nil if the selection is empty.
    public var selection: Range<Int>? {
        var (start, end): (gint, gint) = (0, 0)
        guard gtk_label_get_selection_bounds(opaque, &start, &end) != 0 else { return nil }
        return Int(start)..<Int(end)
    }

    /// Where a selectable text was clicked last, in Unicode scalars; 0 where it was not.
    public var clickedOffset: Int {
        var (start, end): (gint, gint) = (0, 0)
        gtk_label_get_selection_bounds(opaque, &start, &end)
        return Int(end)
    }

    /// The UTF-8 offset in the text at a point of the label; nil if there is no letter.
    public func offset(at point: (x: Double, y: Double)) -> Int? {
        guard let layout = gtk_label_get_layout(opaque) else { return nil }
        var (left, top): (gint, gint) = (0, 0)
        gtk_label_get_layout_offsets(opaque, &left, &top)
        var (index, trailing): (gint, gint) = (0, 0)
        let isInside = pango_layout_xy_to_index(
            layout,
            (gint(point.x) - left) * PANGO_SCALE,
            (gint(point.y) - top) * PANGO_SCALE,
            &index,
            &trailing
        )
        return isInside != 0 ? Int(index) : nil
    }

    /// The top of the line with a byte of the text, in the label's own coordinates; nil before the
    /// label has a layout.
    public func lineTop(ofByte byte: Int) -> Double? {
        guard let layout = gtk_label_get_layout(opaque) else { return nil }
        var (left, top): (gint, gint) = (0, 0)
        gtk_label_get_layout_offsets(opaque, &left, &top)
        var place = PangoRectangle()
        pango_layout_index_to_pos(layout, gint(clamping: byte), &place)
        return Double(top) + Double(place.y) / Double(PANGO_SCALE)
    }

    /// Selects a range of a selectable text, in Unicode scalars.
    public func select(_ range: Range<Int>) {
        gtk_label_select_region(opaque, gint(range.lowerBound), gint(range.upperBound))
    }

    /// The minimum width of a text that wraps and is longer than that, in characters.
    ///
    /// Without it GTK breaks the text at each character to find the minimum width, which takes ten
    /// times as long as a layout.
    @discardableResult
    public func minimumCharacters(_ count: Int) -> Self {
        gtk_label_set_width_chars(opaque, gint(count))
        return self
    }

    /// The maximum natural width, in characters.
    @discardableResult
    public func maximumCharacters(_ count: Int) -> Self {
        gtk_label_set_max_width_chars(opaque, gint(count))
        return self
    }

    /// The maximum number of lines.
    @discardableResult
    public func lines(_ count: Int) -> Self {
        gtk_label_set_lines(opaque, gint(count))
        return self
    }

    /// Line height as a multiple of the font's own.
    @discardableResult
    public func lineHeight(_ factor: Double) -> Self {
        insert(pango_attr_line_height_new(factor))
        return self
    }

    /// Prevents a single word on the last line, unless the last two words are long. Applies to the
    /// current text only.
    @discardableResult
    public func keepingLastWordsTogether() -> Self {
        let text = text
        let spaces = text.indices.filter { text[$0] == " " }
        guard spaces.count > 1, let last = spaces.last,
            text[spaces[spaces.count - 2]...].count <= Self.longestPair
        else { return self }
        // Prevents the break before the letter that follows the space.
        let start = text.utf8.distance(from: text.startIndex, to: last)
        let end = start + text[last...].prefix(2).utf8.count
        let attribute = pango_attr_allow_breaks_new(0)
        attribute?.pointee.start_index = guint(start)
        attribute?.pointee.end_index = guint(end)
        insert(attribute)
        return self
    }

    /// Longer pairs may not fit into one line in a large font.
    private static let longestPair = 14

    /// Adds an attribute to the text.
    private func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
        let old = gtk_label_get_attributes(opaque)
        let all = old == nil ? pango_attr_list_new() : pango_attr_list_copy(old)
        pango_attr_list_insert(all, attribute)
        gtk_label_set_attributes(opaque, all)
        pango_attr_list_unref(all)
    }
}

extension Label {
    /// The minimum width at which a text fits into two lines of the label's font, in pixels; the
    /// full width for a single word.
    public func widthInTwoLines(_ text: String) -> Int {
        let words = text.split(separator: " ")
        guard words.count > 1 else { return width(text) }
        return (1..<words.count).map { count in
            let lines = [words[..<count], words[count...]]
            return lines.map { width($0.joined(separator: " ")) }.max() ?? 0
        }.min() ?? 0
    }

    private func width(_ text: String) -> Int {
        guard let layout = gtk_widget_create_pango_layout(widget, text) else { return 0 }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var width: gint = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        return Int(width)
    }
}

extension Widget {
    /// The line height of the widget's font, in pixels.
    public var fontLineHeight: Int { GTKBridge.fontLineHeight(of: widget) }
}

/// The line height of a widget's font, in pixels.
///
/// The value is cached with the widget until the font changes: layouts need it, and computing it
/// takes longer than the rest of most layouts.
func fontLineHeight(of widget: UnsafeMutablePointer<GtkWidget>) -> Int {
    let context = gtk_widget_get_pango_context(widget)
    let serial = Int(pango_context_get_serial(context))
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    if Int(bitPattern: g_object_get_data(object, serialKey)) == serial {
        return Int(bitPattern: g_object_get_data(object, heightKey))
    }
    let height = measuredLineHeight(in: context)
    g_object_set_data(object, serialKey, UnsafeMutableRawPointer(bitPattern: serial))
    g_object_set_data(object, heightKey, UnsafeMutableRawPointer(bitPattern: height))
    return height
}

private let serialKey = "hawk-notes-font-serial"
private let heightKey = "hawk-notes-line-height"

private func measuredLineHeight(in context: OpaquePointer?) -> Int {
    guard let metrics = pango_context_get_metrics(context, nil, nil) else { return 0 }
    defer { pango_font_metrics_unref(metrics) }
    return Int((pango_font_metrics_get_height(metrics) + PANGO_SCALE - 1) / PANGO_SCALE)
}
