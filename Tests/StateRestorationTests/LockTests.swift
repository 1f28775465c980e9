import XCTest

@testable import StateRestoration

@MainActor
final class LockTests: XCTestCase {
    func testSecondProcessIsToldAndFirstOnesEndFreesTheDirectory() async throws {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        let executable = try BuildProducts.typist()
        let typist = try Typist(executable, directory: directory, pace: 1)
        XCTAssertEqual(try typist.readLine(), "ready 0")

        let configuration = RestorationSession.Configuration(directory: directory, writer: "test")
        XCTAssertThrowsError(try RestorationSession.open(configuration)) { error in
            XCTAssertEqual((error as? RestorationError)?.code, .alreadyInUse)
        }
        let second = try Typist(executable, directory: directory, pace: 1)
        XCTAssertTrue(try second.readLine().contains("Another process"))

        typist.kill()
        let session = try RestorationSession.open(configuration)
        XCTAssertEqual(session.launchReason, .recover)
        session.terminate()
    }

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
}
