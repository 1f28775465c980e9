/// The formats of what is dragged, by their MIME types.
enum DragFormat {
    /// A user activity, as the program's windows hand it to each other.
    static let activity = "application/vnd.hawknotes.user-activity"
}
