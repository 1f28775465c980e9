import GTKBridge
import HawkNotesPresentation
import Phrases
import StateRestoration

/// A picture to zoom into. Stores the visible part.
@MainActor
final class PictureDialog: DialogContent {
    let subject: PictureSubject
    let title: String
    let root: Widget
    let size: (width: Int, height: Int)
    let isAsHighAsContent = false
    let view: ZoomView
    var focusable: [(name: String, widget: Widget)] {
        [("picture", view), ("smaller", smaller), ("whole", whole), ("larger", larger)]
    }

    /// How long a moved picture waits before its position is stored.
    private static let storeDelay: Duration = .milliseconds(100)

    private let smaller = Button(
        icon: "hawknotes-zoom-out-symbolic",
        name: localized("Zoom Out"),
        "flat"
    )
    private let larger = Button(
        icon: "hawknotes-zoom-in-symbolic",
        name: localized("Zoom In"),
        "flat"
    )
    private let zoomLabel = Label("", "caption").centered()
    private let whole: Button
    private let picture: SceneStorage<String>
    private let zoom: SceneStorage<Double>
    private let x: SceneStorage<Double>
    private let y: SceneStorage<Double>
    private var writing: LoopSource?
    private var isClosed = false

    /// - Parameter scope: stores the picture and its visible part.
    /// - Returns: nil when the picture no longer exists, or cannot be read.
    init?(in scope: RestorationScope, context: AppContext) {
        guard let subject = Self.subject(in: scope),
            let found = subject.find(in: context.series)
        else { return nil }
        // Shown at once, until the large one is loaded.
        let preview = context.images.preview(found.shown)
        // The user's own pictures have no preview: they are read from the library.
        guard preview != nil || found.shown.storedID != nil else { return nil }
        self.subject = subject
        title = found.name
        picture = SceneStorage(.shownPicture, in: scope)
        zoom = SceneStorage(.pictureZoom, in: scope)
        x = SceneStorage(.pictureX, in: scope)
        y = SceneStorage(.pictureY, in: scope)
        view = ZoomView(name: found.name)
        whole = Button(zoomLabel, name: localized("Best Fit"), "flat", "zoom-value")
        whole.tooltip(localized("Best Fit"))
        let bar = Box(.horizontal).append(smaller, whole, larger)
            .halign(.center).margin(vertical: 6)
        root = Box(.vertical).append(view.classes("picture-view").vexpand(), bar)
        let usual = found.shown.kind == .cover ? (width: 2, height: 3) : (width: 1, height: 1)
        size = Self.size(for: preview?.size ?? usual)
        if let preview { view.show(preview) }
        view.position = ZoomPosition(
            zoom: zoom.wrappedValue,
            x: x.wrappedValue,
            y: y.wrappedValue
        )
        connect()
        showZoom()
        let (images, shown) = (context.images, found.shown)
        Task { [weak self] in
            guard let large = await images.largeTexture(shown), let self, !isClosed else { return }
            view.show(large)
        }
    }

    /// The picture that was shown last; nil when there is none, or only a newer version knows it.
    static func subject(in scope: RestorationScope) -> PictureSubject? {
        PictureSubject(stored: SceneStorage(.shownPicture, in: scope).wrappedValue)
    }

    func close() {
        isClosed = true
        guard let writing else { return }
        writing.cancel()
        storePosition()
    }

    private func connect() {
        view.onMove = { [weak self] in self?.viewDidMove() }
        smaller.onClicked { [weak self] in self?.step(by: -1) }
        larger.onClicked { [weak self] in self?.step(by: 1) }
        whole.onClicked { [weak self] in self?.view.zoom(to: 1) }
        root.onKey { [weak self] key, modifiers in self?.handleZoomKey(key, modifiers) ?? false }
        view.onKey { [weak self] key, modifiers in self?.handleArrowKey(key, modifiers) ?? false }
    }

    private func step(by direction: Int) {
        view.zoom(to: PictureZoom.step(from: view.position.zoom, by: direction))
    }

    private func handleZoomKey(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isSubset(of: [.control, .shift]) else { return false }
        switch key {
        case Key("plus"), Key("equal"): step(by: 1)
        case Key("minus"): step(by: -1)
        case Key("0"): view.zoom(to: 1)
        default: return false
        }
        return true
    }

    /// While the picture fits into the view, the arrow keys move the focus to the buttons.
    private func handleArrowKey(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isEmpty, !view.position.isWhole else { return false }
        switch key {
        case Key("Left"): view.move(x: 60, y: 0)
        case Key("Right"): view.move(x: -60, y: 0)
        case Key("Up"): view.move(x: 0, y: 60)
        case Key("Down"): view.move(x: 0, y: -60)
        default: return false
        }
        return true
    }

    private func viewDidMove() {
        showZoom()
        // A drag reports every pixel.
        guard writing == nil else { return }
        writing = MainLoop.after(Self.storeDelay) { [weak self] in self?.storePosition() }
    }

    private func storePosition() {
        writing = nil
        let position = view.position
        zoom.wrappedValue = position.zoom
        x.wrappedValue = position.x
        y.wrappedValue = position.y
    }

    private func showZoom() {
        let position = view.position
        let text = WebZoom.text(position.zoom)
        zoomLabel.text = text
        view.accessibleDescription(text)
        let canShrink = !position.isWhole
        let canGrow = position.zoom < ZoomPosition.zooms.upperBound
        // A focused button that becomes insensitive would lose the keys.
        let loses = smaller.containsFocus && !canShrink || larger.containsFocus && !canGrow
        if loses { view.grabFocus() }
        smaller.sensitive(canShrink)
        larger.sensitive(canGrow)
    }

    /// The maximum size of a picture with these proportions on the screen, without filling it.
    private static func size(
        for picture: (width: Int, height: Int)
    ) -> (width: Int, height: Int) {
        let screen = Desktop.largestMonitor
        let height = min(720, screen.height * 2 / 3)
        let width = height * picture.width / max(1, picture.height)
        return (min(max(360, width), screen.width * 9 / 10), height + 100)
    }
}

/// The zoom levels of pictures.
enum PictureZoom {
    /// The zoom levels of the keys.
    static let steps = [1.0, 1.5, 2, 3, 4, 6, 8]

    /// The next level up (1) or down (-1); the last level stays.
    static func step(from zoom: Double, by direction: Int) -> Double {
        let next =
            direction > 0
            ? steps.first { $0 > zoom + 0.005 } : steps.last { $0 < zoom - 0.005 }
        return next ?? zoom
    }
}

extension MainWindow {
    /// Shows a picture large over the window.
    func showPicture(_ subject: PictureSubject) {
        if let open = dialogs.dialog(.picture) {
            let isSame = (open.content as? PictureDialog)?.subject == subject
            if isSame { return open.present() }
            open.dismiss()
        }
        let scope = scene.root.window.dialog(.picture)
        SceneStorage(.shownPicture, in: scope).wrappedValue = subject.stored
        dialogs.restore(.picture, in: scope)
    }

    /// Restores the picture that was shown last. It may belong to a series that no window shows,
    /// and that still has to be loaded.
    func restorePicture(in scope: RestorationScope) {
        guard let subject = PictureDialog.subject(in: scope) else {
            return dialogs.restore(.picture, in: scope)
        }
        context.resolve(subject.place) { [weak self] _ in
            guard let self, !isClosed else { return }
            dialogs.restore(.picture, in: scope)
        }
    }
}
