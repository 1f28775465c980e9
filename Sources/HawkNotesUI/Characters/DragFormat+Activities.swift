import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

extension ActivityCoder {
    /// What is dragged out for a place: something that a window of the program can show, and a text for others.
    ///
    /// - Parameter title: what it is called.
    /// - Returns: nil where it cannot be said.
    @MainActor
    func dragContent(
        of place: Place,
        title: String,
        withText: Bool
    ) -> DragSource.Content? {
        do {
            var activity = try activity(for: place)
            activity.title = title
            return DragSource.Content(
                own: try activity.encodedString,
                type: DragFormat.activity,
                text: withText ? activity.plainText : nil
            )
        } catch {
            Log.warn("\(title) cannot be dragged: \(error)")
            return nil
        }
    }
}
