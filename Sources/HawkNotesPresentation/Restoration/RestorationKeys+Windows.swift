import Foundation
import HawkNotesModel
import StateRestoration

extension TextKey {
    /// The number of edits at the end of the text's history that were undos.
    package var undoneCount: RestorationKey<Int> { .init(name: name + "Undone", default: 0) }
}

// The position of a window on the screen; in the scope of the window.

extension RestorationKey<Int?> {
    /// The left edge, in pixels.
    package static var left: Self { .init(name: "left") }
    /// The upper edge, in pixels.
    package static var top: Self { .init(name: "top") }
    /// Counted from 0.
    package static var workspace: Self { .init(name: "workspace") }
}

// Of the window; in its scope.

extension RestorationKey<String> {
    /// The paths of the drafts without a page that were offered and answered, one per line.
    package static var answeredDrafts: Self { .init(name: "answeredDrafts", default: "") }
}

// Of the series that a window shows; in the scope of the window.

extension RestorationScope {
    /// The scope of a series while the window shows another one.
    func series(_ id: UUID) -> RestorationScope {
        scope("series:" + id.canonicalString)
    }
}

extension RestorationKey<String> {
    /// The last tab of a series.
    package static var lastTab: Self { .init(name: "tab", default: "") }

    /// The tab on which the user followed a link to the current one; in the scope of the window.
    package static var linkOrigin: Self { .init(name: "linkOrigin", default: "") }
}

// The pages shown in place of the tabs; each in a scope of its own below the window's.

extension RestorationKey<Bool> {
    /// Whether it is shown.
    package static var isCoverShown: Self { .init(name: "isShown", default: false) }
}

// Of the application.

extension RestorationKey<String> {
    /// The links of the recent pages; of the application.
    package static var lastPlaces: Self { .init(name: "lastPlaces", default: "") }

    /// The spoilers that are shown; see `UnveiledThings`.
    package static var unveiledThings: Self { .init(name: "unveiled", default: "") }
}
