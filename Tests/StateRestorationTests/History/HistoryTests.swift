import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Earlier states of the windows: when they are kept, for how long, and how they come back.
@MainActor
final class HistoryTests: XCTestCase {
    private func makeTester(
        _ limits: HistoryLimits? = HistoryLimits()
    ) throws -> RestorationTester {
        try RestorationTester { $0.history = limits }
    }

    private func setDraft(_ text: String, in scene: RestorationScene) {
        RestorableText("draft", in: scene.root).setString(text)
    }

    /// Lets time pass while the user types now and then.
    private func type(for duration: Duration, in tester: RestorationTester) throws {
        let scene = try XCTUnwrap(tester.session.scenes.first)
        let draft = RestorableText("draft", in: scene.root)
        var left = duration
        while left > .zero {
            draft.replace(offset: 0, removing: "", inserting: "x")
            tester.clock.advance(by: .seconds(600))
            tester.session.waitForWriter()
            left -= .seconds(600)
        }
    }

    func testEachLaunchKeepsWhatWasThere() async throws {
        let tester = try makeTester()
        let scene = tester.open("a", "b")[0]
        var history = try await tester.session.history()
        XCTAssertEqual(history, [])
        try tester.restartAndRestore(after: .kill)
        tester.clock.advance(by: .seconds(60))
        let again = try XCTUnwrap(tester.session.scenes.first { $0.id == scene.id })
        setDraft("changed", in: again)
        try tester.restartAndRestore(after: .quit)
        history = try await tester.session.history()
        XCTAssertEqual(history.count, 2)
        XCTAssertEqual(history.map { $0.windows.map(\.title) }, [["b", "a"], ["b", "a"]])
        XCTAssertEqual(history[0].windows[1].beginningOfText, "changed")
        XCTAssertEqual(history[1].windows[1].beginningOfText, "draft of a")
        XCTAssertEqual(history[1].windows[1].textLength, 10)
        XCTAssertGreaterThan(history[0].date, history[1].date)
        // What is the same is no other state.
        for _ in 1...3 { try tester.restartAndRestore(after: .quit) }
        let unchanged = try await tester.session.history()
        XCTAssertEqual(unchanged.map(\.id), history.map(\.id))
    }

    func testAnHourOfChangesIsKeptAndNoTimerRuns() async throws {
        let tester = try makeTester()
        tester.open("a")
        tester.session.flush()
        tester.clock.advance(by: .seconds(5))
        XCTAssertEqual(tester.clock.waitingCount, 0)
        tester.clock.advance(by: .seconds(24 * 3600))
        tester.files.resetOperations()
        tester.clock.advance(by: .seconds(24 * 3600))
        XCTAssertEqual(tester.files.operations, [])
        try type(for: .seconds(5 * 3600), in: tester)
        let history = try await tester.session.history()
        XCTAssertEqual(history.count, 5)
        for (later, earlier) in zip(history, history.dropFirst()) {
            XCTAssertGreaterThanOrEqual(later.date.timeIntervalSince(earlier.date), 3600)
        }
        tester.session.flush()
        tester.clock.advance(by: .seconds(5))
        XCTAssertEqual(tester.clock.waitingCount, 0)
    }

    func testWithoutLimitsNothingIsKept() async throws {
        let tester = try makeTester(nil)
        tester.open("a")
        try tester.restartAndRestore(after: .quit)
        try type(for: .seconds(3 * 3600), in: tester)
        XCTAssertEqual(tester.names(in: "history"), [])
        tester.session.historyLimits = HistoryLimits()
        try type(for: .seconds(3 * 3600), in: tester)
        var history = try await tester.session.history()
        XCTAssertFalse(history.isEmpty)
        let count = history.count
        tester.session.historyLimits = nil
        try type(for: .seconds(3 * 3600), in: tester)
        history = try await tester.session.history()
        XCTAssertEqual(history.count, count)
    }

