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
        var modificationDate: Date
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
    /// Files of windows of which a better copy is among the closed ones: their closing, or their
    /// reopening, was interrupted.
    var closedMeanwhile: [String] = []
    var active: SceneIdentifier?
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
