import StateRestoration

/// The formats of what is dragged, by their MIME types.
package enum DragFormat {
    /// A user activity, as the program's windows hand it to each other.
    package static let activity = "application/vnd.hawknotes.user-activity"
}

extension UserActivity {
    /// What text fields and other programs get of what is dragged: its name and its link.
    package var plainText: String {
        [title, targetContentIdentifier ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
