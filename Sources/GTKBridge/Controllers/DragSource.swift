import CGTK
import CX11Window
import Foundation
import Phrases

/// How a drag ended.
public enum DragOutcome: Sendable {
    /// The content was dropped on a target that accepted it.
    case taken
    /// It was dropped outside all windows of this program, and nothing accepted it.
    case outside
    /// It was cancelled, or dropped where nothing happens.
    case cancelled
}

/// A widget that can be dragged, also out of its window (GtkDragSource).
///
/// Display servers report the end of a drag to its source in different ways:
/// - X11 reports a release over nothing as a cancel. Offering the root-window format there hangs
///   the drag, so it is only offered on Wayland.
/// - Mutter reports it as `dnd-finished` without `drop-performed` if the root-window format is
///   offered; a cancel there is always a cancel.
/// - Other Wayland compositors report a cancel, as X11 does.
/// - GDK does not notice Escape on X11: see `EscapeWatch`.
///
/// The caller knows from `DragTracker` whether the pointer was over a window of this program. Only
/// copying is offered: with moving, every GTK window would accept the drop and ask for a deletion.
@MainActor
public final class DragSource {
    /// The dragged content, in the formats that receivers may ask for.
    public struct Content: Sendable {
        /// The value for this program's own windows.
        public var own: String
        /// The MIME type of that value.
        public var ownType: String
        /// The value for text fields and other programs; nil offers them nothing.
        public var text: String?
        /// A file for other programs. It may still be written when the drag begins.
        public var file: URL?

        /// Content with a value for this program and, optionally, a text for others.
        public init(own: String, type: String, text: String?) {
            self.own = own
            ownType = type
            self.text = text
        }
    }

    /// Not retained: it owns the closures that keep this object alive.
    private let source: OpaquePointer
    private let tracker: DragTracker
    private var wasDropped = false
    private var isEscaped = false
    private var escape: EscapeWatch?
    private var outcome: DragOutcome?
    private let icon: @MainActor () -> Widget
    /// Whether the finger on the widget was held long enough to drag it; nil where fingers drag
    /// like a pointer.
    var isHeld: Bool?
    private let isInTitlebar: Bool
    private var isFinger = false
    private var finger: FingerWatch?
    /// The outcome that the lift of a finger implies; nil if something else ended the drag.
    private var fingerOutcome: DragOutcome?

    /// Makes a widget draggable.
    ///
    /// - Parameters:
    ///   - isInTitlebar: whether moving the pointer with a button held would otherwise move the
    ///     window.
    ///   - content: returns the content; `withText` is true if Control is held, which requests
    ///     text.
    ///   - icon: makes the drag icon, which is shown beside the pointer. It gets a margin for its
    ///     shadow, and the style class `opaque` where there is no transparency: areas that it does
    ///     not draw are black then.
    ///   - onEnd: called once the drag is over and its icon is gone.
    @discardableResult
    public init(
        _ widget: Widget,
        tracker: DragTracker,
        isInTitlebar: Bool = false,
        content: @escaping @MainActor (_ withText: Bool) -> Content?,
        icon: @escaping @MainActor () -> Widget,
        onEnd: @escaping @MainActor (DragOutcome) -> Void
    ) {
        self.tracker = tracker
        self.icon = icon
        let controller = widget.addController(gtk_drag_source_new(), phase: .bubble)
        source = controller.opaque
        gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
        self.isInTitlebar = isInTitlebar
        if isInTitlebar { keepFromWindow(widget) }
        connectPrepare(controller, content)
        connectBegin(controller)
        connectEnd(controller, onEnd)
    }

    /// Groups the source with a gesture that recognizes a long press: a finger only drags after it.
    ///
    /// In a title bar the source is grouped with the gesture that keeps the movement from the
    /// window. A third gesture would break that group, so fingers do not drag there.
    func follow(_ gesture: Object) {
        if !isInTitlebar { gtk_gesture_group(source, gesture.opaque) }
        isHeld = false
    }

