import Foundation
import Glibc
import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// What else may stand where a file or folder of the library should.
enum OddThing: String, CaseIterable {
    case emptyFolder, folder, symbolicLinkToFile, symbolicLinkToFolder, danglingLink, pipe, socket
    case device, emptyFile, closedFile, closedFolder, hugeFile

    /// Whether it is a file as the library may have made it itself: then it may go.
    var isFile: Bool {
        switch self {
        case .emptyFile, .closedFile, .hugeFile: true
        default: false
        }
    }

    /// Whether it is nothing odd at this name: a folder where one should be, or a file.
    func isOrdinary(at name: String) -> Bool {
        let folders = [
            "", "/windows", "/closed", "/previous-session", "/previous-session.new", "/quarantine",
            "/trash", "/trash/older", "/trash/previous-session-1", "/trash/previous-session-2",
        ]
        return isFile || (folders.contains(name) && (self == .emptyFolder || self == .closedFolder))
    }

    /// What it is in memory, where there are no modes and no sizes without bytes.
    var kind: FileStatus.Kind? {
        switch self {
        case .emptyFolder, .folder: .directory
        case .danglingLink: .symbolicLink
        case .pipe: .other
        case .emptyFile: .file
        default: nil
        }
    }

    /// Puts it on the real disk, in place of what is there.
    ///
    /// - Returns: Its number; `nil` when this process may not make such a thing.
    func put(at path: String, outside: String) throws -> UInt64? {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        try? manager.removeItem(atPath: path)
        switch self {
        case .emptyFolder, .folder, .closedFolder:
            try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
            if self != .emptyFolder { try Data("mine".utf8).write(to: url(path + "/mine")) }
        case .symbolicLinkToFile:
            try manager.createSymbolicLink(
                atPath: path,
                withDestinationPath: outside + "/mine"
            )
        case .symbolicLinkToFolder:
            try manager.createSymbolicLink(atPath: path, withDestinationPath: outside)
        case .danglingLink:
            try manager.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere/at all")
        case .pipe: XCTAssertEqual(mkfifo(path, 0o600), 0)
        case .socket: try bindSocket(path)
        case .device: if mknod(path, S_IFCHR | 0o600, 0x0103) != 0 { return nil }
        case .emptyFile, .closedFile: try Data().write(to: url(path))
        case .hugeFile:
            try Data().write(to: url(path))
            XCTAssertEqual(truncate(path, 1 << 40), 0)
        }
        if self == .closedFile || self == .closedFolder { XCTAssertEqual(chmod(path, 0), 0) }
        return try FileSystem.live.status(path)?.inode
    }

    private func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

    /// By its name in the folder: the path of a socket must be short.
    private func bindSocket(_ path: String) throws {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let before = FileManager.default.currentDirectoryPath
        defer { XCTAssertEqual(chdir(before), 0) }
        let path = path as NSString
        XCTAssertEqual(chdir(path.deletingLastPathComponent), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The rest of it has no room for longer names.
        let name = Array(path.lastPathComponent.utf8.prefix(100))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size)
            }
        }
        XCTAssertEqual(result, 0, "\(errno)")
    }
}

/// Every name that the library uses; the identifiers are those of two windows, one of them closed.
func everyName(_ id: SceneIdentifier, closed: SceneIdentifier) -> [String] {
    [
        "", "/lock", "/running.json", "/running.json.new", "/session.json", "/session.json.new",
        "/windows", "/windows/\(id).state", "/windows/\(id).state.new",
        "/windows/\(id).state.1.new", "/windows/\(id).state.9.new", "/windows/\(closed).state",
        "/closed", "/closed/\(closed).state", "/closed/\(closed).state.new",
        "/closed/\(id).state", "/closed/\(id).state.new", "/previous-session",
        "/previous-session/session.json", "/previous-session/\(id).state",
        "/previous-session.new", "/previous-session.new/\(id).state", "/quarantine",
        "/quarantine/session.json.00000000", "/quarantine/\(id).state.00000000", "/trash",
        "/trash/older", "/trash/\(id).state", "/trash/\(closed).state",
        "/trash/older/\(closed).state", "/trash/previous-session-1", "/trash/previous-session-2",
    ]
}
