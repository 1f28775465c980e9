import CGTK

/// Names a widget without keeping it: for closures that belong to the widget, which would keep themselves
/// alive by a reference to it. To be used in such closures alone: elsewhere the widget may be gone.
@MainActor
public struct UnretainedWidget {
    private let pointer: UnsafeMutableRawPointer

    /// Names a widget.
    public init(_ widget: Widget) { pointer = widget.pointer }

    /// The widget.
    public var widget: Widget { Widget(borrowing: pointer.assumingMemoryBound(to: GtkWidget.self)) }
}
