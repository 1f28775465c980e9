import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That each key has one owner, and that a second claim names the lines of both.
@MainActor
final class ClaimTests: XCTestCase {
    func testSecondOwnerIsReportedTogetherWithTheFirst() async throws {
        let tester = try RestorationTester()
        let scope = tester.session.makeScene().root.scope("x")
        let firstLine = #line + 1
        var first: SceneStorage<Int>? = SceneStorage(wrappedValue: 0, "a", in: scope)
        XCTAssertEqual(first?.wrappedValue, 0)
        XCTAssertEqual(tester.programmingErrors.messages, [])
        var second: RestorableText? = RestorableText("a", in: scope)
        XCTAssertEqual(second?.string, "")
        let file = "StateRestorationTests/ClaimTests.swift"
        XCTAssertEqual(
            tester.programmingErrors.messages,
            [
                "“x/a” was claimed twice: by SceneStorage<Int> at \(file):\(firstLine), "
                    + "and by RestorableText at \(file):\(firstLine + 3)."
            ]
        )
        XCTAssertEqual(tester.session.report.entries.last?.subject, "x/a")
        XCTAssertEqual(
            tester.session.report.entries.last?.reason,
            tester.programmingErrors.messages.last
        )
        (first, second) = (nil, nil)
        _ = SceneStorage(wrappedValue: 0, "a", in: scope)
        XCTAssertEqual(tester.programmingErrors.messages.count, 1)
    }

    func testKeyIsFreeOnlyWhenAllItsOwnersAreGone() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        var owners = (1...3).map { _ in SceneStorage(wrappedValue: 0, "a", in: scene.root) }
        XCTAssertEqual(tester.programmingErrors.messages.count, 2)
        owners.removeFirst()
        _ = SceneStorage(wrappedValue: 0, "a", in: scene.root)
        XCTAssertEqual(tester.programmingErrors.messages.count, 3)
        owners = []
        _ = SceneStorage(wrappedValue: 0, "a", in: scene.root)
        XCTAssertEqual(tester.programmingErrors.messages.count, 3)
    }

    func testSameKeyInAnotherScopeOrWindowIsFree() async throws {
        let tester = try RestorationTester()
        let scenes = [tester.session.makeScene(), tester.session.makeScene()]
        let owners = scenes.flatMap { scene in
            [scene.root, scene.root.scope("x")].map { SceneStorage(wrappedValue: 0, "a", in: $0) }
        }
        XCTAssertEqual(owners.count, 4)
        XCTAssertEqual(tester.programmingErrors.messages, [])
    }

    private static let claimsTwice = "CLAIM_TWICE"

    func testSecondOwnerStopsADebugBuildAndNoReleaseBuild() async throws {
        if ProcessInfo.processInfo.environment[Self.claimsTwice] != nil {
            return try claimTwice()
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [
            "StateRestorationTests.ClaimTests/testSecondOwnerStopsADebugBuildAndNoReleaseBuild"
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            [Self.claimsTwice: "1", "SWIFT_BACKTRACE": "enable=no"]
        ) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        #if DEBUG
            XCTAssertEqual(process.terminationReason, .uncaughtSignal, text)
            XCTAssertTrue(text.contains("“a” was claimed twice: by SceneStorage<Int>"), text)
            XCTAssertFalse(text.contains("It went on."), text)
        #else
            XCTAssertEqual(process.terminationStatus, 0, text)
            XCTAssertTrue(text.contains("It went on."), text)
        #endif
    }

    /// As a program does it, with nothing that records its mistakes.
    private func claimTwice() throws {
        let environment = RestorationEnvironment(
            fileSystem: InMemoryFileSystem().fileSystem,
            clock: ManualClock().clock
        )
        let session = try RestorationSession.open(
            .init(directory: URL(fileURLWithPath: "/state"), writer: "tester 1"),
            environment: environment
        )
        let scene = session.makeScene()
        let owners = (1...2).map { _ in SceneStorage(wrappedValue: 0, "a", in: scene.root) }
        XCTAssertEqual(owners.count, 2)
        XCTAssertEqual(session.report.entries.last?.subject, "a")
        print("It went on.")
    }
}
