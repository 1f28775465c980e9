import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Files that were to replace a window's and were cut off.
@MainActor
final class TornReplacementTests: XCTestCase {
    private let folder = RestorationTester.directory + "/windows"

    /// A run that has ended, with a window “a” whose draft is “text”.
    private func quitWithOneWindow() throws -> (tester: RestorationTester, id: SceneIdentifier) {
        let tester = try RestorationTester()
        tester.open("b")
        let scene = tester.open("a")[0]
        RestorableText("draft", in: scene.root).setString("text")
        tester.end(.quit)
        return (tester, scene.id)
    }

    /// The first line of a file that would replace this one, with the number that it would have.
    private func tornReplacement(of bytes: [UInt8]) throws -> (number: Int, bytes: [UInt8]) {
        guard case .state(let state, nil) = StateFileReader.read(bytes) else {
            throw TypistError(message: "The file is not whole.")
        }
        var next = state
        var encoder = StateFileEncoder()
        let whole = encoder.snapshot(of: &next, try XCTUnwrap(state.window), writer: "tester 1")
        return (state.nextSequence, Array(whole.prefix { $0 != 0x0A }) + [0x0A])
    }

    func testWhatIsTypedAtLaunchOutlivesTheTidyingUp() async throws {
        for tear in ["header", "empty", "zeros"] {
            let (tester, id) = try quitWithOneWindow()
            let path = "\(folder)/\(id).state"
            let (number, header) = try tornReplacement(
                of: try XCTUnwrap(tester.files.files[path])
            )
            let torn =
                switch tear {
                case "header": header
                case "zeros": [UInt8](repeating: 0, count: 300)
                default: [UInt8]()
                }
            tester.files.setContents("\(path).\(number).new", torn)
            try tester.start { session in
                for scene in session.scenesToRestore {
                    RestorableText("draft", in: scene.root)
                        .replace(offset: 0, removing: "", inserting: "typed at launch: ")
                }
                session.completeRestoration()
            }
            tester.session.flush()
            try tester.restartAndRestore(after: .killAtOnce)
            XCTAssertEqual(tester.drafts["a"], "typed at launch: text", tear)
            XCTAssertTrue(tester.session.report.isComplete)
            let left = tester.files.files.keys.filter { $0.hasPrefix(folder) }
            XCTAssertEqual(left.filter { $0.hasSuffix("\(number).new") }, [], tear)
        }
    }

    func testNextReplacementHasAnotherNameThanTheOnesThatAreTidiedUp() async throws {
        let (tester, id) = try quitWithOneWindow()
        for number in [3, 70] {
            tester.files.setContents("\(folder)/\(id).state.\(number).new", [])
        }
        let loaded = SessionLoader.load(
            StateDirectory(
                path: RestorationTester.directory,
                fileSystem: tester.files.fileSystem
            )
        )
        let window = try XCTUnwrap(loaded.windows.first { $0.id == id })
        // The one between is that of the copy by which a whole replacement gets its name.
        XCTAssertEqual(window.state.nextSequence, 72)
    }

    func testTornFileOfAReopenedWindowDoesNotHideTheClosedOne() async throws {
        let tester = try RestorationTester()
        let scenes = tester.open("a", "b")
        let id = scenes[0].id
        tester.session.close(scenes[0])
        tester.end(.quit)
        let closed = tester.session.directory.closedWindow(id)
        let (number, header) = try tornReplacement(of: try XCTUnwrap(tester.files.files[closed]))
        let torn = "\(folder)/\(id).state.\(number).new"
        tester.files.setContents(torn, header)
        try tester.start()
        XCTAssertEqual(tester.titles, ["b"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["a"])
        XCTAssertNil(tester.files.files[torn])
        let found = await tester.session.reopen(id)
        let reopened = try XCTUnwrap(found)
        XCTAssertEqual(reopened.storedValue(at: "draft"), .string("draft of a"))
    }

    func testTornReplacementDoesNotHideADamagedFileThatHasMore() async throws {
        let (tester, id) = try quitWithOneWindow()
        let path = "\(folder)/\(id).state"
        var bytes = try XCTUnwrap(tester.files.files[path])
        let (number, header) = try tornReplacement(of: bytes)
        bytes[bytes.count - 3] ^= 1
        tester.files.setContents(path, bytes)
        tester.files.setContents("\(path).\(number).new", header)
        try tester.start()
        XCTAssertEqual(Set(tester.titles), ["a", "b"])
        XCTAssertFalse(tester.session.report.isComplete)
    }

    /// A disk on which nothing can be synced, and appending fails: the file with the window's name
    /// is the one that is safe.
    func testFileThatWasNotSyncedNeverTakesTheWindowsName() async throws {
        for cut in PowerCut.extremes {
            let tester = try RestorationTester()
            let scene = tester.open("a")[0]
            tester.session.flush()
            let draft = RestorableText("draft", in: scene.root)
            tester.files.setFault { operation, _ in
                operation.kind == .sync || operation.kind == .append ? .fail(.EIO) : nil
            }
            for _ in 0..<40 {
                draft.replace(offset: 0, removing: "", inserting: "x")
                tester.clock.advance(by: .milliseconds(100))
                tester.session.waitForWriter()
            }
            tester.end(.killAtOnce)
            tester.files.setFault(nil)
            tester.files.losePower(cut)
            try tester.start()
            let text = try XCTUnwrap(tester.drafts["a"], "\(cut)")
            XCTAssertTrue(text.hasSuffix("draft of a"), "\(cut): \(text)")
        }
    }
}
