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
}
