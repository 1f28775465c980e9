import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That each way in which a file can be wrong has its own line in the report, and costs what it
/// must and no more.
@MainActor
final class StateFileProblemTests: XCTestCase {
    private struct Case {
        var name: String
        var bytes: [UInt8]
        var sentence: String
        /// The values that come back; `nil` when the window does not.
        var keys: [String]?
        var outcome = RestorationReport.Entry.Outcome.partial
    }

    private func contentCases(_ setup: BadFileSetup) -> [Case] {
        let lines = setup.lines
        func file(_ change: (inout [[UInt8]]) -> Void) -> [UInt8] {
            var lines = lines
            change(&lines)
            return Array(lines.joined())
        }
        func bad(_ name: String, _ bytes: [UInt8], _ sentence: String) -> Case {
            Case(name: name, bytes: bytes, sentence: sentence, outcome: .notRestored)
        }
        return [
            bad("empty", [], "It is empty."),
            bad("not ours", Array("notes\n".utf8), "It does not begin as a state file does."),
            bad(
                "zeros",
                Array(repeating: 0, count: 4096),
                "It does not begin as a state file does."
            ),
            bad(
                "no header",
                BadFileSetup.line("{\"n\":0,\"title\":\"bad\"}"),
                "It does not begin as a state file does."
            ),
            bad("cut header", Array(setup.bytes.prefix(30)), "Its last line, line 1, is cut off."),
            bad("short header", Array(setup.bytes.prefix(5)), "Its last line, line 1, is cut off."),
            Case(
                name: "flipped header",
                bytes: file { $0[0][20] ^= 1 },
                sentence: "Its line 1 does not match its checksum.",
                keys: ["0", "1", "2", "3", "4"]
            ),
            bad(
                "header is no JSON",
                BadFileSetup.line("{\"n\":0,"),
                "Its line 1 is no JSON object, although its checksum is right."
            ),
            Case(
                name: "cut snapshot",
                bytes: Array(setup.bytes.dropLast(5)),
                sentence: "Its last line, line 7, is cut off.",
                keys: ["0", "1", "2", "3"]
            ),
            Case(
                name: "records missing",
                bytes: file { $0.removeLast(2) },
                sentence: "It ends after 4 of 6 records that were written in one piece.",
                keys: ["0", "1", "2"]
            ),
            Case(
                name: "checksum",
                bytes: file { $0[4][12] ^= 0x40 },
                sentence: "Its line 5 does not match its checksum.",
                keys: ["0", "1", "3", "4"]
            ),
            Case(
                name: "no JSON",
                bytes: file { $0[4] = BadFileSetup.line("[1]") },
                sentence: "Its line 5 is no JSON object, although its checksum is right.",
                keys: ["0", "1", "3", "4"]
            ),
            Case(
                name: "swapped",
                bytes: file { $0.swapAt(3, 4) },
                sentence: "Its line 4 is out of order.",
                keys: ["0", "1", "2", "3", "4"]
            ),
            Case(
                name: "repeated",
                bytes: file { $0.insert($0[3], at: 4) },
                sentence: "Its line 5 is out of order.",
                keys: ["0", "1", "2", "3", "4"]
            ),
            Case(
                name: "unnamed",
                bytes: file { $0[4] = BadFileSetup.line("{\"n\":4,\"k\":3,\"t\":\"x\"}") },
                sentence: "Its line 5 is about a value that was never named.",
                keys: ["0", "1", "3", "4"]
            ),
        ]
    }

    func testEveryWayOfBeingWrongIsNamedAndTheFileIsSetAside() async throws {
        for index in try contentCases(BadFileSetup()).indices {
            let setup = try BadFileSetup()
            let bad = contentCases(setup)[index]
            setup.tester.files.setContents(setup.path, bad.bytes)
            try setup.tester.start()
            setup.assertGoodWindow(bad.name)
            let complaints = setup.tester.session.report.complaints
            XCTAssertEqual(complaints.count, 1, bad.name)
            let entry = try XCTUnwrap(complaints.first, bad.name)
            XCTAssertEqual(entry.scene, setup.id, bad.name)
            XCTAssertEqual(entry.outcome, bad.outcome, bad.name)
            XCTAssertTrue(entry.reason.contains(bad.sentence), "\(bad.name): \(entry.reason)")
            XCTAssertTrue(entry.reason.contains(setup.path), "\(bad.name): \(entry.reason)")
            let scene = setup.tester.session.scenes.first { $0.id == setup.id }
            XCTAssertEqual(scene?.storedKeys(), bad.keys, bad.name)
            setup.tester.session.flush()
            XCTAssertEqual(setup.quarantined, [bad.bytes], bad.name)
            // The next launch has nothing to complain of.
            try setup.tester.restartAndRestore()
            XCTAssertEqual(setup.tester.session.report.complaints, [], bad.name)
            setup.assertGoodWindow(bad.name)
        }
    }

    func testWhatCannotBeReadIsNamed() async throws {
        let cases: [(code: POSIXErrorCode, sentence: String)] = [
            (.EISDIR, "It is a directory."),
            (.ELOOP, "It is a symbolic link, which is never followed."),
            (.EINVAL, "It is not a regular file."),
            (.EACCES, "Reading it is not permitted."),
            (.EFBIG, "It is larger than 512 MB."),
            (.EIO, "Reading it failed: Input/output error."),
        ]
        for (code, sentence) in cases {
            let setup = try BadFileSetup()
            let session = try open(setup, failing: code)
            setup.assertGoodWindow(in: session, "\(code)")
            let entry = try XCTUnwrap(session.report.complaints.first, "\(code)")
            XCTAssertEqual(session.report.complaints.count, 1, "\(code)")
            XCTAssertEqual(entry.outcome, .notRestored, "\(code)")
            XCTAssertEqual(entry.scene, setup.id, "\(code)")
            XCTAssertTrue(entry.reason.hasSuffix(sentence), "\(code): \(entry.reason)")
            session.flush()
            XCTAssertEqual(setup.quarantined, [setup.bytes], "\(code)")
            session.terminate()
        }
    }

