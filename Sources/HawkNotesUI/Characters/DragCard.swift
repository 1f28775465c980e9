import GTKBridge
import HawkNotesModel

/// What is shown beside the pointer while something is dragged.
@MainActor
enum DragCard {
    /// The characters of a name that there is room for.
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
