import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That the cursor of a text comes back, and costs nothing while it follows the typing.
@MainActor
final class TextSelectionTests: XCTestCase {
    private func draft(_ tester: RestorationTester) -> RestorableText {
        let scene = tester.session.scenes.first ?? tester.session.makeScene()
        return RestorableText("draft", in: scene.root)
    }

    /// Types as a text field does: it tells of each edit, and then where the cursor is.
    private func type(_ string: String, at offset: Int, into draft: RestorableText) {
        var offset = offset
        for scalar in string.unicodeScalars {
            draft.replace(offset: offset, removing: "", inserting: String(scalar))
            offset += 1
            draft.selection = TextSelection(at: offset)
        }
    }

    private func records(_ tester: RestorationTester) throws -> [String] {
        let id = tester.session.scenes[0].id
        let path = RestorationTester.path("windows/\(id).state")
        let file = String(decoding: try XCTUnwrap(tester.files.files[path]), as: UTF8.self)
        return file.split(separator: "\n").map(String.init)
    }

    func testNothingIsWrittenForACursorThatFollowsTheTyping() async throws {
        let tester = try RestorationTester()
        let draft = draft(tester)
        tester.session.flush()
        type("Agatha 🦅", at: 0, into: draft)
        draft.replace(offset: 7, removing: "🦅", inserting: "")
        draft.selection = TextSelection(at: 7)
        draft.replace(offset: 0, removing: "A", inserting: "a")
        draft.selection = TextSelection(at: 1)
        tester.session.flush()
        // A header, and the edits.
        XCTAssertEqual(try records(tester).count, 11)
        XCTAssertFalse(try records(tester).contains { $0.contains("\"c\":") })
        tester.files.resetOperations()
        draft.selection = TextSelection(at: 1)
        tester.session.flush()
        XCTAssertEqual(tester.files.operations.filter { $0.byteCount > 0 }.count, 0)
    }

    func testCursorComesBackWhereverItWasHoweverTheRunEnds() async throws {
        let steps: [(name: String, selection: TextSelection, step: (RestorableText) -> Void)] = [
            ("typing", TextSelection(at: 6), { self.type("Agatha", at: 0, into: $0) }),
            ("arrow keys", TextSelection(at: 2), { $0.selection = TextSelection(at: 2) }),
            ("typing there", TextSelection(at: 3), { self.type("🦅", at: 2, into: $0) }),
            (
                "selecting", TextSelection(cursor: 1, anchor: 5),
                { $0.selection = TextSelection(cursor: 1, anchor: 5) }
            ),
            (
                "typing over it", TextSelection(at: 2),
                { draft in
                    draft.replace(offset: 1, removing: "ga🦅t", inserting: "")
                    self.type("x", at: 1, into: draft)
                }
            ),
            (
                // The editor puts the cursor elsewhere than an edit of its own would.
                "undoing", TextSelection(cursor: 1, anchor: 5),
                { draft in
                    draft.replace(offset: 1, removing: "x", inserting: "ga🦅t")
                    draft.selection = TextSelection(cursor: 1, anchor: 5)
                }
            ),
            (
                "emptying", TextSelection(at: 0),
                { $0.replace(offset: 0, removing: "Aga🦅tha", inserting: "") }
            ),
        ]
        for ending in [RestorationTester.Ending.quit, .kill, .powerCut] {
            let tester = try RestorationTester()
            _ = draft(tester)
            for (name, selection, step) in steps {
                step(draft(tester))
                // Read from what was appended, and then from what was written anew.
                for _ in 0..<2 {
                    try tester.restartAndRestore(after: ending)
                    XCTAssertEqual(draft(tester).selection, selection, "\(name), \(ending)")
                    let root = tester.session.scenes[0].root
                    SceneStorage(wrappedValue: "", "other", in: root).wrappedValue += "x"
                }
            }
        }
    }

    /// A kill may fall between an edit and what tells where the cursor went: then it is where the edit
    /// left it.
    func testEveryPrefixOfTheLinesHasACursorThatWasThere() async throws {
        let tester = try RestorationTester()
        let draft = draft(tester)
        tester.session.flush()
        var seen: [(text: String, selection: TextSelection)] = []
        func note() { draft.selection.map { seen.append((draft.string, $0)) } }
        for offset in [0, 1, 2, 1, 0, 3] {
            draft.replace(offset: offset, removing: "", inserting: "\(offset)")
            note()
            draft.selection = TextSelection(cursor: offset, anchor: 0)
            note()
        }
        tester.session.flush()
        let lines = try records(tester).map { $0 + "\n" }
        for count in 2...lines.count {
            let reading = StateFileReader.read(Array(lines.prefix(count).joined().utf8))
            guard case .state(let state, nil) = reading,
                let text = state.contents["draft"]?.text
            else { return XCTFail("\(count): \(reading)") }
            XCTAssertTrue(
                seen.contains { $0.text == text.string && $0.selection == text.selection },
                "\(count): \(text.string), \(String(describing: text.selection))"
            )
        }
    }

    /// What is left is written whole then, and not as an edit.
    func testCursorComesBackAfterABookWasDeleted() async throws {
        let tester = try RestorationTester()
        let book = String(repeating: "sea wall ", count: 40_000)
        do {
            let draft = draft(tester)
            draft.setString("Agatha " + book + "guards")
            draft.replace(offset: 7, removing: book, inserting: "")
            XCTAssertEqual(draft.selection, TextSelection(at: 7))
            XCTAssertEqual(draft.undoHistory, [])
        }
        for ending in [RestorationTester.Ending.kill, .quit] {
            try tester.restartAndRestore(after: ending)
            XCTAssertEqual(draft(tester).string, "Agatha guards")
            XCTAssertEqual(draft(tester).selection, TextSelection(at: 7), "\(ending)")
        }
    }

    func testSelectionIsKeptWithinTheText() async throws {
        let tester = try RestorationTester()
        let draft = draft(tester)
        draft.selection = TextSelection(at: 5)
        XCTAssertNil(draft.selection)
        draft.setString("abc")
        XCTAssertNil(draft.selection)
        draft.selection = TextSelection(cursor: -4, anchor: 90)
        XCTAssertEqual(draft.selection, TextSelection(cursor: 0, anchor: 3))
        draft.setString("")
        XCTAssertNil(draft.selection)
    }

    func testCursorThatMakesNoSenseCostsNoText() async throws {
        let records = [
            #""format":3,"minimumReader":3,"writer":"w""#, #""k":1,"path":"a","t":"one""#,
            #""k":1,"c":"here""#, #""k":1,"c":[2]"#, #""k":2,"path":"b","c":[1,1]"#,
            #""k":1,"c":[9,-9223372036854775808]"#,
        ]
        let bytes = records.enumerated().flatMap { number, record in
            BadFileSetup.line("{\"n\":\(number),\(record)}")
        }
        guard case .state(let state, nil) = StateFileReader.read(bytes) else {
            return XCTFail("Nothing was read.")
        }
        XCTAssertEqual(Array(state.contents.keys), ["a"])
        XCTAssertEqual(state.contents["a"]?.text?.string, "one")
        XCTAssertEqual(
            state.contents["a"]?.text?.selection,
            TextSelection(cursor: 3, anchor: 0)
        )
    }
}
