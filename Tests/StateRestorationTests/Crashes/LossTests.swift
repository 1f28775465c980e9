import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// How much typing is lost at most, by the clock: a tenth of a second to the end of the process, a
/// second to a power cut, however long and fast the user types without a pause.
@MainActor
final class LossTests: XCTestCase {
    /// In milliseconds: faster than the writing, as fast, a little slower, slower.
    private static let paces = [1, 7, 50, 51, 120]

    func testEndOfTheProcessLosesAtMostATenthOfASecondOfTyping() async throws {
        for pace in Self.paces {
            try type(every: pace, forMilliseconds: 600) { files, typed, place in
                let kept = try Self.keptCount(files.copy())
                XCTAssertGreaterThanOrEqual(kept, typed(100), "\(pace) ms: \(place)")
            }
        }
    }

    func testPowerCutLosesAtMostASecondOfTyping() async throws {
        for pace in [7, 51] {
            var seed: UInt64 = 0
            try type(every: pace, forMilliseconds: 3000) { files, typed, place in
                seed += 1
                for cut in PowerCut.extremes + [.random(seed: seed)] {
                    let disk = files.copy()
                    disk.losePower(cut)
                    let kept = try Self.keptCount(disk)
                    XCTAssertGreaterThanOrEqual(kept, typed(1000), "\(pace) ms: \(place), \(cut)")
                }
            }
        }
    }

    /// Types without a pause; after each key and at times between, calls the body with the files,
    /// and with how much had been typed so many milliseconds before.
    private func type(
        every pace: Int,
        forMilliseconds length: Int,
        _ examine: (InMemoryFileSystem, _ typed: (Int) -> Int, _ place: String) throws -> Void
    ) throws {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        tester.session.flush()
        var keys: [Int] = []
        for time in 0..<length {
            if time.isMultiple(of: pace) {
                draft.replace(offset: keys.count, removing: "", inserting: "x")
                keys.append(time)
            }
            tester.clock.advance(by: .milliseconds(1))
            guard time.isMultiple(of: 37) || time == length - 1 else { continue }
            tester.session.waitForWriter()
            let typed = { age in keys.prefix { $0 < time + 1 - age }.count }
            try examine(tester.files, typed, "after \(time) ms")
        }
        XCTAssertGreaterThan(keys.count, 4)
    }

    private static func keptCount(_ files: InMemoryFileSystem) throws -> Int {
        let tester = try RestorationTester(files: files)
        let scene = try XCTUnwrap(tester.session.scenes.first)
        return RestorableText("draft", in: scene.root).string.count
    }

    func testNothingTakesANameBeforeItIsSyncedAndEveryNewNameIsSynced() async throws {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        for number in 0..<8 {
            draft.setString(String(repeating: "\(number)", count: 25_000))
            tester.clock.advance(by: .milliseconds(100))
        }
        tester.session.close(tester.session.makeScene())
        tester.clock.advance(by: .seconds(2))
        tester.session.terminate()
        let operations = tester.files.operations
        var renames = 0
        for (index, operation) in operations.enumerated() where operation.kind == .rename {
            guard operation.path.hasSuffix(".new"), operation.path.contains(".state") else {
                continue
            }
            renames += 1
            let folder = (operation.path as NSString).deletingLastPathComponent
            XCTAssertTrue(
                operations[..<index].contains { $0.kind == .sync && $0.path == operation.path },
                "\(operation)"
            )
            XCTAssertTrue(
                operations[index...].contains { $0.kind == .syncDirectory && $0.path == folder },
                "\(operation)"
            )
        }
        XCTAssertGreaterThan(renames, 2)
    }

    func testIndexWaitsForTheFilesThatItNames() async throws {
        let tester = try RestorationTester()
        tester.files.resetOperations()
        tester.open("a", "b")
        tester.clock.advance(by: .milliseconds(50))
        tester.session.waitForWriter()
        let operations = tester.files.operations
        let index = try XCTUnwrap(
            operations.firstIndex { $0.kind == .create && $0.path.contains("session.json") }
        )
        let names = operations.filter { $0.kind == .rename && $0.path.contains("/windows/") }
        XCTAssertEqual(names.count, 2)
        let lastName = try XCTUnwrap(
            operations.lastIndex { $0.kind == .syncDirectory && $0.path.hasSuffix("/windows") }
        )
        XCTAssertLessThan(lastName, index)
    }
}
