import CGTK

/// Pages, one of which is shown (GtkStack).
public final class Stack: Widget {
    /// The transition from one page to the next.
    public enum Transition: Sendable {
        case none, crossfade, slideUp, slideDown
        /// Slides in from the end of the line, and back. GTK mirrors both in right-to-left languages.
        case slideForward, slideBack

        fileprivate var value: GtkStackTransitionType {
            switch self {
            case .none: GTK_STACK_TRANSITION_TYPE_NONE
            case .crossfade: GTK_STACK_TRANSITION_TYPE_CROSSFADE
            case .slideForward: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
            case .slideBack: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
            case .slideUp: GTK_STACK_TRANSITION_TYPE_OVER_UP
            case .slideDown: GTK_STACK_TRANSITION_TYPE_UNDER_DOWN
            }
        }
    }

    /// An empty stack whose pages may have different sizes.
    public init() {
        super.init(gtk_stack_new(), type: gtk_stack_get_type())
        gtk_stack_set_hhomogeneous(opaque, 0)
        gtk_stack_set_vhomogeneous(opaque, 0)
        gtk_stack_set_transition_duration(opaque, guint(Self.movementTime.milliseconds))
    }

    /// Gives all pages the height of the tallest one.
    @discardableResult
    public func homogeneousHeight() -> Self {
        gtk_stack_set_vhomogeneous(opaque, 1)
        return self
    }

    /// The duration of a transition.
    public static let movementTime: Duration = .milliseconds(200)

    /// Adds a page. The first one is shown at once.
    public func add(_ child: Widget) {
        // Without a name, screen readers would read the name of its C type.
        setAccessibleLabel("", of: gtk_stack_add_child(opaque, child.widget))
    }

    /// Removes a page.
    public func remove(_ child: Widget) { gtk_stack_remove(opaque, child.widget) }

    /// Shows a page, optionally with a transition.
    public func show(_ child: Widget, _ transition: Transition = .none) {
        gtk_stack_set_transition_type(opaque, transition.value)
        // Newer versions of GTK move the focus into the page, and select all of a field that gets it;
        // the primary selection stays with other programs.
        let primary = gtk_widget_get_primary_clipboard(widget)
        let claim = cgtk_clipboard_refuse_claims(primary)
        gtk_stack_set_visible_child(opaque, child.widget)
        cgtk_clipboard_accept_claims(primary, claim)
    }

    /// Whether a transition is running.
    public var isInTransition: Bool { gtk_stack_get_transition_running(opaque) != 0 }

    /// Called when a transition starts or ends.
    @discardableResult
    public func onTransitionChange(
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection {
        onNotify("transition-running", body)
    }
}
