import Foundation

/// The names in a state directory, and the few compound operations on them.
///
/// ```
/// lock                     held while the application runs
/// running.json             there while it runs; left over means that it did not end cleanly
/// session.json             order of the windows, closed ones; a hint, made anew when it is missing
/// application.state        the values of the application itself
/// windows/<id>.state       one per open window
/// closed/<id>.state        windows that can be reopened
/// workspaces/<id>/         windows that are put away under a name, and the index that has it
/// history/                 what the windows were: a state per file, and objects/ with what is in them
/// previous-session/        what was there at the last launch, unchangeable
/// quarantine/              damaged files
/// trash/                   what is no longer offered, for two more launches
/// ```
struct StateDirectory: Sendable {
    static let fileSizeLimit = 512 << 20

    let path: String
    let fileSystem: FileSystem
    /// What the file system lacks.
    var gaps = FileSystemGaps()
    /// The shortest file from which the first changes after a launch go on in one of their own, in
    /// bytes; below this, writing all anew takes no longer.
    var smallestContinued = 128 * 1024

    var lock: String { path + "/lock" }
    var running: String { path + "/running.json" }
    var session: String { path + "/session.json" }
    var windows: String { path + "/windows" }
    var closed: String { path + "/closed" }
    var previousSession: String { path + "/previous-session" }
    var quarantine: String { path + "/quarantine" }
    var trash: String { path + "/trash" }

    /// The file of an open window, or of the application itself.
    func window(_ id: SceneIdentifier) -> String { folder(of: id) + "/\(id).state" }
    /// The folder in which that is.
    func folder(of id: SceneIdentifier) -> String { id == .application ? path : windows }
    func closedWindow(_ id: SceneIdentifier) -> String { closed + "/\(id).state" }

    func url(_ path: String) -> URL { URL(fileURLWithPath: path) }
}

extension StateDirectory {
    /// The name that a file has while it is being replaced.
    static func replacement(of path: String) -> String { path + ".new" }

    /// The name of the file that is to replace a window's, one per number.
    ///
    /// The number is that of its first record, and higher than that of any such file that was there
    /// at launch, and of its copy: what an interrupted run left over is going to be removed.
    static func replacement(of path: String, number: Int) -> String { "\(path).\(number).new" }

    /// The window that a file name stands for, as its file or a replacement; `nil` when for none.
    static func window(fileName: String) -> SceneIdentifier? {
        // What nearly every name is, and the quickest to tell of thousands.
        if fileName.hasSuffix(".state") { return SceneIdentifier(String(fileName.dropLast(6))) }
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[1] == "state" else { return nil }
        guard parts.count == 2 || replacementNumber(fileName: fileName) != nil else { return nil }
        return SceneIdentifier(String(parts[0]))
    }

    /// The number in the name of a replacement; `nil` when it is not one of a window's.
    static func replacementNumber(fileName: String) -> Int? {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[3] == "new", let number = Int(parts[2]),
            (0..<Int.max / 2).contains(number)
        else { return nil }
        return number
    }

    /// The name of a damaged file in the quarantine; the same content has the same name there.
    func quarantineName(of path: String, _ bytes: [UInt8]?) -> String {
        let name = (path as NSString).lastPathComponent
        var suffix: [UInt8] = []
        Checksum.appendHex(
            (bytes ?? []).withUnsafeBufferPointer(Checksum.crc32),
            to: &suffix
        )
        return quarantine + "/" + name + "." + String(decoding: suffix, as: UTF8.self)
    }
}
