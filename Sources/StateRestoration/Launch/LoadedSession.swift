import Foundation

/// What was found in the state directory at launch. Reading it changes nothing there.
struct LoadedSession: Sendable {
    /// A window that can be restored.
    struct Window: Sendable {
        var id: SceneIdentifier
        var state: WindowState
        /// The file that it was read from; it may still have its temporary name.
        var path: String
        /// Replacements of it which were never finished.
        var leftovers: [String] = []
        /// Why it is not whole, when it is not.
        var damage: StateFileDamage?
        /// Whether its own file is lost, and it is as it was at the launch before.
        var isOlderCopy = false
        var modificationDate: Date

        /// Whether it must be written anew, so that the next launch finds a whole file.
        var needsWriting: Bool { damage != nil || isOlderCopy }
    }

    /// A file that is to be set aside.
    struct Damaged: Sendable {
        var path: String
        var quarantinePath: String
        /// Whether it is moved, because nothing in it is of use, or merely kept a second time.
        var isMoved: Bool
    }

    /// How the last run ended, from the marker it left.
    struct Marker: Sendable {
        var incompleteLaunches = 0
        var wasRestored = false
    }

    var windows: [Window] = []
    var closed: [RecentlyClosedScene] = []
    var damaged: [Damaged] = []
    /// Windows of which a later copy is among the closed ones: their closing was interrupted.
    var closedMeanwhile: [SceneIdentifier] = []
    /// Windows whose files this run must not touch, such as those of a later version.
    var leftAlone: [SceneIdentifier] = []
    var active: SceneIdentifier?
    /// What a later version has in its index besides.
    var unknownIndexMembers: [JSONValue.Member] = []
    var marker: Marker?
    var isPristine = false
    var hasPreviousSession = false
    var report = RestorationReport()
}

extension LoadedSession.Marker {
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        JSONValue.object([
            .init("incompleteLaunches", .int(incompleteLaunches)),
            .init("restored", .bool(wasRestored)),
        ]).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