    /// GTK waits a tenth of a second before a drag may begin. In that time the title bar would
    /// start to move the window, so a gesture in the same group claims the movement.
    private func keepFromWindow(_ widget: Widget) {
        let gesture = widget.addController(gtk_gesture_drag_new(), phase: .bubble)
        gtk_gesture_group(source, gesture.opaque)
        let drag = gesture.opaque
        gesture.connectPoint("drag-update") { x, y in
            guard let widget = gtk_event_controller_get_widget(drag) else { return }
            if gtk_drag_check_threshold(widget, 0, 0, gint(x), gint(y)) != 0 {
                gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
    }

    private func connectPrepare(
        _ controller: Object,
        _ content: @escaping @MainActor (Bool) -> Content?
    ) {
        // The source owns the closure, and the closures own this object: no weak capture here.
        controller.connectContentQuestion("prepare") { _, _ in
            let state = gtk_event_controller_get_current_event_state(self.source)
            let device = gtk_event_controller_get_current_event_device(self.source)
            let isFinger =
                device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
            if isFinger, self.isHeld == false { return nil }
            self.isFinger = isFinger
            let withText = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
            guard let content = content(withText) else { return nil }
            return self.provider(content).map { gpointer($0) }
        }
    }

    private func provider(_ content: Content) -> UnsafeMutablePointer<GdkContentProvider>? {
        var providers: [UnsafeMutablePointer<GdkContentProvider>?] = [
            bytesProvider(content.ownType, content.own)
        ]
        if let text = content.text {
            providers.append(bytesProvider("text/plain;charset=utf-8", text))
        }
        if let file = content.file {
            providers.append(bytesProvider("text/uri-list", file.absoluteString + "\r\n"))
        }
        if cgtk_display_is_wayland(gdk_display_get_default()) != 0 {
            providers.append(bytesProvider("application/x-rootwindow-drop", ""))
        }
        return gdk_content_provider_new_union(&providers, gsize(providers.count))
    }

    private func bytesProvider(_ type: String, _ value: String) -> UnsafeMutablePointer<
        GdkContentProvider
    >? {
        let bytes = g_bytes_new(value, gsize(value.utf8.count))
        defer { g_bytes_unref(bytes) }
        return gdk_content_provider_new_for_bytes(type, bytes)
    }

    private func connectBegin(_ controller: Object) {
        controller.connectPointer("drag-begin") { drag in
            if let drag { self.begin(Object(borrowing: drag)) }
        }
    }

    private func begin(_ drag: Object) {
        wasDropped = false
        isEscaped = false
        outcome = nil
        fingerOutcome = nil
        showIcon(of: drag)
        drag.connectPlain("drop-performed") { self.wasDropped = true }
        // Keeps the source alive during the drag, as its row may be replaced.
        let kept = Object(borrowing: UnsafeMutableRawPointer(source))
        drag.connectPlain("dnd-finished") {
            withExtendedLifetime(kept) {}
            let isOutside = !self.wasDropped && !self.tracker.isOverOwnWindow
            self.outcome = isOutside ? .outside : .taken
        }
        tracker.begin(from: gtk_widget_get_root(gtk_event_controller_get_widget(source)))
        watchEscape()
        if isFinger { watchFinger() }
    }

    private func watchFinger() {
        let root = gtk_widget_get_root(gtk_event_controller_get_widget(source))
        let kept = Object(borrowing: UnsafeMutableRawPointer(source))
        finger = FingerWatch(in: root) { isOutside in
            self.fingerOutcome = isOutside ? .outside : .cancelled
            MainLoop.whenIdle {
                if self.tracker.isDragging { gtk_drag_source_drag_cancel(kept.opaque) }
            }
        }
    }

    private func showIcon(of drag: Object) {
        let display = gdk_display_get_default()
        let isTransparent =
            gdk_display_is_composited(display) != 0 && gdk_display_is_rgba(display) != 0
        let icon = icon().setClass("opaque", !isTransparent)
        let holder = UnsafeMutableRawPointer(gtk_drag_icon_get_for_drag(drag.opaque))
        gtk_drag_icon_set_child(holder.map { OpaquePointer($0) }, icon.widget)
        // Beside the pointer, so that the target below it stays visible.
        let distance = isTransparent ? 0 : -iconDistance
        gdk_drag_set_hotspot(drag.opaque, distance, distance)
    }

    private func watchEscape() {
        let source = Object(borrowing: UnsafeMutableRawPointer(source))
        escape = EscapeWatch(gdk_display_get_default()) {
            // The rest of this press, such as the release of the button, must not open anything.
            self.isEscaped = true
            MainLoop.after(.zero) {
                if self.tracker.isDragging { gtk_drag_source_drag_cancel(source.opaque) }
            }
        }
    }

    private func connectEnd(
        _ controller: Object,
        _ onEnd: @escaping @MainActor (DragOutcome) -> Void
    ) {
        controller.connectPointerIntegerQuestion("drag-cancel") { _, _ in
            let display = gdk_display_get_default()
            let isOutside =
                !self.isEscaped && !self.tracker.isOverOwnWindow
                && cgtk_display_is_mutter(display) == 0
            self.outcome = isOutside ? .outside : .cancelled
            return false
        }
        controller.connectPointerInteger("drag-end") { _, _ in
            self.escape?.end()
            self.escape = nil
            self.finger?.end()
            self.finger = nil
            self.tracker.end()
            // Called in a later turn: the drag icon must be gone before a window is opened.
            MainLoop.whenIdle { onEnd(self.fingerOutcome ?? self.outcome ?? .taken) }
        }
    }
}

/// The distance from the pointer to the icon of a drag without a margin, to the right and down, in
/// pixels.
private let iconDistance: gint = 12

/// Tracks whether a drag is in progress and whether it is over one of this program's windows.
///
/// One tracker serves all windows. Each window reports through `watch`, on its content and its
/// header bar, because GTK 4.8 sends false leave events to a controller on the window itself.
@MainActor
public final class DragTracker {
    /// Whether a drag of this program is in progress.
    public private(set) var isDragging = false
    /// The window in which the current drag began.
    private var source: OpaquePointer?
    /// The watched parts that are under the pointer. They are numbered, because addresses are
    /// reused.
    private var over: Set<Int> = []
    private var watchedParts = 0
    private var observers: [ObjectIdentifier: @MainActor (Bool) -> Void] = [:]

    /// A tracker without a drag.
    public init() {}

    /// Whether the drag is over a window of this program.
    public var isOverOwnWindow: Bool { !over.isEmpty }

    /// Reports drags over a part of a window.
    public func watch(_ widget: Widget) {
        let controller = widget.addController(gtk_drop_controller_motion_new(), phase: .capture)
        watchedParts += 1
        let part = watchedParts
        controller.connectPoint("enter") { [weak self] _, _ in self?.over.insert(part) }
        controller.connectPlain("leave") { [weak self] in self?.over.remove(part) }
        widget.connectPlain("destroy") { [weak self] in self?.over.remove(part) }
    }

    /// Calls the owner's closure when a drag begins and ends, until `ignore` is called.
    public func observe(_ owner: AnyObject, _ body: @escaping @MainActor (Bool) -> Void) {
        observers[ObjectIdentifier(owner)] = body
    }

    /// Stops what `observe` started.
    public func ignore(_ owner: AnyObject) { observers[ObjectIdentifier(owner)] = nil }

    /// Whether the current drag began in this window.
    public func isFrom(_ window: Window) -> Bool { source == window.opaque }

    func begin(from root: OpaquePointer?) {
        source = root
        isDragging = true
        for observer in observers.values { observer(true) }
    }

    func end() {
        isDragging = false
        // Another window may be allocated at the same address.
        source = nil
        // No leave event follows a drop. The next drag enters the window again.
        over = []
        for observer in observers.values { observer(false) }
    }
}

/// Reports each press of Escape while it exists, wherever the keyboard focus is.
///
/// GDK's X11 backend does not notice Escape while a drag holds its grabs (gdkdrag-x11.c), so the X
/// server is asked for all key presses. Does nothing on other display servers, where GDK handles
/// Escape.
@MainActor
private final class EscapeWatch {
    private let display: OpaquePointer
    private let connection: SignalConnection

    /// - Parameter onEscape: called while events are being read.
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

    /// Stops the watch.
    func end() {
        connection.disconnect()
        x11_select_escape(display, 0)
    }
}

/// Reports when a finger that drags is lifted, on desktops that leave this to the window.
///
/// Compositors that support drags by touch take the finger from the window, which then gets none
/// of its events. Mutter, at least up to GNOME 43, ignores such a drag: nothing would report its
/// end.
@MainActor
private final class FingerWatch {
    private let controller: Object
    private let root: Widget

    /// - Parameter onLift: called with whether the finger was outside the window.
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

    /// Stops the watch.
    func end() { gtk_widget_remove_controller(root.widget, controller.opaque) }
}
