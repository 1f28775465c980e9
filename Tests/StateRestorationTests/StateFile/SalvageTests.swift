import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That a damaged line costs what stood in it and no more, and that no text comes back that never
/// stood in the field.
@MainActor
final class SalvageTests: XCTestCase {
    /// A window that was worked in, and all that ever stood in its texts.
    private struct Work {
        var bytes: [UInt8]
        var texts: [String: [String]] = [:]

        var lines: [[UInt8]] { BadFileSetup.lines(of: bytes) }

        /// The file with one line in which nothing is as it was.
        func damaging(_ numbers: Int...) -> [UInt8] {
            var lines = lines
            for number in numbers { lines[number] = Array("damage\n".utf8) }
            return Array(lines.joined())
        }
    }

    /// Plays some work, of which the first part is in the snapshot and the second in the log.
    private func work(
        _ snapshot: (RestorationScope, (String) -> Void) -> Void = { _, _ in },
        _ log: (RestorationScope, (String) -> Void) -> Void
    ) throws -> Work {
        let tester = try RestorationTester()
        var work = Work(bytes: [])
        let scene = tester.session.makeScene()
        scene.title = "worked in"
        let note: (String) -> Void = { path in
            work.texts[path, default: [""]].append(scene.text(at: path)?.string ?? "")
        }
        snapshot(scene.root, note)
        tester.session.flush()
        log(scene.root, note)
        tester.session.flush()
        let path = RestorationTester.path("windows/\(scene.id).state")
        work.bytes = try XCTUnwrap(tester.files.files[path])
        return work
    }

    private func type(_ string: String, at offset: Int, _ text: RestorableText, _ done: () -> Void)
    {
        for (index, scalar) in string.unicodeScalars.enumerated() {
            text.replace(offset: offset + index, removing: "", inserting: String(scalar))
            done()
        }
    }

    /// Two texts that were edited by turns, one that was begun late, and values in between.
    private func ordinaryWork() throws -> Work {
        try work({ root, note in
            let (one, two) = (RestorableText("one", in: root), RestorableText("two", in: root))
            one.setString("Agatha guards")
            note("one")
            type(" it", at: 13, one) { note("one") }
            two.setString("The sea wall")
            note("two")
            _ = root.scene?.setValue(.int(1), at: "zoom")
        }) { root, note in
            let (one, two) = (RestorableText("one", in: root), RestorableText("two", in: root))
            type(" 🦅", at: 16, one) { note("one") }
            _ = root.scene?.setValue(.int(2), at: "zoom")
            type("great ", at: 4, two) { note("two") }
            _ = root.scene?.setValue(.string("c|agatha"), at: "character")
            one.replace(offset: 0, removing: "Agatha", inserting: "Skye")
            note("one")
            type("!", at: 16, one) { note("one") }
            let late = RestorableText("late", in: root)
            type("new", at: 0, late) { note("late") }
            two.replace(offset: 0, removing: "The ", inserting: "")
            note("two")
            late.replace(offset: 2, removing: "w", inserting: "")
            note("late")
            _ = root.scene?.setValue(.int(3), at: "zoom")
            _ = root.scene?.setValue(.string("c|skye"), at: "character")
            type("t", at: 2, late) { note("late") }
            root.scene?.title = "renamed"
        }
    }

    /// What a line is about, and what it inserted, told without the reader.
    private func subjects(_ lines: [[UInt8]]) -> [(path: String?, inserted: String)] {
        var paths: [Int: String] = [:]
        return lines.map { line in
            let reading = line.dropLast().withUnsafeBufferPointer(StateLine.read)
            guard case .record(let members) = reading else { return (nil, "") }
            let record = JSONValue.object(members)
            guard let key = record["k"]?.intValue else { return (nil, "") }
            if let path = record["path"]?.stringValue { paths[key] = path }
            let strings = record["s"]?.arrayValue?.compactMap(\.stringValue)
            return (paths[key], strings?.last ?? "")
        }
    }

