import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Something an application does with its session, during which anything may happen.
struct CrashScenario {
    var name: String
    var configure: (inout RestorationSession.Configuration) -> Void = { _ in }
    /// Whether the files are damaged from the beginning.
    var isDamaged = false
    /// What must hold of the files at every moment, beyond what holds of those of every scenario.
    var invariant: (InMemoryFileSystem) -> Bool = { _ in true }
    /// Brings about what is there before.
    var prepare: @MainActor (CrashRun) throws -> Void
    /// What is done.
    var steps: @MainActor (CrashRun) throws -> Void
}

/// Goes through a scenario and stops it at every operation, in every way.
@MainActor
final class CrashExaminer {
    private static let reportedProblems = 5
    private static let seeds: Range<UInt64> = 0..<6

    private let scenario: CrashScenario
    private var problems: [String] = []
    private(set) var examinationCount = 0

    init(_ scenario: CrashScenario) { self.scenario = scenario }

    /// Fails the test when any of it leaves less than it should.
    func run(file: StaticString = #filePath, line: UInt = #line) throws {
        let run = try CrashRun(scenario.configure)
        try scenario.prepare(run)
        try run.begin()
        let recording = Recording()
        let files = run.tester.files
        files.setFault { operation, _ in
            recording.add(operation, files.copy())
            return nil
        }
        try scenario.steps(run)
        files.setFault(nil)
        recording.add(nil, files.copy())
        try stop(run, recording.moments)
        losePower(run, recording.moments)
        try failOperations(count: recording.moments.count - 1)
        try failForGood()
        for problem in problems.prefix(CrashExaminer.reportedProblems) {
            XCTFail("\(scenario.name): \(problem)", file: file, line: line)
        }
        if problems.count > CrashExaminer.reportedProblems {
            XCTFail("\(scenario.name): \(problems.count) problems in all", file: file, line: line)
        }
    }
}

/// The files as each operation found them.
private final class Recording: @unchecked Sendable {
    struct Moment {
        /// What is done next; `nil` when all is done.
        var next: InMemoryFileSystem.Operation?
        var files: InMemoryFileSystem
    }

    private let lock = NSLock()
    private var recorded: [Moment] = []

    var moments: [Moment] { lock.withLock { recorded } }

    func add(_ next: InMemoryFileSystem.Operation?, _ files: InMemoryFileSystem) {
        lock.withLock { recorded.append(Moment(next: next, files: files)) }
    }
}

// MARK: - What may happen

extension CrashExaminer {
    /// The process ends before each operation, and within each that writes.
    private func stop(_ run: CrashRun, _ moments: [Recording.Moment]) throws {
        for (index, moment) in moments.enumerated() {
            let place = "stop before operation \(index) (\(words(moment.next)))"
            let expectation = expectation(run, after: index)
            examine(moment.files.copy(), expectation, place)
            guard let operation = moment.next, operation.byteCount > 1 else { continue }
            let before = moment.files.files[operation.path] ?? []
            let written = try XCTUnwrap(moments[index + 1].files.files[operation.path])
                .prefix(before.count + operation.byteCount / 2)
            let files = moment.files.copy()
            files.setContents(operation.path, Array(written))
            var torn = expectation
            torn.mayBeDamaged = true
            examine(files, torn, "stop within operation \(index) (\(words(operation)))")
        }
    }

    /// The power is cut after each operation, and leaves this and that.
    private func losePower(_ run: CrashRun, _ moments: [Recording.Moment]) {
        for (index, moment) in moments.enumerated() {
            var expectation = expectation(run, after: index)
            expectation.mayBeDamaged = true
            let random = CrashExaminer.seeds.map { PowerCut.random(seed: $0 &+ UInt64(index)) }
            for cut in PowerCut.extremes + random {
                let files = moment.files.copy()
                files.losePower(cut)
                let place = "power cut before operation \(index) (\(words(moment.next))); \(cut)"
                examine(files, expectation, place)
            }
        }
    }

    /// Each operation fails, by itself or with the next ones, and the application goes on.
    private func failOperations(count: Int) throws {
        for index in 0..<count {
            for (code, length) in [(POSIXErrorCode.EIO, 1), (.ENOSPC, 1), (.EIO, 6)] {
                let run = try CrashRun(scenario.configure)
                try scenario.prepare(run)
                try run.begin()
                run.tester.files.setFault { operation, number in
                    guard (index..<index + length).contains(number) else { return nil }
                    guard code == .ENOSPC else { return .fail(code) }
                    return operation.byteCount == 0
                        ? nil : .cutOff(afterBytes: operation.byteCount / 2, code)
                }
                // The steps may come to an end early: an application may be unable to start.
                do { try scenario.steps(run) } catch is RestorationError {}
                run.tester.files.setFault(nil)
                // Who quits while the disk fails gives up what is not written.
                let isGivenUp = run.session.hasTerminated && length > 1
                let first = isGivenUp ? run.firstPicture(after: index) : run.pictures.count - 1
                recover(run)
                let place = "\(length) × \(code) from operation \(index) on"
                examine(
                    run.tester.files.copy(),
                    Expectation(pictures: run.pictures[first...], mayBeDamaged: true),
                    "\(place) (\(words(run.tester.files.operations.dropFirst(index).first)))"
                )
            }
        }
    }

