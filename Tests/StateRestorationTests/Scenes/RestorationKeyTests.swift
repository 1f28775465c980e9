import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

private enum Tab: String { case hawk, raven }
private enum Zoom: Int { case small = 1, large = 2 }

extension RestorationKey<Bool> {
    static var isUnfolded: Self { RestorationKey(name: "isUnfolded", default: false) }
}

extension RestorationKey<Int> {
    fileprivate static func width(_ value: Int) -> Self { .init(name: "width", default: value) }
}

extension RestorationKey<Tab> {
    fileprivate static var tab: Self { .init(name: "tab", default: .hawk) }
}

extension RestorationKey<AnchoredScrollPosition?> {
    fileprivate static var scroll: Self { .init(name: "scroll") }
}

extension TextKey {
    fileprivate static let draft = TextKey(name: "draft")
}

/// Values and texts that are made of typed keys.
@MainActor
final class RestorationKeyTests: XCTestCase {
    func testValueOfAKeyIsTheOneOfItsNameAndDefault() async throws {
        let tester = try RestorationTester()
        let scope = tester.session.makeScene().root.scope("a/b")
        do {
            let isUnfolded = SceneStorage(.isUnfolded, in: scope)
            XCTAssertEqual(isUnfolded.path, "a%2Fb/isUnfolded")
            XCTAssertEqual(isUnfolded.path, scope.path(of: RestorationKey<Bool>.isUnfolded))
            XCTAssertFalse(isUnfolded.wrappedValue)
            XCTAssertFalse(isUnfolded.isStored)
            isUnfolded.wrappedValue = true
        }
        XCTAssertTrue(SceneStorage(wrappedValue: false, "isUnfolded", in: scope).wrappedValue)
        SceneStorage(wrappedValue: false, "isUnfolded", in: scope).reset()
        XCTAssertFalse(SceneStorage(.isUnfolded, in: scope).wrappedValue)
    }

    func testDefaultIsThatOfTheKeyAtHandUntilAValueIsStored() async throws {
        let tester = try RestorationTester()
        let root = tester.session.makeScene().root
        XCTAssertEqual(SceneStorage(.width(640), in: root).wrappedValue, 640)
        XCTAssertEqual(SceneStorage(.width(800), in: root).wrappedValue, 800)
        SceneStorage(.width(640), in: root).wrappedValue = 720
        XCTAssertEqual(SceneStorage(.width(800), in: root).wrappedValue, 720)
    }

    func testEveryTypeOfKeyComesBackAsTheSameStoredValue() async throws {
        let tester = try RestorationTester()
        let url = try XCTUnwrap(URL(string: "https://example.org/a?b=c#d"))
        let date = Date(timeIntervalSinceReferenceDate: 123_456_789.5)
        let expected: [String: RestorableValue] = [
            "Bool": .bool(true), "Int": .int(.min), "Double": .double(0.1),
            "String": .string("Bó\n🦅"), "URL": .url(url), "Data": .data(Data([0, 255])),
            "Date": .date(date), "Tab": .string("raven"), "Zoom": .int(2),
        ]
        do {
            let root = tester.session.makeScene().root
            func set<Value>(_ key: RestorationKey<Value>, _ value: Value) {
                SceneStorage(key, in: root).wrappedValue = value
            }
            set(RestorationKey(name: "Bool", default: false), true)
            set(RestorationKey(name: "Int", default: 0), .min)
            set(RestorationKey(name: "Double", default: 0), 0.1)
            set(RestorationKey(name: "String", default: ""), "Bó\n🦅")
            set(RestorationKey(name: "URL", default: URL(fileURLWithPath: "/")), url)
            set(RestorationKey(name: "Data", default: Data()), Data([0, 255]))
            set(RestorationKey(name: "Date", default: .distantPast), date)
            set(RestorationKey(name: "Tab", default: Tab.hawk), .raven)
            set(RestorationKey(name: "Zoom", default: Zoom.small), .large)
            set(RestorationKey(name: "Bool?"), true)
            set(RestorationKey(name: "Int?"), .min)
            set(RestorationKey(name: "Double?"), 0.1)
            set(RestorationKey(name: "String?"), "Bó\n🦅")
            set(RestorationKey(name: "URL?"), url)
            set(RestorationKey(name: "Data?"), Data([0, 255]))
            set(RestorationKey(name: "Date?"), date)
            set(RestorationKey(name: "Tab?"), Tab.raven)
            set(RestorationKey(name: "Zoom?"), Zoom.large)
        }
        try tester.restartAndRestore()
        let scene = try XCTUnwrap(tester.session.scenes.first)
        for (name, value) in expected {
            XCTAssertEqual(scene.storedValue(at: name), value)
            XCTAssertEqual(scene.storedValue(at: name + "?"), value)
        }
        XCTAssertEqual(SceneStorage(.init(name: "Zoom?"), in: scene.root).wrappedValue, Zoom.large)
    }

    func testUnknownOrOtherStoredValueReadsAsTheDefaultAndIsKept() async throws {
        let tester = try RestorationTester()
        let root = tester.session.makeScene().root
        SceneStorage(wrappedValue: "", "tab", in: root).wrappedValue = "owl"
        SceneStorage(wrappedValue: 0, "scroll", in: root).wrappedValue = 7
        XCTAssertEqual(SceneStorage(.tab, in: root).wrappedValue, .hawk)
        XCTAssertNil(SceneStorage(.scroll, in: root).wrappedValue)
        XCTAssertEqual(tester.session.report.entries.map(\.subject), ["tab", "scroll"])
        XCTAssertEqual(root.scene?.storedValue(at: "tab"), .string("owl"))
        XCTAssertEqual(root.scene?.storedValue(at: "scroll"), .int(7))
    }

    func testTextOfAKeyIsTheOneOfItsName() async throws {
        let tester = try RestorationTester()
        let scope = tester.session.makeScene().root.scope("page")
        RestorableText(.draft, in: scope).setString("half a sen")
        XCTAssertEqual(scope.path(of: TextKey.draft), "page/draft")
        XCTAssertEqual(RestorableText("draft", in: scope).string, "half a sen")
    }

    func testSecondOwnerOfAKeyIsReportedWithTheLinesOfBoth() async throws {
        let tester = try RestorationTester()
        let scope = tester.session.makeScene().root
        let line = #line + 1
        let isUnfolded = SceneStorage(.isUnfolded, in: scope)
        let text = RestorableText(TextKey(name: "isUnfolded"), in: scope)
        XCTAssertEqual(isUnfolded.path, text.path)
        let file = "StateRestorationTests/RestorationKeyTests.swift"
        XCTAssertEqual(
            tester.programmingErrors.messages,
            [
                "“isUnfolded” was claimed twice: by SceneStorage<Bool> at \(file):\(line), "
                    + "and by RestorableText at \(file):\(line + 1)."
            ]
        )
    }
}
