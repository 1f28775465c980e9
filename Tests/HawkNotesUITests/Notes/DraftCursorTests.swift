import DisplayTestSupport
import GTKBridge
import Phrases
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesUI

/// The cursor of a draft, after the program has ended in any way.
final class DraftCursorTests: DisplayTestCase {
    @MainActor
    private static func composer(_ window: MainWindow) throws -> Composer {
        try XCTUnwrap(window.tabController.page.notes?.composer)
    }

    /// Types at the cursor, as keys do.
    @MainActor
    private static func type(_ word: String, into buffer: TextBuffer) {
        for letter in word {
            let cursor = buffer.selection.cursor
            buffer.apply(TextBuffer.Edit(offset: cursor, removed: "", inserted: String(letter)))
        }
    }

    func testCursorIsWhereItWas() throws {
        let steps: [(name: String, step: @MainActor (TextBuffer) -> Void)] = [
            ("typing", { Self.type("Agatha guards", into: $0) }),
            ("arrow keys", { $0.selection = (6, 6) }),
            ("typing there", { Self.type(" 🦅", into: $0) }),
            ("selecting", { $0.selection = (2, 8) }),
            ("undoing", { $0.undo() }),
            ("elsewhere", { $0.apply(TextBuffer.Edit(offset: 0, removed: "A", inserted: "a")) }),
        ]
        for ending in [RestorationTester.Ending.kill, .quit] {
            try withProgram { program in
                var buffer = try Self.composer(program.openWindow()).field.buffer
                for (name, step) in steps {
                    step(buffer)
                    let (text, selection) = (buffer.text, buffer.selection)
                    buffer = try Self.composer(program.restart(after: ending)[0]).field.buffer
                    XCTAssertEqual(buffer.text, text, name)
                    XCTAssertTrue(buffer.selection == selection, "\(name): \(buffer.selection)")
                }
            }
        }
    }

    func testTheCursorOfALongDraftIsVisible() throws {
        for (lines, part) in [(300, 1.0), (3_000, 1.0), (3_000, 0.5)] {
            try withProgram { program in
                let text = (0..<lines).map { "Line \($0)" }.joined(separator: "\n")
                let buffer = try Self.composer(program.openWindow()).field.buffer
                buffer.apply(TextBuffer.Edit(offset: 0, removed: "", inserted: text))
                let place = Int(Double(text.count) * part)
                buffer.selection = (place, place)
                let window = try program.restart(presented: true)[0]
                let field = try Self.composer(window).field
                XCTAssertTrue(MainLoop.run { field.isMapped })
                for _ in 0..<2 {
                    field.waitUntilDrawn()
                    // All lines have their heights.
                    MainLoop.drain()
                }
                field.waitUntilDrawn()
                XCTAssertEqual(field.buffer.selection.cursor, place)
                XCTAssertNotNil(field.visibleFrame(ofOffset: place), "\(lines), \(part)")
            }
        }
    }

    func testSelectionThatWasAValueOfItsOwnIsTakenOver() throws {
        try withProgram { program in
            let window = program.openWindow()
            Self.type("Agatha guards", into: try Self.composer(window).field.buffer)
            let scene = try XCTUnwrap(program.session.scenes.first)
            let path = try XCTUnwrap(scene.storedKeys().first { $0.hasSuffix("/newNote") })
            let page = RestorationScope.components(of: path).dropLast()
                .reduce(scene.root) { $0.scope($1) }
            SceneStorage(wrappedValue: "", "newNoteSelection", in: page).wrappedValue = "3,5"
            for _ in 0..<2 {
                let buffer = try Self.composer(program.restart()[0]).field.buffer
                XCTAssertTrue(buffer.selection == (3, 5), "\(buffer.selection)")
                let keys = program.session.scenes.flatMap { $0.storedKeys() }
                XCTAssertFalse(keys.contains { $0.hasSuffix("Selection") })
            }
        }
    }
}
