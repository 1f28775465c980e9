import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

extension ActivityCoder {
    /// The drag data of a place: a place for windows of this program, and a text for others.
    ///
    /// - Parameter title: the place's title.
    /// - Returns: nil where the place has no link.
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

/// The drag icon beside the pointer.
@MainActor
enum DragCard {
    /// The maximum number of characters of a name.
    private static let longestName = 15

    static func make(_ character: Character, images: ImageStore) -> Widget {
        make(character.name, AvatarView.make(character, size: 48, images: images))
    }

    static func make(_ name: String, _ picture: Widget) -> Widget {
        Box(.horizontal, spacing: 12).append(
            picture,
            Label(name, "heading").ellipsizing().maximumCharacters(longestName)
        ).classes("drag-card")
    }
}

extension TextView {
    /// Inserts the name and the link of a place that is dropped here from one of the program's
    /// windows, instead of opening it in the window. It may come from the field's own window.
    func acceptDroppedPlaces() {
        DropTarget.add(
            DragFormat.activity,
            to: self,
            onDrop: { [weak self] value, point in
                do {
                    let text = try UserActivity(encodedString: value).plainText
                    guard let self, !text.isEmpty else { return }
                    insert(text, at: point)
                    grabFocus()
                } catch {
                    Log.warn("What was dropped is no text: \(error)")
                }
            }
        )
    }
}
