import Foundation
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

extension RestorationScene {
    /// Lets the window of a restored scene begin with what it was about, where the tab that it showed is of a
    /// kind that only a newer version knows.
    func beginWithActivityIfUnknown(in context: AppContext) {
        let tab = stored(.selectedTab(.favorites))
        let isKnown = tab == Place.favorites.tabIdentifier || UUID(uuidString: tab) != nil
        guard !isKnown, let activity = try? UserActivity(encodedString: stored(.activity)),
            let place = try? context.activities.place(of: activity),
            let known = try? context.validated(place)
        else { return }
        begin(at: known, in: context)
    }

    /// The value of the window, read without keeping others from it.
    private func stored(_ key: RestorationKey<String>) -> String {
        SceneStorage(key, in: root.window).wrappedValue
    }
}
