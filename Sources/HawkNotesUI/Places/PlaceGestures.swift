import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The gestures of a widget that represents a place: it opens here or in a new window, can be
/// dragged, and has a menu with all commands and the link.
@MainActor
final class PlaceGestures {
    /// What the widget currently represents.
    struct Subject {
        var place: Place
        var title: String
        /// Makes the drag icon.
        var picture: @MainActor () -> Widget
    }

    /// How places are opened.
    @MainActor
    struct Opening {
        /// Opens it in this window; nil where the place is shown already.
        var here: (@MainActor (Place) -> Void)?
        /// Opens it in a new window, or raises one that shows it, if requested; nil for the
        /// default.
        var inNewWindow: (@MainActor (Place, _ raisingExisting: Bool) -> Void)?
    }

    /// The additions of a list to its rows.
    @MainActor
    struct Extras {
        /// Called when a drag of the widget begins and ends.
        var onDrag: @MainActor (_ isDragged: Bool) -> Void = { _ in }
    }

    private let widget: UnretainedWidget
    private weak var window: MainWindow?
    private let context: AppContext
    private let subject: @MainActor () -> Subject?
    private let opening: Opening
    private let extras: Extras
    private var heldKeys: Modifiers = []

    /// Adds the gestures to a widget, which retains them.
    ///
    /// - Parameters:
    ///   - window: the widget's window.
    ///   - subject: what the widget represents; nil while it represents nothing.
    static func add(
        to widget: Widget,
        in window: MainWindow,
        opening: Opening = Opening(),
        extras: Extras = Extras(),
        subject: @escaping @MainActor () -> Subject?
    ) {
        PlaceGestures(widget, window, opening, extras, subject).connect(widget)
    }

    /// Adds them to a button whose click opens the place: here, or with Control in a new window.
    static func add(
        toClickOf button: Button,
        in window: MainWindow,
        opening: Opening = Opening(),
        subject: @escaping @MainActor () -> Subject?
    ) {
        let gestures = PlaceGestures(button, window, opening, Extras(), subject)
        gestures.connect(button)
        gestures.connectClick(button)
    }

    /// Adds them to a row that opens the place when it is activated: here, or with Control in a new window.
    static func add(
        toRow row: RowItem,
        in window: MainWindow,
        opening: Opening = Opening(),
        extras: Extras = Extras(),
        subject: @escaping @MainActor () -> Subject?
    ) {
        let gestures = PlaceGestures(row, window, opening, extras, subject)
        gestures.connect(row, isInTitlebar: false)
        row.onActivate { gestures.open(holding: $0) }
    }

    /// The menu button at the head of a page, or of a widget that represents one.
    ///
    /// - Parameter name: the name, with the kind of page.
    static func makeMenuButton(
        _ name: String,
        in window: MainWindow,
        opening: Opening = Opening(),
        subject: @escaping @MainActor () -> Subject?
    ) -> Button {
        let button = Button(icon: "hawknotes-more-symbolic", name: name, "flat", "edit-page")
        let gestures = PlaceGestures(button, window, opening, Extras(), subject)
        gestures.addActions(to: button)
        button.onClicked { gestures.showMenu() }
        return button
    }

    private init(
        _ widget: Widget,
        _ window: MainWindow,
        _ opening: Opening,
        _ extras: Extras,
        _ subject: @escaping @MainActor () -> Subject?
    ) {
        self.widget = UnretainedWidget(widget)
        self.window = window
        context = window.context
        self.opening = opening
        self.extras = extras
        self.subject = subject
    }

    // The widget owns the closures, and they own this object: no weak capture here.
    private func addActions(to widget: Widget) {
        let actions = ActionGroup()
        actions.add(Action(.openPlace) { self.open(holding: []) })
        actions.add(Action(.openPlaceInNewWindow) { self.open(holding: .control) })
        actions.add(
            Action(.copyPlaceLink) {
                self.perform { self.window?.copy(link: self.context.series.link(to: $0)) }
            }
        )
        actions.install(on: widget, prefix: "place")
    }

