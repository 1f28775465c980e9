import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// What can be done with something that was found: what can be done with every place, unless it is a draft or
/// in the trash.
@MainActor
final class SearchGestures {
    private unowned let window: MainWindow

    init(in window: MainWindow) {
        self.window = window
    }

    /// Opens something with these keys held. What is in the trash is shown there, and a draft in its own
    /// window.
    func open(_ hit: SearchHit, holding keys: Modifiers) {
        if case .draft(let draft) = hit.content { return window.openDraft(draft, in: hit.seriesID) }
        guard let place = hit.place else { return window.showTrash() }
        if keys.contains(.control) {
            window.openFoundInNewWindow(place, raisingExisting: keys.contains(.shift))
        } else {
            window.open(place)
        }
    }

    /// Makes a row usable with pointer and keys.
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

    /// There is one place for it, so that all ways of opening it lead there.
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
