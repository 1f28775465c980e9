import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That bad files cost at most the window they are about.
@MainActor
final class BadInputTests: XCTestCase {
    private let folder = RestorationTester.directory

    func testWhatStandsAroundTheDamageComesBackAndTheFileIsSetAside() async throws {
        let setup = try BadFileSetup()
        let tester = setup.tester
        var bytes = setup.bytes
        // A byte in the line of the third text.
        let place = try XCTUnwrap(String(decoding: bytes, as: UTF8.self).range(of: "text 2"))
        let offset = String(decoding: bytes, as: UTF8.self)[..<place.lowerBound].utf8.count
        bytes[offset] ^= 1
        tester.files.setContents(setup.path, bytes)
        try tester.start()
        let bad = try XCTUnwrap(tester.session.scenes.first { $0.title == "bad" })
        XCTAssertEqual(bad.storedKeys(), ["0", "1", "3", "4"])
        setup.assertGoodWindow()
        let entry = try XCTUnwrap(tester.session.report.entries.first { $0.outcome == .partial })
        XCTAssertEqual(entry.scene, setup.id)
        XCTAssertTrue(entry.reason.contains("line 5"), entry.reason)
        tester.session.flush()
        let kept = tester.files.files.filter { $0.key.hasPrefix("\(folder)/quarantine/") }
        XCTAssertEqual(Array(kept.values), [bytes])
        // The window's own file is whole again.
        try tester.restartAndRestore(after: .quit)
        XCTAssertTrue(tester.session.report.isComplete)
        XCTAssertEqual(tester.session.scenes.count, 2)
    }

    func testEveryCutOfAFileLeavesTheOtherWindowAndNeverCrashes() async throws {
        let setup = try BadFileSetup()
        // Without its last line feed the file is still whole.
        for count in 0..<setup.bytes.count - 1 {
            let files = InMemoryFileSystem()
            for (path, bytes) in setup.tester.files.files where !path.hasSuffix("/lock") {
                try files.fileSystem.createDirectory((path as NSString).deletingLastPathComponent)
                files.setContents(path, bytes)
            }
            files.setContents(setup.path, Array(setup.bytes.prefix(count)))
            let tester = try RestorationTester(files: files)
            setup.assertGoodWindow(in: tester.session, "\(count)")
            XCTAssertFalse(tester.session.report.isComplete, "\(count)")
            tester.session.flush()
            XCTAssertTrue(
                files.files.keys.contains { $0.hasPrefix("\(self.folder)/quarantine/") },
                "\(count)"
            )
        }
    }

    func testThingsThatAreNoFilesAreSetAside() async throws {
        for kind in [FileStatus.Kind.directory, .symbolicLink, .other] {
            let setup = try BadFileSetup()
            setup.tester.files.setKind(setup.path, kind)
            try setup.tester.start()
            setup.assertGoodWindow()
            XCTAssertEqual(setup.tester.session.scenes.count, 1)
            XCTAssertTrue(setup.tester.session.report.entries.contains { $0.scene == setup.id })
            setup.tester.session.flush()
            XCTAssertNil(setup.tester.files.inode(setup.path))
        }
    }

    func testLostFileComesBackAsItWasAtTheLaunchBefore() async throws {
        let setup = try BadFileSetup()
        try setup.tester.start()
        setup.tester.end(.quit)
        setup.tester.files.setContents(setup.path, Array(repeating: 0, count: 4096))
        try setup.tester.start()
        setup.assertGoodWindow()
        XCTAssertEqual(setup.tester.session.scenes.map(\.title), ["good", "bad"])
        XCTAssertEqual(setup.tester.session.report.entries.first?.outcome, .partial)
        // It is written again, although nothing in it changes.
        try setup.tester.restartAndRestore(after: .kill)
        XCTAssertEqual(setup.tester.session.scenes.map(\.title), ["good", "bad"])
        XCTAssertTrue(setup.tester.session.report.isComplete)
    }

    func testAbsurdNumbersAreBadInputLikeAnyOther() async throws {
        let setup = try BadFileSetup()
        let tester = setup.tester
        for number in [Int.max, .max - 1, .min, -1] {
            var bytes: [UInt8] = []
            StateLine.append(
                [
                    .init("n", .int(number)), .init("format", .int(1)),
                    .init("minimumReader", .int(1)), .init("records", .int(number)),
                ],
                to: &bytes
            )
            StateLine.append(
                [
                    .init("n", .int(number == .max ? .max : number + 1)), .init("k", .int(number)),
                    .init("path", .string("a")),
                    .init("s", .array([.int(number), .string("x"), .string("y")])),
                ],
                to: &bytes
            )
            tester.files.setContents(setup.path, bytes)
            tester.files.setContents(
                "\(folder)/running.json",
                Array("{\"incompleteLaunches\":\(number)}".utf8)
            )
            try tester.start()
            setup.assertGoodWindow()
            XCTAssertGreaterThanOrEqual(tester.session.incompleteLaunches, 0)
            tester.end(.quit)
        }
    }

    func testRandomDamageNeverCrashes() async throws {
        let setup = try BadFileSetup()
        var random = SeededRandomNumberGenerator(seed: 20)
        var readings = 0
        for _ in 0..<5000 {
            var bytes = setup.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(index..<min(index + 5, bytes.count))
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            switch StateFileReader.read(bytes) {
            case .state(let state, _):
                readings += 1
                for (key, content) in state.contents {
                    guard case .text(let text) = content else { return XCTFail("not a text") }
                    XCTAssertEqual(text.string, "text \(key)")
                }
            case .unreadable, .tooNew: break
            }
        }
        XCTAssertGreaterThan(readings, 1000)
    }

    func testNamesThatAreNoIdentifiersAreIgnored() async throws {
        let setup = try BadFileSetup()
        for name in ["..state", "a b.state", "ä.state", ".state", "notes.txt", "%2e%2e.state"] {
            setup.tester.files.setContents("\(folder)/windows/\(name)", setup.bytes)
        }
        try setup.tester.start()
        XCTAssertEqual(setup.tester.session.scenes.count, 2)
        XCTAssertNil(SceneIdentifier("../../etc/passwd"))
        XCTAssertNil(SceneIdentifier(""))
    }
}
