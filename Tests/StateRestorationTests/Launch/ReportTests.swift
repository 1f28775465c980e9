import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That the report has a line, with its reason, for each window and value that did not come back.
@MainActor
final class ReportTests: XCTestCase {
    private enum Tab: String { case hawk }
    private enum Zoom: Int { case small = 1 }
    private typealias Code = RestorationReport.Entry.Code

    /// A run with a window `a` in which the body stores something, ended and begun again.
    private func restart(
        _ store: (RestorationScope) -> Void = { _ in }
    ) throws -> (tester: RestorationTester, scene: RestorationScene) {
        let tester = try RestorationTester()
        store(tester.open("a")[0].root)
        try tester.restartAndRestore(after: .quit)
        return (tester, try XCTUnwrap(tester.session.scenes.first))
    }

    private func entries(_ tester: RestorationTester, _ code: Code) -> [RestorationReport.Entry] {
        tester.session.report.entries.filter { $0.code == code }
    }

    // MARK: Windows

    func testWindowThatCameBackWholeHasItsLine() async throws {
        let (tester, scene) = try restart()
        XCTAssertEqual(tester.session.report.codes(), [.restored])
        XCTAssertEqual(entries(tester, .restored).map(\.subject), [scene.title])
        XCTAssertTrue(tester.session.report.isComplete)
    }

    /// Ends the run, spoils the file of its window, and begins the next run.
    private func spoil(
        _ tester: RestorationTester,
        _ change: ([UInt8]) -> [UInt8]?
    ) throws -> RestorationReport {
        let id = tester.session.scenes[0].id
        tester.end(.quit)
        let path = RestorationTester.path("windows/\(id).state")
        tester.files.setContents(path, change(try XCTUnwrap(tester.files.files[path])))
        try tester.start()
        XCTAssertFalse(tester.session.report.isComplete)
        return tester.session.report
    }

    func testBadFilesHaveTheirReasons() async throws {
        let tester = try RestorationTester()
        tester.open("a")
        // There is no previous session yet that could help out.
        XCTAssertEqual(try spoil(tester) { _ in [0, 1] }.codes(), [.unreadableFile])
        tester.open("b")
        XCTAssertEqual(try spoil(tester) { Array($0.dropLast(3)) }.codes(), [.damagedFile])
        XCTAssertEqual(try spoil(tester) { _ in [0, 1] }.codes(), [.olderCopy])
        XCTAssertEqual(tester.drafts.keys.sorted(), ["b"])
    }

