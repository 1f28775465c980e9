/// Which file it is that has a name, as far as that can be told without reading it.
///
/// A file that another program has put in place of this one, by a rename or a copy, or written over, emptied
/// or cut, has another number or another size.
struct FileIdentity: Sendable, Equatable {
    var device: UInt64
    var inode: UInt64
    /// In bytes.
    var size: Int

    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
        size = status.size
    }

    /// Whether it is the same file, whatever it holds.
    func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// What this process expects to find under a name.
enum ExpectedFile: Sendable, Equatable {
    /// Any file: a job moved it there without keeping track of it.
    case unknown
    /// Nothing of its own.
    case nothing
    case file(FileIdentity)
}

/// Something that another program has put where this one keeps its own.
struct ForeignFile: Sendable {
    /// Where it was found.
    var path: String
    /// The window that it is about; `nil` when it is about the state directory.
    var id: SceneIdentifier?
    /// Where it is kept; `nil` when there was nothing to keep.
    var keptPath: String?
    /// What has become of the file, or the directory.
    var kind: Kind

    enum Kind: Sendable { case replaced, removed, directory, lock }
}

extension ForeignFile {
    /// What has happened, as sentences for the report.
    var sentences: String {
        switch kind {
        case .replaced:
            "Another program has changed or replaced the file \(path) while it was in use. What it had "
                + "put there is kept; what the window holds is written anew."
        case .removed:
            "Another program has removed the file \(path) while it was in use. What the window holds is "
                + "written anew."
        case .directory:
            "Another program has put another folder in the place of \(path) while that was in use, or "
                + "taken it away. What the open windows hold is written anew; closed windows and the "
                + "history are where the folder is now."
        case .lock:
            "Another program has replaced or removed the file \(path). The state directory is locked "
                + "anew."
        }
    }
}