    func testEachLineInTurnCostsWhatStoodInIt() async throws {
        let work = try ordinaryWork()
        guard case .state(let whole, nil) = StateFileReader.read(work.bytes) else {
            return XCTFail("The file is not whole.")
        }
        let subjects = subjects(work.lines)
        XCTAssertGreaterThan(work.lines.count, 25)
        for number in work.lines.indices {
            let reading = StateFileReader.read(work.damaging(number))
            guard case .state(let state, let damage?) = reading else {
                return XCTFail("\(number): \(reading)")
            }
            XCTAssertEqual(damage.unnamedCount, 0, "\(number)")
            for (path, content) in whole.contents where subjects[number].path != path {
                XCTAssertEqual(
                    state.contents[path].map(text),
                    text(content),
                    "\(path) after damage to line \(number + 1)"
                )
            }
            guard let path = subjects[number].path, let texts = work.texts[path] else { continue }
            let found = state.contents[path]?.text?.string ?? ""
            XCTAssertTrue(texts.contains(found), "\(number): “\(found)” was never there.")
            let salvaged = damage.salvagedTexts.filter { $0.path == path }.flatMap(\.pieces)
            let later = subjects[(number + 1)...].filter { $0.path == path }.map(\.inserted)
            for letter in later.joined() where letter != "w" {
                let isThere = found.contains(letter) || salvaged.joined().contains(letter)
                XCTAssertTrue(isThere, "\(letter) after damage to line \(number + 1)")
            }
        }
    }

    private func text(_ content: SceneContent) -> String {
        if let text = content.text { return "text " + text.string }
        return "\(content)"
    }

    func testNoPairOfLinesLeavesATextThatWasNeverWritten() async throws {
        let work = try ordinaryWork()
        for first in work.lines.indices {
            for second in work.lines.indices where second > first {
                let reading = StateFileReader.read(work.damaging(first, second))
                guard case .state(let state, _) = reading else {
                    return XCTFail("\(first), \(second): \(reading)")
                }
                for (path, texts) in work.texts {
                    let found = state.contents[path]?.text?.string ?? ""
                    XCTAssertTrue(texts.contains(found), "\(first), \(second): “\(found)”")
                }
            }
        }
    }

    func testLaterEditsAreOfferedBesideTheTextBeforeTheGap() async throws {
        let work = try work { root, note in
            let draft = RestorableText("draft", in: root)
            draft.setString("The hawk.")
            type(" sees", at: 8, draft) {}
            draft.replace(offset: 0, removing: "", inserting: "Look: ")
            draft.replace(offset: 6, removing: "T", inserting: "t")
            draft.replace(offset: 5, removing: " t", inserting: " T")
        }
        // The “s” of “sees”.
        let number = try XCTUnwrap(
            work.lines.firstIndex { line in
                String(decoding: line, as: UTF8.self).contains("[9,\"s\"")
            }
        )
        guard case .state(let state, let damage?) = StateFileReader.read(work.damaging(number))
        else { return XCTFail("Nothing was read.") }
        XCTAssertEqual(state.contents["draft"]?.text?.string, "The hawk .")
        XCTAssertEqual(
            damage.salvagedTexts,
            [SalvagedText(path: "draft", pieces: ["ees", "Look: ", "t", " T"])]
        )
    }

    /// The length and what is removed agree afterwards; the text would be a mixture all the same.
    func testWordThatWasReplacedByOneOfTheSameLengthIsMissed() async throws {
        let work = try work { root, _ in
            let draft = RestorableText("draft", in: root)
            draft.setString("Skye flies.")
            draft.replace(offset: 0, removing: "Skye", inserting: "Aoki")
            draft.replace(offset: 10, removing: "", inserting: " home")
        }
        let reading = StateFileReader.read(work.damaging(work.lines.count - 2))
        guard case .state(let state, let damage?) = reading else { return XCTFail("\(reading)") }
        XCTAssertEqual(state.contents["draft"]?.text?.string, "Skye flies.")
        XCTAssertEqual(damage.salvagedTexts.map(\.pieces), [[" home"]])
    }

    func testTextThatIsWrittenWholeBehindTheDamageIsWhole() async throws {
        let work = try work { root, _ in
            let draft = RestorableText("draft", in: root)
            type("abc", at: 0, draft) {}
            draft.setString("")
            draft.setString("another one")
            type(", and more", at: 11, draft) {}
        }
        for number in 1...4 {
            let reading = StateFileReader.read(work.damaging(work.lines.count - 11 - number))
            guard case .state(let state, let damage?) = reading else {
                return XCTFail("\(reading)")
            }
            XCTAssertEqual(state.contents["draft"]?.text?.string, "another one, and more")
            XCTAssertEqual(damage.salvagedTexts, [])
        }
    }

