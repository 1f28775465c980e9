import CGTK
import Phrases

/// Text that is not edited (GtkLabel).
public final class Label: Widget {
    /// A label that stands at the start of its line and does not wrap.
    ///
    /// - Parameter role: what it is to a screen reader, unless it is just a text.
    public init(_ text: String = "", _ classes: String..., role: AccessibleRole? = nil) {
        let new = role?.make(gtk_label_get_type()) ?? gtk_label_new(nil)
        super.init(new, type: gtk_label_get_type())
        gtk_label_set_text(opaque, text)
        gtk_label_set_xalign(opaque, 0)
        for name in classes { gtk_widget_add_css_class(widget, name) }
    }

    /// What is shown.
    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set { gtk_label_set_text(opaque, newValue) }
    }

    /// Shows the text as a tooltip where there is too little room for it.
    ///
    /// - Parameter whole: what is shown instead of the label's own text, if the label has less than that.
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

    /// Shows a text with marks in pango's markup; what is not of it must have been escaped. The text is that
    /// without its marks.
    public func setMarkup(_ markup: String) {
        gtk_label_set_markup(opaque, markup)
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

    /// Tells when a link of the text is pressed. A handler that returns false leaves it to GTK.
    @discardableResult
    public func onLink(
        _ body: @escaping @MainActor (_ address: String) -> Bool
    ) -> SignalConnection {
        connectPointerQuestion("activate-link") { address in
            guard let address else { return false }
            return body(String(cString: address.assumingMemoryBound(to: CChar.self)))
        }
    }

    /// Wraps at words, and inside a word that is too long for a line; without a hyphen there, which is not in
    /// the text.
    @discardableResult
    public func wrapping() -> Self {
        insert(pango_attr_insert_hyphens_new(0))
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
        return self
    }

    /// Wraps at words alone: it is never narrower than the longest.
    @discardableResult
    public func wrappingAtWords() -> Self {
        wrapping()
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD)
        return self
    }

    /// Cuts the end with an ellipsis when there is not enough room.
    @discardableResult
    public func ellipsizing() -> Self {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        return self
    }

    /// Puts the lines in the middle.
    @discardableResult
    public func centered() -> Self {
        gtk_label_set_xalign(opaque, 0.5)
        gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
        return self
    }

    /// Lets the text be selected and copied.
    @discardableResult
    public func selectable() -> Self {
        gtk_label_set_selectable(opaque, 1)
        return self
    }

    /// Lets the text be selected with the pointer, without ever taking the keyboard focus: who shows the
    /// label copies what is selected.
    @discardableResult
    public func selectableByPointer() -> Self {
        gtk_label_set_selectable(opaque, 1)
        gtk_widget_set_can_focus(widget, 0)
        return self
    }

    /// What is selected; nil when nothing is.
    public var selectedText: String? {
        var (start, end): (gint, gint) = (0, 0)
        guard gtk_label_get_selection_bounds(opaque, &start, &end) != 0 else { return nil }
        let scalars = text.unicodeScalars.dropFirst(Int(start)).prefix(Int(end - start))
        return String(scalars)
    }

    /// The byte of the text, in UTF-8, at a point of the label; nil where no letter is.
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

    /// Selects a part of the text, in Unicode scalars; of one that can be selected.
    public func select(_ range: Range<Int>) {
        gtk_label_select_region(opaque, gint(range.lowerBound), gint(range.upperBound))
    }

    /// The smallest width of a text that wraps and is longer than that, in characters.
    ///
    /// Without one GTK breaks the text at each character to find the width that it needs at least, which
    /// takes ten times as long as a layout.
    @discardableResult
    public func minimumCharacters(_ count: Int) -> Self {
        gtk_label_set_width_chars(opaque, gint(count))
        return self
    }

    /// The widest natural width, in characters.
    @discardableResult
    public func maximumCharacters(_ count: Int) -> Self {
        gtk_label_set_max_width_chars(opaque, gint(count))
        return self
    }

    /// The most lines that are shown.
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

    /// Lets no last line have one word alone, unless the last two are long; of the text that there is now.
    @discardableResult
    public func keepingLastWordsTogether() -> Self {
        let text = text
        let spaces = text.indices.filter { text[$0] == " " }
        guard spaces.count > 1, let last = spaces.last,
            text[spaces[spaces.count - 2]...].count <= Self.longestPair
        else { return self }
        // Before the letter that the space is followed by there is no break.
        let start = text.utf8.distance(from: text.startIndex, to: last)
        let end = start + text[last...].prefix(2).utf8.count
        let attribute = pango_attr_allow_breaks_new(0)
        attribute?.pointee.start_index = guint(start)
        attribute?.pointee.end_index = guint(end)
        insert(attribute)
        return self
    }

    /// More letters than these may not fit into one line of large ones.
    private static let longestPair = 14

    /// Adds to what holds for the text.
    private func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
        let old = gtk_label_get_attributes(opaque)
        let all = old == nil ? pango_attr_list_new() : pango_attr_list_copy(old)
        pango_attr_list_insert(all, attribute)
        gtk_label_set_attributes(opaque, all)
        pango_attr_list_unref(all)
    }
}

extension Label {
    /// The least width in which a text has room in two lines of the label's font, in pixels; that of the
    /// whole text where it is one word.
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
    /// How high a line of the widget's font is, in pixels.
    public var fontLineHeight: Int { GTKBridge.fontLineHeight(of: widget) }
}

/// How high a line of a widget's font is, in pixels.
///
/// It is kept with the widget until the font changes: layouts ask for it, and to find it out takes longer than
/// all the rest of most.
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
