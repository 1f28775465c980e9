import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The menu of a note: what its buttons do, and its links, which are reached without a pointer here.
extension NoteCard {
    /// So many links of a note are in its menu.
    private static let linkLimit = 10

    func addMenu() {
        let group = ActionGroup()
        group.add(Action(.copyNoteSelection) { [weak self] in self?.selection.map(Desktop.copy) })
        group.add(Action(.editNote) { [weak self] in self?.beginEditing() })
        group.add(Action(.copyNote) { [weak self] in self.map { $0.actions.copy($0.plainText) } })
        group.add(Action(.moveNote) { [weak self] in self.map { $0.actions.move($0.note.id) } })
        group.add(
            Action(.showNoteVersions) { [weak self] in
                self.map { $0.actions.showVersions($0.note.id) }
            }
        )
        group.add(
            Action(.copyNoteLink) { [weak self] in self.map { $0.actions.copyLink($0.note.id) } }
        )
        group.add(Action(.exportNote) { [weak self] in self.map { $0.actions.export($0.note.id) } })
        group.add(
            Action(.markNote) { [weak self] in self.map { $0.actions.toggleMark($0.note.id) } }
        )
        group.add(Action(.deleteNote) { [weak self] in self.map { $0.actions.delete($0.note.id) } })
        group.add(Action(.unveilNote) { [weak self] in self?.unveil() })
        group.add(Action(.openNoteLink, performWithString: { [weak self] in self?.open($0) }))
        group.install(on: root, prefix: "note")
        // Before the text shows one of its own.
        root.onPress(button: 3, phase: .capture) { [weak self] press in
            guard let self, !isEditing else { return false }
            showMenu(x: press.x, y: press.y)
            return true
        }
        root.onLongPress { [weak self] x, y in
            if self?.isEditing == false { self?.showMenu(x: x, y: y) }
        }
    }

    /// Shows the menu in the middle of the card.
    func showMenu() {
        showMenu(x: Double(root.size.width) / 2, y: Double(root.size.height) / 2)
    }

    func showMenu(x: Double, y: Double) {
        guard !isVeiled else {
            root.grabFocus()
            let menu = Menu().item(.unveilNote)
            return PopoverMenu(menu).popUp(at: x, y, in: root)
        }
        let menu = Menu()
        if selection != nil {
            menu.section(Menu().item(.copyNoteSelection))
        }
        let changes = Menu()
        if isChangeable { changes.item(.editNote) }
        changes.item(.copyNote)
        if isChangeable {
            changes.item(.moveNote)
            if hasVersions {
                changes.item(.showNoteVersions)
            }
            changes.item(.copyNoteLink)
            changes.item(.exportNote)
            changes.item(.deleteNote)
        }
        menu.section(changes)
        if isChangeable {
            let text = isMarked ? localized("Take the Mark Away") : Command.markNote.title
            menu.section(Menu().item(text, .markNote))
        }
        let links = (mentionLinks + typedLinks).prefix(Self.linkLimit)
        if !links.isEmpty {
            menu.section(links.reduce(Menu()) { Self.add($1.title, $1.link, to: $0) })
        }
        root.grabFocus()
        PopoverMenu(menu).popUp(at: x, y, in: root)
    }

    /// Whether the note has had another text; all of these may have expired.
    private var hasVersions: Bool { note.modifiedAt != note.createdAt }

    /// The characters that the note mentions, each once.
    private var mentionLinks: [(title: String, link: String)] {
        var seen: Set<UUID> = []
        return Mention.all(in: shownText).compactMap { mention in
            guard seen.insert(mention.characterID).inserted,
                let name = mentions.name(of: mention.characterID)
            else { return nil }
            return (name, Place.character(mention.characterID).link)
        }
    }

    private var typedLinks: [(title: String, link: String)] {
        let text = plainText
        return NoteLinks.ranges(in: text).prefix(Self.linkLimit).map { range in
            (String(text[range]), String(text[range]))
        }
    }

    private static func add(_ title: String, _ link: String, to menu: Menu) -> Menu {
        menu.item(
            localized("Open %1", title.count > 50 ? title.prefix(49) + "…" : title),
            .openNoteLink,
            target: link
        )
    }
}
