import Foundation
import GTKBridge
import HawkNotesModel

/// A list of characters that can be opened, opened in a new window, and dragged out of the window.
@MainActor
final class CharacterList {
    typealias Host = Navigator & MessagePresenter

    let root = ListBox().classes("characters")
    private let store = ListStore<CharacterItem>()
    private unowned let host: Host
    private let context: AppContext

    init(host: Host, context: AppContext, name: String) {
        self.host = host
        self.context = context
        root.accessibleLabel(name)
        let factory = CharacterRowFactory(images: context.images)
        root.bind(store) { [weak self] item in
            let row = factory.makeRow(item)
            self?.addGestures(to: row, item.character)
            return row
        }
        root.onRowActivated { [weak self] position in
            guard let self, self.store.items.indices.contains(position) else { return }
            self.host.push(.character(self.store.items[position].character.id))
        }
        installActions()
    }

    /// Shows these characters.
    func show(_ items: [CharacterItem]) { store.set(items) }

    /// The rows, for the scroll anchor and for the focus.
    var elements: [(id: String, widget: Widget)] {
        store.items.indices.compactMap { index in
            root.row(at: index).map {
                (store.items[index].character.id.uuidString.lowercased(), $0)
            }
        }
    }

    // MARK: New windows

    private func addGestures(to row: ListBoxRow, _ character: Character) {
        row.onClick { [weak self] press in
            guard press.modifiers.contains(.control) else { return false }
            self?.openInNewWindow(character, raising: press.modifiers.contains(.shift))
            return true
        }
        row.onPress(button: 2) { [weak self] press in
            self?.openInNewWindow(character, raising: press.modifiers.contains(.shift))
            return true
        }
        row.onPress(button: 3) { [weak self] press in
            self?.showMenu(character, x: press.x, y: press.y)
            return true
        }
        row.onLongPress { [weak self] x, y in self?.showMenu(character, x: x, y: y) }
        row.onKey { [weak self] key, modifiers in
            self?.handle(key, modifiers, character) ?? false
        }
        DragSource(
            row,
            tracker: context.dragTracker,
            content: { [weak self] withText in self?.dragContent(character, withText) },
            onEnd: { [weak self] outcome in
                if outcome == .outside { self?.openInNewWindow(character, raising: false) }
            }
        )
    }

    private func handle(
        _ key: Key,
        _ modifiers: Modifiers,
        _ character: Character
    ) -> Bool {
        switch (key, modifiers) {
        case (Key("Menu"), []), (Key("F10"), .shift):

            let size = row(of: character)?.size ?? (width: 0, height: 0)
            showMenu(character, x: Double(size.width) / 2, y: Double(size.height) / 2)
        case (Key("Return"), .control):
            openInNewWindow(character, raising: false)
        case (Key("Return"), [.control, .shift]):
            openInNewWindow(character, raising: true)
        default:
            return false
        }
        return true
    }

    private func openInNewWindow(_ character: Character, raising: Bool) {
        host.openInNewWindow(.character(character.id), raisingExisting: raising)
    }

    private func dragContent(_ character: Character, _ withText: Bool) -> DragSource.Content? {
        do {
            let activity = try context.activities.activity(for: .character(character.id))
            let link = activity.targetContentIdentifier ?? ""
            return DragSource.Content(
                own: try activity.encodedString,
                type: DragFormat.activity,
                text: withText ? "\(character.name)\n\(link)" : nil
            )
        } catch {
            Log.warn("\(character.name) cannot be dragged: \(error)")
            return nil
        }
    }

    // MARK: Menu

    private func showMenu(_ character: Character, x: Double, y: Double) {
        guard let row = row(of: character) else { return }
        let id = character.id.uuidString
        let menu = Menu()
            .section(
                Menu().item(localized("Open"), action: "character.open", target: id)
                    .item(
                        localized("Open in New Window"),
                        action: "character.open-in-new-window",
                        target: id
                    )
            )
            .section(
                Menu().item(
                    isFavorite(character)
                        ? localized("Remove from Favorites") : localized("Add to Favorites"),
                    action: "character.toggle-favorite",
                    target: id
                )
                .item(localized("Copy Link"), action: "character.copy-link", target: id)
            )
        PopoverMenu(menu).popUp(at: x, y, in: row)
    }

    private func row(of character: Character) -> Widget? {
        store.items.firstIndex { $0.character.id == character.id }.flatMap { root.row(at: $0) }
    }

    private func isFavorite(_ character: Character) -> Bool {
        store.items.contains { $0.character.id == character.id && $0.isFavorite }
    }

    private func installActions() {
        let group = ActionGroup()
        add("open", to: group) { $0.host.push(.character($1.id)) }
        add("open-in-new-window", to: group) { $0.openInNewWindow($1, raising: false) }
        add("toggle-favorite", to: group) { list, character in
            list.context.favorites.set(
                character,
                !list.isFavorite(character),
                reportingTo: list.host
            )
        }
        add("copy-link", to: group) { list, character in
            Desktop.copy(list.context.series.link(to: .character(character.id)))
            list.host.show(Toast(text: localized("Link copied")))
        }
        group.install(on: root, prefix: "character")
    }

    private func add(
        _ name: String,
        to group: ActionGroup,
        _ body: @escaping @MainActor (CharacterList, Character) -> Void
    ) {
        group.add(
            Action(
                name,
                performWithString: { [weak self] id in
                    guard let self, let id = UUID(uuidString: id),
                        let item = self.store.items.first(where: { $0.character.id == id })
                    else { return }
                    body(self, item.character)
                }
            )
        )
    }
}
