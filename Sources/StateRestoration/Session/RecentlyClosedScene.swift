import Foundation

/// A window that was closed and can be opened again as it was.
public struct RecentlyClosedScene: Sendable, Identifiable, Equatable {
    /// The window's identifier.
    public var id: SceneIdentifier
    /// Its title when it was closed.
    public var title: String
    /// When it was closed.
    public var closingDate: Date
}
