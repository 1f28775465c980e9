import CGTK
import Foundation

/// A zoomable picture. Users zoom with the wheel at the pointer, with two fingers or with a double
/// click, and drag a picture that is larger than the view.
///
/// Nothing is animated. The owner handles keys.
public final class ZoomView: Widget {
    /// Called when the user changes the position.
    public var onMove: @MainActor () -> Void = {}

    private let picture: Widget
    private let shown: LayoutState<Shown>
    /// The start of a drag or pinch.
    private var start: (position: ZoomPosition, x: Double, y: Double)?

    /// A view without a picture; `name` is the accessible name.
    public init(name: String) {
        picture = Widget(gtk_picture_new(), type: gtk_picture_get_type())
        let shown = LayoutState(Shown())
        self.shown = shown
        let new = cgtk_widget_new_with_role(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_IMG)
        super.init(new?.assumingMemoryBound(to: GtkWidget.self), type: gtk_box_get_type())
        setLayout(isConstant: true) { _, _, _ in
            (smallest, smallest)
        } allocate: { layout, width, height, _ in
            guard let picture = layout.firstChild else { return }
            layout.place(picture, shown.value.frame(in: width, height))
        }
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_set_focusable(widget, 1)
        gtk_box_append(cast(), picture.widget)
        picture.accessibleHidden().canTarget(false)
        accessibleLabel(name)
        connectWheel()
        connectPinch()
        connectDrag()
        onPress(button: 1) { [weak self] press in
            guard let self else { return false }
            grabFocus()
            guard press.count.isMultiple(of: 2) else { return false }
            zoom(to: position.isWhole ? 2 : 1, about: (press.x, press.y))
            return true
        }
    }

    /// The visible part of the picture.
    public var position: ZoomPosition {
        get { shown.value.position }
        set {
            guard newValue != position else { return }
            shown.value.position = newValue
            gtk_widget_queue_allocate(widget)
            cursor(position.isWhole ? nil : "grab")
        }
    }

    /// Shows a picture at the same position.
    public func show(_ texture: Texture) {
        shown.value.size = texture.size
        gtk_picture_set_paintable(picture.opaque, OpaquePointer(texture.pointer))
        gtk_widget_queue_allocate(widget)
    }

    /// The size of the current texture, in its own pixels; for tests.
    public var pictureSize: (width: Int, height: Int) { shown.value.size }

    /// Zooms around the center, for keys and buttons.
    public func zoom(to zoom: Double) {
        let (width, height) = size
        self.zoom(to: zoom, about: (Double(width) / 2, Double(height) / 2))
    }

    /// Moves the picture by this many pixels to the right and down, for keys.
    public func move(x: Double, y: Double) {
        if let frame { change(frame.moved(position, x: x, y: y)) }
    }

    /// The frame of the picture; nil until there are both a picture and a size.
    private var frame: PictureFrame? { shown.value.frame(in: size) }

    private func zoom(to zoom: Double, about point: (x: Double, y: Double)) {
        if let frame { change(frame.zoomed(position, to: zoom, about: point)) }
    }

    private func change(_ new: ZoomPosition) {
        guard new != position else { return }
        position = new
        onMove()
    }
}

// MARK: - Wheel and fingers

extension ZoomView {
    private struct Scroll {
        var x: Double
        var y: Double
        var isFingers: Bool
        var isControl: Bool
        var point: (x: Double, y: Double)
    }

    private func connectWheel() {
        let controller = addController(
            gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
            phase: .bubble
        )
        let pointer = controller.opaque
        controller.connectPointQuestion("scroll") { [weak self] x, y in
            let held = gtk_event_controller_get_current_event_state(pointer).rawValue
            let scroll = Scroll(
                x: x,
                y: y,
                isFingers: gtk_event_controller_scroll_get_unit(pointer) == GDK_SCROLL_UNIT_SURFACE,
                isControl: held & GDK_CONTROL_MASK.rawValue != 0,
                point: pointerPlace(in: pointer)
            )
            self?.take(scroll)
            return true
        }
    }

