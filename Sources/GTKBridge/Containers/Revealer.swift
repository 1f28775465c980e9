import CGTK
import Phrases

/// A child that appears and disappears with an animation (GtkRevealer).
public final class Revealer: Widget {
    /// A revealer whose child is initially hidden.
    public init(_ child: Widget, transition: Transition = .slideUp) {
        super.init(gtk_revealer_new(), type: gtk_revealer_get_type())
        gtk_revealer_set_child(opaque, child.widget)
        gtk_revealer_set_transition_type(opaque, transition.value)
        gtk_revealer_set_transition_duration(opaque, 200)
    }

    /// The animation.
    public enum Transition: Sendable {
        case slideUp, slideDown, crossfade

        var value: GtkRevealerTransitionType {
            switch self {
            case .slideUp: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
            case .slideDown: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
            case .crossfade: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
            }
        }
    }

    /// Whether the child is shown or about to be.
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue.gboolean) }
    }

    /// Called when an animation has ended.
    @discardableResult
    public func onRevealed(_ body: @escaping @MainActor () -> Void) -> SignalConnection {
        onNotify("child-revealed", body)
    }
}
