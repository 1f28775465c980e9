import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Characters as rows of a list; they open here or in a new window, and can be dragged.
@MainActor
final class CharacterList: ListPart {
    weak var list: PartList?
    let itemsName: String?
    var rowCount: Int { items.count }
    let spacing = 0
    var isWhole: Bool { items.count <= Self.few }
    /// Up to this many characters, all rows are made at once.
    private static let few = 40
    var items: [CharacterItem] { run.items }
    private var run = RowRun<CharacterItem>.empty
    /// The items of the last `show(_:)`.
    private var shownItems: [CharacterItem] = []
    private var pendingMoves = PendingMoves<Character.ID>()
    private let factory: CharacterRowFactory
    private let marks: CharacterMarks
    private unowned let window: MainWindow
    private let context: AppContext
    /// Whether the user can change the order here.
    private let isOrdered: Bool
    private var dragged: Character.ID?
    /// The dropped character; by the time it is handled, the drag has ended.
    private var dropped: Character.ID?
    /// The character whose row gets the focus at its new position.
    private var moved: Character.ID?

    /// - Parameters:
    ///   - name: the heading of the characters.
    ///   - scope: the scope of their page.
    ///   - isOrdered: whether rows can be moved within the list.
    init(
        in window: MainWindow,
        name: String,
        scope: RestorationScope,
        isOrdered: Bool = false
    ) {
        self.window = window
        self.isOrdered = isOrdered
        context = window.context
        itemsName = name
        factory = CharacterRowFactory(images: context.images)
        marks = CharacterMarks(context: context, drafts: window.draftMarks, scope: scope)
    }

    /// Shows these characters, in the library's order and after own moves that it may not have yet.
    /// Remaining rows keep focus and position.
    func show(_ shown: [CharacterItem]) {
        shownItems = shown
        let new = pendingMoves.applied(to: shown)
        guard new != items else { return }
        let old = run
        let focused =
            moved?.canonicalString ?? elements.first(where: { $0.widget.containsFocus })?.id
        run = RowRun(new)
        apply(RowsChange(from: old, to: run))
        roundEnds()
        let keepsFocus =
            moved == nil && elements.contains { $0.widget.containsFocus && $0.id == focused }
        if let focused, !keepsFocus, row(of: focused) != nil { list?.focus(focused) }
        moved = nil
    }

    // MARK: Rows

    func makeRow(_ row: Int) -> Widget {
        let item = items[row]
        let widget = factory.makeRow(item, marks: marks) { [weak self] in
            self?.toggleFavorite(item.character)
        }
        addGestures(to: widget, item.character)
        addDropTarget(to: widget, item.character)
        context.noteDrag.addTarget(to: widget, of: .character(item.character.id), in: window)
        roundEnds(of: widget, at: row)
        return widget
    }

    func didDrop(_ row: Widget) { marks.forget(row) }

    func element(of row: Int) -> String? { items[row].character.id.canonicalString }

    func row(of element: String) -> Int? { UUID(uuidString: element).flatMap(run.index) }

    /// The existing rows, as elements for the focus.
    var elements: [(id: String, widget: Widget)] {
        (list?.liveRows(of: self) ?? []).map { (items[$0.row].id.canonicalString, $0.widget) }
    }

    /// The rows as a list for the focus. A character's row is known once the list is.
    var focusList: FocusList { FocusList("character:", elements, isComplete: true) }

    // MARK: Gestures

    private func addGestures(to row: RowItem, _ character: Character) {
        PlaceGestures.add(
            toRow: row,
            in: window,
            opening: .init { [weak window] in window?.push($0) },
            extras: .init(onDrag: { [weak self] in self?.dragged = $0 ? character.id : nil }),
            subject: { [images = context.images] in
                .init(place: .character(character.id), title: character.name) {
                    AvatarView.make(character, size: 48, images: images)
                }
            }
        )
        row.onKey { [weak self] key, modifiers in
            self?.handle(key, modifiers, character) ?? false
        }
    }

    // MARK: Order

    /// Makes a row a drop target for other rows of the list. Drops from elsewhere go to the window.
    private func addDropTarget(to row: RowItem, _ character: Character) {
        guard isOrdered else { return }
        DropTarget.add(
            DragFormat.activity,
            to: row,
            accepts: { [weak self] in
                self?.dragged.map { $0 != character.id } ?? false
            },
            uses: { [weak self] in
                self?.dropped = self?.dragged
                return true
            },
            onHover: { [weak row] isOver in row?.setClass("drop-here", isOver) },
            // Later: this removes the row, which is still handling the drop.
            onDrop: { [weak self] _, _ in
                guard let self, let moved = dropped else { return }
                dropped = nil
                move(moved, to: character.id)
            }
        )
    }

