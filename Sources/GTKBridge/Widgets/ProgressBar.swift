import CGTK

/// A bar that fills as something goes on (GtkProgressBar).
public final class ProgressBar: Widget {
    /// An empty bar.
    public init(_ classes: String...) {
        super.init(gtk_progress_bar_new(), type: gtk_progress_bar_get_type())
        for name in classes { gtk_widget_add_css_class(widget, name) }
    }

    /// How much is done, from 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, min(max(newValue, 0), 1)) }
    }

    /// Shows that something goes on of which nobody knows how much there is.
    public func pulse() { gtk_progress_bar_pulse(opaque) }
}
