import StateRestorationTesting
import XCTest

@testable import StateRestoration

@MainActor
final class SceneStorageTests: XCTestCase {
    private enum Tab: String { case hawk, raven }
    private enum Zoom: Int { case small = 1, large = 2 }

    private final class Page {
        @SceneStorage var isShown: Bool
        @SceneStorage var count: Int
        @SceneStorage var ratio: Double
        @SceneStorage var name: String
        @SceneStorage var link: URL
        @SceneStorage var bytes: Data
        @SceneStorage var date: Date
        @SceneStorage var tab: Tab
        @SceneStorage var zoom: Zoom
        @SceneStorage var maybeName: String?
        @SceneStorage var maybeTab: Tab?

        @MainActor init(_ scope: RestorationScope) {
            _isShown = SceneStorage(wrappedValue: false, "isShown", in: scope)
            _count = SceneStorage(wrappedValue: 0, "count", in: scope)
            _ratio = SceneStorage(wrappedValue: 0, "ratio", in: scope)
            _name = SceneStorage(wrappedValue: "", "name", in: scope)
            _link = SceneStorage(wrappedValue: URL(fileURLWithPath: "/"), "link", in: scope)
            _bytes = SceneStorage(wrappedValue: Data(), "bytes", in: scope)
            _date = SceneStorage(wrappedValue: .distantPast, "date", in: scope)
            _tab = SceneStorage(wrappedValue: .hawk, "tab", in: scope)
            _zoom = SceneStorage(wrappedValue: .small, "zoom", in: scope)
            _maybeName = SceneStorage("maybeName", in: scope)
            _maybeTab = SceneStorage("maybeTab", in: scope)
        }
    }

    func testEveryTypeComesBackAfterARestart() async throws {
        let tester = try RestorationTester()
        let date = Date(timeIntervalSinceReferenceDate: 123_456_789.123_456_7)
        do {
            let page = Page(tester.session.makeScene().root.scope("page"))
            page.isShown = true
            page.count = .min
            page.ratio = 0.1
            page.name = "Bó Riders \"\\ \n\u{1} 🦅"
            page.link = try XCTUnwrap(URL(string: "https://example.org/a?b=c#d"))
            page.bytes = Data([0, 255, 10])
            page.date = date
            page.tab = .raven
            page.zoom = .large
            page.maybeName = ""
            page.maybeTab = .hawk
        }
        for ending in [RestorationTester.Ending.kill, .quit, .powerCut] {
            try tester.restartAndRestore(after: ending)
            let page = Page(try XCTUnwrap(tester.session.scenes.first).root.scope("page"))
            XCTAssertEqual(page.isShown, true)
            XCTAssertEqual(page.count, .min)
            XCTAssertEqual(page.ratio, 0.1)
            XCTAssertEqual(page.name, "Bó Riders \"\\ \n\u{1} 🦅")
            XCTAssertEqual(page.link.absoluteString, "https://example.org/a?b=c#d")
            XCTAssertEqual(page.bytes, Data([0, 255, 10]))
            XCTAssertEqual(page.date, date)
            XCTAssertEqual(page.tab, .raven)
            XCTAssertEqual(page.zoom, .large)
            XCTAssertEqual(page.maybeName, "")
            XCTAssertEqual(page.maybeTab, .hawk)
        }
    }

    func testDoublesThatJSONCannotHoldComeBack() async throws {
        let tester = try RestorationTester()
        let values = [Double.infinity, -.infinity, .greatestFiniteMagnitude, 5, -0.0]
        let root = tester.session.makeScene().root
        for (index, value) in values.enumerated() {
            SceneStorage(wrappedValue: 1.5, "\(index)", in: root).wrappedValue = value
        }
        let restored = try XCTUnwrap(tester.restartAndRestore().scenes.first).root
        for (index, value) in values.enumerated() {
            XCTAssertEqual(
                SceneStorage(wrappedValue: 1.5, "\(index)", in: restored).wrappedValue,
                value
            )
        }
    }

    func testDefaultIsGivenWhenAbsentOrOfAnotherType() async throws {
        let tester = try RestorationTester()
        let root = tester.session.makeScene().root
        XCTAssertEqual(SceneStorage(wrappedValue: 7, "a", in: root).wrappedValue, 7)
        do { SceneStorage(wrappedValue: "", "a", in: root).wrappedValue = "text" }
        XCTAssertEqual(SceneStorage(wrappedValue: 7, "a", in: root).wrappedValue, 7)
        do { SceneStorage(wrappedValue: "", "tab", in: root).wrappedValue = "swift" }
        XCTAssertEqual(SceneStorage(wrappedValue: Tab.raven, "tab", in: root).wrappedValue, .raven)
    }

