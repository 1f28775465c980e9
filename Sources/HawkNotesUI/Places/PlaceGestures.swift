import GTKBridge
import HawkNotesModel
import Phrases

/// What can be done with a widget that stands for a place, beside what a plain click does: it is dragged out
/// of the window, opened in a new one, and has a menu with that and with its link.
@MainActor
final class PlaceGestures {
    typealias Host = Navigator & MessagePresenter

    /// What a widget stands for at the moment.
    struct Subject {
        var place: Place
        var title: String
        /// What is shown beside the pointer while it is dragged.
        var picture: @MainActor () -> Widget
    }

    private let widget: UnretainedWidget
    private weak var host: (any Host)?
    private let context: AppContext
    private let subject: @MainActor () -> Subject?
    private let open: (@MainActor (Place) -> Void)?
    private var heldKeys: Modifiers = []

    /// Adds them to a widget, whose gestures keep what they need.
    ///
    /// - Parameters:
    ///   - subject: what the widget stands for; nil as long as it is nothing.
    ///   - open: shows it in this window; nil where it is shown already.
    static func add(
        to widget: Widget,
        host: any Host,
        context: AppContext,
        subject: @escaping @MainActor () -> Subject?,
        open: (@MainActor (Place) -> Void)? = nil
    ) {
        PlaceGestures(widget, host, context, subject, open).connect(widget)
    }

    /// Adds them to a button whose click opens the place: here, or with Control in a new window.
    static func add(
        toClickOf button: Button,
        host: any Host,
        context: AppContext,
        subject: @escaping @MainActor () -> Subject?,
        open: @escaping @MainActor (Place) -> Void
    ) {
        let gestures = PlaceGestures(button, host, context, subject, open)
        gestures.connect(button)
        gestures.connectClick(button)
    }

    private init(
        _ widget: Widget,
        _ host: any Host,
        _ context: AppContext,
        _ subject: @escaping @MainActor () -> Subject?,
        _ open: (@MainActor (Place) -> Void)?
    ) {
        self.widget = UnretainedWidget(widget)
        self.host = host
        self.context = context
        self.subject = subject
        self.open = open
    }

    // The closures belong to the widget, and this object to the closures: no weak capture here.
    private func connect(_ widget: Widget) {
        let actions = ActionGroup()
        for action in [
            Action(.openPlace) { self.perform { self.open?($0) } },
            Action(.openPlaceInNewWindow) { self.perform { self.openInNewWindow($0) } },
            Action(.copyPlaceLink) {
                self.perform { self.host?.copy(link: self.context.series.link(to: $0)) }
            },
        ] {
            actions.add(action)
        }
        actions.install(on: widget, prefix: "place")
        widget.onPress(button: 2) { press in
            self.perform { self.openInNewWindow($0, raising: press.modifiers.contains(.shift)) }
            return true
        }
        widget.onPress(button: 3) { press in
            self.showMenu(x: press.x, y: press.y)
            return true
        }
        widget.onKey { key, modifiers in self.handle(key, modifiers) }
        let source = DragSource(
            widget,
            tracker: context.dragTracker,
            isInTitlebar: true,
            content: { withText in
                // No click follows.
                self.heldKeys = []
                return self.content(withText)
            },
            icon: {
                guard let subject = self.subject() else { return Box(.horizontal) }
                return DragCard.make(subject.title, subject.picture())
            },
            onEnd: { outcome in
                if outcome == .outside { self.perform { self.openInNewWindow($0) } }
            }
        )
        widget.onLongPress(dragging: source) { self.showMenu(x: $0, y: $1) }
    }

    /// A button does not say which keys were held: the press before does.
    private func connectClick(_ button: Button) {
        button.onPress(button: 1, phase: .capture) { press in
            self.heldKeys = press.modifiers
            return false
        }
        button.onClicked {
            let keys = self.heldKeys
            self.heldKeys = []
            self.perform { place in
                guard keys.contains(.control) else { return self.open?(place) ?? () }
                self.openInNewWindow(place, raising: keys.contains(.shift))
            }
        }
    }

    private func content(_ withText: Bool) -> DragSource.Content? {
        guard let subject = subject() else { return nil }
        return context.activities.dragContent(
            of: subject.place,
            title: subject.title,
            withText: withText
        )
    }

    private func perform(_ body: (Place) -> Void) {
        if let place = subject()?.place { body(place) }
    }

    private func openInNewWindow(_ place: Place, raising: Bool = false) {
        host?.openInNewWindow(place, raisingExisting: raising)
    }

    private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        if key.opensMenu(modifiers) {
            let size = widget.widget.size
            showMenu(x: Double(size.width) / 2, y: Double(size.height) / 2)
            return true
        }
        guard Command.openPlaceInNewWindow.hasKey(key, modifiers.subtracting(.shift)) else {
            return false
        }
        perform { openInNewWindow($0, raising: modifiers.contains(.shift)) }
        return true
    }

    private func showMenu(x: Double, y: Double) {
        guard subject() != nil else { return }
        let opening = Menu()
        if open != nil { opening.item(.openPlace) }
        opening.item(.openPlaceInNewWindow)
        let menu = Menu().section(opening)
            .section(Menu().item(.copyPlaceLink))
        PopoverMenu(menu).popUp(at: x, y, in: widget.widget)
    }
}
