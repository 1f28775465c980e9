import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The keys, gestures and menu of a note.
extension NoteCard {
    /// Adds all gestures; call it once.
    func addGestures() {
        addMenu()
        addMarking()
        addMentionGestures()
        root.onKey { [weak self] key, modifiers in self?.handle(key, modifiers) ?? false }
    }

    private func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        if editor == nil, key == Key("c"), modifiers == .control, let selection {
            Desktop.copy(selection)
            return true
        }
        if editor == nil, key.opensMenu(modifiers) {
            showMenu()
            return true
        }
        if isVeiled {
            guard modifiers.isEmpty, key == Key("Return") else { return false }
            unveil()
            return true
        }
        if handleMarking(key, modifiers) { return true }
        guard isChangeable, modifiers.isEmpty else { return false }
        if Command.deleteNote.hasKey(key, modifiers) {
            delete()
            return true
        }
        guard key == Key("Return") || Command.editNote.hasKey(key, modifiers) else { return false }
        beginEditing()
        return true
    }
}

// MARK: - Actions

extension NoteCard {
    /// The note as plain text: the quotation, and the reader's own words below.
    var plainText: String { shownQuote.above(mentions.plain(shownText)) }

    /// A short title for the note.
    var title: String { shownQuote.titled(mentions.plain(shownText)) }

    func copyText() {
        Desktop.copy(plainText)
        window?.show(localized("Note copied"))
    }

    func delete() { section?.delete(note.id) }
}

// MARK: - The menu

extension NoteCard {
    /// The maximum number of links in a note's menu.
    private static let linkLimit = 10

    private func addMenu() {
        // The capture phase comes before the text shows a menu of its own.
        root.onPress(button: 3, phase: .capture) { [weak self] press in
            guard let self, !isEditing else { return false }
            showMenu(x: press.x, y: press.y, isAtPointer: true)
            return true
        }
        root.onLongPress { [weak self] x, y in
            if self?.isEditing == false { self?.showMenu(x: x, y: y, isAtPointer: true) }
        }
    }

    func makeActions() -> ActionGroup {
        let group = ActionGroup()
        group.add(Action(.copyNoteSelection) { [weak self] in self?.selection.map(Desktop.copy) })
        group.add(Action(.editNote) { [weak self] in self?.beginEditing(at: self?.menuOffset) })
        group.add(
            Action(.copyNote) { [weak self] in
                if self?.performOnSelection(.copy) == false { self?.copyText() }
            }
        )
        group.add(
            Action(.moveNote) { [weak self] in
                guard let self, !performOnSelection(.move) else { return }
                window?.choosePage(for: [note.id], on: mentions.subject)
            }
        )
        group.add(
            Action(.showNoteVersions) { [weak self] in
                self.map { $0.window?.showVersions(of: $0.note.id) }
            }
        )
        group.add(
            Action(.copyNoteLink) { [weak self] in
                self.map { $0.window?.copy(link: Place.note($0.note.id).link) }
            }
        )
        group.add(
            Action(.exportNote) { [weak self] in
                guard let self, !performOnSelection(.export) else { return }
                window?.exportNotes([note.id])
            }
        )
        group.add(
            Action(.markNote) { [weak self] in self.map { $0.section?.marks.toggle($0.note.id) } }
        )
        group.add(
            Action(.deleteNote) { [weak self] in
                if self?.performOnSelection(.delete) == false { self?.delete() }
            }
        )
        group.add(Action(.clearNoteSelection) { [weak self] in self?.section?.marks.clear() })
        group.add(Action(.unveilNote) { [weak self] in self?.unveil() })
        group.add(Action(.openNoteLink, performWithString: { [weak self] in self?.open($0) }))
        return group
    }

    /// Whether menu commands apply to all selected notes: this note is one of several.
    private var actsOnSelection: Bool {
        guard let selected = section?.marks.ids else { return false }
        return selected.count > 1 && selected.contains(note.id)
    }

    /// Runs a command on all selected notes if this note is one of several.
    ///
    /// - Returns: whether it is.
    private func performOnSelection(_ command: MarkedNotes.Command) -> Bool {
        guard actsOnSelection else { return false }
        section?.marks.perform(command)
        return true
    }

    /// Shows the menu in the middle of the card.
    func showMenu() {
        showMenu(x: Double(root.size.width) / 2, y: Double(root.size.height) / 2)
    }

    /// Shows the menu at a point of the card.
    ///
    /// - Parameter isAtPointer: whether editing begins at the letter there.
    func showMenu(x: Double, y: Double, isAtPointer: Bool = false) {
        menuOffset = isAtPointer ? savedOffset(at: (x, y)) : nil
        let menu = makeMenu()
        root.grabFocus()
        PopoverMenu(menu).popUp(at: x, y, in: root)
    }

    /// Shows the menu below the menu button.
    func showMenu(below button: Button) {
        menuOffset = nil
        PopoverMenu(makeMenu()).popUp(afterFocusing: button)
    }