    /// One kind of operation fails all the time, and then the process or the power ends.
    private func failForGood() throws {
        for kind in InMemoryFileSystem.Operation.Kind.allCases where kind != .createDirectory {
            let run = try CrashRun(scenario.configure)
            try scenario.prepare(run)
            try run.begin()
            run.tester.files.setFault { operation, _ in
                operation.kind == kind ? .fail(.EIO) : nil
            }
            try scenario.steps(run)
            run.tester.clock.advance(by: .seconds(1))
            run.tester.end(.killAtOnce)
            let expectation = Expectation(pictures: run.pictures[...], mayBeDamaged: true)
            examine(run.tester.files.copy(), expectation, "no \(kind) works, then a kill")
            for cut in PowerCut.extremes {
                let files = run.tester.files.copy()
                files.losePower(cut)
                examine(files, expectation, "no \(kind) works, then a power cut; \(cut)")
            }
        }
    }

    /// Lets the retries happen, then cuts the power.
    private func recover(_ run: CrashRun) {
        run.tester.clock.advance(by: .seconds(60))
        run.session.flush()
        run.tester.end(.killAtOnce)
        run.tester.files.losePower()
    }

    private func words(_ operation: InMemoryFileSystem.Operation?) -> String {
        guard let operation else { return "the end" }
        return "\(operation.kind) \(operation.path)" + (operation.target.map { " to " + $0 } ?? "")
    }
}

// MARK: - What must be there then

extension CrashExaminer {
    private struct Expectation {
        var pictures: ArraySlice<SessionPicture>
        var keepsakes: [Set<[UInt8]>] = []
        /// Whether files may be cut off, or worse, so that the report has something to say.
        var mayBeDamaged = false
    }

    private func expectation(_ run: CrashRun, after operationCount: Int) -> Expectation {
        Expectation(
            pictures: run.pictures[run.firstPicture(after: operationCount)...],
            keepsakes: run.keepsakes.filter {
                ($0.since...$0.until).contains(operationCount)
            }.map(\.contents),
            mayBeDamaged: scenario.isDamaged
        )
    }

    private func examine(
        _ files: InMemoryFileSystem,
        _ expectation: Expectation,
        _ place: String
    ) {
        examinationCount += 1
        func complain(_ problem: String) { problems.append("\(place): \(problem)") }
        let contents = Set(files.files.values)
        for keepsake in expectation.keepsakes where !keepsake.isSubset(of: contents) {
            complain("A file that was there at launch has been lost.")
        }
        do {
            try examineLaunches(files, expectation, complain)
        } catch {
            complain("\(error)")
        }
        if !scenario.invariant(files) { complain("Not in order after the next launches.") }
    }

    /// The launch after has the old or the new state; the person types at once; the launches after
    /// that have what was typed, and nothing to report.
    private func examineLaunches(
        _ files: InMemoryFileSystem,
        _ expectation: Expectation,
        _ complain: (String) -> Void
    ) throws {
        var found: SessionPicture?
        let tester = try RestorationTester(
            files: files,
            restore: { session in
                found = SessionPicture(session, on: files)
                for scene in session.scenesToRestore {
                    let draft = RestorableText("draft", in: scene.root)
                    draft.replace(offset: 0, removing: "", inserting: "+")
                }
                session.completeRestoration()
            }
        )
        var picture = try XCTUnwrap(found)
        compare(
            picture,
            expectation.pictures,
            mayBeDamaged: expectation.mayBeDamaged,
            complain
        )
        let report = tester.session.report
        if !expectation.mayBeDamaged, !report.isComplete {
            complain("The report says: \(report.entries.filter { $0.outcome != .restored })")
        }
        tester.session.flush()
        for (id, window) in picture.windows where window.isOpen {
            picture.windows[id]?.values["draft"] = "+" + (window.values["draft"] ?? "")
        }
        for ending in [RestorationTester.Ending.killAtOnce, .quit] {
            try tester.restartAndRestore(after: ending)
            let now = SessionPicture(tester.session, on: files)
            if now != picture {
                complain("After typing and \(ending) there is \(now.windows.values)")
            }
            if !tester.session.report.isComplete {
                complain("After \(ending) the report says \(tester.session.report.entries)")
            }
        }
        examineEnd(tester, complain)
    }

    private func compare(
        _ found: SessionPicture,
        _ expected: ArraySlice<SessionPicture>,
        mayBeDamaged: Bool,
        _ complain: (String) -> Void
    ) {
        for id in Set(expected.flatMap(\.windows.keys)).union(found.windows.keys) {
            let windows = expected.map { $0.windows[id] }
            guard !windows.contains(found.windows[id]) else { continue }
            // A new window whose first write was cut off comes back as far as it was written.
            if mayBeDamaged, windows.contains(nil), let part = found.windows[id],
                windows.contains(where: { $0.map { part.isPart(of: $0) } ?? false })
            {
                continue
            }
            let names = windows.map { $0.map { "\($0)" } ?? "no window" }
            complain(
                "There is \(found.windows[id].map { "\($0)" } ?? "no window"),"
                    + " and there should be " + names.joined(separator: " or ")
            )
        }
    }

    /// A clean end leaves one file per window, and nothing is written after it.
    private func examineEnd(_ tester: RestorationTester, _ complain: (String) -> Void) {
        let session = tester.session
        session.terminate()
        let count = tester.files.operations.count
        for scene in session.scenes {
            scene.title = "too late"
            session.close(scene)
        }
        session.flush()
        tester.clock.advance(by: .seconds(60))
        if tester.files.operations.count != count { complain("Written after the end.") }
        let folder = session.directory.windows + "/"
        let left = Set(tester.files.files.keys.filter { $0.hasPrefix(folder) })
        let windows = Set(session.scenes.map { session.directory.window($0.id) })
        if left != windows { complain("Left over: \(left.subtracting(windows))") }
    }
}