    func testValuesWhoseNamesAreDamagedAreKeptOutAndTold() async throws {
        let work = try work({ root, _ in _ = root.scene?.setValue(.int(1), at: "zoom") }) {
            root,
            _ in
            let draft = RestorableText("draft", in: root)
            type("abcd", at: 0, draft) {}
            for number in 0..<4 { _ = root.scene?.setValue(.int(number), at: "page") }
        }
        let count = work.lines.count
        let bytes = work.damaging(count - 8, count - 7, count - 4, count - 3)
        guard case .state(let state, let damage?) = StateFileReader.read(bytes) else {
            return XCTFail("Nothing was read.")
        }
        XCTAssertEqual(Array(state.contents.keys), ["zoom"])
        XCTAssertEqual(damage.unnamedCount, 4)
        XCTAssertEqual(damage.salvagedTexts, [SalvagedText(path: nil, pieces: ["cd"])])
        XCTAssertTrue(damage.sentences.contains("names are damaged: 4."), damage.sentences)
    }

    func testEditsOfOlderFormatsGoOnWhereNoLineIsMissing() async throws {
        let records = [
            #""format":2,"minimumReader":1,"writer":"old","records":2"#,
            #""k":1,"path":"one","t":"one""#, #""k":2,"path":"two","t":"two""#,
            #""k":1,"s":[3,"","1"]"#, #""k":2,"s":[3,"","2"]"#, #""k":1,"s":[4,"","!"]"#,
            #""k":2,"s":[4,"","?"]"#, #""k":3,"path":"zoom","v":5"#,
        ]
        var lines = records.enumerated().map { number, record in
            BadFileSetup.line("{\"n\":\(number),\(record)}")
        }
        lines[4] = Array("damage\n".utf8)
        guard case .state(let state, let damage?) = StateFileReader.read(Array(lines.joined()))
        else { return XCTFail("Nothing was read.") }
        // Without lengths there is no telling which text the line was about.
        XCTAssertEqual(state.contents["one"]?.text?.string, "one1")
        XCTAssertEqual(state.contents["two"]?.text?.string, "two")
        XCTAssertEqual(
            damage.salvagedTexts,
            [SalvagedText(path: "one", pieces: ["!"]), SalvagedText(path: "two", pieces: ["?"])]
        )
        guard case .value(.int(5))? = state.contents["zoom"] else { return XCTFail("zoom") }
    }

    func testDamagedHeaderCostsNothingButItself() async throws {
        let work = try ordinaryWork()
        guard case .state(let whole, nil) = StateFileReader.read(work.bytes),
            case .state(let state, let damage?) = StateFileReader.read(work.damaging(0))
        else { return XCTFail("Nothing was read.") }
        XCTAssertTrue(damage.isInSnapshot)
        XCTAssertEqual(state.title, whole.title)
        XCTAssertEqual(state.nextSequence, whole.nextSequence)
        XCTAssertEqual(state.contents.mapValues(text), whole.contents.mapValues(text))
    }

    func testDamagedHeaderOfALaterVersionLeavesTheFileAlone() async throws {
        let work = try ordinaryWork()
        var header = BadFileSetup.line(#"{"n":0,"format":99,"minimumReader":99,"writer":"w"}"#)
        header[0] ^= 1
        let bytes = header + Array(work.lines.dropFirst().joined())
        let reading = StateFileReader.read(bytes)
        guard case .tooNew(_, format: 99) = reading else { return XCTFail("\(reading)") }
    }
}

// MARK: - In a session

extension SalvageTests {
    func testReportOffersWhatWasTypedBehindTheDamage() async throws {
        let setup = try BadFileSetup()
        var lines = BadFileSetup.lines(of: setup.bytesWithLog)
        lines[7][15] ^= 1
        let bytes = Array(lines.joined())
        setup.tester.files.setContents(setup.path, bytes)
        try setup.tester.start()
        let session = setup.tester.session
        let entry = try XCTUnwrap(session.report.complaints.first)
        XCTAssertEqual(entry.code, .damagedFile)
        XCTAssertEqual(entry.salvagedTexts, [SalvagedText(path: "3", pieces: ["bc"])])
        XCTAssertTrue(entry.reason.contains("“3”"), entry.reason)
        let scene = try XCTUnwrap(session.scenes.first { $0.id == setup.id })
        XCTAssertEqual(scene.storedValue(at: "3"), .string("text 3"))
        XCTAssertEqual(scene.storedKeys(), ["0", "1", "2", "3", "4"])
        session.flush()
        XCTAssertEqual(setup.quarantined, [bytes])
        try setup.tester.restartAndRestore()
        XCTAssertEqual(setup.tester.session.report.complaints, [])
    }
}
