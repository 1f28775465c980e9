import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Handles drops on a window: the dropped place is shown there, or in a new window if it is dropped
/// on the strip at the top, which appears during a drag out of the window.
@MainActor
final class WindowDrops {
    private unowned let owner: MainWindow
    private let overlay: Overlay
    private var strip: DropStrip?

    /// - Parameter overlay: contains the strip.
    init(on owner: MainWindow, overlay: Overlay) {
        self.owner = owner
        self.overlay = overlay
        let tracker = owner.context.dragTracker
        DropTarget.add(
            DragFormat.activity,
            to: owner.window,
            uses: { [weak owner] in owner.map { !tracker.isFrom($0.window) } ?? false },
            onHover: { [weak owner] isOver in
                guard let owner else { return }
                owner.window.setClass("takes-drop", isOver && !tracker.isFrom(owner.window))
            },
            onDrop: { [weak self] text, _ in
                self?.resolvePlace(in: text) { drops, place, page in
                    if case .note = place { return drops.owner.open(place, at: page) }
                    drops.owner.show(page)
                }
            }
        )
        owner.chrome.onMakeTab = { [weak owner] tab, button in
            guard let owner else { return }
            owner.addGestures(to: button, of: tab)
            guard let subject = NoteSubject(tab) else { return }
            owner.context.noteDrag.addTarget(to: button, of: subject, in: owner)
        }
        DropTarget.add(
            "text/uri-list",
            to: owner.window,
            // Items dragged from here are in the library.
            accepts: { !tracker.isDragging },
            onDrop: { [weak owner] list, _ in owner?.importFiles(named: list) }
        )
        tracker.watch(owner.chrome.content)
        tracker.watch(owner.chrome.header)
        tracker.observe(self) { [weak self] isDragging in
            guard let self else { return }
            showStrip(isDragging && tracker.isFrom(self.owner.window))
        }
    }

    /// Stops handling drags.
    func close() { owner.context.dragTracker.ignore(self) }

    private func showStrip(_ isShown: Bool) {
        if isShown && strip == nil {
            let strip = DropStrip(
                icon: "hawknotes-new-window-symbolic",
                text: localized("Drop here to open in a new window"),
                type: DragFormat.activity
            ) { [weak self] text in
                self?.resolvePlace(in: text) { drops, place, page in
                    // The page alone would not lead to the note.
                    let wanted = if case .note = place { place } else { page }
                    drops.owner.openInNewWindow(wanted, raisingExisting: false)
                }
            }
            overlay.overlay(strip.root)
            self.strip = strip
        }
        strip?.isShown = isShown
        guard !isShown, let last = strip else { return }
        // GTK's drop target is not notified when a drag leaves a widget that was hidden under it,
        // and refuses the next drag: every drag gets its own strip.
        strip = nil
        MainLoop.whenIdle { [overlay] in overlay.removeOverlay(last.root) }
    }

    private func resolvePlace(
        in text: String,
        _ body: @escaping @MainActor @Sendable (WindowDrops, _ place: Place, _ page: Place) -> Void
    ) {
        let context = owner.context
        do {
            let activity = try UserActivity(encodedString: text)
            let place = try context.activities.place(of: activity)
            context.resolve(place) { [weak self] result in
                guard let self, !owner.isClosed else { return }
                switch result {
                case .success(let page): body(self, place, page)
                case .failure(let error): refuse(error)
                }
            }
        } catch {
            refuse(error)
        }
    }

    private func refuse(_ error: any Error) {
        error.report(to: owner, reason: { PlaceText.sentence($0) }) {
            localized("What was dropped cannot be shown. %1", $0)
        }
    }
}

/// A strip to drop on, shown at the bottom of a window during a drag.
///
/// It works with every display server, and for a window that fills the screen.
@MainActor
final class DropStrip {
    let root: Revealer
    private let area = Box(.vertical)

    /// - Parameters:
    ///   - type: the MIME type of what can be dropped.
    ///   - onDrop: called with the dropped value.
    init(
        icon: String,
        text: String,
        type: String,
        onDrop: @escaping @MainActor (String) -> Void
    ) {
        let strip = Box(.horizontal, spacing: 12).append(
            Image(icon: icon),
            Label(text, "heading").wrapping().centered()
        ).halign(.center)
        area.append(strip.vexpand().valign(.center)).classes("drop-strip")
        root = Revealer(area, transition: .slideUp)
        root.valign(.end).visible(false)
        DropTarget.add(
            type,
            to: area,
            onHover: { [weak self] isOver in self?.area.setClass("hovered", isOver) },
            onDrop: { text, _ in onDrop(text) }
        )
        root.onRevealed { [weak self] in
            guard let root = self?.root, !root.isRevealed else { return }
            root.visible(false)
        }
    }

    /// Whether the strip is visible.
    var isShown: Bool {
        get { root.isRevealed }
        set {
            if newValue { root.visible(true) }
            root.isRevealed = newValue
        }
    }
}
