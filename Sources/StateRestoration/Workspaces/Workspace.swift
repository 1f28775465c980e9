import Foundation

/// A named set of windows, which can be put away and brought back together.
///
/// See <doc:WorkspacesAndHistory>.
public struct Workspace: Sendable, Identifiable, Equatable {
    /// One window of a workspace, as a person would tell it from others.
    public struct Window: Sendable, Identifiable, Equatable {
        /// The window's identifier.
        public var id: SceneIdentifier
        /// Its title; may be empty.
        public var title: String
        /// The first line of its longest text, as far as fits in a list.
        public var beginningOfText: String
    }

    /// The workspace's identifier, the same from launch to launch.
    public var id: WorkspaceIdentifier
    /// The name that a person gave it. When the file with the name was damaged, the title of the first
    /// window.
    public var name: String
    /// When it was saved first.
    public var creationDate: Date
    /// When it was last saved, updated, opened or left.
    public var changeDate: Date
    /// Its windows, front first: those that are open, or when none is, those that opening it brings
    /// back.
    public var windows: [Window]
    /// Whether a window of it is open.
    public var isOpen: Bool
}

/// The identifier of a workspace.
///
/// It becomes the name of a folder, so that only letters, digits and hyphens are let in.
public struct WorkspaceIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// Makes an identifier, or `nil` when the text has other characters or an absurd length.
    public init?(_ rawValue: String) {
        guard let id = SceneIdentifier(rawValue) else { return nil }
        self.rawValue = id.rawValue
    }

    init(from environment: RestorationEnvironment) {
        rawValue = SceneIdentifier(from: environment).rawValue
    }

    /// The identifier as text.
    public var description: String { rawValue }
}

/// What becomes of the windows that are open when a workspace is opened.
public enum WorkspaceOpeningMode: Sendable {
    /// They stay, behind those of the workspace.
    case beside
    /// They go: those of another workspace back to it, the others to the recently closed ones, together.
    /// Private windows stay, as closing one would lose what is in it.
    case instead
}

/// The windows of a workspace that somebody asked for.
@MainActor
public struct OpenedWorkspace {
    /// Its open windows, front first.
    public var scenes: [RestorationScene]
    /// Whether it was open before, so that its windows are only to be raised.
    public var wasOpen: Bool
}
