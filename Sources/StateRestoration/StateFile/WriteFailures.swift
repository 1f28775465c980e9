/// The windows whose state is not safe on the disk, because something failed.
struct WriteFailures {
    /// Windows whose last write failed; they wait for the retry, lest a full disk is tried at each
    /// key.
    private(set) var unwritten: Set<SceneIdentifier> = []
    /// Windows whose last sync failed. The kernel does not repeat one, so that they are written
    /// anew; until then their changes are appended as usual.
    private(set) var unsynced: Set<SceneIdentifier> = []
    /// Those that have been written anew, and wait for the sync of that.
    private var unproven: Set<SceneIdentifier> = []

    var isEmpty: Bool { unwritten.isEmpty && unsynced.isEmpty && unproven.isEmpty }

    /// The windows that must be written, in the order in which they always are.
    var ids: [SceneIdentifier] {
        unwritten.union(unsynced).sorted { $0.rawValue < $1.rawValue }
    }

    mutating func writeFailed(_ id: SceneIdentifier) { unwritten.insert(id) }

    /// A window has been written, to a new file or to the end of the one it had.
    mutating func wrote(_ id: SceneIdentifier, anew: Bool) {
        unwritten.remove(id)
        if anew, unsynced.remove(id) != nil { unproven.insert(id) }
    }

    mutating func syncFailed(_ id: SceneIdentifier) {
        unproven.remove(id)
        unsynced.insert(id)
    }

    /// The new file of a window has been synced and has its name.
    mutating func proved(_ id: SceneIdentifier) { unproven.remove(id) }

    /// The window is not the writer's concern any more.
    mutating func forget(_ id: SceneIdentifier) {
        unwritten.remove(id)
        unsynced.remove(id)
        unproven.remove(id)
    }
}
