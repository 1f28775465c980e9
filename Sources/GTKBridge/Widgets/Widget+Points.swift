import CGTK

extension Widget {
    /// Whether a point of another widget, in its coordinates, lies in this one.
    public func contains(_ x: Double, _ y: Double, of other: Widget) -> Bool {
        var (ownX, ownY) = (0.0, 0.0)
        return gtk_widget_translate_coordinates(other.widget, widget, x, y, &ownX, &ownY) != 0
            && gtk_widget_contains(widget, ownX, ownY) != 0
    }
}
