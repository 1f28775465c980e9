import GTKBridge
import HawkNotesPresentation
import Phrases

/// The bar above a web page: navigation, the address, and the page's commands.
@MainActor
final class WebBar {
    /// The commands of a page, by the bar's buttons or by keys.
    enum Command {
        case previous, next, reload, stop, zoomIn, zoomOut, resetZoom, copyAddress
        case find, findNext, findPrevious, openInBrowser, done
    }

    let root = Box(.vertical, spacing: 6).classes("web-bar")
    let doneButton = Button(localized("Done"), "pill")
    /// Called with the command of the pressed button.
    var onCommand: @MainActor (Command) -> Void = { _ in }

    private let previous = Button(
        icon: "hawknotes-back-symbolic",
        name: localized("Previous Page"),
        "flat"
    )
    private let next = Button(
        icon: "hawknotes-forward-symbolic",
        name: localized("Next Page"),
        "flat"
    )
    private let reload = Button(
        icon: "hawknotes-reload-symbolic",
        name: localized("Reload"),
        "flat"
    )
    private let stop = Button(icon: "hawknotes-stop-symbolic", name: localized("Stop"), "flat")
    private let copy = Button(
        icon: "hawknotes-copy-symbolic",
        name: localized("Copy Link"),
        "flat"
    )
    private let zoomOut = Button(
        icon: "hawknotes-zoom-out-symbolic",
        name: localized("Zoom Out"),
        "flat"
    )
    private let zoomIn = Button(
        icon: "hawknotes-zoom-in-symbolic",
        name: localized("Zoom In"),
        "flat"
    )
    private let zoomLabel = Label("", "caption").centered()
    private let resetZoom: Button
    private let find = Button(
        icon: "hawknotes-search-symbolic",
        name: localized("Find in Page"),
        "flat"
    )
    private let open = Button(
        icon: "hawknotes-open-external-symbolic",
        name: localized("Open in Browser"),
        "flat"
    )
    let address = Label("", "dim-label").ellipsizing().tooltip(whenCut: nil).hexpand()

    private let symbol = Image(icon: "hawknotes-web-symbolic")
    private let firstRow = Box(.horizontal, spacing: 6)
    private let secondRow = Box(.horizontal).halign(.center)
    private let navigation = Box(.horizontal)
    private let tools = Box(.horizontal)
    private let field = Box(.horizontal, spacing: 6)

    init() {
        resetZoom = Button(zoomLabel, name: localized("Reset Zoom"), "flat", "zoom-value")
        resetZoom.tooltip(localized("Reset Zoom"))
        stop.visible(false)
        navigation.append(previous, next, reload, stop)
        tools.append(zoomOut, resetZoom, zoomIn, find, open)
        field.append(
            symbol.classes("dim-label"),
            address,
            copy.classes("small")
        ).classes("web-address").hexpand().valign(.center)
        firstRow.append(navigation, field, tools, doneButton)
        root.append(firstRow, secondRow.visible(false))
        let commands: [(Button, Command)] = [
            (previous, .previous), (next, .next), (reload, .reload), (stop, .stop),
            (zoomIn, .zoomIn), (zoomOut, .zoomOut), (resetZoom, .resetZoom), (find, .find),
            (copy, .copyAddress), (open, .openInBrowser), (doneButton, .done),
        ]
        for (button, command) in commands {
            button.onClicked { [weak self] in self?.onCommand(command) }
        }
    }

    /// Places the tools beside the address, or below it if there is too little room.
    func arrange(for sizeClass: SizeClass) {
        let isBelow = sizeClass == .compact
        guard isBelow != tools.isDescendant(of: secondRow) else { return }
        tools.removeFromBox()
        copy.removeFromBox()
        if isBelow {
            secondRow.append(tools)
            tools.insert(copy, after: nil)
        } else {
            firstRow.insert(tools, after: field)
            field.append(copy)
        }
        copy.setClass("small", !isBelow)
        symbol.visible(!isBelow)
        secondRow.visible(isBelow)
    }

    /// Shows an address unchanged, so that it can be compared and copied; only cuts off the end of
    /// one that is too long to read.
    func show(address whole: String) {
        let text = WebPolicy.shown(whole)
        guard address.text != text else { return }
        address.text = text
        address.accessibleLabel(localized("Address: %1", text))
    }

    /// Shows the navigation state and the zoom.
    func show(canGoBack: Bool, canGoForward: Bool, isLoading: Bool, zoom: Double) {
        previous.sensitive(canGoBack)
        next.sensitive(canGoForward)
        if stop.isVisible != isLoading {
            let hadFocus = (isLoading ? reload : stop).containsFocus
            stop.visible(isLoading)
            reload.visible(!isLoading)
            if hadFocus { (isLoading ? stop : reload).grabFocus() }
        }
        zoomLabel.text = WebZoom.text(zoom)
    }

    /// Hides controls that cannot be used: navigation without an engine, tools without a page.
    func show(navigates: Bool, hasPage: Bool) {
        navigation.visible(navigates)
        for widget in [zoomOut, resetZoom, zoomIn, find, open] { widget.visible(hasPage) }
    }
}

extension WebBar.Command {
    /// The command of a key on a web page, wherever in the window the focus is; nil for any other
    /// key.
    @MainActor
    init?(_ key: Key, _ modifiers: Modifiers) {
        guard let known = Self.keys.first(where: { $0.key == key && $0.held == modifiers }) else {
            return nil
        }
        self = known.command
    }

    @MainActor
    private static let keys: [(key: Key, held: Modifiers, command: Self)] = [
        (Key("f"), .control, .find),
        (Key("F5"), [], .reload),
        (Key("r"), .control, .reload),
        (Key("plus"), .control, .zoomIn),
        (Key("equal"), .control, .zoomIn),
        (Key("minus"), .control, .zoomOut),
        (Key("0"), .control, .resetZoom),
        (Key(TextDirection.isRightToLeft ? "Left" : "Right"), .alt, .next),
        (Key("Forward"), [], .next),
        (Key("g"), .control, .findNext),
        (Key("g"), [.control, .shift], .findPrevious),
    ]
}