    func testAStateIsReadWithoutOpeningIt() async throws {
        let tester = try makeTester()
        let scene = tester.open("a")[0]
        SceneStorage(wrappedValue: 0, "tab", in: scene.root).wrappedValue = 3
        let long = String(repeating: "Agatha guards the wall.\n", count: 2000)
        RestorableText("long", in: scene.root.scope("book")).setString(long)
        try tester.restartAndRestore(after: .quit)
        let history = try await tester.session.history()
        let windows = await tester.session.historyWindows(of: try XCTUnwrap(history.first).id)
        let window = try XCTUnwrap(windows.first)
        XCTAssertEqual(window.title, "a")
        XCTAssertTrue(window.isWhole)
        XCTAssertEqual(
            window.values,
            ["tab": .int(3), "draft": .string("draft of a"), "book/long": .string(long)]
        )
        XCTAssertEqual(window.texts, ["draft", "book/long"])
        XCTAssertEqual(tester.session.scenes.count, 1)
    }

    func testBringingBackReplacesNothing() async throws {
        let tester = try makeTester()
        for scene in tester.open("a", "b") { setDraft("old \(scene.title)", in: scene) }
        try tester.restartAndRestore(after: .quit)
        for scene in tester.session.scenes { setDraft("new \(scene.title)", in: scene) }
        let history = try await tester.session.history()
        let state = try XCTUnwrap(history.first)
        let copies = await tester.session.restoreFromHistory(state.id)
        XCTAssertEqual(copies.map(\.title), ["b", "a"])
        XCTAssertEqual(copies.map(\.draft), ["old b", "old a"])
        XCTAssertEqual(tester.session.scenes.map(\.draft), ["old b", "old a", "new b", "new a"])
        XCTAssertEqual(Set(tester.session.scenes.map(\.id)).count, 4)
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.session.scenes.map(\.draft), ["old b", "old a", "new b", "new a"])
    }

    func testSingleWindowsAndTextsComeBackBesideTheOthers() async throws {
        let tester = try makeTester()
        let scene = tester.open("a", "b")[0]
        RestorableText("draft", in: scene.root.scope("book")).setString("of the book")
        SceneStorage(wrappedValue: 0, "tab", in: scene.root).wrappedValue = 3
        try tester.restartAndRestore(after: .quit)
        let history = try await tester.session.history()
        let state = try XCTUnwrap(history.first)
        let copies = await tester.session.restoreFromHistory(
            state.id,
            windows: [scene.id],
            paths: ["book"]
        )
        XCTAssertEqual(copies.count, 1)
        XCTAssertEqual(copies.first?.storedKeys(), ["book/draft"])
        XCTAssertEqual(copies.first?.title, "a")
        XCTAssertEqual(tester.session.scenes.count, 3)
    }

    func testPrivateWindowsAreInNoState() async throws {
        let tester = try makeTester()
        tester.open("a")
        let secret = tester.session.makeScene(isPrivate: true)
        secret.title = "secret"
        setDraft("secret", in: secret)
        try type(for: .seconds(2 * 3600), in: tester)
        tester.session.activate(try XCTUnwrap(tester.session.scenes.last))
        try type(for: .seconds(2 * 3600), in: tester)
        try tester.restartAndRestore(after: .quit)
        XCTAssertFalse(tester.names(in: "history").isEmpty)
        for bytes in tester.files.files.values {
            XCTAssertFalse(String(decoding: bytes, as: UTF8.self).contains("secret"))
        }
    }

    // MARK: - How much

    func testADraftThatStaysTheSameIsThereOnce() async throws {
        let tester = try makeTester()
        let scene = tester.open("a")[0]
        let long = String(repeating: "Agatha guards the wall. ", count: 100_000)
        setDraft(long, in: scene)
        for day in 0..<30 {
            tester.configuration.writer = "tester \(day)"
            try tester.restartAndRestore(after: day % 2 == 0 ? .quit : .kill)
            let scene = try XCTUnwrap(tester.session.scenes.first)
            SceneStorage(wrappedValue: 0, "tab", in: scene.root).wrappedValue = day
            // Where the cursor is makes no other draft.
            RestorableText("draft", in: scene.root).selection = TextSelection(
                cursor: day + 5,
                anchor: day
            )
            tester.clock.advance(by: .seconds(24 * 3600))
        }
        let history = try await tester.session.history()
        XCTAssertEqual(history.count, 30)
        let objects = tester.files.files.filter { $0.key.contains("/history/objects/") }
        let size = objects.reduce(0) { $0 + $1.value.count }
        XCTAssertLessThan(size, long.utf8.count + 50_000)
        XCTAssertEqual(objects.filter { $0.value.count > long.utf8.count }.count, 1)
        let windows = await tester.session.historyWindows(of: try XCTUnwrap(history.last).id)
        XCTAssertEqual(windows.first?.values["draft"], .string(long))
    }

    func testStatesAreThinnedOutToOneADayAndGoWhenTheyAreOld() async throws {
        let tester = try makeTester(HistoryLimits(days: 10))
        tester.open("a")
        for _ in 0..<20 {
            try type(for: .seconds(4 * 3600), in: tester)
            tester.clock.advance(by: .seconds(20 * 3600))
        }
        let history = try await tester.session.history()
        let now = tester.clock.now
        let days = Dictionary(grouping: history) { state in
            Int(state.date.timeIntervalSinceReferenceDate / 86_400)
        }
        let newest = try XCTUnwrap(history.first).date
        for (day, states) in days {
            let isOfTheLastDay = states.contains { newest.timeIntervalSince($0.date) <= 86_400 }
            XCTAssertTrue(isOfTheLastDay || states.count == 1, "\(day): \(states.count)")
        }
        XCTAssertGreaterThanOrEqual(days.count, 9)
        XCTAssertTrue(history.allSatisfy { now.timeIntervalSince($0.date) < 12 * 86_400 })
        // No contents without a state.
        let files = HistoryFiles(
            directory: tester.session.directory,
            writer: "",
            limits: HistoryLimits()
        )
        let used = Set(try files.indexes().states.flatMap(\.index.windows).flatMap(\.objects))
        XCTAssertEqual(tester.names(in: "history/objects"), used)
        for id in history.map(\.id) {
            let windows = await tester.session.historyWindows(of: id)
            XCTAssertTrue(windows.allSatisfy(\.isWhole))
        }
        tester.session.historyLimits = HistoryLimits(days: 2)
        let fewer = try await tester.session.history()
        XCTAssertTrue(fewer.allSatisfy { now.timeIntervalSince($0.date) <= 2 * 86_400 })
        XCTAssertFalse(fewer.isEmpty)
    }

    /// What was there for weeks, until yesterday, is not weeks old.
    func testWhatStayedTheSameForLongIsThereWhenItChanges() async throws {
        let tester = try makeTester(HistoryLimits(days: 10))
        tester.open("a")
        for _ in 0..<8 {
            try tester.restartAndRestore(after: .quit)
            tester.clock.advance(by: .seconds(5 * 24 * 3600))
        }
        try tester.restartAndRestore(after: .quit)
        setDraft("changed", in: try XCTUnwrap(tester.session.scenes.first))
        try tester.restartAndRestore(after: .quit)
        let history = try await tester.session.history()
        let texts = history.flatMap(\.windows).map(\.beginningOfText)
        XCTAssertEqual(texts, ["changed", "draft of a", "draft of a", "draft of a"])
        XCTAssertEqual(tester.names(in: "history/objects").count, 2)
    }

    func testTheOldestGoFirstWhenThereIsTooMuch() async throws {
        let tester = try makeTester(HistoryLimits(byteCount: 500_000))
        let scene = tester.open("a")[0]
        let shared = String(repeating: "shared ", count: 20_000)
        RestorableText("shared", in: scene.root).setString(shared)
        for day in 0..<10 {
            try tester.restartAndRestore(after: .quit)
            let scene = try XCTUnwrap(tester.session.scenes.first)
            setDraft(String(repeating: "day \(day) ", count: 15_000), in: scene)
            tester.clock.advance(by: .seconds(24 * 3600))
        }
        try tester.restartAndRestore(after: .quit)
        let history = try await tester.session.history()
        XCTAssertTrue((2...4).contains(history.count), "\(history.count)")
        let newest = await tester.session.historyWindows(of: try XCTUnwrap(history.first).id)
        guard case .string(let draft)? = newest.first?.values["draft"] else {
            return XCTFail("There is no draft in the newest state.")
        }
        XCTAssertEqual(draft.prefix(5), "day 9")
        let size = tester.files.files.filter { $0.key.contains("/history/") }
            .reduce(0) { $0 + $1.value.count }
        XCTAssertLessThanOrEqual(size, 500_000)
        for id in history.map(\.id) {
            let windows = await tester.session.historyWindows(of: id)
            XCTAssertEqual(windows.first?.values["shared"], .string(shared))
        }
        tester.session.historyLimits = HistoryLimits(byteCount: 1000)
        let nothing = try await tester.session.history()
        XCTAssertEqual(nothing, [])
        XCTAssertEqual(tester.names(in: "history/objects"), [])
    }

    func testAClockThatIsWrongForADayCostsNoState() async throws {
        let tester = try makeTester(HistoryLimits(days: 10))
        let scene = tester.open("a")[0]
        for day in 0..<5 {
            try tester.restartAndRestore(after: .quit)
            setDraft("day \(day)", in: try XCTUnwrap(tester.session.scenes.first))
            tester.clock.advance(by: .seconds(24 * 3600))
        }
        try tester.restartAndRestore(after: .quit)
        let before = try await tester.session.history()
        XCTAssertEqual(before.count, 6)
        let files = HistoryFiles(
            directory: tester.session.directory,
            writer: "",
            limits: HistoryLimits(days: 10)
        )
        var state = WindowState()
        state.title = "later"
        let window = HistorySnapshot.Window(scene.id, state)
        for hours in [0.0, 2, 26] {
            let date = tester.clock.now.addingTimeInterval(365 * 86_400 + hours * 3600)
            try files.keep(HistorySnapshot(date: date, windows: [window]))
            let after = try await tester.session.history()
            // On its second day it is to be believed.
            let old = hours < 24 ? before.map(\.id) : []
            XCTAssertEqual(after.map(\.id).suffix(old.count), old[...], "after \(hours) hours")
            XCTAssertEqual(after.count - old.count, hours < 24 ? 1 : 2, "after \(hours) hours")
        }
    }

    func testAClockSetForwardAndBackLosesNoContents() async throws {
        let tester = try makeTester()
        tester.open("a")
        try tester.restartAndRestore(after: .quit)
        let future = ManualClock(start: tester.clock.now.addingTimeInterval(20 * 365 * 86_400))
        for clock in [future, tester.clock] {
            let snapshot = HistorySnapshot(
                date: clock.now,
                windows: tester.session.scenes.map { scene in
                    var state = WindowState()
                    state.title = "at \(clock.now)"
                    state.contents = scene.contents
                    return HistorySnapshot.Window(scene.id, state)
                }
            )
            tester.session.writer.keepHistory(snapshot)
            tester.session.waitForWriter()
            let history = try await tester.session.history()
            XCTAssertFalse(history.isEmpty)
            for id in history.map(\.id) {
                let windows = await tester.session.historyWindows(of: id)
                XCTAssertTrue(windows.allSatisfy(\.isWhole))
            }
        }
    }
}
