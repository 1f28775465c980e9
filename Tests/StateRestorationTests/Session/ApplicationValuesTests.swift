import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That what belongs to the application, and to no window, comes back.
@MainActor
final class ApplicationValuesTests: XCTestCase {
    private let file = RestorationTester.path("application.state")

    private func set(_ page: String, in session: RestorationSession) {
        SceneStorage(wrappedValue: "general", "page", in: session.application).wrappedValue = page
    }

    private func page(in session: RestorationSession) -> String {
        SceneStorage(wrappedValue: "general", "page", in: session.application).wrappedValue
    }

    func testValuesComeBackHoweverTheRunEnds() async throws {
        let endings: [RestorationTester.Ending] = [.quit, .kill, .powerCut, .kill]
        let tester = try RestorationTester()
        XCTAssertEqual(page(in: tester.session), "general")
        for (number, ending) in endings.enumerated() {
            set("page \(number)", in: tester.session)
            RestorableText("draft", in: tester.session.application.scope("editor"))
                .setString("draft \(number)")
            try tester.restartAndRestore(after: ending)
            XCTAssertEqual(page(in: tester.session), "page \(number)")
            XCTAssertEqual(
                RestorableText("draft", in: tester.session.application.scope("editor")).string,
                "draft \(number)"
            )
            XCTAssertEqual(tester.session.report.complaints, [])
        }
    }

    func testTheyAreInNoListOfWindows() async throws {
        let tester = try RestorationTester()
        set("library", in: tester.session)
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.scenes.count, 0)
        XCTAssertEqual(tester.session.recentlyClosed, [])
        XCTAssertFalse(tester.session.hasPreviousSession)
        XCTAssertNotNil(tester.files.files[file])
        XCTAssertEqual(tester.names(in: "windows"), [])
        let index = tester.files.files[RestorationTester.path("session.json")] ?? []
        XCTAssertFalse(String(decoding: index, as: UTF8.self).contains("application"))
    }

    func testTheyComeBackWithoutTheWindows() async throws {
        let tester = try RestorationTester()
        tester.open("a")
        set("library", in: tester.session)
        tester.configuration.restoresState = false
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.scenes.count, 0)
        XCTAssertEqual(page(in: tester.session), "library")
    }

    func testNothingIsWrittenForThemWhileNothingIsSet() async throws {
        let tester = try RestorationTester()
        tester.open("a")
        _ = page(in: tester.session)
        try tester.restartAndRestore(after: .quit)
        XCTAssertNil(tester.files.files[file])
    }

    func testNothingOfThemIsTouchedBeforeTheRestoreIsComplete() async throws {
        let tester = try RestorationTester()
        set("library", in: tester.session)
        tester.end(.quit)
        let before = tester.files.files[file]
        try tester.start { session in self.set("about", in: session) }
        tester.end(.kill)
        XCTAssertEqual(tester.files.files[file], before)
        try tester.start()
        XCTAssertEqual(page(in: tester.session), "library")
    }

    func testADamagedFileIsSetAsideAndCostsItsDamagedLine() async throws {
        let tester = try RestorationTester()
        set("library", in: tester.session)
        _ = tester.session.applicationScene.setValue(.int(3), at: "width")
        tester.end(.quit)
        let whole = try XCTUnwrap(tester.files.files[file])
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 1
            let files = tester.files.copy()
            files.setContents(file, bytes)
            let next = try RestorationTester(files: files)
            let found = next.session.applicationScene.contents
            XCTAssertGreaterThanOrEqual(found.count, 1, "\(index)")
            // Damaged or set aside: what was there is kept.
            next.session.flush()
            XCTAssertTrue(next.files.files.values.contains(bytes), "\(index)")
            try next.restartAndRestore(after: .quit)
            XCTAssertEqual(next.session.report.complaints, [], "\(index)")
            XCTAssertEqual(next.session.applicationScene.contents.count, found.count, "\(index)")
        }
        for count in whole.indices {
            let files = tester.files.copy()
            files.setContents(file, Array(whole.prefix(count)))
            let next = try RestorationTester(files: files)
            set("again", in: next.session)
            try next.restartAndRestore(after: .quit)
            XCTAssertEqual(page(in: next.session), "again", "\(count)")
            XCTAssertEqual(next.session.report.complaints, [], "\(count)")
        }
    }

    func testTheFileOfALaterVersionIsLeftAsItIs() async throws {
        let tester = try RestorationTester()
        tester.end(.quit)
        let later = BadFileSetup.line(
            #"{"n":0,"format":99,"minimumReader":99,"writer":"later 9","window":"application"}"#
        )
        tester.files.setContents(file, later)
        try tester.start()
        set("library", in: tester.session)
        XCTAssertEqual(page(in: tester.session), "library")
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.files.files[file], later)
        XCTAssertTrue(tester.session.report.codes().contains(.tooNew))
    }

    func testTheDiskThatFailsAtFirstGetsThemInTheEnd() async throws {
        let tester = try RestorationTester()
        tester.files.setFault { operation, _ in
            operation.path.contains("application") ? .fail(.ENOSPC) : nil
        }
        set("library", in: tester.session)
        tester.clock.advance(by: .seconds(1))
        guard case .failing = tester.session.storageStatus else {
            // Told on the main queue, which this test has not let run.
            tester.files.setFault(nil)
            tester.clock.advance(by: .seconds(60))
            try tester.restartAndRestore(after: .powerCut)
            return XCTAssertEqual(page(in: tester.session), "library")
        }
        XCTFail("The main queue has run in between.")
    }

    func testValuesFoundWhenTheDirectoryIsHadAtLastAreKept() async throws {
        let tester = try RestorationTester()
        set("library", in: tester.session)
        tester.end(.quit)
        let before = tester.files.files[file]
        // The files are another process's at the start.
        tester.files.setFault { operation, _ in
            operation.kind == .createDirectory ? .fail(.EIO) : nil
        }
        try tester.start()
        tester.files.setFault(nil)
        tester.clock.advance(by: .seconds(60))
        tester.session.flush()
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.files.files[file], before)
        XCTAssertEqual(page(in: tester.session), "library")
    }

    func testAnyCrashPointLeavesTheOldOrTheNewValues() async throws {
        let scenario = CrashScenario(
            name: "values of the application",
            prepare: { run in
                run.open("a", "first")
                self.set("library", in: run.session)
                run.settle()
                run.quit()
            },
            steps: { run in
                try run.launch()
                for page in ["about", "restoring"] {
                    self.set(page, in: run.session)
                    run.recordPicture()
                    run.tester.clock.advance(by: .milliseconds(50))
                }
                run.settle()
                self.set("general", in: run.session)
                run.recordPicture()
                run.quit()
            }
        )
        try await scenario.examine()
    }
}
