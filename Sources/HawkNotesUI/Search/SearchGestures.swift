import Foundation
import GTKBridge
import HawkNotesModel
import Phrases

/// What can be done with something that was found: opened, here or in a new window, dragged, its link copied.
@MainActor
final class SearchGestures {
    private unowned let host: any SearchHost
    private let context: AppContext
    private let actions = ActionGroup()

    init(host: any SearchHost, context: AppContext) {
        self.host = host
        self.context = context
        addActions()
    }

    /// Opens something. What is in the trash is shown there, and a draft in its own window.
    ///
    /// - Parameters:
    ///   - inNewWindow: whether this window stays where it is.
    ///   - raisingExisting: whether another window that shows it will do.
    func open(_ hit: SearchHit, inNewWindow: Bool = false, raisingExisting: Bool = false) {
        if case .draft(let draft) = hit.content { return host.openDraft(draft, in: hit.seriesID) }
        guard let place = hit.place else { return host.showTrash() }
        if inNewWindow {
            host.openFoundInNewWindow(place, raisingExisting: raisingExisting)
        } else {
            host.openFound(place)
        }
    }

    /// Opens something with these keys held.
    func open(_ hit: SearchHit, _ modifiers: Modifiers) {
        open(
            hit,
            inNewWindow: modifiers.contains(.control),
            raisingExisting: modifiers.contains(.shift)
        )
    }

    /// Lets a row be used with pointer and keys.
    func add(to row: SearchRow) {
        let root = row.root
        actions.install(on: root, prefix: "found")
        root.onActivate { [weak self, weak row] modifiers in
            if let row { self?.open(row.content.hit, modifiers) }
        }
        root.onPress(button: 2) { [weak self, weak row] press in
            guard let row else { return false }
            self?.open(row.content.hit, press.modifiers.union(.control))
            return true
        }
        root.onPress(button: 3) { [weak self, weak row] press in
            guard let row else { return false }
            self?.showMenu(row, x: press.x, y: press.y)
            return true
        }
        root.onKey { [weak self, weak row] key, modifiers in
            guard let row else { return false }
            return self?.handle(key, modifiers, row) ?? false
        }
        guard row.content.hit.place != nil else { return }
        let source = DragSource(
            root,
            tracker: context.dragTracker,
            content: { [weak self, weak row] withText in
                row.flatMap { self?.dragContent($0.content.hit, withText) }
            },
            icon: { [weak row] in row?.makeDragCard() ?? Box(.horizontal) },
            onEnd: { [weak self, weak row] outcome in
                guard let row, outcome == .outside else { return }
                self?.open(row.content.hit, inNewWindow: true)
            }
        )
        root.onLongPress(dragging: source) { [weak self, weak row] x, y in
            if let row { self?.showMenu(row, x: x, y: y) }
        }
    }

    private func handle(_ key: Key, _ modifiers: Modifiers, _ row: SearchRow) -> Bool {
        if key.opensMenu(modifiers) {
            let size = row.root.size
            showMenu(row, x: Double(size.width) / 2, y: Double(size.height) / 2)
            return true
        }
        guard Command.openFoundInNewWindow.hasKey(key, modifiers.subtracting(.shift)) else {
            return false
        }
        open(row.content.hit, modifiers)
        return true
    }

    private func dragContent(_ hit: SearchHit, _ withText: Bool) -> DragSource.Content? {
        hit.place.flatMap {
            context.activities.dragContent(of: $0, title: hit.title, withText: withText)
        }
    }

    // MARK: Menu

    private func showMenu(_ row: SearchRow, x: Double, y: Double) {
        guard let place = row.content.hit.place else { return }
        let link = place.link
        let menu = Menu()
            .section(
                Menu().item(.openFound, target: link)
                    .item(
                        .openFoundInNewWindow,
                        target: link
                    )
            )
            .section(
                Menu().item(.copyFoundLink, target: link)
            )
        PopoverMenu(menu).popUp(at: x, y, in: row.root)
    }

    private func addActions() {
        add(.openFound) { $0.host.openFound($1) }
        add(.openFoundInNewWindow) { $0.host.openFoundInNewWindow($1, raisingExisting: false) }
        add(.copyFoundLink) { gestures, place in
            gestures.host.copy(link: gestures.context.series.link(to: place))
        }
    }

    private func add(
        _ command: Command,
        _ body: @escaping @MainActor (SearchGestures, Place) -> Void
    ) {
        actions.add(
            Action(
                command,
                performWithString: { [weak self] link in
                    do {
                        let place = try Place(link: link)
                        if let self { body(self, place) }
                    } catch {
                        Log.warn("\(link): \(error)")
                    }
                }
            )
        )
    }
}
