import Foundation

/// The content of the state directory at launch. Reading it changes nothing there.
struct LoadedSession: Sendable {
    /// A window that can be restored.
    struct Window: Sendable {
        var id: SceneIdentifier
        var state: WindowState
        /// The file that it was read from; that may still have its temporary name.
        var path: String
        /// The file in which the last run continued it.
        var continuation: String?
        /// The description of its file for a continuation, if it can be continued.
        var base: BaseFile?
        /// The status of its file when it was read.
        var status: FileStatus?
        /// Its unfinished replacements.
        var leftovers: [String] = []
        /// Its damage, if any.
        var damage: StateFileDamage?
        /// Whether its own file is lost, and this is the state of the launch before.
        var isOlderCopy = false
        var modificationDate: Date

        /// Whether it must be rewritten, so that the next launch finds an undamaged file.
        var needsWriting: Bool { damage != nil || isOlderCopy || continuation != nil }

        /// Its files as the writer needs them.
        ///
        /// - Parameter directory: The directory of the files.
        func launchFile(in directory: StateDirectory) -> LaunchFile {
            var file = LaunchFile(base: base, continuation: continuation)
            if path == directory.window(id), let status { file.expected = .file(.init(status)) }
            return file
        }
    }

    /// A file to set aside.
    struct Damaged: Sendable {
        var path: String
        var quarantinePath: String
        /// Whether it is moved because it has no usable content; otherwise a copy is kept.
        var isMoved: Bool
        /// Whether perhaps only reading failed: then the file is left alone if it is readable after
        /// all.
        var mayPass = false
        /// The topics of files that must not be changed before.
        var topics: Set<Job.Topic>
    }

    /// Files that a window left in `windows/`.
    struct Leftover: Sendable {
        var id: SceneIdentifier
        var paths: [String]
    }

    var windows: [Window] = []
    /// The values of the application itself, like those of a window.
    var application: Window?
    /// Whether there are application values that this run must not change.
    var isApplicationLeftAlone = false
    var closed: [RecentlyClosedScene] = []
    var workspaces = Workspaces()
    var damaged: [Damaged] = []
    /// Files of windows that have a better copy among the closed ones, because their closing or
    /// reopening was interrupted.
    var closedMeanwhile: [Leftover] = []
    /// Windows whose files this run must not change, such as those of a later version.
    var leftAlone: [SceneIdentifier] = []
    /// Folders that could not be listed: they may have more files than were found.
    var unlistedFolders: Set<String> = []
    /// Paths of expected folders that are something else.
    var oddFolders: Set<String> = []
    /// Whether the index lists windows without files.
    var listsMissingWindows = false
    var active: SceneIdentifier?
    /// Additional members of a later version's index.
    var unknownIndexMembers: [JSONValue.Member] = []
    /// The marker that the last run left.
    var marker: LaunchMarker?
    /// Why this run could not write its own marker.
    var markerProblem: (any Error)?
    var trash = Trash()
    var isPristine = false
    var hasPreviousSession = false
    var report = RestorationReport()
}

extension LoadedSession {
    /// Whether the session is as bare as that of a program with nothing to show: at most one window,
    /// without any typed text.
    ///
    /// Values of unknown types, and damage, count as content.
    var isBare: Bool {
        guard windows.count <= 1, damaged.isEmpty, report.isComplete else { return false }
        return windows.allSatisfy { window in
            window.state.unknownRecords.isEmpty
                && window.state.contents.values.allSatisfy { content in
                    if case .value = content { true } else { content.isEmptiedText }
                }
        }
    }
}
