import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The boards of the shelf with the series on them. Only visible boards are made.
@MainActor
final class ShelfBoards: ListPart {
    weak var list: PartList?
    // The items are within the rows.
    let itemsName: String? = nil
    let spacing = 12
    var rowCount: Int { grid.rowCount }

    private(set) var grid = ShelfGrid()
    private(set) var items: [ShelfItem] = []
    /// The series in the existing rows, by the addresses of the rows.
    private var boards: [ObjectIdentifier: [(id: UUID, board: SeriesBoard)]] = [:]
    private let factory: SeriesBoardFactory
    private let context: AppContext
    private unowned let window: MainWindow
    /// The series that is the stop of the Tab key; there is only one.
    private var current: UUID?
    /// Returns the index of a series.
    private let index: @MainActor (UUID) -> Int?

    init(
        in window: MainWindow,
        index: @escaping @MainActor (UUID) -> Int?
    ) {
        self.window = window
        context = window.context
        self.index = index
        factory = SeriesBoardFactory(context: context)
    }

    // MARK: Content

    /// Shows these series; keeps the scroll position and the focus.
    func show(_ new: [ShelfItem]) {
        var newGrid = grid
        newGrid.count = new.count
        let old = items
        let oldGrid = grid
        change {
            items = new
            grid = newGrid
            let common = min(oldGrid.rowCount, newGrid.rowCount)
            list?.apply(
                removed: [common..<oldGrid.rowCount],
                inserted: [common..<newGrid.rowCount],
                in: self
            )
            let changed = (0..<common).filter {
                old[oldGrid.indices(in: $0)] != new[newGrid.indices(in: $0)]
            }
            list?.remake(changed, in: self)
        }
    }

    /// Arranges the boards for a width in pixels.
    func arrange(width: Int) {
        var new = grid
        new.fit(width, seriesWidth: seriesWidth)
        guard new != grid else { return }
        let oldCount = grid.rowCount
        let top = list?.topElement
        change {
            grid = new
            list?.apply(removed: [0..<oldCount], inserted: [0..<new.rowCount], in: self)
        }
        if let top { list?.scroll(to: top.id, top: top.top) }
    }

    private func change(_ body: () -> Void) {
        let focused = focusedSeries
        body()
        guard let focused, focusedSeries != focused else { return }
        board(of: focused)?.root.grabFocus()
    }

    // MARK: Rows

    func makeRow(_ row: Int) -> Widget {
        let widths = SeriesBoardFactory.width
        let height = (row == 0 && hasLargerOne ? widths.first : widths.usual) * 3 / 2
        let box = Box(.horizontal).homogeneous().classes("shelf-board")
            .setClass("first", row == 0 && hasLargerOne)
        var made: [(id: UUID, board: SeriesBoard)] = []
        for index in grid.indices(in: row) {
            let board = makeBoard(index, coverHeight: height)
            made.append((items[index].id, board))
            box.append(board.root)
        }
        for _ in made.count..<grid.columns { box.append(Box(.vertical)) }
        // The boards must not keep the window from getting narrower: the series are rearranged
        // then.
        let bin = AdaptiveBin(box, minimumWidth: SeriesBoardFactory.width.usual)
        boards[ObjectIdentifier(bin)] = made
        return bin
    }

    func didDrop(_ row: Widget) { boards[ObjectIdentifier(row)] = nil }

    func element(of row: Int) -> String? {
        items[grid.indices(in: row)].first.map { Self.element($0.id) }
    }

    func row(of element: String) -> Int? {
        guard let id = UUID(uuidString: element), let index = index(id), index < grid.count
        else { return nil }
        return grid.row(of: index)
    }

    private static func element(_ id: UUID) -> String { id.canonicalString }

    /// The width of the texts of a series, in pixels: two lines of them hold most titles in a font
    /// of any size. The covers stay as they are.
    private var seriesWidth: Int {
        max(SeriesBoardFactory.width.usual, 7 * window.window.fontLineHeight)
    }

    private var hasLargerOne: Bool { items.first?.entry.openedAt != nil }

    private func makeBoard(_ index: Int, coverHeight: Int) -> SeriesBoard {
        let item = items[index]
        let board = factory.make(
            item,
            isFirst: index == 0 && hasLargerOne,
            coverHeight: coverHeight,
            textWidth: seriesWidth,
            menu: makeMenu(item.entry)
        )
        board.root.setPosition(index, of: grid.count)
        board.setStop(item.id == (current ?? items.first?.id))
        addGestures(to: board.root, item.entry)
        return board
    }

    // MARK: Focus

    /// The focused series, as an element.
    var focusedElement: String? { focusedSeries.map(Self.element) }

