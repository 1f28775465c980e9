import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// The hooks of saving and restoring, in their order, and who may refuse.
@MainActor
final class LifeCycleTests: XCTestCase {
    private struct Refusal: Error {}

    /// Notes what it is told.
    private final class Page: Restorable {
        let name: String
        let log: Log

        init(_ name: String, _ log: Log) {
            self.name = name
            self.log = log
        }

        func willEncodeState() { log.lines.append("\(name) will encode") }

        func encodeState(to scope: RestorationScope) {
            log.lines.append("\(name) encodes")
            SceneStorage(wrappedValue: "", "name", in: scope).wrappedValue = name
        }

        func didDecodeState(from scope: RestorationScope) {
            let stored = SceneStorage(wrappedValue: "nothing", "name", in: scope).wrappedValue
            log.lines.append("\(name) decoded \(stored)")
        }
    }

    @MainActor
    private final class Log {
        var lines: [String] = []

        func drain() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    // MARK: - Hooks

    func testHooksAreCalledInTheirOrder() async throws {
        let tester = try RestorationTester()
        let log = Log()
        let scene = tester.session.makeScene()
        scene.title = "window"
        let pages = ["a", "b"].map { Page($0, log) }
        for page in pages { scene.root.scope(page.name).attach(page) }
        XCTAssertEqual(log.drain(), ["a decoded nothing", "b decoded nothing"])
        let willEncode = tester.session.onWillEncode { log.lines.append("\($0.title) will encode") }

        tester.end(.quit)

        XCTAssertEqual(
            log.drain(),
            ["window will encode", "a will encode", "b will encode", "a encodes", "b encodes"]
        )
        try tester.start { session in
            let didDecode = session.onDidDecode { log.lines.append("\($0.title) decoded") }
            for page in pages { session.scenes[0].root.scope(page.name).attach(page) }
            let other = session.makeScene()
            other.root.attach(Page("unheard", log))
            XCTAssertEqual(log.drain(), [])
            session.completeRestoration()
            session.completeRestoration()
            didDecode.cancel()
        }
        XCTAssertEqual(log.drain(), ["a decoded a", "b decoded b", "window decoded"])
        willEncode.cancel()
    }

    func testStateIsEncodedWhenTheFocusIsLostAndWhenTheWindowIsClosed() async throws {
        let tester = try RestorationTester()
        let log = Log()
        _ = tester.session.makeScene()
        let scene = tester.session.makeScene()
        let page = Page("a", log)
        scene.root.attach(page)
        scene.root.attach(page)
        _ = log.drain()
        for phase in [ScenePhase.active, .inactive, .background, .inactive, .active] {
            scene.phase = phase
        }
        XCTAssertEqual(log.drain(), ["a will encode", "a encodes"])
        tester.session.close(scene)
        XCTAssertEqual(log.drain(), ["a will encode", "a encodes"])
        let found = await tester.session.reopenMostRecentlyClosed()
        let reopened = try XCTUnwrap(found)
        reopened.root.attach(page)
        XCTAssertEqual(log.drain(), ["a decoded a"])
    }

    func testRestorableThatIsGoneIsNotAsked() async throws {
        let tester = try RestorationTester()
        let log = Log()
        let scene = tester.session.makeScene()
        do { scene.root.attach(Page("a", log)) }
        _ = log.drain()
        tester.session.terminate()
        XCTAssertEqual(log.drain(), [])
    }

    func testRestorableThatThrowsIsReportedAndHarmsNoOther() async throws {
        final class Broken: Restorable {
            func encodeState(to scope: RestorationScope) throws { throw Refusal() }
            func didDecodeState(from scope: RestorationScope) throws { throw Refusal() }
        }
        let tester = try RestorationTester()
        let log = Log()
        let (broken, page) = (Broken(), Page("a", log))
        let scene = tester.session.makeScene()
        scene.root.scope("broken").attach(broken)
        scene.root.attach(page)
        let entries = tester.session.report.entries.filter { $0.code == .restorableFailed }
        XCTAssertEqual(entries.map(\.subject), ["broken"])
        XCTAssertEqual(entries.map(\.outcome), [.partial])
        let session = try tester.restartAndRestore(after: .quit) { session in
            session.scenes[0].root.scope("broken").attach(broken)
            session.scenes[0].root.attach(page)
            _ = log.drain()
            session.completeRestoration()
        }
        XCTAssertEqual(log.drain(), ["a decoded a"])
        XCTAssertTrue(session.report.entries.contains { $0.code == .restorableFailed })
    }

    func testPhasesAreTold() async throws {
        let scene = try RestorationTester().session.makeScene()
        XCTAssertEqual(scene.phase, .inactive)
        var seen: [ScenePhase] = []
        let observation = scene.onPhaseChange { seen.append($0) }
        for phase in [ScenePhase.inactive, .active, .active, .background] { scene.phase = phase }
        XCTAssertEqual(seen, [.active, .background])
        observation.cancel()
        scene.phase = .active
        XCTAssertEqual(seen.count, 2)
    }

    // MARK: - What is not there at launch

    /// Windows as the last run left them: these scopes presented something of these classes.
    private func restart(
        presenting classes: KeyValuePairs<String, String>,
        _ restore: @MainActor (RestorationSession, RestorationScene) throws -> Void
    ) throws -> RestorationTester {
        let tester = try RestorationTester()
        let root = tester.session.makeScene().root
        for (path, name) in classes {
            let components = path.split(separator: "/")
            components.reduce(root) { $0.scope(String($1)) }.presentedClass = name
        }
        try tester.restartAndRestore { session in
            let scene = try XCTUnwrap(session.scenesToRestore.first)
            try restore(session, scene)
            session.completeRestoration()
        }
        return tester
    }