    func testListedWindowWithoutAFileComesBackFromThePreviousSession() async throws {
        let (tester, _) = try restart()
        XCTAssertEqual(try spoil(tester) { _ in nil }.codes(), [.olderCopy])
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
        // It is written again, although nothing in it changes.
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.session.report.codes(), [.restored])
    }

    func testListedWindowWithoutAnyFileIsReportedOnce() async throws {
        let tester = try RestorationTester()
        tester.open("b", "a")
        let report = try spoil(tester) { _ in nil }
        XCTAssertEqual(report.codes(), [.missingFile, .restored])
        XCTAssertTrue(report.entries[0].reason.contains("missing"))
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.session.report.codes(), [.restored])
    }

    func testWindowsAreNotMissingWhenTheirFolderCannotBeRead() async throws {
        let (tester, scene) = try restart()
        let windows = RestorationTester.path("windows")
        tester.end(.quit)
        let (fileSystem, end) = tester.files.makeProcess()
        var environment = RestorationEnvironment.inMemory(files: tester.files, clock: tester.clock)
        environment.fileSystem = fileSystem
        environment.fileSystem.names = { path in
            guard path != windows else { throw POSIXError(.EACCES) }
            return try fileSystem.names(path)
        }
        let session = try RestorationSession.open(tester.configuration, environment: environment)
        XCTAssertEqual(session.report.codes(), [.unreadableFolder])
        session.completeRestoration()
        session.flush()
        end()
        try tester.start()
        XCTAssertEqual(tester.session.scenes.map(\.id), [scene.id])
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
    }

    func testClosedWindowsBetweenFoldersAreNotMissing() async throws {
        let tester = try RestorationTester { $0.recentlyClosedLimit = 0 }
        let scenes = tester.open("a", "b")
        tester.end(.quit)
        try tester.files.fileSystem.createDirectory(RestorationTester.path("trash"))
        let name = "\(scenes[0].id).state"
        try tester.files.fileSystem.rename(
            RestorationTester.path("windows/" + name),
            RestorationTester.path("trash/" + name)
        )
        try tester.start()
        XCTAssertEqual(tester.session.report.codes(), [.restored])
    }

    func testWindowsThatWereNotOpenedHaveTheirReasons() async throws {
        let tester = try RestorationTester()
        tester.open("refused", "failed", "not opened", "not chosen", "opened")
        tester.configuration.shouldRestore = { candidate in
            candidate.title == "refused" ? .refuse(reason: "By version.") : .restore
        }
        try tester.restartAndRestore { session in
            let scenes = Dictionary(
                uniqueKeysWithValues: session.scenesToRestore.map { ($0.title, $0) }
            )
            for title in ["failed", "opened"] { _ = scenes[title]?.root }
            scenes["failed"].map { session.restorationFailed($0, reason: "Broken page.") }
            session.restoreOnly(Set(scenes.values.filter { $0.title != "not chosen" }.map(\.id)))
            session.completeRestoration()
        }
        let codes = tester.session.report.entries.map { [$0.subject, $0.code.rawValue] }
        XCTAssertEqual(
            Set(codes),
            [
                ["refused", "refused"], ["failed", "failed"], ["not opened", "notOpened"],
                ["not chosen", "notChosen"], ["opened", "restored"],
            ]
        )
        XCTAssertEqual(codes.count, 5)
    }

    func testIndexThatIsLostIsNoted() async throws {
        let (tester, _) = try restart()
        tester.end(.quit)
        tester.files.setContents(RestorationTester.path("session.json"), [1, 2, 3])
        try tester.start()
        XCTAssertEqual(tester.session.report.codes(), [.indexLost, .restored])
        XCTAssertTrue(tester.session.report.isComplete)
    }

    // MARK: Values

    func testValueOfAnotherTypeIsReportedOnceAndReadsAsTheDefault() async throws {
        let (tester, scene) = try restart { root in
            SceneStorage(wrappedValue: "", "text", in: root).wrappedValue = "raven"
            SceneStorage(wrappedValue: 0, "number", in: root).wrappedValue = 9
        }
        let root = scene.root
        for _ in 1...2 {
            XCTAssertEqual(SceneStorage(wrappedValue: 7, "text", in: root).wrappedValue, 7)
            XCTAssertEqual(
                SceneStorage(wrappedValue: Tab.hawk, "text", in: root).wrappedValue,
                .hawk
            )
            XCTAssertNil(SceneStorage<Tab?>("text", in: root).wrappedValue)
            XCTAssertFalse(SceneStorage<Tab?>("text", in: root).isStored)
            let zoom = SceneStorage(wrappedValue: Zoom.small, "number", in: root)
            XCTAssertEqual(zoom.wrappedValue, .small)
            XCTAssertEqual(SceneStorage(wrappedValue: 0, "draft", in: root).wrappedValue, 0)
            XCTAssertEqual(RestorableText("number", in: root).string, "")
        }
        XCTAssertEqual(entries(tester, .otherType).map(\.subject), ["text", "number", "draft"])
        XCTAssertEqual(entries(tester, .otherType).map(\.outcome), [.partial, .partial, .partial])
        XCTAssertFalse(tester.session.report.isComplete)
        // Reading the default does not write it.
        try tester.restartAndRestore(after: .quit)
        let stored = try XCTUnwrap(tester.session.scenes.first)
        XCTAssertEqual(stored.storedValue(at: "text"), .string("raven"))
        XCTAssertEqual(stored.storedValue(at: "number"), .int(9))
    }

    func testValuesThatAreReadAsTheyWereStoredAreNotReported() async throws {
        let (tester, scene) = try restart { root in
            SceneStorage(wrappedValue: Tab.hawk, "tab", in: root).wrappedValue = .hawk
            SceneStorage<Int?>("maybe", in: root).wrappedValue = 4
            SceneStorage(wrappedValue: "", "short", in: root).wrappedValue = "text"
        }
        XCTAssertTrue(SceneStorage<Tab?>("tab", in: scene.root).isStored)
        XCTAssertTrue(SceneStorage<Int?>("maybe", in: scene.root).isStored)
        XCTAssertFalse(SceneStorage<Int?>("absent", in: scene.root).isStored)
        XCTAssertEqual(RestorableText("short", in: scene.root).string, "text")
        XCTAssertEqual(
            SceneStorage(wrappedValue: "", "draft", in: scene.root).wrappedValue,
            scene.draft
        )
        XCTAssertEqual(tester.session.report.codes(), [.restored])
    }

    func testValueThatOnlyALaterVersionKnowsIsReportedAndKept() async throws {
        let (tester, scene) = try restart()
        let path = RestorationTester.path("windows/\(scene.id).state")
        tester.end(.quit)
        var bytes: [UInt8] = []
        let records: [[JSONValue.Member]] = [
            [.init("format", .int(2)), .init("minimumReader", .int(1))],
            [.init("k", .int(1)), .init("path", .string("colour")), .init("hue", .int(3))],
        ]
        for (number, record) in records.enumerated() {
            StateLine.append([.init("n", .int(number))] + record, to: &bytes)
        }
        tester.files.setContents(path, bytes)
        try tester.start()
        let restored = try XCTUnwrap(tester.session.scenes.first)
        XCTAssertEqual(tester.session.report.codes(), [.restored])
        XCTAssertEqual(SceneStorage(wrappedValue: 7, "colour", in: restored.root).wrappedValue, 7)
        XCTAssertEqual(entries(tester, .unknownValue).map(\.subject), ["colour"])
        restored.title = "written again"
        tester.end(.quit)
        let text = String(decoding: try XCTUnwrap(tester.files.files[path]), as: UTF8.self)
        XCTAssertTrue(text.contains("\"hue\":3"))
    }

    private enum Page: NavigationRoute, Equatable {
        case page(String)
        var kind: String { "p" }
        var targetID: String { if case .page(let id) = self { id } else { "" } }
    }

    func testPathThatEndsEarlyIsReportedAndKept() async throws {
        let path = NavigationPath<Page>([.page("1"), .page("2"), .page("3")])
        let (tester, scene) = try restart { root in
            SceneStorage(wrappedValue: "", "path", in: root).wrappedValue = path.encoded
        }
        do {
            let whole = NavigationStorage<Page>("path", in: scene.root) { _, id, _ in .page(id) }
            XCTAssertEqual(whole.wrappedValue, path)
            XCTAssertEqual(entries(tester, .pathCut), [])
        }
        for _ in 1...2 {
            let cut = NavigationStorage<Page>("path", in: scene.root) { _, id, parents in
                XCTAssertEqual(parents.count, id == "1" ? 0 : 1)
                return id == "2" ? nil : .page(id)
            }
            XCTAssertEqual(cut.wrappedValue, NavigationPath([.page("1")]))
            XCTAssertEqual(cut.dropped, ["p|2", "p|3"])
        }
        XCTAssertEqual(entries(tester, .pathCut).map(\.subject), ["path"])
        XCTAssertTrue(entries(tester, .pathCut)[0].reason.contains("p|2"))
        XCTAssertEqual(scene.storedValue(at: "path"), .string(path.encoded))
    }

    func testPresentedClassWithoutAFactoryIsReportedAndKept() async throws {
        let (tester, scene) = try restart { root in
            let dialog = root.scope("dialog")
            dialog.presentedClass = "editor"
            RestorableText("text", in: dialog).setString("half a thought")
        }
        tester.session.rebuildPresented(in: scene)
        XCTAssertEqual(entries(tester, .noFactory).map(\.subject), ["dialog"])
        XCTAssertTrue(entries(tester, .noFactory)[0].reason.contains("editor"))
        try tester.restartAndRestore()
        let stored = tester.session.scenes.first?.storedValue(at: "dialog/text")
        XCTAssertEqual(stored, .string("half a thought"))
    }

    func testRestorableThatThrowsIsReportedAndStopsNoOther() async throws {
        struct Refusal: Error, CustomStringConvertible { let description = "No room." }
        final class Thrower: Restorable {
            func encodeState(to scope: RestorationScope) throws { throw Refusal() }
            func didDecodeState(from scope: RestorationScope) throws { throw Refusal() }
        }
        final class Counter: Restorable {
            var count = 0
            func encodeState(to scope: RestorationScope) {
                SceneStorage(wrappedValue: 0, "count", in: scope).wrappedValue = 5
            }
            func didDecodeState(from scope: RestorationScope) {
                count = SceneStorage(wrappedValue: 0, "count", in: scope).wrappedValue
            }
        }
        let (thrower, counter) = (Thrower(), Counter())
        let tester = try RestorationTester()
        let root = tester.open("a")[0].root
        root.scope("thrower").attach(thrower)
        root.scope("counter").attach(counter)
        tester.session.scenes[0].phase = .active
        tester.session.scenes[0].phase = .inactive
        XCTAssertEqual(entries(tester, .restorableFailed).map(\.subject), ["thrower"])
        try tester.restartAndRestore(after: .quit) { session in
            let root = try XCTUnwrap(session.scenesToRestore.first).root
            root.scope("thrower").attach(thrower)
            root.scope("counter").attach(counter)
            session.completeRestoration()
        }
        XCTAssertEqual(counter.count, 5)
        XCTAssertEqual(tester.session.report.codes(), [.restorableFailed])
        XCTAssertTrue(tester.session.report.entries[0].reason.contains("No room."))
    }

    // MARK: Notes

    func testMistakesOfTheProgramHaveTheirReasons() async throws {
        let (tester, scene) = try restart()
        let texts = [
            RestorableText("draft", in: scene.root), RestorableText("draft", in: scene.root),
        ]
        texts[0].replace(offset: 99, removing: "x", inserting: "y")
        tester.session.addToReport(.note, scene: scene, subject: "page", reason: "Not there.")
        XCTAssertEqual(
            tester.session.report.codes(about: scene),
            [.restored, .claimedTwice, .editDidNotFit, .application]
        )
    }

    func testWindowThatComesBackWithVeryManySmallValuesIsNotedOnce() async throws {
        let text = String(repeating: "a", count: RestorationScene.smallValuesLimit)
        let (tester, scene) = try restart { root in
            SceneStorage(wrappedValue: "", "large", in: root).wrappedValue = text + "b"
        }
        XCTAssertEqual(entries(tester, .manySmallValues).map(\.subject), ["a"])
        XCTAssertEqual(entries(tester, .manySmallValues).map(\.scene), [scene.id])
        let storage = SceneStorage(wrappedValue: "", "large", in: scene.root)
        storage.wrappedValue += "c"
        XCTAssertEqual(entries(tester, .manySmallValues).count, 1)
        XCTAssertTrue(tester.session.report.isComplete)
        try tester.restartAndRestore(after: .kill)
        XCTAssertEqual(tester.session.scenes[0].storedValue(at: "large"), .string(text + "bc"))
        // A long draft is no small value.
        let other = tester.session.makeScene()
        RestorableText("draft", in: other.root).setString(text + text)
        XCTAssertEqual(tester.session.report.codes(about: other), [])
    }
}