    private func connect(_ widget: Widget, isInTitlebar: Bool = true) {
        addActions(to: widget)
        widget.onPress(button: 2) { press in
            self.open(holding: press.modifiers.union(.control))
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
            isInTitlebar: isInTitlebar,
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
                self.extras.onDrag(false)
                if outcome == .outside { self.open(holding: .control) }
            }
        )
        widget.onLongPress(dragging: source) { self.showMenu(x: $0, y: $1) }
    }

    /// A button does not report modifier keys: remember those of the press.
    private func connectClick(_ button: Button) {
        button.onPress(button: 1, phase: .capture) { press in
            self.heldKeys = press.modifiers
            return false
        }
        button.onClicked {
            let keys = self.heldKeys
            self.heldKeys = []
            self.open(holding: keys)
        }
    }

    private func content(_ withText: Bool) -> DragSource.Content? {
        guard let subject = subject() else { return nil }
        extras.onDrag(true)
        return context.activities.dragContent(
            of: subject.place,
            title: subject.title,
            withText: withText
        )
    }

    private func perform(_ body: (Place) -> Void) {
        if let place = subject()?.place { body(place) }
    }

    /// Opens the place here; with Control in a new window, and with Control and Shift in one that
    /// shows it, if there is one.
    private func open(holding keys: Modifiers) {
        perform { place in
            if keys.contains(.control) {
                openInNewWindow(place, raisingExisting: keys.contains(.shift))
            } else {
                opening.here?(place)
            }
        }
    }

    private func openInNewWindow(_ place: Place, raisingExisting: Bool) {
        if let open = opening.inNewWindow { return open(place, raisingExisting) }
        window?.openInNewWindow(place, raisingExisting: raisingExisting)
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
        open(holding: modifiers)
        return true
    }

    private func showMenu(x: Double, y: Double) {
        guard let menu = makeMenu() else { return }
        PopoverMenu(menu).popUp(at: x, y, in: widget.widget)
    }

    /// Shows the menu below the widget.
    private func showMenu() {
        guard let menu = makeMenu() else { return }
        PopoverMenu(menu).popUp(afterFocusing: widget.widget)
    }

    /// Nil while the widget represents nothing.
    private func makeMenu() -> Menu? {
        guard let subject = subject() else { return nil }
        let first = Menu()
        if opening.here != nil { first.item(.openPlace) }
        let menu = Menu().section(first.item(.openPlaceInNewWindow).item(.copyPlaceLink))
        for section in window?.menu(of: subject.place)?.sections ?? [] {
            menu.section(
                section.reduce(Menu()) { $0.item($1.title, $1.command, target: $1.target) }
            )
        }
        return menu
    }
}

extension MainWindow {
    /// Makes a tab draggable, and gives it a menu.
    func addGestures(to button: Widget, of tab: Place) {
        PlaceGestures.add(
            to: button,
            in: self,
            opening: .init { [weak self] in self?.select($0) },
            subject: { [weak self] in self?.subject(of: tab) }
        )
    }

    /// Makes the window's title draggable: it represents the current page.
    func addGestures(toTitle title: Widget) {
        PlaceGestures.add(
            to: title,
            in: self,
            subject: { [weak self] in self.flatMap { $0.subject(of: $0.place) } }
        )
    }

    /// The recent pages without the current one, if their series is loaded.
    var lastPages: [(title: String, place: Place)] {
        coordinator.lastPlaces.filter { $0 != place }.compactMap { place in
            subject(of: place).map { (title: $0.title, place: place) }
        }
    }

    func subject(of place: Place) -> PlaceGestures.Subject? {
        let images = context.images
        switch place {
        case .book(let id), .webPage(let id):
            guard let book = context.series.book(id) else { return nil }
            return .init(place: place, title: book.title) {
                CoverView.make(book, width: 32, height: 48, images: images)
            }
        case .character(let id):
            guard let character = context.series.character(id) else { return nil }
            return .init(place: place, title: character.name) {
                AvatarView.make(character, size: 48, images: images)
            }
        case .favorites:
            return .init(place: place, title: localized("Favorites")) {
                Image(icon: "hawknotes-heart-outline-symbolic")
            }
        case .shelf, .series, .note, .search, .newer: return nil
        }
    }
}
