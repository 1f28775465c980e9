import HawkNotesPresentation
import StateRestoration

@testable import HawkNotesUI

extension MainWindow {
    /// Whether a scroll position is stored at a path of the window's state: an element, and where its
    /// top is above the visible part.
    ///
    /// An earlier position of the same list may be stored there until then.
    func keeps(_ place: (id: String, top: Int), at path: String) -> Bool {
        guard case .string(let stored) = scene.storedValue(at: path),
            let kept = AnchoredScrollPosition(rawValue: stored)
        else { return false }
        return kept.elementID == place.id && kept.offsetInElement == -Double(place.top)
    }
}
