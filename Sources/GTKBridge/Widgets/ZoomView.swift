import CGTK
import Foundation

/// A picture that a person can come close to: with the wheel about the pointer, with two fingers, with a
/// double click, and by dragging what is larger than the view.
///
/// Nothing moves by itself. What keys do is for its owner to say.
public final class ZoomView: Widget {
    /// Told when a person has changed the position.
    public var onMove: @MainActor () -> Void = {}

    private let picture: Widget
    private let shown: LayoutState<Shown>
    /// Where a drag or a pinch began.
    private var start: (position: ZoomPosition, x: Double, y: Double)?

    /// A view without a picture yet; `name` is what a screen reader says.
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

    /// What of the picture is shown.
    public var position: ZoomPosition {
        get { shown.value.position }
        set {
            guard newValue != position else { return }
            shown.value.position = newValue
            gtk_widget_queue_allocate(widget)
            cursor(position.isWhole ? nil : "grab")
        }
    }

    /// Shows a picture, at the same position.
    public func show(_ texture: Texture) {
        shown.value.size = texture.size
        gtk_picture_set_paintable(picture.opaque, OpaquePointer(texture.pointer))
        gtk_widget_queue_allocate(widget)
    }

    /// The size of the texture that is shown, in its own pixels; for tests.
    public var pictureSize: (width: Int, height: Int) { shown.value.size }

    /// Changes the size about the middle, as a person does with keys or buttons.
    public func zoom(to zoom: Double) {
        let (width, height) = size
        self.zoom(to: zoom, about: (Double(width) / 2, Double(height) / 2))
    }

    /// Pushes the picture by this many pixels to the right and down, as a person does with keys.
    public func move(x: Double, y: Double) {
        if let frame { change(frame.moved(position, x: x, y: y)) }
    }

    /// Where the picture lies; nil before there are both a picture and a size.
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

    /// The wheel changes the size; two fingers on a touchpad push the picture, as everywhere.
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
            // A drag that one of the fingers has begun ends with it.
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

/// The middle between two fingers, in the coordinates of the gesture's widget.
private func center(of gesture: OpaquePointer) -> (x: Double, y: Double) {
    var (x, y) = (0.0, 0.0)
    gtk_gesture_get_bounding_box_center(gesture, &x, &y)
    return (x, y)
}

/// Where the pointer is, in the coordinates of the controller's widget.
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

/// How far one click of the wheel, or of a wheel that tilts, goes.
private let pixelsPerClick = 48.0

/// The width and height that a view has at least, in pixels.
private let smallest: gint = 120

/// The picture of a view, and what of it is shown.
private struct Shown {
    /// In the texture's own pixels; nothing by nothing without a picture.
    var size = (width: 0, height: 0)
    var position = ZoomPosition.whole

    /// Where the picture lies in a view; nil before there are both a picture and a size.
    func frame(in view: (width: Int, height: Int)) -> PictureFrame? {
        PictureFrame(
            picture: (Double(size.width), Double(size.height)),
            view: (Double(view.width), Double(view.height))
        )
    }

    /// The place of the picture's widget in a view.
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
