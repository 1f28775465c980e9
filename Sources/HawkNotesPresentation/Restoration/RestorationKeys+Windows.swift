import Foundation
import HawkNotesModel
import StateRestoration

extension TextKey {
    /// How many of the last edits of the text were made by undoing others.
    package var undoneCount: RestorationKey<Int> { .init(name: name + "Undone", default: 0) }
}

// Where a window is on the screen; in the scope of the window.

extension RestorationKey<Int?> {
    /// Of the left edge, in pixels.
    package static var left: Self { .init(name: "left") }
    /// Of the upper edge, in pixels.
    package static var top: Self { .init(name: "top") }
    /// Counted from 0.
    package static var workspace: Self { .init(name: "workspace") }
}

// Of the window; in its scope.

extension RestorationKey<String> {
    /// The paths of the drafts without a page that were offered and answered, one on a line.
    package static var answeredDrafts: Self { .init(name: "answeredDrafts", default: "") }
}

// Of the series that a window shows; in the scope of the window.

extension RestorationScope {
    /// What is kept of a series while the window shows another one.
    func series(_ id: UUID) -> RestorationScope {
        scope("series:" + id.canonicalString)
    }
}

extension RestorationKey<String> {
    /// The tab that was shown last of a series.
    package static var lastTab: Self { .init(name: "tab", default: "") }

    /// The tab on which a link to the one that is shown was followed; in the scope of the window.
    package static var linkOrigin: Self { .init(name: "linkOrigin", default: "") }
}

// Of what is shown in the place of the tabs; each in a scope of its own below the window's.

extension RestorationKey<Bool> {
    /// Whether it is shown.
    package static var isCoverShown: Self { .init(name: "isShown", default: false) }
}

// Of the application.

extension RestorationKey<String> {
    /// The pages that were shown last, by their links; of the application.
    package static var lastPlaces: Self { .init(name: "lastPlaces", default: "") }

    /// What is shown although the reader has yet to come to it; see `UnveiledThings`.
    package static var unveiledThings: Self { .init(name: "unveiled", default: "") }
}
