import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That programs of different versions can take turns with one state directory.
@MainActor
final class UpgradeTests: XCTestCase {
    private let folder = BadFileSetup.folder

    /// A file that this version must not read.
    private func tooNew(_ text: String) -> [UInt8] {
        let minimum = StateLine.format + 1
        return BadFileSetup.line(
            #"{"n":0,"format":99,"minimumReader":\#(minimum),"writer":"tester 99"}"#
        ) + Array(text.utf8)
    }

    /// A file of lines with the members given, which are numbered.
    private func file(_ records: [String]) -> [UInt8] {
        records.enumerated().flatMap { BadFileSetup.line("{\"n\":\($0.offset),\($0.element)}") }
    }

    // MARK: - Downgrade

    func testFilesOfALaterFormatAreLeftAsTheyAreWhateverThisOneDoes() async throws {
        let setup = try BadFileSetup()
        let tester = setup.tester
        tester.configuration.recentlyClosedLimit = 1
        let later = [
            "windows/\(setup.id).state", "windows/later.state", "windows/later.state.7.new",
            "closed/laterclosed.state",
        ]
        for name in later { tester.files.setContents("\(folder)/\(name)", tooNew(name)) }
        for (round, ending) in [RestorationTester.Ending.quit, .kill, .powerCut, .quit].enumerated()
        {
            try tester.start()
            setup.assertGoodWindow("\(round)")
            let reasons = tester.session.report.complaints.map(\.reason)
            XCTAssertEqual(reasons.count, 4, "\(round)")
            XCTAssertTrue(reasons.allSatisfy { $0.contains("tester 99 in the later format 99") })
            // Windows go on being opened, closed and thrown away.
            for number in 1...3 {
                let scene = tester.session.makeScene()
                scene.title = "\(round), \(number)"
                tester.clock.advance(by: .seconds(60))
                tester.session.close(scene)
            }
            tester.session.makeScene().title = "new \(round)"
            tester.end(ending)
            for name in later {
                XCTAssertEqual(
                    tester.files.files["\(folder)/\(name)"],
                    tooNew(name),
                    "\(name), \(round)"
                )
            }
        }
        try tester.start()
        XCTAssertEqual(
            tester.session.scenes.map(\.title),
            ["new 3", "new 2", "new 1", "new 0", "good"]
        )
        // They have kept their place behind the others.
        tester.session.flush()
        let index = String(
            decoding: try XCTUnwrap(tester.files.files["\(folder)/session.json"]),
            as: UTF8.self
        )
        XCTAssertTrue(index.contains("\"\(setup.id)\""), index)
        XCTAssertTrue(index.contains("\"later\""), index)
    }

    func testClosedWindowOfALaterFormatIsNotThrownAwayWhenTheListOverflows() async throws {
        let setup = try BadFileSetup()
        let tester = setup.tester
        tester.configuration.recentlyClosedLimit = 2
        try tester.start()
        tester.session.close(try XCTUnwrap(tester.session.scenes.first { $0.id == setup.id }))
        tester.end(.quit)
        // A later version has closed it, and its index lists it.
        let path = "\(folder)/closed/\(setup.id).state"
        tester.files.setContents(path, tooNew("closed"))
        for _ in 0..<3 {
            try tester.start()
            for _ in 0..<3 {
                tester.clock.advance(by: .seconds(60))
                tester.session.close(tester.session.makeScene())
            }
            tester.end(.quit)
            XCTAssertEqual(tester.files.files[path], tooNew("closed"))
        }
        try tester.start()
        let reopened = await tester.session.reopen(setup.id)
        XCTAssertNil(reopened)
        XCTAssertEqual(tester.files.files[path], tooNew("closed"))
    }

    func testReopeningAWindowOfALaterFormatSaysWhyItCannotBe() async throws {
        let setup = try BadFileSetup()
        try setup.tester.start()
        let scene = try XCTUnwrap(setup.tester.session.scenes.first { $0.id == setup.id })
        setup.tester.session.close(scene)
        setup.tester.session.flush()
        let path = "\(folder)/closed/\(setup.id).state"
        setup.tester.files.setContents(path, tooNew("closed"))
        let reopened = await setup.tester.session.reopen(setup.id)
        XCTAssertNil(reopened)
        let reason = try XCTUnwrap(setup.tester.session.report.complaints.last?.reason)
        XCTAssertTrue(reason.contains("tester 99"), reason)
        setup.tester.session.flush()
        XCTAssertEqual(setup.tester.files.files[path], tooNew("closed"))
    }

    func testLaterCopyThatAClosingWouldReplaceIsKept() async throws {
        let setup = try BadFileSetup()
        let path = "\(folder)/closed/\(setup.id).state"
        setup.tester.files.setContents(path, tooNew("closed"))
        try setup.tester.start()
        let scene = try XCTUnwrap(setup.tester.session.scenes.first { $0.id == setup.id })
        setup.tester.session.close(scene)
        setup.tester.end(.quit)
        XCTAssertEqual(setup.quarantined, [tooNew("closed")])
    }

