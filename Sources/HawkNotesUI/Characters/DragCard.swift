import GTKBridge
import HawkNotesModel

/// What is shown beside the pointer while a character is dragged.
@MainActor
enum DragCard {
    /// The characters of a name that there is room for.
    private static let longestName = 15

    static func make(_ character: Character, images: ImageStore) -> Widget {
        Box(.horizontal, spacing: 12).append(
            AvatarView.make(character, size: 48, images: images),
            Label(character.name, "heading").ellipsizing().maximumCharacters(longestName)
        ).classes("drag-card")
    }
}
