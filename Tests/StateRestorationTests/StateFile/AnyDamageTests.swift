import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That no damage whatever crashes, costs more than what stands in it, or harms another window.
@MainActor
final class AnyDamageTests: XCTestCase {
    private let folder = BadFileSetup.folder

    /// The frozen files of windows, each content once: every kind of record there is.
    private func frozenStateFiles() throws -> [[UInt8]] {
        var contents: [[UInt8]] = []
        for fixture in try Fixture.all() {
            for (path, bytes) in try fixture.files().sorted(by: { $0.key < $1.key })
            where path.hasPrefix("\(folder)/windows/") && !contents.contains(bytes) {
                contents.append(bytes)
            }
        }
        return contents
    }

    /// Calls the body with each number on all processors, and collects what it finds wrong.
    private func inParallel(
        _ count: Int,
        _ body: @escaping @Sendable (Int) -> String?
    ) -> [String] {
        let violations = Violations()
        let lanes = ProcessInfo.processInfo.activeProcessorCount
        DispatchQueue.concurrentPerform(iterations: lanes) { lane in
            for number in stride(from: lane, to: count, by: lanes) {
                if let violation = body(number) { violations.add("\(number): \(violation)") }
            }
        }
        return violations.all
    }

    // MARK: - The reader

    func testEveryFlippedByteCostsItsLineAndNoOther() async throws {
        var flips = 0
        for bytes in try frozenStateFiles() {
            // A frozen file may be damaged itself; then its good part is looked at.
            guard case .state(_, let damage) = StateFileReader.read(bytes) else { continue }
            let good = Array(bytes.dropLast(damage?.unusedByteCount ?? 0))
            let all: [UInt8] = [0x01, 0x08, 0x20, 0x80, 0xFF]
            let step = sample(few: 21, more: 7, all: 1)
            flips += isExhaustive ? good.count * all.count : good.count / step
            let violations = inParallel(good.count) { index in
                guard index % step == 0 else { return nil }
                let patterns = isExhaustive ? all : [all[index / step % all.count]]
                let start = (good[..<index].lastIndex(of: 0x0A) ?? -1) + 1
                let end = (good[index...].firstIndex(of: 0x0A) ?? good.count - 1) + 1
                // Two lines that are whole but for the line feed between them are taken apart.
                let cost = index == end - 1 && end < good.count ? 0 : end - start
                for pattern in patterns {
                    var flipped = good
                    flipped[index] ^= pattern
                    switch StateFileReader.read(flipped) {
                    case .unreadable where start == 0 && end == good.count: break
                    // Before format 3 a path was named in one line only.
                    case .state(let state, let damage?)
                    where damage.unusedByteCount == cost
                        && (damage.unnamedCount == 0 || state.format < 3):
                        break
                    case let reading: return "\(pattern): \(reading)"
                    }
                }
                guard index % (5 * step) == 0 || isExhaustive else { return nil }
                var flipped = bytes
                flipped[index] ^= 0x10
                return DecoderProperties.violation(stateFile: flipped)
            }
            XCTAssertEqual(violations, [])
        }
        XCTAssertGreaterThan(
            flips,
            sample(few: 600, more: 2_000, all: 100_000),
            "there are too few frozen files"
        )
    }

    func testEveryPrefixGivesWhatItHolds() async throws {
        for bytes in try frozenStateFiles() {
            let violations = inParallel(bytes.count) { count in
                guard count % sample(few: 27, more: 9, all: 1) == 0 else { return nil }
                return DecoderProperties.violation(stateFile: Array(bytes.prefix(count)))
            }
            XCTAssertEqual(violations, [])
        }
    }

    func testSpoiledFilesAreReadAsFarAsTheyGo() async throws {
        let corpus = try frozenStateFiles()
        let readings = Violations()
        let count = sample(few: 1_500, more: 3_000, all: 100_000)
        let violations = inParallel(count) { seed in
            var mutator = StateFileMutator(corpus: corpus, seed: seed)
            let bytes = mutator.next()
            if seed % 50 == 0, case .state = StateFileReader.read(bytes) { readings.add("") }
            return DecoderProperties.violation(stateFile: bytes, isWritten: seed % 4 == 0)
        }
        XCTAssertEqual(violations, [])
        // Not all of it may fail at the first line.
        XCTAssertGreaterThan(readings.all.count, count / 120)
    }

    func testInputsOfTheFuzzerAreReadOrRefused() async throws {
        let inputs = try Fixture.fuzzed()
        XCTAssertFalse(inputs.isEmpty)
        for (name, bytes) in inputs {
            XCTAssertNil(DecoderProperties.violation(input: bytes), name)
        }
    }

