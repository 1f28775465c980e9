import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That a person can look at one window as it was before, and at closed ones before they are opened.
@MainActor
final class EarlierVersionTests: XCTestCase {
    private func text(of scene: RestorationScene?) -> String? {
        guard case .string(let text)? = scene?.storedValue(at: "draft") else { return nil }
        return text
    }

    func testAWindowOpensBesideAsItWasAtTheLaunchBefore() async throws {
        let tester = try RestorationTester()
        tester.open("a")
        try tester.restartAndRestore(after: .quit)
        let id = try XCTUnwrap(tester.session.scenes.first?.id)
        RestorableText("draft", in: tester.session.scenes[0].root).setString("changed")
        tester.session.flush()
        tester.end(.kill)
        let path = RestorationTester.path("windows/\(id).state")
        var bytes = try XCTUnwrap(tester.files.files[path])
        bytes[bytes.count / 2] ^= 0x20
        tester.files.setContents(path, bytes)
        try tester.start { RestorationTester.restoreAll($0) }
        let found = await tester.session.scenesWithEarlierVersion(among: [id])
        XCTAssertEqual(found, [id])

        let scene = await tester.session.openEarlierVersion(of: id)

        XCTAssertEqual(text(of: scene), "draft of a")
        XCTAssertNotEqual(scene?.id, id)
        XCTAssertEqual(tester.session.scenes.count, 2)
        XCTAssertEqual(tester.session.scenes.last?.id, id)
    }

    func testWithoutAnEarlierVersionThereIsNone() async throws {
        let tester = try RestorationTester()
        tester.open("a")
        let id = try XCTUnwrap(tester.session.scenes.first?.id)
        let found = await tester.session.scenesWithEarlierVersion(among: [id])
        XCTAssertEqual(found, [])
        let scene = await tester.session.openEarlierVersion(of: id)
        XCTAssertNil(scene)
        XCTAssertEqual(tester.session.scenes.count, 1)
    }

    func testClosedWindowsTellWhatIsInThem() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b", "c")
        for scene in tester.session.scenes.dropLast() { tester.session.close(scene) }
        let beforeAnyFile = await tester.session.summariesOfRecentlyClosed()
        try tester.restartAndRestore(after: .quit)
        let summaries = await tester.session.summariesOfRecentlyClosed()
        for summaries in [beforeAnyFile, summaries] {
            XCTAssertEqual(summaries.map(\.id), tester.session.recentlyClosed.map(\.id))
            XCTAssertEqual(summaries.map(\.title), ["b", "c"])
            XCTAssertEqual(
                summaries.map { $0.beginningsOfTexts.map(\.beginning) },
                [["draft of b"], ["draft of c"]]
            )
        }
        XCTAssertEqual(tester.session.recentlyClosed.count, 2, "looking is not opening")
    }

    func testWindowsThatAreClosedTogetherAreNoQuitting() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b", "c")
        let old = tester.session.scenes
        let fresh = tester.session.makeScene()
        tester.session.closeTogether(old)
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["c", "b", "a"])
        XCTAssertEqual(Set(tester.session.recentlyClosed.map(\.closingDate)).count, 1)
        XCTAssertTrue(tester.session.activeScene === fresh)
        tester.session.close(fresh)
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.scenes.count, 1, "only the last one was closed by a person")
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["c", "b", "a"])
    }
}
