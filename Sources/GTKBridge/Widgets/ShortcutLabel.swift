import CGTK

/// The keys of a shortcut, drawn as keys (GtkShortcutLabel).
public final class ShortcutLabel: Widget {
    /// The keys of an accelerator in GTK's spelling, such as `<Control>n`; separate several with
    /// spaces.
    public init(_ accelerator: String) {
        super.init(gtk_shortcut_label_new(accelerator), type: gtk_shortcut_label_get_type())
    }
}