    func testSettingAnEqualValueWritesNothingAndNotifiesNoObserver() async throws {
        let tester = try RestorationTester()
        let storage = SceneStorage(wrappedValue: 0, "a", in: tester.session.makeScene().root)
        storage.wrappedValue = 1
        tester.session.flush()
        tester.clock.advance(by: .seconds(5))
        tester.files.resetOperations()
        var seen: [Int] = []
        let observation = storage.onChange { seen.append($0) }
        storage.wrappedValue = 1
        XCTAssertEqual(tester.clock.waitingCount, 0)
        tester.session.flush()
        XCTAssertEqual(tester.files.operations, [])
        XCTAssertEqual(seen, [])
        storage.wrappedValue = 2
        XCTAssertEqual(seen, [2])
        observation.cancel()
        storage.wrappedValue = 3
        XCTAssertEqual(seen, [2])
    }

    func testManyBytesOfSmallValuesAreKeptAndNoted() async throws {
        let tester = try RestorationTester()
        let root = tester.session.makeScene().root
        let large = String(repeating: "a", count: RestorationScene.smallValuesLimit / 2)
        for key in ["a", "b"] { SceneStorage(wrappedValue: "", key, in: root).wrappedValue = large }
        XCTAssertEqual(tester.session.report.entries.count, 0)
        for key in ["c", "d"] { SceneStorage(wrappedValue: "", key, in: root).wrappedValue = large }
        XCTAssertEqual(tester.session.report.entries.map(\.subject), ["c"])
        let scene = try XCTUnwrap(tester.restartAndRestore().scenes.first)
        XCTAssertEqual(scene.storedKeys(), ["a", "b", "c", "d"])
    }

    func testOptionalsOfEveryTypeComeBackAndCanBeTakenAway() async throws {
        let tester = try RestorationTester()
        func check<Value: Equatable>(
            _ value: Value,
            _ make: (RestorationScope) -> SceneStorage<Value?>
        ) throws {
            let key = "\(Value.self)"
            do {
                let storage = make((tester.session.scenes.first ?? tester.session.makeScene()).root)
                XCTAssertNil(storage.wrappedValue, key)
                storage.wrappedValue = value
            }
            do {
                let storage = make(try tester.restartAndRestore().scenes[0].root)
                XCTAssertEqual(storage.wrappedValue, value)
                storage.wrappedValue = nil
                XCTAssertFalse(storage.isStored)
            }
            let scene = try tester.restartAndRestore().scenes[0]
            XCTAssertNil(make(scene.root).wrappedValue, key)
            XCTAssertEqual(scene.storedKeys(), [], key)
        }
        try check(false) { SceneStorage("a", in: $0) }
        try check(0) { SceneStorage("a", in: $0) }
        try check(-0.5) { SceneStorage("a", in: $0) }
        try check("") { SceneStorage("a", in: $0) }
        try check(URL(fileURLWithPath: "/a")) { SceneStorage("a", in: $0) }
        try check(Data()) { SceneStorage("a", in: $0) }
        try check(Date.distantPast) { SceneStorage("a", in: $0) }
        try check(Tab.raven) { SceneStorage("a", in: $0) }
        try check(Zoom.large) { SceneStorage("a", in: $0) }
    }

    func testValueOfAnotherTypeStaysUntilOneIsSet() async throws {
        let tester = try RestorationTester()
        do {
            let root = tester.session.makeScene().root
            SceneStorage(wrappedValue: "", "a", in: root).wrappedValue = "text"
        }
        let root = try tester.restartAndRestore().scenes[0].root
        do {
            let storage = SceneStorage(wrappedValue: 7, "a", in: root)
            XCTAssertEqual(storage.wrappedValue, 7)
            XCTAssertFalse(storage.isStored)
            let entry = try XCTUnwrap(tester.session.report.entries.last)
            XCTAssertEqual(entry.code, .otherType)
            XCTAssertTrue(entry.reason.contains("than what SceneStorage<Int> reads"), entry.reason)
        }
        XCTAssertNil(SceneStorage<Int?>("a", in: root).wrappedValue)
        XCTAssertEqual(SceneStorage(wrappedValue: "", "a", in: root).wrappedValue, "text")
        do { SceneStorage(wrappedValue: 7, "a", in: root).wrappedValue = 8 }
        XCTAssertEqual(SceneStorage(wrappedValue: "", "a", in: root).wrappedValue, "")
    }

