import TestSupport
import XCTest

@testable import StateRestoration

/// What only the real disk shows: modes and links.
@MainActor
final class DiskTests: XCTestCase {
    /// Whatever the umask says.
    func testDirectoriesAndFilesAreForTheOwnerOnly() async throws {
        let mask = umask(0)
        defer { umask(mask) }
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        try fillEveryFolder(.init(directory: directory, writer: "test"))
        var folders: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.url.path) {
            let url = root.url.appendingPathComponent(path)
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
            if isDirectory { folders.insert(path) }
            XCTAssertEqual(try mode(of: url), isDirectory ? 0o700 : 0o600, path)
        }
        let names = [
            "windows", "closed", "previous-session", "quarantine", "trash", "workspaces", "history",
            "history/objects",
        ]
        for name in names {
            XCTAssertTrue(folders.contains("state/" + name), name)
        }
    }

    /// Brings about every kind of file that there is.
    private func fillEveryFolder(_ configuration: RestorationSession.Configuration) throws {
        var configuration = configuration
        configuration.recentlyClosedLimit = 1
        configuration.history = HistoryLimits()
        for _ in 0..<3 {
            let session = try RestorationSession.open(configuration)
            for scene in session.scenesToRestore { scene.root.presentedClass = "page" }
            session.completeRestoration()
            for title in ["a", "b", "c"] { session.makeScene().title = title }
            session.application.presentedClass = "page"
            let saved = session.saveWorkspace(named: "Work", of: [session.scenes[2]])
            if let saved { session.leaveWorkspace(saved.id) }
            for _ in 0..<2 { session.close(session.scenes[0]) }
            session.terminate()
            let windows = configuration.directory.appendingPathComponent("windows")
            let damaged = windows.appendingPathComponent("\(UUID().uuidString.lowercased()).state")
            try Data("no state file".utf8).write(to: damaged)
            chmod(damaged.path, 0o600)
        }
    }

    func testDirectoryThatIsOpenToOthersIsClosedToThem() async throws {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        try FileManager.default.createDirectory(
            at: directory,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        let session = try RestorationSession.open(.init(directory: directory, writer: "test"))
        XCTAssertEqual(try mode(of: directory), 0o700)
        session.terminate()
    }

    func testLinksAreNeitherReadNorWrittenThrough() async throws {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        let outside = root.url.appendingPathComponent("outside")
        let configuration = RestorationSession.Configuration(directory: directory, writer: "test")
        // A whole window in another place, to which links lead.
        let first = try RestorationSession.open(
            .init(directory: outside, writer: "test")
        )
        first.completeRestoration()
        let scene = first.makeScene()
        scene.title = "outside"
        first.terminate()
        let file = outside.appendingPathComponent("windows/\(scene.id).state")
        let before = try Data(contentsOf: file)

        let windows = directory.appendingPathComponent("windows")
        try FileManager.default.createDirectory(at: windows, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: windows.appendingPathComponent("\(scene.id).state"),
            withDestinationURL: file
        )
        try open(configuration)
        try FileManager.default.removeItem(at: windows)
        try FileManager.default.createSymbolicLink(
            at: windows,
            withDestinationURL: outside.appendingPathComponent("windows")
        )
        try open(configuration)
        XCTAssertEqual(try Data(contentsOf: file), before)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(
                atPath: outside.appendingPathComponent("windows").path
            ),
            [file.lastPathComponent]
        )
    }

    func testNothingIsWrittenThroughALinkAtAnyName() async throws {
        let root = try TemporaryDirectory()
        let outside = root.url.appendingPathComponent("outside")
        let folder = outside.appendingPathComponent("folder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: outside.appendingPathComponent("file"))
        try Data("mine".utf8).write(to: folder.appendingPathComponent("file"))
        let names = [
            "running.json": "file", "session.json": "file", "windows": "folder",
            "closed": "folder", "previous-session": "folder", "previous-session.new": "folder",
            "quarantine": "folder", "trash": "folder", "session.json.new": "file",
            "running.json.new": "file",
        ]
        for (name, target) in names {
            let directory = root.url.appendingPathComponent("state-" + name)
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: false
            )
            try FileManager.default.createSymbolicLink(
                at: directory.appendingPathComponent(name),
                withDestinationURL: outside.appendingPathComponent(target)
            )
            try fillEveryFolder(.init(directory: directory, writer: "test"))
            let found = try FileManager.default.subpathsOfDirectory(atPath: outside.path)
            XCTAssertEqual(Set(found), ["file", "folder", "folder/file"], name)
            for file in ["file", "folder/file"] {
                let url = outside.appendingPathComponent(file)
                XCTAssertEqual(try Data(contentsOf: url), Data("mine".utf8), name)
            }
        }
    }

    func testLinkInPlaceOfTheLockIsNotFollowed() async throws {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        let outside = root.url.appendingPathComponent("outside")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            at: directory.appendingPathComponent("lock"),
            withDestinationURL: outside
        )
        let session = try RestorationSession.open(.init(directory: directory, writer: "test"))
        session.terminate()
        XCTAssertFalse(FileManager.default.fileExists(atPath: outside.path))
    }

    func testHugeFileIsSetAsideUnread() async throws {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        let configuration = RestorationSession.Configuration(directory: directory, writer: "test")
        let first = try RestorationSession.open(configuration)
        first.completeRestoration()
        first.makeScene().title = "good"
        first.terminate()
        // Takes no room on the disk.
        let huge = directory.appendingPathComponent("windows/huge.state")
        XCTAssertTrue(FileManager.default.createFile(atPath: huge.path, contents: nil))
        XCTAssertEqual(truncate(huge.path, 1 << 40), 0)
        let session = try RestorationSession.open(configuration)
        XCTAssertEqual(session.scenesToRestore.map(\.title), ["good"])
        XCTAssertTrue(session.report.entries.contains { $0.reason.contains("larger than") })
        session.terminate()
    }

    /// Opens a session that must not find the window outside, and writes one of its own.
    private func open(_ configuration: RestorationSession.Configuration) throws {
        let session = try RestorationSession.open(configuration)
        XCTAssertFalse(session.scenesToRestore.contains { $0.title == "outside" })
        XCTAssertFalse(session.report.isComplete)
        session.completeRestoration()
        session.makeScene().title = "inside"
        session.terminate()
        let windows = configuration.directory.appendingPathComponent("windows").path
        let attributes = try FileManager.default.attributesOfItem(atPath: windows)
        XCTAssertEqual(attributes[.type] as? FileAttributeType, .typeDirectory)
    }
}