    func testSpoiledTextOfOtherKindsIsRefusedOrRead() async throws {
        let corpus = try Fixture.all().flatMap { fixture in
            try fixture.files().filter { $0.key.hasSuffix(".json") }.map(\.value)
        }
        var activity = UserActivity(activityType: "test.page", title: "A page")
        activity.userInfo = ["a": .date(Date(timeIntervalSinceReferenceDate: 5)), "b": .int(1)]
        try activity.setTypedPayload(["c": 3])
        let texts = [try activity.encodedString, "12.5;800.0;element%20one", "b|one::c|two%7C"]
        let violations = inParallel(sample(few: 2_000, more: 5_000, all: 5_000)) { seed in
            var json = StateFileMutator(corpus: corpus, seed: seed)
            let bytes = json.next()
            var other = StateFileMutator(corpus: texts.map { Array($0.utf8) }, seed: seed)
            let text = String(decoding: other.next(), as: UTF8.self)
            return DecoderProperties.violation(input: bytes)
                ?? DecoderProperties.violation(input: Array(text.utf8))
        }
        XCTAssertEqual(violations, [])
    }

    // MARK: - The whole session

    func testNoSpoiledFileHarmsTheOtherWindow() async throws {
        let setup = try BadFileSetup()
        let files = setup.tester.files.files
        let corpus = [setup.bytes, setup.bytesWithLog] + (try frozenStateFiles())
        for seed in 0..<sample(few: 200, more: 600, all: 2000) {
            var mutator = StateFileMutator(corpus: corpus, seed: seed)
            let bytes = mutator.next()
            let disk = try InMemoryFileSystem(holding: files)
            disk.setContents(setup.path, bytes)
            let tester = try RestorationTester(files: disk)
            setup.assertGoodWindow(in: tester.session, "\(seed)")
            var id = setup.id
            if case .state(let state, _) = StateFileReader.read(bytes), let window = state.window {
                // A line that says so has been taken from another file.
                id = window
            }
            let keys = tester.session.scenes.first { $0.id == id }?.storedKeys()
            tester.session.flush()
            let kept = disk.files.filter { $0.key.hasPrefix("\(folder)/quarantine/") }.map(\.value)
            switch StateFileReader.read(bytes) {
            case .state(let state, let damage):
                XCTAssertEqual(keys, state.contents.keys.sorted(), "\(seed)")
                XCTAssertEqual(kept, damage == nil ? [] : [bytes], "\(seed)")
            case .unreadable: XCTAssertEqual(kept, [bytes], "\(seed)")
            case .tooNew: XCTAssertEqual(disk.files[setup.path], bytes, "\(seed)")
            }
            // The next launch finds whole files, and the same in them.
            try tester.restartAndRestore(after: seed % 2 == 0 ? .quit : .kill)
            setup.assertGoodWindow(in: tester.session, "\(seed)")
            XCTAssertEqual(
                tester.session.scenes.first { $0.id == id }?.storedKeys(),
                keys,
                "\(seed)"
            )
            if case .tooNew = StateFileReader.read(bytes) { continue }
            XCTAssertEqual(tester.session.report.complaints, [], "\(seed)")
        }
    }

    func testNoFileOfTheDirectoryHarmsTheWindowsInOtherFiles() async throws {
        let files = try XCTUnwrap(Fixture.all().last).files()
        for path in files.keys.sorted() where !path.hasSuffix("/lock") {
            for number in 0..<6 {
                let disk = try InMemoryFileSystem(holding: files)
                var bytes = try XCTUnwrap(files[path])
                switch number {
                case 0: disk.setContents(path, [])
                case 1: disk.setContents(path, Array(bytes.dropLast(3)))
                case 2: disk.setContents(path, Array(repeating: 0, count: 5000))
                case 3:
                    bytes[bytes.count / 2] ^= 0x40
                    disk.setContents(path, bytes)
                case 4: disk.setKind(path, .directory)
                default: disk.setKind(path, .symbolicLink)
                }
                let tester = try RestorationTester(files: disk)
                for scene in tester.session.scenes where !path.contains(scene.id.rawValue) {
                    let isWhole = scene.storedValue(at: "draft") != nil || scene.title == "Damaged"
                    XCTAssertTrue(isWhole, "\(path), \(number), \(scene.title)")
                }
                let isAboutAWindow = path.hasPrefix("\(folder)/windows/")
                XCTAssertGreaterThanOrEqual(
                    tester.session.scenes.count,
                    isAboutAWindow ? 5 : 6,
                    "\(path), \(number)"
                )
                try tester.restartAndRestore(after: .quit)
                XCTAssertGreaterThanOrEqual(tester.session.scenes.count, isAboutAWindow ? 5 : 6)
            }
        }
    }
}

private final class Violations: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [String] = []

    var all: [String] { lock.withLock { found.sorted() } }

    func add(_ text: String) { lock.withLock { found.append(text) } }
}
