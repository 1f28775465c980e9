import CGTK
import CX11Window

/// Tells of each press of Escape while it exists, whoever has the keyboard.
///
/// GDK's X11 backend does not notice Escape while a drag holds its grabs (gdkdrag-x11.c), so the X server is
/// asked for all key presses. Does nothing on other display servers, where GDK knows itself.
@MainActor
final class EscapeWatch {
    private let display: OpaquePointer
    private let connection: SignalConnection

    /// - Parameter onEscape: called in the middle of the reading of events.
    init?(_ display: OpaquePointer?, onEscape: @escaping @MainActor () -> Void) {
        guard let display, cgtk_display_is_x11(display) != 0 else { return nil }
        self.display = display
        x11_select_escape(display, 1)
        connection = Object(borrowing: UnsafeMutableRawPointer(display))
            .connectPointerQuestion("xevent") { event in
                if x11_is_escape(display, event) != 0 { onEscape() }
                return false
            }
    }

    /// Ends it.
    func end() {
        connection.disconnect()
        x11_select_escape(display, 0)
    }
}