    func testIndexThatCannotBeReadIsNamedAndSetAside() async throws {
        let setup = try BadFileSetup()
        setup.tester.files.setKind("\(BadFileSetup.folder)/session.json", .symbolicLink)
        try setup.tester.start()
        XCTAssertEqual(setup.tester.session.scenes.count, 2)
        let entry = try XCTUnwrap(setup.tester.session.report.complaints.first)
        XCTAssertEqual(entry.outcome, .note)
        XCTAssertTrue(entry.reason.hasSuffix("which is never followed."), entry.reason)
        try setup.tester.restartAndRestore()
        XCTAssertEqual(setup.tester.session.report.complaints, [])
    }

    func testFileIsLeftForTheNextLaunchWhenTheMachineLacksSomething() async throws {
        let setup = try BadFileSetup()
        let session = try open(setup, failing: .EMFILE)
        setup.assertGoodWindow(in: session)
        XCTAssertEqual(session.report.complaints.map(\.outcome), [.notRestored])
        session.flush()
        XCTAssertEqual(setup.quarantined, [])
        session.terminate()
        try setup.tester.start()
        XCTAssertEqual(setup.tester.session.scenes.map(\.title), ["good", "bad"])
        XCTAssertEqual(setup.tester.session.report.complaints, [])
    }

    /// Opens a session to which the bad window's file gives this error.
    private func open(
        _ setup: BadFileSetup,
        failing code: POSIXErrorCode
    ) throws -> RestorationSession {
        var environment = RestorationEnvironment.inMemory(
            files: setup.tester.files,
            clock: setup.tester.clock
        )
        let (read, path) = (environment.fileSystem.read, setup.path)
        environment.fileSystem.read = { name, limit in
            if name == path { throw POSIXError(code) }
            return try read(name, limit)
        }
        let session = try RestorationSession.open(
            setup.tester.configuration,
            environment: environment
        )
        RestorationTester.restoreAll(session)
        return session
    }

    func testThingsThatAreNoFilesAreNamedOnTheRealDisk() async throws {
        let root = try TemporaryDirectory()
        let file = root.url.appendingPathComponent("windows/a.state").path
        let directory = StateDirectory(path: root.url.path, fileSystem: .live)
        try directory.fileSystem.createDirectory(directory.windows)
        func problem() -> StateFileProblem? {
            guard case .unreadable(let problem)? = directory.readState(file)?.reading else {
                return nil
            }
            return problem
        }
        XCTAssertNil(directory.readState(file))
        try directory.fileSystem.createDirectory(file)
        XCTAssertEqual(problem(), .directory)
        try directory.fileSystem.remove(file)
        XCTAssertEqual(symlink("/etc/passwd", file), 0)
        XCTAssertEqual(problem(), .symbolicLink)
        try directory.fileSystem.remove(file)
        XCTAssertEqual(mkfifo(file, 0o600), 0)
        XCTAssertEqual(problem(), .otherKind)
        try directory.fileSystem.remove(file)
        try directory.fileSystem.create(file, [])
        XCTAssertEqual(problem(), .empty)
        // A hole as large as that takes no room.
        XCTAssertEqual(truncate(file, StateDirectory.fileSizeLimit + 1), 0)
        XCTAssertEqual(problem(), .tooLarge)
        XCTAssertEqual(chmod(file, 0), 0)
        try asOrdinaryUser(owning: root.url.path) {
            XCTAssertEqual(problem(), .notPermitted)
        }
    }

    func testDamagedClosedWindowIsSetAsideWhenItIsReopened() async throws {
        let setup = try BadFileSetup()
        let tester = setup.tester
        try tester.start()
        let scene = try XCTUnwrap(tester.session.scenes.first { $0.id == setup.id })
        tester.session.close(scene)
        tester.session.flush()
        let path = "\(BadFileSetup.folder)/closed/\(setup.id).state"
        var bytes = try XCTUnwrap(tester.files.files[path])
        bytes[bytes.count - 4] ^= 1
        tester.files.setContents(path, bytes)
        let found = await tester.session.reopen(setup.id)
        let reopened = try XCTUnwrap(found)
        XCTAssertEqual(reopened.storedKeys(), ["0", "1", "2", "3"])
        XCTAssertEqual(tester.session.report.complaints.map(\.outcome), [.partial])
        RestorableText("0", in: reopened.root).setString("changed")
        tester.session.flush()
        XCTAssertEqual(setup.quarantined, [bytes])
        try tester.restartAndRestore()
        XCTAssertEqual(tester.session.report.complaints, [])
    }

    func testUnreadableClosedWindowIsSetAsideAndNoted() async throws {
        let setup = try BadFileSetup()
        setup.tester.files.setContents("\(BadFileSetup.folder)/closed/gone.state", [1, 2])
        try setup.tester.start()
        XCTAssertEqual(setup.tester.session.report.complaints.map(\.outcome), [.note])
        XCTAssertEqual(setup.quarantined, [[1, 2]])
        try setup.tester.restartAndRestore()
        XCTAssertEqual(setup.tester.session.report.complaints, [])
    }
}
