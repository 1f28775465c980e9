import Foundation

/// What was found in the state directory at launch. Reading it changes nothing there.
struct LoadedSession: Sendable {
    /// A window that can be restored.
    struct Window: Sendable {
        var id: SceneIdentifier
        var state: WindowState
        /// The file that it was read from; it may still have its temporary name.
        var path: String
        /// The file in which the last run went on from it.
        var continuation: String?
        /// What a file must know that goes on from it, when one can.
        var base: BaseFile?
        /// What its file was when it was read.
        var status: FileStatus?
        /// Replacements of it which were never finished.
        var leftovers: [String] = []
        /// Why it is not whole, when it is not.
        var damage: StateFileDamage?
        /// Whether its own file is lost, and it is as it was at the launch before.
        var isOlderCopy = false
        var modificationDate: Date

        /// Whether it must be written anew, so that the next launch finds a whole file.
        var needsWriting: Bool { damage != nil || isOlderCopy || continuation != nil }

        /// What the writer must know of its files.
        ///
        /// - Parameter directory: That in which they are.
        func launchFile(in directory: StateDirectory) -> LaunchFile {
            var file = LaunchFile(base: base, continuation: continuation)
            if path == directory.window(id), let status { file.expected = .file(.init(status)) }
            return file
        }
    }

    /// A file that is to be set aside.
    struct Damaged: Sendable {
        var path: String
        var quarantinePath: String
        /// Whether it is moved, because nothing in it is of use, or merely kept a second time.
        var isMoved: Bool
        /// Whether it may only have been the reading that failed: then it is left when it can be read
        /// after all.
        var mayPass = false
        /// The files that must not be changed before.
        var topics: Set<Job.Topic>
    }

    /// Files that a window has left in `windows/`.
    struct Leftover: Sendable {
        var id: SceneIdentifier
        var paths: [String]
    }

    var windows: [Window] = []
    /// The values of the application itself, as if they were those of a window.
    var application: Window?
    /// Whether there are such values that this run must not touch.
    var isApplicationLeftAlone = false
    var closed: [RecentlyClosedScene] = []
    var workspaces = Workspaces()
    var damaged: [Damaged] = []
    /// Files of windows of which a better copy is among the closed ones: their closing, or their
    /// reopening, was interrupted.
    var closedMeanwhile: [Leftover] = []
    /// Windows whose files this run must not touch, such as those of a later version.
    var leftAlone: [SceneIdentifier] = []
    /// Folders that could not be listed: there may be more in them than was found.
    var unlistedFolders: Set<String> = []
    /// What stands where a folder should, and is none.
    var oddFolders: Set<String> = []
    /// Whether the index lists windows that are nowhere.
    var listsMissingWindows = false
    var active: SceneIdentifier?
    /// What a later version has in its index besides.
    var unknownIndexMembers: [JSONValue.Member] = []
    /// How the last run ended, from the marker it left.
    var marker: LaunchMarker?
    /// Why this run could not leave one of its own.
    var markerProblem: (any Error)?
    var trash = Trash()
    var isPristine = false
    var hasPreviousSession = false
    var report = RestorationReport()
}

extension LoadedSession {
    /// Whether there is only what a program with nothing to show opens: at most one window, without any
    /// text that was typed in it.
    ///
    /// Values of unknown forms, and damage, count as something.
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