    private func move(_ character: Character, by step: Int) {
        guard isOrdered, let row = run.index(of: character.id), items.indices.contains(row + step)
        else {
            return
        }
        move(character.id, to: items[row + step].character.id)
    }

    /// Moves a character to the position of another one, at once; the library follows.
    private func move(_ id: Character.ID, to other: Character.ID) {
        guard id != other, let from = run.index(of: id), let to = run.index(of: other) else {
            return
        }
        let after = from < to ? to + 1 : to
        let next = items.indices.contains(after) ? items[after].character.id : nil
        pendingMoves.add(id, before: next)
        moved = id
        show(shownItems)
        window.move(character: id, before: next) { [weak self] in
            guard let self else { return }
            pendingMoves.removeFirst()
            // If it could not be moved, the row goes back.
            show(shownItems)
        }
    }

    func handle(
        _ key: Key,
        _ modifiers: Modifiers,
        _ character: Character
    ) -> Bool {
        if Command.toggleCharacterFavorite.hasKey(key, modifiers) {
            toggleFavorite(character)
            return true
        }
        switch (key, modifiers) {
        case (Key("Up"), .alt) where isOrdered: move(character, by: -1)
        case (Key("Down"), .alt) where isOrdered: move(character, by: 1)
        default:
            return false
        }
        return true
    }

    private func isFavorite(_ character: Character) -> Bool {
        run.index(of: character.id).map { items[$0].isFavorite } ?? false
    }

    private func toggleFavorite(_ character: Character) {
        context.favorites.setFavorite(character, !isFavorite(character), reportingTo: window)
    }
}

/// The content of a character's row.
struct CharacterItem: Identifiable, Equatable {
    var character: Character
    var isFavorite: Bool
    /// A dimmed line such as the book's title; nil shows the character's own line.
    var detail: String?
    /// Whether the character is a spoiler.
    var isVeiled = false

    var id: Character.ID { character.id }
}

/// Makes the rows of character lists.
@MainActor
private struct CharacterRowFactory {
    /// The maximum number of lines of a text: enough for large letters in a narrow window.
    private static let lines = 4
    let images: ImageStore

    /// A row with picture, name, a line of text, and a heart.
    ///
    /// - Parameters:
    ///   - marks: updates the mark beside the name and the row's accessible description.
    ///   - toggle: called when the heart is clicked.
    func makeRow(
        _ item: CharacterItem,
        marks: CharacterMarks,
        toggle: @escaping @MainActor () -> Void
    ) -> RowItem {
        let character = item.character
        let mark = NoteMarkView()
        // In the name's line: a number that appears moves nothing below it.
        let name = Box(.horizontal, spacing: 12)
            .append(
                // A name is never cut off, even in large letters.
                Label(character.name, item.isVeiled ? "dim-label" : "heading").wrapping()
                    .ellipsizing().lines(Self.lines).hexpand(),
                mark.inLine()
            )
        let texts = Box(.vertical, spacing: 2).append(name).hexpand().valign(.center)
        if let summary = character.summary {
            texts.append(
                Label(summary, "dim-label", "row-summary").wrapping().ellipsizing().lines(
                    Self.lines
                )
            )
        }
        if let detail = item.detail {
            texts.append(
                Label(detail, "caption", "dim-label").wrapping().ellipsizing().lines(Self.lines)
            )
        }
        let line = Box(.horizontal, spacing: 12)
            .append(
                AvatarView.make(character, size: 48, images: images),
                texts,
                heart(item).onClicked(toggle)
            )
        let row = RowItem(line, name: character.name).classes("character-row")
        if let book = character.bookID { row.classes(AccentSheet.styleClass(for: book)) }
        marks.follow(
            character,
            in: row,
            view: mark,
            text: item.isFavorite
                ? localized("%1 Favorite.", character.summary ?? "") : character.summary ?? ""
        )
        return row
    }

    /// Filled for a favorite; for others an outline, visible when the row is hovered or focused.
    private func heart(_ item: CharacterItem) -> Button {
        let name = item.character.name
        return Button(
            icon: item.isFavorite
                ? "hawknotes-heart-filled-symbolic" : "hawknotes-heart-outline-symbolic",
            name: item.isFavorite
                ? localized("Remove %1 from favorites", name)
                : localized("Add %1 to favorites", name),
            "flat",
            "small",
            "row-heart",
            item.isFavorite ? "heart" : "no-heart"
        ).valign(.center)
    }
}
