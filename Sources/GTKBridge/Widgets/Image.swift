import CGTK

/// A symbolic icon (GtkImage).
public final class Image: Widget {
    /// An icon of the theme; the size is in pixels.
    ///
    /// - Parameter name: the accessible name; nil for a decoration, which screen readers skip.
    public init(icon: String, size: Int = 16, name: String? = nil) {
        super.init(gtk_image_new_from_icon_name(icon), type: gtk_image_get_type())
        gtk_image_set_pixel_size(opaque, gint(size))
        if let name { accessibleLabel(name) } else { accessibleHidden() }
    }

    /// Shows another icon of the theme.
    public func setIcon(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}

/// A picture of a fixed size (GtkPicture).
///
/// GtkPicture alone requests the texture's own size, which is larger on high-density screens.
public final class Picture: Widget {
    /// A picture of the given size, in pixels; empty until it gets a texture.
    public init(width: Int, height: Int) {
        super.init(gtk_picture_new(), type: gtk_picture_get_type())
        let (width, height) = (gint(max(1, width)), gint(max(1, height)))
        setLayout(isConstant: true) { _, orientation, _ in
            orientation == GTK_ORIENTATION_HORIZONTAL ? (width, width) : (height, height)
        } allocate: { _, _, _, _ in
        }
        halign(.center)
        valign(.start)
    }

    override init(borrowing widget: UnsafeMutablePointer<GtkWidget>) {
        super.init(borrowing: widget)
    }

    /// Sets the texture.
    @discardableResult
    public func texture(_ texture: Texture?) -> Self {
        gtk_picture_set_paintable(opaque, texture.map { OpaquePointer($0.pointer) })
        return self
    }

    /// Whether there is no texture.
    public var isEmpty: Bool { gtk_picture_get_paintable(opaque) == nil }

    /// Called whenever the picture is on the screen without a texture: now, or when it appears.
    public func whileEmpty(_ body: @escaping @MainActor (Picture) -> Void) {
        // The address only: a closure that captured a wrapper would leak the widget.
        let address = widget
        connectPlain("map") {
            let picture = Picture(borrowing: address)
            if picture.isEmpty { body(picture) }
        }
        if isMapped, isEmpty { body(self) }
    }

    /// The number of device pixels per pixel at the picture.
    public var scale: Int { Int(gtk_widget_get_scale_factor(widget)) }

    /// Called when the picture moves to a screen with another scale.
    public func onScaleChange(_ body: @escaping @MainActor (Picture) -> Void) {
        let address = widget
        onNotify("scale-factor") { body(Picture(borrowing: address)) }
    }
}

/// A separator line (GtkSeparator).
public final class Separator: Widget {
    /// A line in the given orientation.
    public init(_ orientation: Orientation) {
        super.init(gtk_separator_new(orientation.value), type: gtk_separator_get_type())
    }
}

/// An animation that indicates ongoing work (GtkSpinner).
public final class Spinner: Widget {
    /// A spinning spinner.
    public init() {
        super.init(gtk_spinner_new(), type: gtk_spinner_get_type())
        gtk_spinner_start(opaque)
    }
}

/// A progress bar (GtkProgressBar).
public final class ProgressBar: Widget {
    /// An empty bar.
    public init(_ classes: String...) {
        super.init(gtk_progress_bar_new(), type: gtk_progress_bar_get_type())
        for name in classes { gtk_widget_add_css_class(widget, name) }
    }

    /// The completed fraction, from 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, min(max(newValue, 0), 1)) }
    }

    /// Shows indeterminate progress.
    public func pulse() { gtk_progress_bar_pulse(opaque) }
}
