import StateRestorationTesting
import XCTest

@testable import StateRestoration

@MainActor
final class NavigationStorageTests: XCTestCase {
    private struct Page: NavigationRoute, Equatable {
        var kind = "p"
        var targetID: String
    }

    private struct Unreadable: Error {}

    private func storage(
        in scope: RestorationScope,
        missing: String? = nil
    ) -> NavigationStorage<Page> {
        NavigationStorage("path", in: scope) { kind, id, _ in
            id == missing ? nil : Page(kind: kind, targetID: id)
        }
    }

    private func tester() throws -> RestorationTester {
        let tester = try RestorationTester()
        storage(in: tester.session.makeScene().root).wrappedValue = NavigationPath(
            ["1", "2", "3"].map { Page(targetID: $0) }
        )
        return tester
    }

    func testPathComesBack() async throws {
        let scene = try tester().restartAndRestore().scenes[0]
        let storage = storage(in: scene.root)
        XCTAssertEqual(storage.wrappedValue.routes.map(\.targetID), ["1", "2", "3"])
        XCTAssertEqual(storage.dropped, [])
    }

    func testPageThatIsGoneIsReportedAndStaysStoredUntilAPathIsSet() async throws {
        let tester = try tester()
        for _ in 1...2 {
            let session = try tester.restartAndRestore(after: .quit)
            let storage = storage(in: session.scenes[0].root, missing: "2")
            XCTAssertEqual(storage.wrappedValue.routes.map(\.targetID), ["1"])
            XCTAssertEqual(storage.dropped, ["p|2", "p|3"])
            let entry = try XCTUnwrap(session.report.entries.last)
            XCTAssertEqual(entry.code, .pathCut)
            XCTAssertEqual(entry.subject, "path")
            XCTAssertTrue(entry.reason.contains("p|2"), entry.reason)
        }
        let root = try tester.restartAndRestore().scenes[0].root
        do { storage(in: root, missing: "2").wrappedValue.append(Page(targetID: "4")) }
        XCTAssertEqual(storage(in: root).wrappedValue.routes.map(\.targetID), ["1", "4"])
    }

    func testModelThatCannotBeReadLeavesThePathAndTheKey() async throws {
        let tester = try tester()
        let root = try tester.restartAndRestore().scenes[0].root
        XCTAssertThrowsError(
            try NavigationStorage<Page>("path", in: root) { _, _, _ in throw Unreadable() }
        ) { XCTAssertTrue($0 is Unreadable) }
        XCTAssertEqual(storage(in: root).wrappedValue.count, 3)
        XCTAssertEqual(tester.programmingErrors.messages, [])
    }

    func testPathWithTheSameIDsWritesNothingAndNotifiesNoObserver() async throws {
        let tester = try tester()
        let storage = storage(in: tester.session.scenes[0].root)
        var seen: [Int] = []
        let observation = storage.onChange { seen.append($0.count) }
        defer { observation.cancel() }
        tester.session.flush()
        tester.clock.advance(by: .seconds(5))
        tester.files.resetOperations()
        storage.wrappedValue = NavigationPath(storage.wrappedValue.routes)
        tester.session.flush()
        XCTAssertEqual(tester.files.operations, [])
        storage.wrappedValue.removeLast()
        XCTAssertEqual(seen, [2])
    }
}
