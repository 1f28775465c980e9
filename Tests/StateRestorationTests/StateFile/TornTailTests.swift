import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That what a power cut leaves behind is told apart from damage: what came before comes back, one
/// note says so, and the bytes are kept.
@MainActor
final class TornTailTests: XCTestCase {
    func testEveryCutOfTheLogIsATornTail() async throws {
        let setup = try BadFileSetup()
        let edits = BadFileSetup.lines(of: setup.bytesWithLog).dropFirst(setup.lines.count)
        var bytes = setup.bytes
        for (index, edit) in edits.enumerated() {
            // A line that lacks nothing but its line feed is whole.
            for count in 0...edit.count {
                let reading = StateFileReader.read(bytes + edit.prefix(count))
                guard case .state(let state, let damage) = reading,
                    case .text(let text)? = state.contents["3"]
                else { return XCTFail("\(index), \(count)") }
                let isWhole = count >= edit.count - 1
                let isTorn = count > 0 && !isWhole
                XCTAssertEqual(text.string, "text 3" + "abc".prefix(isWhole ? index + 1 : index))
                XCTAssertEqual(damage?.isTornTail ?? false, isTorn, "\(index), \(count)")
                XCTAssertEqual(damage?.unusedByteCount ?? 0, isTorn ? count : 0)
                guard isTorn else { continue }
                XCTAssertEqual(damage?.problem, .cutOff(line: setup.lines.count + index + 1))
            }
            bytes += edit
        }
    }

    func testTornTailIsNotedAndKeptAndTheWindowCountsAsRestored() async throws {
        let tails: [(name: String, change: (inout [UInt8]) -> Void)] = [
            ("cut", { $0.removeLast(7) }),
            (
                "zeros in place of the end",
                { $0.replaceSubrange(($0.count - 20)..., with: zeros(20)) }
            ),
            ("zeros after the end", { $0 += zeros(4096) }),
            ("old bytes of the disk", { $0 += Array("x\ny\nz".utf8) }),
        ]
        for (name, change) in tails {
            let setup = try BadFileSetup()
            var bytes = setup.bytesWithLog
            change(&bytes)
            setup.tester.files.setContents(setup.path, bytes)
            try setup.tester.start()
            let report = setup.tester.session.report
            XCTAssertEqual(report.complaints.map(\.outcome), [.note], name)
            let reason = try XCTUnwrap(report.complaints.first, name).reason
            XCTAssertTrue(reason.contains("had not reached the disk"), "\(name): \(reason)")
            XCTAssertTrue(report.isComplete, name)
            XCTAssertTrue(
                report.entries.contains { $0.scene == setup.id && $0.outcome == .restored },
                name
            )
            let scene = try XCTUnwrap(setup.tester.session.scenes.first { $0.id == setup.id })
            let isAfter = name == "zeros after the end" || name == "old bytes of the disk"
            XCTAssertEqual(
                scene.storedValue(at: "3"),
                .string(isAfter ? "text 3abc" : "text 3ab"),
                name
            )
            setup.tester.session.flush()
            XCTAssertEqual(setup.quarantined, [bytes], name)
            try setup.tester.restartAndRestore()
            XCTAssertEqual(setup.tester.session.report.complaints, [], name)
        }
    }

    func testDamageInsideTheLogIsDamage() async throws {
        let setup = try BadFileSetup()
        for line in [7, 8] {
            var lines = BadFileSetup.lines(of: setup.bytesWithLog)
            lines[line][15] ^= 1
            setup.tester.files.setContents(setup.path, Array(lines.joined()))
            try setup.tester.start()
            XCTAssertEqual(setup.tester.session.report.complaints.map(\.outcome), [.partial])
            setup.assertGoodWindow()
            setup.tester.end(.killAtOnce)
        }
        // A line that went missing leaves good ones behind it.
        var lines = BadFileSetup.lines(of: setup.bytesWithLog)
        lines.remove(at: 8)
        setup.tester.files.setContents(setup.path, Array(lines.joined()))
        try setup.tester.start()
        XCTAssertEqual(setup.tester.session.report.complaints.map(\.outcome), [.partial])
    }

    func testWindowOpenedRightBeforeThePowerCutIsNoAlarm() async throws {
        for contents in [[], zeros(512)] {
            let setup = try BadFileSetup()
            let path = "\(BadFileSetup.folder)/windows/new.state.0.new"
            setup.tester.files.setContents(path, contents)
            try setup.tester.start()
            XCTAssertEqual(setup.tester.session.report.complaints.map(\.outcome), [.note])
            XCTAssertTrue(setup.tester.session.report.isComplete)
            XCTAssertEqual(setup.tester.session.scenes.count, 2)
            setup.tester.session.flush()
            XCTAssertEqual(setup.quarantined, [contents])
        }
    }

    func testFirstFileOfAWindowThatIsCutOffComesBackAsFarAsItGoes() async throws {
        let setup = try BadFileSetup()
        let path = "\(BadFileSetup.folder)/windows/new.state.0.new"
        let header = String(decoding: setup.lines[0].dropFirst(9).dropLast(), as: UTF8.self)
            .replacingOccurrences(of: setup.id.rawValue, with: "new")
        let bytes = BadFileSetup.line(header) + Array(setup.lines.dropFirst().joined())
        setup.tester.files.setContents(path, Array(bytes.dropLast(4)))
        try setup.tester.start()
        XCTAssertEqual(setup.tester.session.report.complaints.map(\.outcome), [.note])
        let scene = try XCTUnwrap(setup.tester.session.scenes.first { $0.id.rawValue == "new" })
        XCTAssertEqual(scene.storedKeys(), ["0", "1", "2", "3"])
    }

    func testCutReplacementBesideAWholeFileIsSetAsideWithoutAWord() async throws {
        let setup = try BadFileSetup()
        let cut = Array(setup.bytes.dropLast(4))
        setup.tester.files.setContents(setup.path + ".7.new", cut)
        try setup.tester.start()
        XCTAssertEqual(setup.tester.session.report.complaints, [])
        XCTAssertEqual(setup.tester.session.scenes.map(\.title), ["good", "bad"])
        setup.tester.session.flush()
        XCTAssertEqual(setup.quarantined, [cut])
        XCTAssertNil(setup.tester.files.files[setup.path + ".7.new"])
    }
}

private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