    private func makeMenu() -> Menu {
        actions.install(on: root, prefix: "note")
        if isVeiled { return Menu().item(.unveilNote) }
        if actsOnSelection { return Self.makeSelectionMenu() }
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
            let text = isMarked ? localized("Deselect") : Command.markNote.title
            menu.section(Menu().item(text, .markNote))
        }
        let links = (mentionLinks + typedLinks).prefix(Self.linkLimit) + tagLinks
        if !links.isEmpty {
            menu.section(
                links.reduce(Menu()) { $0.item($1.title, .openNoteLink, target: $1.link) }
            )
        }
        return menu
    }

    /// The commands for several notes.
    private static func makeSelectionMenu() -> Menu {
        Menu().section(
            Menu().item(localized("Copy Notes"), .copyNote)
                .item(localized("Move Notes to…"), .moveNote)
                .item(localized("Export Notes…"), .exportNote)
                .item(localized("Delete Notes"), .deleteNote)
        ).section(Menu().item(.clearNoteSelection))
    }

    /// Whether the text was ever changed; all earlier versions may have expired.
    private var hasVersions: Bool { note.modifiedAt != note.createdAt }

    /// The characters that the note mentions, without duplicates.
    private var mentionLinks: [(title: String, link: String)] {
        var seen: Set<UUID> = []
        return Mention.all(in: shownText).compactMap { mention in
            guard seen.insert(mention.characterID).inserted,
                let name = mentions.name(of: mention.characterID)
            else { return nil }
            let title = NoteLinks.menuTitle(of: name)
            return (title, Place.character(mention.characterID).link)
        }
    }

    private var tagLinks: [(title: String, link: String)] {
        allTags.prefix(Self.linkLimit).map {
            (TagLinks.menuTitle(of: $0), TagLinks.address(of: $0))
        }
    }

    private var typedLinks: [(title: String, link: String)] {
        let text = plainText
        let links = NoteLinks.ranges(in: text).prefix(Self.linkLimit).map { String(text[$0]) }
        return zip(NoteLinks.menuTitles(of: links), links).map { ($0, $1) }
    }
}

// MARK: - Selection

extension NoteCard {
    private func addMarking() {
        root.onPress(button: 1, phase: .capture) { [weak self] press in
            guard let self, press.modifiers == .control else { return false }
            if opensMention(press) { return true }
            // Where a drag may begin, only the release tells a click from a drag.
            guard isChangeable, !date.contains(press.x, press.y, of: root) else { return false }
            toggleMark()
            return true
        }
        date.onClick { [weak self] press in
            guard let self, press.modifiers == .control, isChangeable else { return false }
            toggleMark()
            return true
        }
    }

    private func toggleMark() {
        section?.marks.toggle(note.id)
        root.grabFocus()
    }

    /// - Returns: whether the key selects or deselects notes.
    func handleMarking(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard isChangeable else { return false }
        if Command.markNote.hasKey(key, modifiers) {
            section?.marks.toggle(note.id)
            return true
        }
        switch (key, modifiers) {
        case (Key("Up"), .shift):
            section?.extendMarks(from: note.id, by: -1)
        case (Key("Down"), .shift):
            section?.extendMarks(from: note.id, by: 1)
        case (Key("Escape"), []): return section?.marks.clear() ?? false
        default: return false
        }
        return true
    }
}

// MARK: - Links and mentions

extension NoteCard {
    func open(_ link: String) {
        if let tag = TagLinks.name(of: link) {
            section?.tagFilter.choose(tag, in: note.id)
        } else if let id = mentionedCharacter(link) {
            openMention(id)
        } else if NoteLinks.isOwn(link) {
            window?.open(link: link)
        } else {
            Desktop.open(link, from: nil)
        }
    }

    /// Opens a mentioned character on this page's tab or in a new window.
    func openMention(_ id: Character.ID, inNewWindow: Bool = false) {
        if inNewWindow {
            window?.openInNewWindow(.character(id), raisingExisting: false)
        } else if context.series.character(id)?.seriesID == mentions.seriesID {
            window?.push(.character(id))
        } else {
            window?.open(link: Place.character(id).link)
        }
    }

    /// The middle button opens a character in a new window.
    private func addMentionGestures() {
        root.onPress(button: 2, phase: .capture) { [weak self] press in
            self?.opensMention(press) ?? false
        }
    }

    /// The character that a link in the text mentions.
    private func mentionedCharacter(_ link: String) -> UUID? {
        Mention.all(in: shownText).first { Place.character($0.characterID).link == link }?
            .characterID
    }

    /// Opens the clicked character in a new window.
    ///
    /// - Returns: whether a mention was clicked.
    private func opensMention(_ press: Press) -> Bool {
        guard !isEditing, let link = link(at: (press.x, press.y)),
            let id = mentionedCharacter(link)
        else { return false }
        openMention(id, inNewWindow: true)
        return true
    }
}
