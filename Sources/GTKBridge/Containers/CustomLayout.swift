import CGTK

/// How much a widget needs at least in a direction, and would like to have, when it has so much in the
/// other one; -1 for any.
typealias WidgetMeasure =
    @Sendable (
        _ widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, _ forSize: gint
    ) -> (minimum: gint, natural: gint)

/// What the widgets with a layout of their own have in common. GtkCustomLayout's functions get no
/// context, so numbers are kept with the widget.
extension Widget {
    /// Gives the widget its own layout.
    func setLayout(
        _ mode: GtkSizeRequestMode,
        measure: @escaping WidgetMeasure,
        allocate: @escaping GtkCustomAllocateFunc
    ) {
        g_object_set_qdata_full(
            cast(),
            measureKey,
            Unmanaged.passRetained(KeptMeasure(measure)).toOpaque(),
            { data in if let data { Unmanaged<KeptMeasure>.fromOpaque(data).release() } }
        )
        let heightForWidth:
            @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { _ in
                GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
            }
        let isFixed = mode == GTK_SIZE_REQUEST_CONSTANT_SIZE
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(isFixed ? nil : heightForWidth, measureWidget, allocate)
        )
    }

    /// Keeps a number with the widget, for its layout.
    func setLayoutNumber(_ name: String, _ number: Int) {
        GTKBridge.setLayoutNumber(name, number, of: widget)
    }
}

/// Keeps a number with a widget, for a layout.
func setLayoutNumber(_ name: String, _ number: Int, of widget: UnsafeMutablePointer<GtkWidget>) {
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    g_object_set_data(object, name, UnsafeMutableRawPointer(bitPattern: number))
}

private final class KeptMeasure: Sendable {
    let body: WidgetMeasure

    init(_ body: @escaping WidgetMeasure) { self.body = body }
}

private let measureKey = g_quark_from_string("hawk-notes-measure")

private let measureWidget: GtkCustomMeasureFunc = {
    widget,
    orientation,
    forSize,
    minimum,
    natural,
    minimumBaseline,
    naturalBaseline in
    minimumBaseline?.pointee = -1
    naturalBaseline?.pointee = -1
    guard let widget else { return }
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    guard let kept = g_object_get_qdata(object, measureKey) else { return }
    let measure = Unmanaged<KeptMeasure>.fromOpaque(kept).takeUnretainedValue()
    let size = measure.body(widget, orientation, forSize)
    minimum?.pointee = size.minimum
    natural?.pointee = size.natural
}

/// A number that `setLayoutNumber` has kept.
func layoutNumber(_ name: String, of widget: UnsafeMutablePointer<GtkWidget>) -> gint {
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    return gint(Int(bitPattern: g_object_get_data(object, name)))
}

/// The children of a widget, hidden ones too, in their order.
func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    guard let first = gtk_widget_get_first_child(widget) else { return [] }
    return Array(sequence(first: first) { gtk_widget_get_next_sibling($0) })
}

/// The children of a widget that take part in its layout, in their order.
func shownChildren(
    of widget: UnsafeMutablePointer<GtkWidget>
) -> [UnsafeMutablePointer<GtkWidget>] {
    children(of: widget).filter { gtk_widget_should_layout($0) != 0 }
}

/// The two children of a widget that has so many.
func twoChildren(
    of widget: UnsafeMutablePointer<GtkWidget>
) -> (UnsafeMutablePointer<GtkWidget>, UnsafeMutablePointer<GtkWidget>)? {
    guard let first = gtk_widget_get_first_child(widget),
        let second = gtk_widget_get_next_sibling(first)
    else { return nil }
    return (first, second)
}

/// What two children, one above the other, need in a direction: in width the wider one's, in height what is
/// made of both.
func measureStacked(
    _ widget: UnsafeMutablePointer<GtkWidget>,
    _ orientation: GtkOrientation,
    _ forSize: gint,
    height: (_ upper: (minimum: gint, natural: gint), _ lower: (minimum: gint, natural: gint)) -> (
        minimum: gint, natural: gint
    )
) -> (minimum: gint, natural: gint) {
    guard let (upper, lower) = twoChildren(of: widget) else { return (0, 0) }
    let (one, other) = (measure(upper, orientation, forSize), measure(lower, orientation, forSize))
    guard orientation == GTK_ORIENTATION_HORIZONTAL else { return height(one, other) }
    return (max(one.minimum, other.minimum), max(one.natural, other.natural))
}

/// What a child needs at least and would like to have.
func measure(
    _ child: UnsafeMutablePointer<GtkWidget>,
    _ orientation: GtkOrientation,
    _ size: gint
) -> (minimum: gint, natural: gint) {
    var (minimum, natural): (gint, gint) = (0, 0)
    gtk_widget_measure(child, orientation, size, &minimum, &natural, nil, nil)
    return (minimum, natural)
}
