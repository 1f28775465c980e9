import CGTK

/// Tells when a finger that drags something is lifted, on a desktop that leaves that to the window.
///
/// Compositors that know drags by touch take the finger from the window, which hears no more of it.
/// Mutter, up to the one of GNOME 43 at least, ignores such a drag: nobody would ever tell of its end.
@MainActor
final class FingerWatch {
    private let controller: Object
    private let root: Widget

    /// - Parameter onLift: told whether that was outside of the window.
    init?(in root: OpaquePointer?, onLift: @escaping @MainActor (_ isOutside: Bool) -> Void) {
        guard let root else { return nil }
        self.root = Widget(borrowing: UnsafeMutablePointer(root))
        controller = self.root.addController(gtk_event_controller_legacy_new(), phase: .capture)
        let surface = gtk_native_get_surface(root)
        controller.connectPointerQuestion("event") { event in
            guard let event = event.map({ OpaquePointer($0) }),
                gdk_event_get_event_type(event) == GDK_TOUCH_END
            else { return false }
            var (x, y) = (0.0, 0.0)
            gdk_event_get_position(event, &x, &y)
            let (width, height) = (gdk_surface_get_width(surface), gdk_surface_get_height(surface))
            let isInside = (0..<Double(width)).contains(x) && (0..<Double(height)).contains(y)
            onLift(!isInside)
            return false
        }
    }

    /// Ends it.
    func end() { gtk_widget_remove_controller(root.widget, controller.opaque) }
}