    func testIndexOfALaterFormatIsSetAside() async throws {
        let setup = try BadFileSetup()
        let minimum = StateLine.format + 1
        let index = Array(
            #"{"format":99,"minimumReader":\#(minimum),"writer":"tester 99","order":{}}"#.utf8
        )
        setup.tester.files.setContents("\(folder)/session.json", index)
        try setup.tester.start()
        XCTAssertEqual(setup.tester.session.scenes.count, 2)
        let complaint = try XCTUnwrap(setup.tester.session.report.complaints.first)
        XCTAssertEqual(complaint.outcome, .note)
        XCTAssertTrue(complaint.reason.contains("tester 99"), complaint.reason)
        setup.tester.session.flush()
        XCTAssertEqual(setup.quarantined, [index])
    }

    func testWhatALaterVersionAddedIsWrittenAgain() async throws {
        let setup = try BadFileSetup()
        let tester = setup.tester
        tester.files.setContents(
            setup.path,
            file([
                #""format":99,"minimumReader":1,"writer":"tester 99","mood":"calm""#,
                #""title":"bad""#,
                #""weather":[1,2.5,null]"#,
                #""k":1,"path":"colour","v":{"rgb":[1]}"#,
                #""k":2,"path":"shape","curve":3"#,
                #""k":3,"path":"number","v":5"#,
                #""title":"more","font":1"#,
                #""closed":"yesterday""#,
            ])
        )
        try addToIndex(#""groups":[["a"],1]"#, setup)
        for round in 6...8 {
            try tester.start()
            let scene = try XCTUnwrap(tester.session.scenes.first { $0.title == "bad" })
            XCTAssertEqual(scene.storedValue(at: "number"), .int(round - 1))
            XCTAssertEqual(scene.storedKeys(), ["colour", "number", "shape"])
            XCTAssertEqual(tester.session.report.complaints, [])
            SceneStorage(wrappedValue: 0, "number", in: scene.root).wrappedValue = round
            tester.session.activate(scene)
            tester.end(round == 7 ? .kill : .quit)
            let text = try text(setup.path, tester)
            for part in [
                #""mood":"calm""#, #""weather":[1,2.5,null]"#, #""v":{"rgb":[1]}"#, #""curve":3"#,
                #""v":\#(round)"#, #""title":"more","font":1"#, #""closed":"yesterday""#,
            ] {
                XCTAssertTrue(text.contains(part), "\(part), \(round)")
            }
            let index = try self.text("\(folder)/session.json", tester)
            XCTAssertTrue(index.contains(#""groups":[["a"],1]"#), index)
        }
    }

    private func text(_ path: String, _ tester: RestorationTester) throws -> String {
        String(decoding: try XCTUnwrap(tester.files.files[path], path), as: UTF8.self)
    }

    private func addToIndex(_ member: String, _ setup: BadFileSetup) throws {
        let path = "\(folder)/session.json"
        let index = try text(path, setup.tester).replacingOccurrences(
            of: "}\n",
            with: ",\(member)}"
        )
        setup.tester.files.setContents(path, Array(index.utf8))
    }

    // MARK: - Upgrade

    func testOlderFormatIsReadAndItsFileKeptBeforeTheFirstRewrite() async throws {
        let setup = try BadFileSetup()
        let tester = setup.tester
        let older = file([
            #""format":\#(StateLine.format - 1),"minimumReader":0,"writer":"tester 0","records":2"#,
            #""title":"old""#,
            #""k":1,"path":"draft","t":"From an older day""#,
        ])
        tester.files.setContents(setup.path, older)
        let formats = Recorder()
        tester.configuration.shouldRestore = { candidate in
            formats.add(candidate.format)
            return .restore
        }
        try tester.start()
        XCTAssertEqual(formats.all.sorted(), [StateLine.format - 1, StateLine.format])
        XCTAssertEqual(tester.session.report.complaints, [])
        let scene = try XCTUnwrap(tester.session.scenes.first { $0.title == "old" })
        let draft = RestorableText("draft", in: scene.root)
        XCTAssertEqual(draft.string, "From an older day")
        let kept = "\(folder)/previous-session/\(setup.id).state"
        XCTAssertEqual(tester.files.files[kept], older)

        tester.files.resetOperations()
        draft.replace(offset: 0, removing: "", inserting: "No: ")
        tester.session.flush()
        XCTAssertEqual(tester.files.files[kept], older)
        let header = try XCTUnwrap(text(setup.path, tester).split(separator: "\n").first)
        XCTAssertTrue(header.contains("\"format\":\(StateLine.format),"), "\(header)")
        XCTAssertTrue(header.contains("\"writer\":\"tester 1\""), "\(header)")

        try tester.restartAndRestore()
        let copies = tester.session.scenes.filter { $0.title == "old" }
        XCTAssertEqual(
            copies.map { $0.storedValue(at: "draft") },
            [.string("No: From an older day")]
        )
    }
}

private final class Recorder: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Int] = []

    var all: [Int] { lock.withLock { values } }

    func add(_ value: Int) { lock.withLock { values.append(value) } }
}
