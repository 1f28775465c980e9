import TestSupport
import XCTest

@testable import StateRestoration

/// Two processes and one state directory.
@MainActor
final class LockTests: XCTestCase {
    /// A process that has the directory.
    private func start() throws -> (TemporaryDirectory, URL, Typist) {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        let first = try Typist(Typist.program(), directory: directory, pace: 1)
        XCTAssertEqual(try first.readLine(), "ready 0")
        return (root, directory, first)
    }

    func testSecondProcessIsTold() async throws {
        let (root, directory, first) = try start()
        let second = try Typist(Typist.program(), directory: directory, pace: 1)
        XCTAssertTrue(try second.readLine().contains("Another process"))
        XCTAssertThrowsError(
            try RestorationSession.open(.init(directory: directory, writer: "test"))
        ) { error in
            XCTAssertEqual((error as? RestorationError)?.code, .alreadyInUse)
            XCTAssertEqual((error as? RestorationError)?.url?.path, directory.path)
        }
        withExtendedLifetime((root, first)) {}
    }

    func testSecondProcessWritesNothing() async throws {
        let (root, directory, first) = try start()
        let written = WrittenPaths()
        var environment = RestorationEnvironment.live
        environment.fileSystem = written.recording(.live)
        XCTAssertThrowsError(
            try RestorationSession.open(
                .init(directory: directory, writer: "test"),
                environment: environment
            )
        )
        XCTAssertEqual(written.paths, [])
        withExtendedLifetime((root, first)) {}
    }

    func testLockDiesWithItsHolder() async throws {
        let (root, directory, first) = try start()
        first.kill()
        let session = try RestorationSession.open(.init(directory: directory, writer: "test"))
        XCTAssertEqual(session.launchReason, .recover)
        session.terminate()
        let next = try Typist(Typist.program(), directory: directory, pace: 1)
        XCTAssertTrue(try next.readLine().hasPrefix("ready"))
        withExtendedLifetime(root) {}
    }

    /// A program that a session's process starts, such as a browser, must not keep the directory.
    func testProcessThatTheHolderHasStartedDoesNotHoldTheLock() async throws {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        let session = try RestorationSession.open(.init(directory: directory, writer: "test"))
        // Not Foundation's `Process`, which closes what the child should not have.
        var child = pid_t()
        let arguments = [strdup("sleep"), strdup("3600"), nil]
        defer { arguments.forEach { free($0) } }
        XCTAssertEqual(posix_spawn(&child, "/bin/sleep", nil, nil, arguments, nil), 0)
        defer {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
        session.terminate()
        let typist = try Typist(Typist.program(), directory: directory, pace: 1)
        XCTAssertTrue(try typist.readLine().hasPrefix("ready"))
    }
}

/// The paths that have been written to.
private final class WrittenPaths: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [String] = []

    var paths: [String] { lock.withLock { recorded } }

    private func add(_ path: String) { lock.withLock { recorded.append(path) } }

    func recording(_ files: FileSystem) -> FileSystem {
        var recording = files
        recording.create = { path, bytes in
            self.add(path)
            try files.create(path, bytes)
        }
        recording.append = { path, bytes in
            self.add(path)
            try files.append(path, bytes)
        }
        recording.rename = { from, to in
            self.add(from)
            try files.rename(from, to)
        }
        recording.link = { from, to in
            self.add(to)
            try files.link(from, to)
        }
        recording.remove = { path in
            self.add(path)
            try files.remove(path)
        }
        return recording
    }
}
