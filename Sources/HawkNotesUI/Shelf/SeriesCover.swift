import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// What a series looks like on the shelf.
@MainActor
enum SeriesCover {
    /// The cover of its first book; where that has no picture, one made of the title of the series.
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
            name: entry.title,
            storedID: entry.firstBook?.coverID,
            file: entry.firstBook?.coverFile
        )
    }
}
