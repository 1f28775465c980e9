import StateRestorationTesting
import XCTest

@testable import StateRestoration

extension Program {
    /// Where the windows of a session go on that has lost its directory.
    static let away = URL(fileURLWithPath: "/away")

    /// Runs the program on the other directory.
    func runAway(
        _ restore: @MainActor (RestorationSession) throws -> Void = RestorationTester.restoreAll
    ) throws -> RestorationSession {
        let own = configuration.directory
        configuration.directory = Program.away
        defer { configuration.directory = own }
        return try run(restore)
    }

    /// Leaves windows with a draft of these titles in the other directory, the last one in front.
    func leaveAway(_ titles: String...) throws {
        let session = try runAway()
        for title in titles { session.open(title) }
        session.terminate()
    }

    /// The files of the other directory, but for its lock.
    var filesAway: [String: [UInt8]] {
        files.files.filter { $0.key.hasPrefix("/away/") && $0.key != "/away/lock" }
    }
}

extension RestorationSession {
    /// Opens a window with a bit of all that one can hold.
    @discardableResult
    func openRich(_ title: String) -> RestorationScene {
        let scene = makeScene()
        scene.title = title
        let text = RestorableText("draft", in: scene.root)
        text.replace(offset: 0, removing: "", inserting: "Größe 👩‍👩‍👧 e\u{301} — first line\n")
        text.replace(offset: 0, removing: "Gr", inserting: "gr")
        text.selection = TextSelection(cursor: 3, anchor: 7)
        SceneStorage(wrappedValue: 0, "tab", in: scene.root).wrappedValue = 3
        let path = "b|Emma::c|Mr. Knightley"
        SceneStorage(wrappedValue: "", "path", in: scene.root).wrappedValue = path
        let dialog = scene.root.scope("dialog")
        dialog.presentedClass = "Dialog"
        SceneStorage(wrappedValue: "", "name", in: dialog).wrappedValue = "half a náme"
        return scene
    }

    /// What the open windows hold, by title.
    var contentsByTitle: [String: [String: SceneContent]] {
        Dictionary(scenes.map { ($0.title, $0.contents) }, uniquingKeysWith: { first, _ in first })
    }

    var titles: [String] { scenes.map(\.title) }
}

/// That windows hold the same, cursors included.
func assertSame(
    _ contents: [String: SceneContent]?,
    _ expected: [String: SceneContent]?,
    _ message: String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {
    guard let contents, let expected else {
        return XCTFail("missing " + message, file: file, line: line)
    }
    XCTAssertTrue(contents.holdsTheSame(as: expected), message, file: file, line: line)
    for (path, content) in expected {
        guard case .text(let text) = content else { continue }
        let selection = contents[path]?.text?.selection
        XCTAssertEqual(selection, text.selection, message, file: file, line: line)
    }
}

/// That the body throws an error of this code.
@MainActor
func assertThrowsRestorationError(
    _ code: RestorationError.Code,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @MainActor () async throws -> Void
) async {
    do {
        try await body()
        XCTFail("nothing was thrown", file: file, line: line)
    } catch {
        XCTAssertEqual((error as? RestorationError)?.code, code, file: file, line: line)
    }
}
