import CGTK
import CX11Window
import Foundation
import Phrases

/// How a drag ended.
public enum DragOutcome: Sendable {
    /// Something took what was dragged.
    case taken
    /// It was let go outside of every window of this program, and nothing took it.
    case outside
    /// It was called off, or let go where nothing happens.
    case cancelled
}

/// A widget that can be dragged, also out of its window (GtkDragSource).
///
/// Display servers disagree on how the end of a drag looks to its source:
///
/// - X11 reports a release over nothing as a cancel. Offering the root-window format there hangs the
///   drag, so it is only offered on Wayland.
/// - Mutter reports it as `dnd-finished` without `drop-performed`, if the root-window format is
///   offered; a cancel there is always a cancel.
/// - Other Wayland compositors report a cancel, as X11 does.
/// - GDK does not notice Escape on X11: see `EscapeWatch`.
///
/// Whether the pointer was over a window of this program is known to the caller, through `DragTracker`.
/// Only copying is offered: with moving, every GTK window would take the drop and ask for a deletion.
@MainActor
public final class DragSource {
    /// What is dragged, in the formats that receivers may ask for.
    public struct Content: Sendable {
        /// The value for this program's own windows.
        public var own: String
        /// The format of that value, by its MIME type.
        public var ownType: String
        /// The value for text fields and other programs; nil offers them nothing.
        public var text: String?
        /// A file for other programs. It may still be written when the drag begins.
        public var file: URL?

        /// Content with a value for this program and, if wanted, one for others.
        public init(own: String, type: String, text: String?) {
            self.own = own
            ownType = type
            self.text = text
        }
    }

    /// Not retained: the closures that keep this object belong to it.
    private let source: OpaquePointer
    private let tracker: DragTracker
    private var wasDropped = false
    private var isEscaped = false
    private var escape: EscapeWatch?
    private var outcome: DragOutcome?
    private let icon: @MainActor () -> Widget
    /// Whether the finger that is on the widget was held long enough to drag it; nil where fingers drag
    /// as a pointer does.
    var isHeld: Bool?
    private let isInTitlebar: Bool
    private var isFinger = false
    private var finger: FingerWatch?
    /// How the finger's drag has ended, where nothing else has followed it.
    private var fingerOutcome: DragOutcome?

    /// Makes a widget draggable.
    ///
    /// - Parameters:
    ///   - isInTitlebar: whether moving the pointer with a button held would otherwise move the window.
    ///   - content: what is dragged; `withText` is whether Control is held, which asks for text.
    ///   - icon: what is shown beside the pointer. It has a margin there for its shadow, and the style
    ///     class `opaque` where there is no transparency: what it does not draw over is black then.
    ///   - onEnd: told once the drag is over and its icon is gone.
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

    /// Follows the same finger as a gesture that knows when it is held: until then nothing is dragged.
    ///
    /// In a title bar the source belongs to the gesture that keeps the movement from the window, which a third
    /// one in their group would end: there a finger does not drag.
    func follow(_ gesture: Object) {
        if !isInTitlebar { gtk_gesture_group(source, gesture.opaque) }
        isHeld = false
    }

    /// GTK waits for a tenth of a second before a drag may begin. Meanwhile the title bar would begin to move
    /// the window, if the movement were not claimed by a gesture that belongs to this one.
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
        // The closure belongs to the source, and this object to the closures: no weak capture here.
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
        // The drag keeps its source, whose row may be replaced meanwhile.
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
        // Beside the pointer, so that what is below it can be seen.
        let distance = isTransparent ? 0 : -iconDistance
        gdk_drag_set_hotspot(drag.opaque, distance, distance)
    }

    private func watchEscape() {
        let source = Object(borrowing: UnsafeMutableRawPointer(source))
        escape = EscapeWatch(gdk_display_get_default()) {
            // What comes with this press still, such as the release of the pointer, opens nothing.
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
            // Answered in a later turn: the drag icon must be gone before a window is opened.
            MainLoop.whenIdle { onEnd(self.fingerOutcome ?? self.outcome ?? .taken) }
        }
    }
}

/// How far the icon of a drag that has no margin is from the pointer, to the right and down, in pixels.
private let iconDistance: gint = 12

/// Knows whether a drag is on and whether it is over one of this program's windows.
///
/// One for all windows. Each window reports through `watch`: on the content and on the header bar,
/// because GTK 4.8 sends false leaves to a controller on the window itself.
@MainActor
public final class DragTracker {
    /// Whether a drag of this program is on.
    public private(set) var isDragging = false
    /// The window from which the drag that is on has come.
    private var source: OpaquePointer?
    /// The parts that are watched and under the pointer. Counted, because addresses are used again.
    private var over: Set<Int> = []
    private var watchedParts = 0
    private var observers: [ObjectIdentifier: @MainActor (Bool) -> Void] = [:]

    /// Nothing is dragged.
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

    /// Tells the owner's closure when a drag begins and ends, until the owner says `ignore`.
    public func observe(_ owner: AnyObject, _ body: @escaping @MainActor (Bool) -> Void) {
        observers[ObjectIdentifier(owner)] = body
    }

    /// Ends what `observe` began.
    public func ignore(_ owner: AnyObject) { observers[ObjectIdentifier(owner)] = nil }

    /// Whether the drag that is on began in this window.
    public func isFrom(_ window: Window) -> Bool { source == window.opaque }

    func begin(from root: OpaquePointer?) {
        source = root
        isDragging = true
        for observer in observers.values { observer(true) }
    }

    func end() {
        isDragging = false
        // Another window may come to lie at its address.
        source = nil
        // No leave follows a drop. The next drag enters the window again.
        over = []
        for observer in observers.values { observer(false) }
    }
}

/// Tells of each press of Escape while it exists, wherever the keyboard focus is.
///
/// GDK's X11 backend does not notice Escape while a drag holds its grabs (gdkdrag-x11.c), so the X server is
/// asked for all key presses. Does nothing on other display servers, where GDK knows itself.
@MainActor
private final class EscapeWatch {
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

/// Tells when a finger that drags something is lifted, on a desktop that leaves that to the window.
///
/// Compositors that know drags by touch take the finger from the window, which is told nothing more of it.
/// Mutter, up to the one of GNOME 43 at least, ignores such a drag: nothing would ever tell of its end.
@MainActor
private final class FingerWatch {
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