    func testFactoriesRebuildOutermostFirst() async throws {
        var rebuilt: [String] = []
        let tester = try restart(presenting: ["page/dialog/popover": "P", "page/dialog": "D"]) {
            session,
            scene in
            session.registerFactory(forClass: "D") { rebuilt.append($0.path) }
            session.registerFactory(forClass: "P") { scope in
                XCTAssertTrue(scope.scene === scene)
                rebuilt += RestorationScope.components(of: scope.path)
            }
            session.rebuildPresented(in: scene)
        }
        XCTAssertEqual(rebuilt, ["page/dialog", "page", "dialog", "popover"])
        XCTAssertTrue(tester.session.report.isComplete)
    }

    func testWhatIsInsideSomethingDismissedIsNotRebuilt() async throws {
        var rebuilt: [String] = []
        _ = try restart(presenting: ["a": "Outer", "a/b": "Inner", "c": "Inner"]) {
            session,
            scene in
            session.registerFactory(forClass: "Outer") { $0.removeStoredValues() }
            session.registerFactory(forClass: "Inner") { rebuilt.append($0.path) }
            scene.root.scope("c").presentedClass = nil
            session.rebuildPresented(in: scene)
        }
        XCTAssertEqual(rebuilt, [])
    }

    func testWhatCannotBeRebuiltIsReportedAndTriedAgain() async throws {
        var rebuilt: [String] = []
        func restore(_ session: RestorationSession, _ scene: RestorationScene) {
            session.registerFactory(forClass: "Refuses") { _ in throw Refusal() }
            session.registerFactory(forClass: "Works") { rebuilt.append($0.path) }
            session.rebuildPresented(in: scene)
        }
        let tester = try restart(
            presenting: ["a": "Refuses", "b": "Unknown", "c": "Works"],
            restore
        )
        for _ in 1...2 {
            let entries = tester.session.report.entries.filter { $0.outcome == .partial }
            XCTAssertEqual(entries.map(\.subject), ["a", "b"])
            XCTAssertEqual(entries.map(\.code), [.factoryFailed, .noFactory])
            XCTAssertTrue(entries[0].reason.contains("Refusal"), entries[0].reason)
            XCTAssertTrue(entries[1].reason.contains("Unknown"), entries[1].reason)
            XCTAssertEqual(rebuilt, ["c"])
            rebuilt = []
            try tester.restartAndRestore(after: .quit) { session in
                restore(session, session.scenesToRestore[0])
                session.completeRestoration()
            }
        }
    }

    // MARK: - Opting out

    func testRestoringCanBeRefusedByWriterAndFormat() async throws {
        let tester = try RestorationTester { $0.writer = "journal 1" }
        tester.session.makeScene().title = "old"
        let seen = RecordedMessages()
        tester.configuration.writer = "journal 2"
        tester.configuration.shouldRestore = { candidate in
            seen.add("\(candidate.title) of \(candidate.writer), format \(candidate.format)")
            return candidate.writer == "journal 1" ? .refuse(reason: "Too old.") : .restore
        }
        try tester.restartAndRestore()
        XCTAssertEqual(seen.messages, ["old of journal 1, format \(StateLine.format)"])
        XCTAssertEqual(tester.session.scenes.count, 0)
        XCTAssertEqual(
            tester.session.report.entries.map { [$0.outcome.rawValue, $0.subject, $0.reason] },
            [["notRestored", "old", "Too old."]]
        )
    }

    func testRunThatDoesNotSaveRestoresAndLeavesEverythingAsItIs() async throws {
        let tester = try RestorationTester()
        SceneStorage(wrappedValue: 0, "a", in: tester.session.makeScene().root).wrappedValue = 1
        tester.end(.quit)
        let before = tester.files.files
        tester.configuration.savesState = false
        try tester.start()
        let storage = SceneStorage(wrappedValue: 0, "a", in: tester.session.scenes[0].root)
        XCTAssertEqual(storage.wrappedValue, 1)
        storage.wrappedValue = 2
        tester.session.close(tester.session.scenes[0])
        tester.end(.quit)
        XCTAssertEqual(tester.files.files, before)
    }

    // MARK: - The report

    func testReportNamesWhatCameBackAndWhatDidNot() async throws {
        let tester = try RestorationTester()
        for title in ["fails", "comes back"] { tester.session.makeScene().title = title }
        try tester.restartAndRestore { session in
            for scene in session.scenesToRestore { _ = scene.root }
            session.restorationFailed(session.scenesToRestore[1], reason: "No page.")
            session.completeRestoration()
            session.addToReport(
                .partial,
                scene: session.scenes[0],
                subject: "page",
                reason: "Half."
            )
            session.addToReport(.note, subject: "journal", reason: "It has moved.")
        }
        let report = tester.session.report
        XCTAssertEqual(
            report.entries.map { "\($0.outcome.rawValue): \($0.subject)" },
            ["notRestored: fails", "restored: comes back", "partial: page", "note: journal"]
        )
        XCTAssertEqual(report.entries[2].scene, tester.session.scenes[0].id)
        XCTAssertNil(report.entries[3].scene)
        XCTAssertFalse(report.isComplete)
        XCTAssertTrue(try tester.restartAndRestore().report.isComplete)
    }
}
