import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The gestures and menu of a result: those of every place, unless it is a draft or in the trash.
@MainActor
final class SearchGestures {
    private unowned let window: MainWindow

    init(in window: MainWindow) {
        self.window = window
    }

    /// Opens a result as the held modifier keys say. A note in the trash is shown there, and a
    /// draft in its own window.
    func open(_ hit: SearchHit, holding keys: Modifiers) {
        if case .draft(let draft) = hit.content { return window.openDraft(draft, in: hit.seriesID) }
        guard let place = hit.place else { return window.showTrash() }
        if keys.contains(.control) {
            window.openFoundInNewWindow(place, raisingExisting: keys.contains(.shift))
        } else {
            window.open(place)
        }
    }

    /// Adds the gestures to a row.
    func add(to row: SearchRow) {
        if row.content.hit.place == nil {
            addOpening(to: row)
        } else {
            addPlaceGestures(to: row)
        }
    }

    private func addPlaceGestures(to row: SearchRow) {
        PlaceGestures.add(
            toRow: row.root,
            in: window,
            opening: .init(
                here: { [weak self] in self?.window.open($0) },
                inNewWindow: { [weak self] in
                    self?.window.openFoundInNewWindow($0, raisingExisting: $1)
                }
            ),
            subject: { [weak row] in
                guard let row, let place = row.content.hit.place else { return nil }
                return .init(place: place, title: row.content.hit.title) { row.makeDragPicture() }
            }
        )
    }

    /// All ways of opening the result lead to the same place.
    private func addOpening(to row: SearchRow) {
        let open: @MainActor () -> Void = { [weak self, weak row] in
            if let row { self?.open(row.content.hit, holding: []) }
        }
        row.root.onActivate { _ in open() }
        row.root.onPress(button: 2) { _ in
            open()
            return true
        }
        row.root.onKey { key, modifiers in
            guard Command.openPlaceInNewWindow.hasKey(key, modifiers.subtracting(.shift)) else {
                return false
            }
            open()
            return true
        }
    }
}
