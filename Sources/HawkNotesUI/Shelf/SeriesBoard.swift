import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// Makes what stands on the shelf for a series: its cover, with title, author and numbers.
@MainActor
struct SeriesBoardFactory {
    /// The width of a cover, in pixels; the one that was opened last is larger.
    static let width = (usual: 140, first: 156)

    let context: AppContext

    /// - Parameters:
    ///   - isFirst: whether it is the one that was opened last.
    ///   - coverHeight: the height that there is for covers on its board, in pixels.
    func make(_ item: ShelfItem, isFirst: Bool, coverHeight: Int) -> RowItem {
        let entry = item.entry
        let width = isFirst ? Self.width.first : Self.width.usual
        let cover = Overlay(SeriesCover.widget(for: entry, width: width, context: context))
            .valign(.end)
        if entry.noteCount > 0 { cover.overlay(pill(entry.noteCount)) }
        if item.hasDraft {
            cover.overlay(
                Box(.horizontal).classes("draft-dot").halign(.start).valign(.start)
                    .tooltip(localized("Unsent draft")).accessibleHidden()
            )
        }
        let stand = Box(.vertical).append(
            Box(.vertical).vexpand().accessibleHidden(),
            cover
        ).sizeRequest(width: width, height: coverHeight)
        let texts = Box(.vertical, spacing: 3).append(
            Label(entry.title, "series-title").ellipsizing().maximumCharacters(1)
                .tooltip(whenCut: nil)
        )
        if let author = entry.author {
            texts.append(line(author))
        }
        if entry.bookCount != 1 { texts.append(line(Self.books(entry.bookCount))) }
        let board = Box(.vertical, spacing: 18).append(stand, texts.sizeRequest(width: width))
        let row = RowItem(board, name: entry.title).classes("series-board")
            .halign(.center).valign(.start)
        row.accessibleDescription(Self.description(item))
        return row
    }

    private func line(_ text: String) -> Label {
        Label(text, "caption", "dim-label").ellipsizing().maximumCharacters(1)
    }

    private func pill(_ count: Int) -> Widget {
        Label(LocalNumber.format(count), "note-count").halign(.end)
            .valign(.start).accessibleHidden()
    }

    private static func books(_ count: Int) -> String {
        if count == 0 { return localized("No books yet") }
        return localized("%1 book", plural: "%1 books", count: count)
    }

    private static func description(_ item: ShelfItem) -> String {
        var parts = [item.entry.author, books(item.entry.bookCount)].compactMap(\.self)
        if item.entry.noteCount > 0 {
            parts.append(localized("%1 note", plural: "%1 notes", count: item.entry.noteCount))
        }
        if item.hasDraft { parts.append(localized("Unsent draft")) }
        return parts.joined(separator: ", ")
    }
}

/// What a series looks like on the shelf.
@MainActor
enum SeriesCover {
    /// The cover of its first book; where that has no picture, one made of the title of the book.
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
