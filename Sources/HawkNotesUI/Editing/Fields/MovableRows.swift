import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// Rows that the user reorders by dragging or with Alt and the arrow keys.
@MainActor
final class MovableRows {
    let list = ListBox()
    /// Called with the order after the user has changed it.
    var onMove: @MainActor ([UUID]) -> Void = { _ in }
    private(set) var rows: [(id: UUID, row: ListBoxRow)] = []

    /// The format of a dragged row; nothing else accepts it.
    private static let format = "application/vnd.hawknotes.row"
    /// Only within this list: a dragged row cannot be opened in a window.
    private let tracker = DragTracker()
    private var dragged: UUID?

    /// - Parameter name: the list's name for screen readers.
    init(name: String) {
        list.classes("card", "movable-rows")
        list.accessibleLabel(name)
    }

    /// Adds a row at the end.
    ///
    /// - Parameter name: read by screen readers, and shown while the row is dragged.
    func add(_ id: UUID, name: String, _ content: Widget) {
        let row = ListBoxRow(content, name: name, isActivatable: false)
        row.onKey { [weak self] key, modifiers in
            guard modifiers == .alt else { return false }
            switch key {
            case Key("Up"): self?.move(id, by: -1)
            case Key("Down"): self?.move(id, by: 1)
            default: return false
            }
            return true
        }
        DragSource(
            row,
            tracker: tracker,
            content: { [weak self] _ in
                self?.dragged = id
                return DragSource.Content(own: id.canonicalString, type: Self.format, text: nil)
            },
            icon: {
                Box(.horizontal).append(Label(name, "heading").ellipsizing().maximumCharacters(20))
                    .classes("drag-card")
            },
            onEnd: { [weak self] _ in self?.dragged = nil }
        )
        DropTarget.add(
            Self.format,
            to: row,
            // A list of another window has rows of the same format.
            accepts: { [weak self] in self?.dragged != nil },
            onHover: { [weak row] isOver in row?.setClass("drop-here", isOver) },
            onDrop: { [weak self] text, _ in
                guard let self, let moved = UUID(uuidString: text) else { return }
                move(moved, to: id)
            }
        )
        list.insert(row)
        rows.append((id, row))
    }

    /// Removes a row.
    func remove(_ id: UUID) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        list.remove(rows[index].row)
        rows.remove(at: index)
    }

    func removeAll() {
        for row in rows { list.remove(row.row) }
        rows = []
    }

    private func move(_ id: UUID, by step: Int) {
        guard let index = rows.firstIndex(where: { $0.id == id }),
            rows.indices.contains(index + step)
        else { return }
        move(id, to: rows[index + step].id)
    }

    /// Moves a row to the place of another one.
    private func move(_ id: UUID, to other: UUID) {
        guard id != other, let from = rows.firstIndex(where: { $0.id == id }),
            let to = rows.firstIndex(where: { $0.id == other })
        else { return }
        let moved = rows.remove(at: from)
        rows.insert(moved, at: to)
        list.keepingFocus {
            list.remove(moved.row)
            list.insert(moved.row, at: to)
        }
        onMove(rows.map(\.id))
    }
}
