import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That everything that was ever written can be read for good.
@MainActor
final class FrozenFormatTests: XCTestCase {
    func testEveryFrozenDirectoryIsReadAsWhenItWasFrozen() async throws {
        let fixtures = try Fixture.all()
        XCTAssertFalse(fixtures.isEmpty)
        for fixture in fixtures {
            let description = try await SessionDescription.text(of: fixture.files())
            XCTAssertEqual(
                description,
                try fixture.expectedDescription(),
                fixture.name
            )
        }
    }

    func testEveryShapeThatIsWrittenIsFrozenOrWereYouGoingToForgetIt() async throws {
        let files = try FrozenSession.play()
        if let name = ProcessInfo.processInfo.environment["FREEZE_STATE_FORMAT"] {
            let description = try await SessionDescription.text(of: files)
            try Fixture.freeze(name, files: files, description: description)
        }
        let frozen = try Fixture.all(ofFormat: StateLine.format).map { try $0.files() }
        let missing = frozen.reduce(StateFileShapes.shapes(of: files)) { shapes, files in
            shapes.subtracting(StateFileShapes.shapes(of: files))
        }
        let name =
            frozen.isEmpty ? "format-\(StateLine.format)" : "format-\(StateLine.format)-<what>"
        XCTAssertTrue(
            missing.isEmpty,
            """
            What is written to disk has changed, and no frozen directory of format \
            \(StateLine.format) has it:
            \(missing.sorted().joined(separator: "\n"))
            Did you forget to freeze one? Is FrozenSession playing all that is new? Should \
            StateLine.format be raised, or even StateLine.minimumReader (see FileFormat.md)? \
            Then freeze it, look at what was made, and check it in:
            FREEZE_STATE_FORMAT=\(name) swift test --filter FrozenFormatTests
            """
        )
    }

    func testSameSessionIsWrittenTheSameEachTime() async throws {
        XCTAssertEqual(try FrozenSession.play(), try FrozenSession.play())
    }

    func testDocumentedFileIsAsTheReaderTakesIt() async throws {
        let article = SourceTree.root
            .appendingPathComponent("Sources/StateRestoration/StateRestoration.docc/FileFormat.md")
        let blocks = try String(contentsOf: article, encoding: .utf8).components(
            separatedBy: "```\n"
        )
        let example = try XCTUnwrap(blocks.first { $0.contains("minimumReader\":3") })
        guard case .state(let state, nil) = StateFileReader.read(Array(example.utf8)) else {
            return XCTFail("The example is not a whole state file.")
        }
        XCTAssertEqual(state.title, "The Good Hawk")
        XCTAssertEqual(Array(state.contents.keys), ["tab:1/book/newNote"])
        guard case .text(let text)? = state.contents["tab:1/book/newNote"] else {
            return XCTFail("The example has no text.")
        }
        XCTAssertEqual(text.string, "agatha guards the wall.")
    }
}