    func testObserversAreToldOfWhatTheyReadAndOfNothingElse() async throws {
        let scene = try RestorationTester().session.makeScene()
        let storage = SceneStorage(wrappedValue: 1, "a", in: scene.root)
        var seen: [Int] = []
        var observation: RestorationObservation? = storage.onChange { seen.append($0) }
        XCTAssertNotNil(observation)
        storage.wrappedValue = 1
        // The default is stored, since it may be another one next time, and reads as before.
        XCTAssertTrue(storage.isStored)
        storage.reset()
        XCTAssertFalse(storage.isStored)
        XCTAssertEqual(seen, [])
        storage.wrappedValue = 2
        storage.reset()
        storage.reset()
        XCTAssertEqual(seen, [2, 1])
        observation = nil
        storage.wrappedValue = 3
        XCTAssertEqual(seen, [2, 1])
    }

    func testObserversAreNotifiedWhenTheValueIsRemovedByAnotherOwner() async throws {
        let scene = try RestorationTester().session.makeScene()
        let scope = scene.root.scope("dialog")
        let storage = SceneStorage(wrappedValue: 1, "a", in: scope)
        let other = SceneStorage(wrappedValue: 1, "b", in: scope)
        var seen: [String] = []
        let observations =
            [storage.onChange { seen.append("a \($0)") }]
            + [other.onChange { seen.append("b \($0)") }]
        defer { observations.forEach { $0.cancel() } }
        storage.wrappedValue = 2
        other.wrappedValue = 1
        scope.removeStoredValues()
        XCTAssertEqual(storage.wrappedValue, 1)
        XCTAssertEqual(seen, ["a 2", "a 1"])
        storage.wrappedValue = 3
        scene.removeStoredValues(at: "dialog")
        scene.removeStoredValues(at: "dialog")
        XCTAssertEqual(seen, ["a 2", "a 1", "a 3", "a 1"])
    }

    func testStorageOfAWindowThatIsGoneReadsItsDefault() async throws {
        var tester: RestorationTester? = try RestorationTester()
        let storage: SceneStorage<Int>
        do {
            let scene = try XCTUnwrap(tester?.session.makeScene())
            storage = SceneStorage(wrappedValue: 1, "a", in: scene.root)
            storage.wrappedValue = 2
            tester?.session.close(scene)
        }
        tester = nil
        XCTAssertEqual(storage.wrappedValue, 1)
        storage.wrappedValue = 3
        XCTAssertEqual(storage.wrappedValue, 1)
    }

    func testScopesDoNotShareValues() async throws {
        let tester = try RestorationTester()
        let root = tester.session.makeScene().root
        let paths = [
            root.scope("tab:1").scope("book").path(of: "note"),
            root.scope("tab:1/book").path(of: "note"),
            root.scope("tab:2").scope("book").path(of: "note"),
            root.scope("tab:1%2Fbook").path(of: "note"),
        ]
        XCTAssertEqual(Set(paths).count, paths.count)
        XCTAssertEqual(paths[0], "tab:1/book/note")
        XCTAssertEqual(RestorationScope.components(of: paths[1]), ["tab:1/book", "note"])
        XCTAssertEqual(RestorationScope.components(of: paths[3]), ["tab:1%2Fbook", "note"])
    }

    func testScopeForgetsWhatIsInItAndBelow() async throws {
        let scene = try RestorationTester().session.makeScene()
        let dialog = scene.root.scope("dialog")
        let text = RestorableText("text", in: dialog.scope("page"))
        text.setString("typed")
        dialog.presentedClass = "Dialog"
        SceneStorage(wrappedValue: 0, "a", in: scene.root.scope("dialog2")).wrappedValue = 1
        dialog.removeStoredValues()
        XCTAssertEqual(scene.storedKeys(), ["dialog2/a"])
        XCTAssertEqual(text.string, "")
        scene.root.removeStoredValues()
        XCTAssertEqual(scene.storedKeys(), [])
    }

    func testUnclaimedValuesAreWrittenAgainAndCanBeFound() async throws {
        let tester = try RestorationTester()
        do {
            let root = tester.session.makeScene().root
            RestorableText("note", in: root.scope("gone")).setString("half a thought")
            SceneStorage(wrappedValue: 0, "a", in: root).wrappedValue = 1
        }
        try tester.restartAndRestore()
        SceneStorage(wrappedValue: 0, "a", in: try XCTUnwrap(tester.session.scenes.first).root)
            .wrappedValue = 2
        try tester.restartAndRestore(after: .quit)
        let scene = try XCTUnwrap(tester.session.scenes.first)
        XCTAssertEqual(scene.unclaimedKeys, ["a", "gone/note"])
        XCTAssertEqual(scene.storedKeys(under: "gone"), ["gone/note"])
        XCTAssertEqual(scene.storedValue(at: "gone/note"), .string("half a thought"))
        scene.removeStoredValues(at: "gone")
        try tester.restartAndRestore()
        XCTAssertEqual(try XCTUnwrap(tester.session.scenes.first).storedKeys(), ["a"])
    }
}
