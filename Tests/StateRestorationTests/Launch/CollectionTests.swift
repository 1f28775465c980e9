import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// What is deleted, and when: never what the user could still want.
@MainActor
final class CollectionTests: XCTestCase {
    /// A run with one window too many among the closed ones, and that one's file name.
    private func tester() throws -> (tester: RestorationTester, evicted: String) {
        let tester = try RestorationTester { $0.recentlyClosedLimit = 1 }
        let scenes = tester.open("stays", "evicted", "closed")
        tester.session.close(scenes[1])
        tester.clock.advance(by: .seconds(60))
        tester.session.close(scenes[2])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["closed"])
        return (tester, "\(scenes[1].id).state")
    }

    private func isThere(_ name: String, _ tester: RestorationTester) -> Bool {
        tester.files.files.keys.contains {
            $0.hasPrefix(RestorationTester.path("trash/")) && $0.hasSuffix("/" + name)
                && !$0.contains("previous-session")
        }
    }

    func testThrownAwayWindowIsDeletedAfterTwoGoodLaunches() async throws {
        let (tester, evicted) = try tester()
        tester.end(.quit)
        XCTAssertEqual(tester.names(in: "trash"), [evicted])
        try tester.start()
        XCTAssertEqual(tester.names(in: "trash"), ["older/" + evicted])
        try tester.restartAndRestore(after: .kill)
        XCTAssertFalse(isThere(evicted, tester))
    }

    func testLaunchesThatDieDoNotCountAsGoodOnes() async throws {
        let (tester, evicted) = try tester()
        for _ in 1...3 {
            for _ in 1...4 {
                try tester.restartAndRestore { _ in }
                XCTAssertTrue(isThere(evicted, tester))
            }
            tester.end(.quit)
        }
        try tester.start()
        XCTAssertTrue(isThere(evicted, tester))
        for _ in 1...4 {
            try tester.restartAndRestore { _ in }
            XCTAssertTrue(isThere(evicted, tester))
        }
        try tester.restartAndRestore()
        XCTAssertFalse(isThere(evicted, tester))
    }

    func testWorkThatIsRepeatedOnABadDiskCountsOnce() async throws {
        var stop = 0
        var isThrough = false
        while !isThrough {
            let (tester, evicted) = try tester()
            tester.end(.quit)
            tester.files.resetOperations()
            let limit = stop
            tester.files.setFault { _, index in
                (limit...limit + 3).contains(index) ? .fail(.EIO) : nil
            }
            do {
                try tester.start()
                isThrough = tester.files.operations.count <= limit
                tester.clock.advance(by: .seconds(100))
            } catch let error as RestorationError {
                XCTAssertEqual(error.code, .cannotWrite)
            }
            tester.files.setFault(nil)
            XCTAssertTrue(isThere(evicted, tester), "stop \(stop)")
            stop += 1
        }
        XCTAssertGreaterThan(stop, 8)
    }

    func testWindowThrownAwayWhileRestoringWaitsAsLongAsOthers() async throws {
        let tester = try RestorationTester { $0.recentlyClosedLimit = 1 }
        tester.open("a", "b", "c")
        var evicted = ""
        try tester.restartAndRestore(after: .quit) { session in
            for scene in session.scenesToRestore { _ = scene.root }
            evicted = "\(session.scenes[0].id).state"
            session.close(session.scenes[0])
            self.advance(tester)
            session.close(session.scenes[0])
            session.completeRestoration()
        }
        XCTAssertEqual(tester.names(in: "trash"), [evicted])
        try tester.restartAndRestore(after: .quit)
        XCTAssertTrue(isThere(evicted, tester))
        try tester.restartAndRestore(after: .quit)
        XCTAssertFalse(isThere(evicted, tester))
    }

    private func advance(_ tester: RestorationTester) { tester.clock.advance(by: .seconds(60)) }

    func testNothingIsDeletedBecauseTheIndexDoesNotMentionIt() async throws {
        let tester = try RestorationTester()
        let scenes = tester.open("a", "b", "c")
        tester.session.close(scenes[1])
        tester.end(.quit)
        let empty = Array("{\"order\":[],\"closed\":[]}\n".utf8)
        tester.files.setContents(RestorationTester.path("session.json"), empty)
        for _ in 1...4 { try tester.start { _ in }; tester.end(.kill) }
        try tester.start()
        XCTAssertEqual(tester.drafts, ["a": "draft of a", "c": "draft of c"])
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["b"])
        let reopened = await tester.session.reopenMostRecentlyClosed()
        XCTAssertEqual(reopened?.draft, "draft of b")
    }

    func testFilesOfOthersAreLeftAlone() async throws {
        let (tester, _) = try tester()
        let folders = ["", "windows/", "closed/", "quarantine/", "trash/", "trash/older/"]
        let names = ["notes.txt", ".hidden", "a b.state", "x.state.new", "x.state.y.new", "state"]
        var foreign: [String: [UInt8]] = [:]
        for folder in folders {
            for name in names {
                foreign[RestorationTester.path(folder + name)] = Array("\(folder)\(name)".utf8)
            }
        }
        for folder in ["quarantine", "trash", "trash/older"] {
            try tester.files.fileSystem.createDirectory(RestorationTester.path(folder))
        }
        for (path, bytes) in foreign { tester.files.setContents(path, bytes) }
        for round in 1...5 {
            tester.session.close(tester.open("\(round)")[0])
            tester.clock.advance(by: .seconds(60))
            try tester.restartAndRestore(after: round.isMultiple(of: 2) ? .kill : .quit)
            for (path, bytes) in foreign {
                XCTAssertEqual(tester.files.files[path], bytes, "\(path) in round \(round)")
            }
            XCTAssertEqual(tester.titles, ["stays"])
            XCTAssertTrue(tester.session.report.isComplete)
        }
    }

    func testFolderInTheWayDoesNotStopTheCollection() async throws {
        let (tester, evicted) = try tester()
        let folder = RestorationTester.path("trash/in-the-way.state")
        try tester.files.fileSystem.createDirectory(folder + "/inside")
        for _ in 1...3 { try tester.restartAndRestore(after: .quit) }
        XCTAssertFalse(isThere(evicted, tester))
        XCTAssertTrue(tester.session.scenes.map(\.draft) == ["draft of stays"])
        let kept = RestorationTester.path("trash/older/in-the-way.state/inside")
        XCTAssertEqual(try tester.files.fileSystem.status(kept)?.kind, .directory)
    }

    func testVeryManyDamagedFilesGoToTheTrashOldestFirst() async throws {
        let tester = try RestorationTester()
        tester.open("good")
        tester.end(.quit)
        let count = Trash.quarantineLimit + 5
        for number in 1...count {
            tester.clock.advance(by: .seconds(1))
            let name = String(format: "windows/bad-%03d.state", number)
            tester.files.setContents(RestorationTester.path(name), Array("bad \(number)".utf8))
        }
        try tester.start()
        let quarantined = tester.names(in: "quarantine")
        XCTAssertEqual(quarantined.count, Trash.quarantineLimit)
        let thrownAway = tester.names(in: "trash")
        XCTAssertEqual(
            thrownAway.map { $0.prefix(7) }.sorted(),
            ["bad-001", "bad-002", "bad-003", "bad-004", "bad-005"]
        )
        try tester.restartAndRestore()
        XCTAssertEqual(tester.names(in: "trash/older"), thrownAway)
        try tester.restartAndRestore()
        XCTAssertEqual(tester.names(in: "trash"), [])
        XCTAssertEqual(tester.names(in: "quarantine"), quarantined)
        XCTAssertEqual(tester.drafts, ["good": "draft of good"])
    }

    func testFilesThatCannotBeReadNeverReplaceOneAnotherInTheQuarantine() async throws {
        let tester = try RestorationTester()
        let id = tester.open("a")[0].id
        try tester.restartAndRestore(after: .quit)
        for _ in 1...3 {
            tester.end(.quit)
            tester.files.setKind(RestorationTester.path("windows/\(id).state"), .other)
            try tester.start()
        }
        let names = try tester.files.fileSystem.names(RestorationTester.path("quarantine"))
        XCTAssertEqual(
            names.sorted(),
            ["", "-2", "-3"].map { "\(id).state.00000000\($0)" }
        )
        XCTAssertEqual(tester.drafts, ["a": "draft of a"])
    }

    func testUnfinishedReplacementsAreTidiedUp() async throws {
        let tester = try RestorationTester()
        let id = tester.open("a")[0].id
        tester.end(.quit)
        for name in [
            "windows/\(id).state.7000.new", "session.json.new", "running.json.new",
            "previous-session.new/\(id).state",
        ] {
            tester.files.setContents(RestorationTester.path(name), Array("cut o".utf8))
        }
        tester.files.setKind(RestorationTester.path("previous-session.new"), .directory)
        try tester.start()
        RestorableText("draft", in: tester.session.scenes[0].root).setString("on")
        tester.session.makeScene().title = "b"
        tester.session.flush()
        XCTAssertEqual(tester.files.files.keys.filter { $0.contains(".new") }, [])
        XCTAssertEqual(tester.drafts, ["a": "on", "b": ""])
    }
}
