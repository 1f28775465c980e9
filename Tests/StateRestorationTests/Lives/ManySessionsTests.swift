import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// A long life: windows opened, closed and reopened in run after run.
@MainActor
final class ManySessionsTests: XCTestCase {
    /// What the person believes that there is.
    private struct Expected {
        var open: [SceneIdentifier: String] = [:]
        var closed: [(id: SceneIdentifier, draft: String)] = []
        /// What was closed longest ago, by how many good launches have done without it.
        var evicted: [Set<SceneIdentifier>] = [[], []]
    }

    private static let limit = 5
    private var numbers = SeededRandomNumberGenerator(seed: 0)
    private var expected = Expected()

    func testDirectoryStaysBoundedAndNothingThatIsStillWantedIsLost() async throws {
        for seed in 1...3 {
            numbers = SeededRandomNumberGenerator(seed: UInt64(seed))
            expected = Expected()
            let tester = try RestorationTester { $0.recentlyClosedLimit = Self.limit }
            open(tester)
            for run in 1...30 {
                for _ in 0..<Int.random(in: 1...8, using: &numbers) { await act(tester) }
                tester.end([.quit, .kill, .powerCut].randomElement(using: &numbers) ?? .quit)
                if Int.random(in: 0..<4, using: &numbers) == 0 {
                    try tester.start { _ in }
                    tester.end(.kill)
                }
                try tester.start()
                expected.evicted = [[], expected.evicted[0]]
                try check(tester, "seed \(seed), run \(run)")
            }
        }
    }

    private func act(_ tester: RestorationTester) async {
        tester.clock.advance(by: .seconds(11))
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0, 1: open(tester)
        case 2, 3: close(tester)
        case 4: await reopen(tester)
        default: edit(tester)
        }
    }

    private func open(_ tester: RestorationTester) {
        let scene = tester.open("w\(Int.random(in: 0..<1000, using: &numbers))")[0]
        expected.open[scene.id] = scene.draft
    }

    private func edit(_ tester: RestorationTester) {
        guard let scene = tester.session.scenes.randomElement(using: &numbers) else { return }
        let text = String(repeating: "word ", count: Int.random(in: 1...40, using: &numbers))
        RestorableText("draft", in: scene.root).replace(offset: 0, removing: "", inserting: text)
        expected.open[scene.id] = scene.draft
    }

    private func close(_ tester: RestorationTester) {
        let scenes = tester.session.scenes
        // The last one would count as quitting.
        guard scenes.count > 1, let scene = scenes.randomElement(using: &numbers) else { return }
        tester.session.close(scene)
        expected.open[scene.id] = nil
        expected.closed.insert((scene.id, scene.draft), at: 0)
        if expected.closed.count > Self.limit {
            expected.evicted[0].insert(expected.closed.removeLast().id)
        }
    }

    private func reopen(_ tester: RestorationTester) async {
        guard let closed = expected.closed.randomElement(using: &numbers) else { return }
        let reopened = await tester.session.reopen(closed.id)
        XCTAssertEqual(reopened?.draft, closed.draft)
        expected.closed.removeAll { $0.id == closed.id }
        expected.open[closed.id] = closed.draft
    }

    /// Compares with the session, and file by file with the directory.
    private func check(_ tester: RestorationTester, _ place: String) throws {
        XCTAssertTrue(tester.session.report.isComplete, place)
        let open = Dictionary(
            uniqueKeysWithValues: tester.session.scenes.map { ($0.id, $0.draft) }
        )
        XCTAssertEqual(open, expected.open, place)
        XCTAssertEqual(
            tester.session.recentlyClosed.map(\.id),
            expected.closed.map(\.id),
            place
        )
        tester.session.flush()
        let names = { (ids: [SceneIdentifier]) in Set(ids.map { "\($0).state" }) }
        XCTAssertEqual(tester.names(in: "windows"), names(Array(expected.open.keys)), place)
        XCTAssertEqual(tester.names(in: "closed"), names(expected.closed.map(\.id)), place)
        XCTAssertEqual(tester.names(in: "quarantine"), [], place)
        XCTAssertEqual(tester.names(in: "trash/older"), names(Array(expected.evicted[1])), place)
        let trash = tester.names(in: "trash").filter { !$0.contains("/") }
        XCTAssertEqual(trash, names(Array(expected.evicted[0])), place)
        let others = tester.files.files.keys.filter { path in
            !["windows/", "closed/", "previous-session", "trash/"].contains { folder in
                path.hasPrefix(RestorationTester.path(folder))
            }
        }
        XCTAssertEqual(
            Set(others.map { ($0 as NSString).lastPathComponent }),
            ["lock", "running.json", "session.json"],
            place
        )
        let parents = [RestorationTester.directory, RestorationTester.path("trash")]
        let folders = try parents.flatMap { parent in
            let isThere = try tester.files.fileSystem.status(parent) != nil
            return isThere ? try tester.files.fileSystem.names(parent) : []
        }.filter { $0.hasPrefix("previous-session") }
        XCTAssertTrue(
            Set(folders).isSubset(
                of: ["previous-session", "previous-session-1", "previous-session-2"]
            ),
            "\(folders) \(place)"
        )
    }
}
