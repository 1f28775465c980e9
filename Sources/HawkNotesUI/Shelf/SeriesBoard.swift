import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// A series on the shelf: its cover, with title, author and numbers.
@MainActor
struct SeriesBoard {
    let root: RowItem
    /// Opens the menu of the series.
    let menu: Button

    /// Makes it a stop of the Tab key or not.
    func setStop(_ isStop: Bool) {
        root.isFocusable = isStop
        menu.isFocusable = isStop
    }
}

/// Makes the widget of a series on the shelf.
@MainActor
struct SeriesBoardFactory {
    /// The width of a cover, in pixels; the last opened one is larger.
    static let width = (usual: 140, first: 148)

    let context: AppContext

    /// - Parameters:
    ///   - isFirst: whether the series was opened last.
    ///   - coverHeight: the height for covers on its board, in pixels.
    ///   - textWidth: the width for the texts below the cover, in pixels.
    ///   - menu: opens the menu of the series.
    func make(
        _ item: ShelfItem,
        isFirst: Bool,
        coverHeight: Int,
        textWidth: Int,
        menu: Button
    ) -> SeriesBoard {
        let entry = item.entry
        let width = isFirst ? Self.width.first : Self.width.usual
        let cover = Overlay(SeriesCover.widget(for: entry, width: width, context: context))
            .valign(.end)
            .overlay(menu.classes("board-menu").halign(.end).valign(.end))
        if item.hasDraft {
            cover.overlay(
                Box(.horizontal).classes("draft-dot").halign(.start).valign(.start)
                    .tooltip(localized("Unsent draft")).accessibleHidden()
            )
        }
        let stand = Box(.vertical).append(
            Box(.vertical).vexpand().accessibleHidden(),
            cover
        ).sizeRequest(width: width, height: coverHeight).halign(.start)
        let texts = Box(.vertical, spacing: 3).append(
            Label(entry.title, "series-title").wrapping().lines(2).ellipsizing()
                .maximumCharacters(1).tooltip(whenCut: nil)
        )
        if let author = entry.author {
            texts.append(line(author))
        }
        for number in Self.numbers(entry) { texts.append(line(number)) }
        let board = Box(.vertical, spacing: 18).append(
            stand,
            texts.sizeRequest(width: max(width, textWidth))
        )
        let row = RowItem(board, name: entry.title).classes("series-board")
            .halign(.start).valign(.start)
        row.accessibleDescription(Self.description(item))
        return SeriesBoard(root: row, menu: menu)
    }

    private func line(_ text: String) -> Label {
        Label(text, "caption", "dim-label").ellipsizing().maximumCharacters(1)
    }

    /// The numbers of books and notes, as far as they are shown: nothing is drawn on a cover, whose
    /// title may be anywhere.
    private static func numbers(_ entry: ShelfEntry) -> [String] {
        (entry.bookCount == 1 ? [] : [books(entry.bookCount)])
            + (entry.noteCount == 0 ? [] : [notes(entry.noteCount)])
    }

    private static func notes(_ count: Int) -> String {
        localized("%1 note", plural: "%1 notes", count: count)
    }

    private static func books(_ count: Int) -> String {
        if count == 0 { return localized("No books yet") }
        return localized("%1 book", plural: "%1 books", count: count)
    }

    private static func description(_ item: ShelfItem) -> String {
        var parts = [item.entry.author, books(item.entry.bookCount)].compactMap(\.self)
        if item.entry.noteCount > 0 { parts.append(notes(item.entry.noteCount)) }
        if item.hasDraft { parts.append(localized("Unsent draft")) }
        return localizedList(parts)
    }
}

/// The picture of a series on the shelf.
@MainActor
enum SeriesCover {
    /// The cover of its first book, or one generated from the book's title.
    ///
    /// - Parameter width: in pixels; the height is one and a half times that.
    static func widget(for entry: ShelfEntry, width: Int, context: AppContext) -> Widget {
        CoverView.make(
            shown(entry),
            width: width,
            height: width * 3 / 2,
            cornerRadius: width / 18,
            images: context.images
        ).accessibleHidden()
    }

    private static func shown(_ entry: ShelfEntry) -> ShownPicture {
        ShownPicture(
            .cover,
            of: entry.firstBook?.bookID ?? entry.id,
            name: entry.firstBook?.title ?? entry.title,
            storedID: entry.firstBook?.coverID,
            file: entry.firstBook?.coverFile
        )
    }
}
