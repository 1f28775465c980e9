import XCTest

@testable import StateRestoration

/// What only the real disk shows: modes and links.
@MainActor
final class DiskTests: XCTestCase {
    func testDirectoriesAndFilesAreForTheOwnerOnly() async throws {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        let session = try RestorationSession.open(.init(directory: directory, writer: "test"))
        session.completeRestoration()
        session.close(session.makeScene())
        _ = session.makeScene()
        session.flush()
        var count = 0
        let paths =
            [directory.path]
            + (try FileManager.default.subpathsOfDirectory(
                atPath: directory.path
            )).map { directory.path + "/" + $0 }
        for path in paths {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
            XCTAssertEqual(
                attributes[.posixPermissions] as? Int,
                isDirectory ? 0o700 : 0o600,
                path
            )
            count += 1
        }
        XCTAssertGreaterThan(count, 5)
        session.terminate()
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
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o700)
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