    /// The wheel zooms; two fingers on a touchpad pan the picture, as in other programs.
    private func take(_ scroll: Scroll) {
        if scroll.isFingers && !scroll.isControl {
            return move(x: -scroll.x, y: -scroll.y)
        }
        if scroll.x != 0 { move(x: -scroll.x * pixelsPerClick, y: 0) }
        guard scroll.y != 0 else { return }
        let clicks = scroll.isFingers ? scroll.y / pixelsPerClick : scroll.y
        zoom(to: position.zoom * exp2(-clicks / 4), about: scroll.point)
    }

    private func connectPinch() {
        let gesture = addController(gtk_gesture_zoom_new(), phase: .bubble)
        let object = gesture.opaque
        gesture.connectPointer("begin") { [weak self] _ in
            guard let self else { return }
            let middle = center(of: object)
            start = (position, middle.x, middle.y)
            // A pinch ends the drag that one of its fingers has begun.
            gtk_gesture_set_state(object, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gesture.connectNumber("scale-changed") { [weak self] scale in
            guard let self, let start, let frame else { return }
            let part = frame.point(at: (start.x, start.y), in: start.position)
            change(
                frame.placing(part, at: center(of: object), zoom: start.position.zoom * scale)
            )
        }
    }

    private func connectDrag() {
        let gesture = addController(gtk_gesture_drag_new(), phase: .bubble)
        gesture.connectPoint("drag-begin") { [weak self] x, y in
            guard let self else { return }
            start = (position, x, y)
        }
        gesture.connectPoint("drag-update") { [weak self] x, y in
            guard let self, let start, let frame, !position.isWhole else { return }
            cursor("grabbing")
            change(frame.moved(start.position, x: x, y: y))
        }
        gesture.connectPoint("drag-end") { [weak self] _, _ in
            guard let self else { return }
            cursor(position.isWhole ? nil : "grab")
        }
    }
}

/// The center between two fingers, in the coordinates of the gesture's widget.
private func center(of gesture: OpaquePointer) -> (x: Double, y: Double) {
    var (x, y) = (0.0, 0.0)
    gtk_gesture_get_bounding_box_center(gesture, &x, &y)
    return (x, y)
}

/// The pointer's position in the coordinates of the controller's widget.
private func pointerPlace(in controller: OpaquePointer) -> (x: Double, y: Double) {
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard let event = gtk_event_controller_get_current_event(controller),
        let widget = gtk_event_controller_get_widget(controller),
        let native = gtk_widget_get_native(widget),
        gdk_event_get_position(event, &x, &y) != 0
    else { return (0, 0) }
    gtk_native_get_surface_transform(native, &left, &top)
    let root = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    return convert(x - left, y - top, from: root, to: widget) ?? (0, 0)
}

// MARK: - Layout

/// The distance per click of the wheel, vertical or horizontal.
private let pixelsPerClick = 48.0

/// The minimum width and height of a view, in pixels.
private let smallest: gint = 120

/// The picture of a view and its position.
private struct Shown {
    /// In the texture's own pixels; 0 × 0 without a picture.
    var size = (width: 0, height: 0)
    var position = ZoomPosition.whole

    /// The frame of the picture in a view; nil until there are both a picture and a size.
    func frame(in view: (width: Int, height: Int)) -> PictureFrame? {
        PictureFrame(
            picture: (Double(size.width), Double(size.height)),
            view: (Double(view.width), Double(view.height))
        )
    }

    /// The allocation of the picture's widget in a view.
    func frame(in width: gint, _ height: gint) -> GtkAllocation {
        guard let place = frame(in: (Int(width), Int(height)))?.rectangle(at: position) else {
            return GtkAllocation(x: 0, y: 0, width: width, height: height)
        }
        return GtkAllocation(
            x: gint(place.x.rounded()),
            y: gint(place.y.rounded()),
            width: gint(place.width.rounded()),
            height: gint(place.height.rounded())
        )
    }
}