    private var focusedSeries: UUID? {
        boards.values.joined().first { $0.board.root.containsFocus }?.id
    }

    /// The element of the series that a widget represents.
    func element(of widget: Widget) -> String? {
        boards.values.joined().first {
            $0.board.root.isSame(as: widget) || widget.isDescendant(of: $0.board.root)
        }.map { Self.element($0.id) }
    }

    /// Focuses a series, and scrolls to it.
    ///
    /// - Returns: whether it exists and is laid out.
    @discardableResult
    func focus(_ element: String) -> Bool {
        guard let id = UUID(uuidString: element), let index = index(id) else { return false }
        return focus(index)
    }

    /// Focuses a series whose board exists, without scrolling.
    func grabFocus(_ element: String) -> Bool {
        guard let id = UUID(uuidString: element), let board = board(of: id) else { return false }
        stop(at: id)
        return board.root.grabFocus()
    }

    /// Focuses the series that was opened last.
    @discardableResult
    func focusFirst() -> Bool { focus(0) }

    private func focus(_ index: Int) -> Bool {
        guard items.indices.contains(index) else { return false }
        list?.reveal(grid.row(of: index), of: self)
        guard let board = board(of: items[index].id) else { return false }
        stop(at: items[index].id)
        return board.root.grabFocus()
    }

    /// Makes a series the stop of the Tab key.
    private func stop(at id: UUID) {
        if let current { board(of: current)?.setStop(false) }
        if current == nil, let first = items.first { board(of: first.id)?.setStop(false) }
        current = id
        board(of: id)?.setStop(true)
    }

    private func board(of id: UUID) -> SeriesBoard? {
        boards.values.joined().first { $0.id == id }?.board
    }

    // MARK: Gestures

    private func makeMenu(_ entry: ShelfEntry) -> Button {
        PlaceGestures.makeMenuButton(
            entry.isLoneBook ? localized("Book Menu") : localized("Series Menu"),
            in: window,
            opening: opening(of: entry),
            subject: subject(of: entry)
        )
    }

    private func addGestures(to board: RowItem, _ entry: ShelfEntry) {
        let id = entry.id
        board.onPress(button: 1, phase: .capture) { [weak self] _ in
            self?.stop(at: id)
            return false
        }
        PlaceGestures.add(
            toRow: board,
            in: window,
            opening: opening(of: entry),
            subject: subject(of: entry)
        )
        board.onKey { [weak self] key, modifiers in
            self?.handle(key, modifiers, id) ?? false
        }
    }

    private func opening(of entry: ShelfEntry) -> PlaceGestures.Opening {
        let id = entry.id
        return .init(
            here: { [weak self] _ in self?.window.showSeries(id) },
            inNewWindow: { [weak self] in
                self?.window.openSeriesInNewWindow(id, raisingExisting: $1)
            }
        )
    }

    private func subject(
        of entry: ShelfEntry
    ) -> @MainActor () -> PlaceGestures.Subject? {
        { [context] in
            .init(place: .series(entry.id), title: entry.title) {
                SeriesCover.widget(for: entry, width: 32, context: context)
            }
        }
    }

    private func handle(_ key: Key, _ modifiers: Modifiers, _ id: UUID) -> Bool {
        if modifiers.isEmpty, let step = ShelfGrid.Step(key, in: board(of: id)?.root) {
            if let here = index(id), let there = grid.neighbor(of: here, by: step) {
                _ = focus(there)
                return true
            }
            // Up from the first board leads to the head.
            return step != .up
        }
        switch (key, modifiers) {
        case (Key("Home"), []): _ = focus(0)
        case (Key("End"), []): _ = focus(grid.count - 1)
        case (Key("Page_Up"), []): focusPage(from: id, by: -1)
        case (Key("Page_Down"), []): focusPage(from: id, by: 1)
        default: return false
        }
        return true
    }

    private func focusPage(from id: UUID, by direction: Int) {
        guard let here = index(id), let list else { return }
        let height = board(of: id)?.root.size.height ?? 1
        let rows = max(1, list.view.size.height / max(height + spacing, 1))
        _ = focus(min(max(0, here + direction * rows * grid.columns), grid.count - 1))
    }
}

extension ShelfGrid.Step {
    /// The direction of an arrow key; nil for another key.
    @MainActor
    fileprivate init?(_ key: Key, in widget: Widget?) {
        let isMirrored = widget?.isMirrored ?? false
        switch key {
        case Key("Left"): self = isMirrored ? .next : .previous
        case Key("Right"): self = isMirrored ? .previous : .next
        case Key("Up"): self = .up
        case Key("Down"): self = .down
        default: return nil
        }
    }
}
