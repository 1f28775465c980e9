import CGTK

/// What the widgets with a layout of their own have in common. GtkCustomLayout's functions get no
/// context, so numbers are kept with the widget.
extension Widget {
    /// Gives the widget its own layout.
    func setLayout(
        _ mode: GtkSizeRequestMode,
        measure: @escaping GtkCustomMeasureFunc,
        allocate: @escaping GtkCustomAllocateFunc
    ) {
        let heightForWidth:
            @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { _ in
                GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
            }
        let isFixed = mode == GTK_SIZE_REQUEST_CONSTANT_SIZE
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(isFixed ? nil : heightForWidth, measure, allocate)
        )
    }

    /// Keeps a number with the widget, for its layout.
    func setLayoutNumber(_ name: String, _ number: Int) {
        g_object_set_data(cast(), name, UnsafeMutableRawPointer(bitPattern: number))
    }
}

/// A number that `setLayoutNumber` has kept.
func layoutNumber(_ name: String, of widget: UnsafeMutablePointer<GtkWidget>) -> gint {
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    return gint(Int(bitPattern: g_object_get_data(object, name)))
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
