import TestSupport
import XCTest

@testable import StateRestoration

/// That making the state directory changes the rights of no folder but its own.
final class FolderRightsTests: XCTestCase {
    /// A home that cannot be made must not cost the folder above it its rights: as root this was `/proc`
    /// for the whole machine.
    func testAFolderThatCannotBeMadeLeavesTheOnesAboveItAlone() throws {
        for path in ["/proc/nothing", "/proc/nothing/at/all", "/sys/nothing/state"] {
            var narrowed: [String] = []
            XCTAssertThrowsError(
                try PosixFiles.createDirectory(path) { narrow in
                    narrowed.append(narrow)
                    return 0
                },
                path
            )
            XCTAssertEqual(narrowed, [], path)
        }
    }

    func testFoldersThatAreMadeAreForTheUserOnlyAndThoseAboveStayAsTheyAre() throws {
        let root = try TemporaryDirectory()
        XCTAssertEqual(chmod(root.url.path, 0o755), 0)
        let state = root.url.appendingPathComponent("a/b/state")
        let direct = root.url.appendingPathComponent("direct")
        for url in [state, direct] {
            try FileSystem.live.createDirectory(url.path)
            // Not only after it was found to be there.
            XCTAssertEqual(try mode(of: url), 0o700, url.path)
            try FileSystem.live.createDirectory(url.path)
        }
        XCTAssertEqual(try mode(of: root.url), 0o755)
        for path in ["a", "a/b", "a/b/state", "direct"] {
            XCTAssertEqual(try mode(of: root.url.appendingPathComponent(path)), 0o700, path)
        }
    }

    func testOnlyTheLastFolderIsClosedToOthers() throws {
        let root = try TemporaryDirectory()
        let state = root.url.appendingPathComponent("a/state")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        for url in [state, state.deletingLastPathComponent()] {
            XCTAssertEqual(chmod(url.path, 0o755), 0)
        }
        try FileSystem.live.createDirectory(state.path)
        XCTAssertEqual(try mode(of: state), 0o700)
        XCTAssertEqual(try mode(of: state.deletingLastPathComponent()), 0o755)
    }

    func testTheSuperuserLeavesAFolderOfAnotherPersonAsItIs() throws {
        try XCTSkipIf(geteuid() != 0, "Only the superuser can give folders away.")
        let root = try TemporaryDirectory()
        let state = root.url.appendingPathComponent("state")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: false)
        XCTAssertEqual(chmod(state.path, 0o755), 0)
        XCTAssertEqual(chown(state.path, 65534, gid_t.max), 0)
        try FileSystem.live.createDirectory(state.path)
        XCTAssertEqual(try mode(of: state), 0o755)
    }

    /// As on vfat and shares of Windows.
    func testAFileSystemWithoutRightsIsGoneOnWith() throws {
        let root = try TemporaryDirectory()
        XCTAssertEqual(chmod(root.url.path, 0o755), 0)
        for code in [EPERM, EOPNOTSUPP, ENOSYS] {
            try PosixFiles.createDirectory(root.url.path) { _ in
                errno = code
                return -1
            }
        }
        XCTAssertThrowsError(
            try PosixFiles.createDirectory(root.url.path) { _ in
                errno = EIO
                return -1
            }
        )
    }

    private func mode(of url: URL) throws -> Int {
        try XCTUnwrap(try FileSystem.live.status(url.path)?.permissions)
    }
}
