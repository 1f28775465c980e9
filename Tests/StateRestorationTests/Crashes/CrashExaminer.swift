import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// Goes through a scenario and stops it at every operation: in every way, or in an ordinary run in one of
/// each kind.
@MainActor
final class CrashExaminer {
    private static let reportedProblems = 5
    private static let seeds: Range<UInt64> = 0..<sample(few: 1, more: 2, all: 6)

    private let scenario: CrashScenario
    private var problems: [String] = []
    private(set) var examinationCount = 0

    init(_ scenario: CrashScenario) { self.scenario = scenario }

    /// Fails the test when any of it leaves less than it should.
    func run(file: StaticString = #filePath, line: UInt = #line) async throws {
        let run = try CrashRun(scenario.configure)
        try await scenario.prepare(run)
        try run.begin()
        let recording = Recording()
        let files = run.tester.files
        files.setFault { operation, _ in
            recording.add(operation, files.copy())
            return nil
        }
        try await scenario.steps(run)
        files.setFault(nil)
        recording.add(nil, files.copy())
        try stop(run, recording.moments)
        losePower(run, recording.moments)
        try await failOperations(count: recording.moments.count - 1)
        try await failForGood()
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
            var expectation = run.expectation(after: index, losingPower: false)
            expectation.mayBeDamaged = scenario.isDamaged
            examine(moment.files.copy(), expectation, place)
            guard let operation = moment.next, operation.byteCount > 1 else { continue }
            let before = moment.files.files[operation.path] ?? []
            let written = try XCTUnwrap(moments[index + 1].files.files[operation.path])
                .prefix(before.count + operation.byteCount / 2)
            let files = moment.files.copy()
            files.setContents(operation.path, Array(written))
            expectation.mayBeDamaged = true
            examine(files, expectation, "stop within operation \(index) (\(words(operation)))")
        }
    }

    /// The power is cut after each operation, and leaves this and that.
    private func losePower(_ run: CrashRun, _ moments: [Recording.Moment]) {
        for (index, moment) in moments.enumerated() {
            var expectation = run.expectation(after: index, losingPower: true)
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
    private func failOperations(count: Int) async throws {
        for index in stride(from: 0, to: count, by: sample(few: 2, more: 1, all: 1)) {
            let all = [(POSIXErrorCode.EIO, 1), (.ENOSPC, 1), (.EIO, 6)]
            for (code, length) in isExhaustive ? all : [all[index % all.count]] {
                let run = try CrashRun(scenario.configure)
                try await scenario.prepare(run)
                try run.begin()
                run.tester.files.setFault { operation, number in
                    guard (index..<index + length).contains(number) else { return nil }
                    guard code == .ENOSPC else { return .fail(code) }
                    return operation.byteCount == 0
                        ? nil : .cutOff(afterBytes: operation.byteCount / 2, code)
                }
                // Who quits while the disk fails gives up what is not written; an application that
                // cannot even start has nothing to write.
                var isGivenUp = false
                do {
                    try await scenario.steps(run)
                    isGivenUp = run.session.hasTerminated && length > 1
                } catch is RestorationError {
                    isGivenUp = true
                }
                run.tester.files.setFault(nil)
                var expectation = run.expectation(after: index, losingPower: true)
                expectation.keepsakes = []
                expectation.mayBeDamaged = true
                if !isGivenUp { expectation.pictures = run.pictures.suffix(1) }
                recover(run)
                let place = "\(length) × \(code) from operation \(index) on"
                examine(
                    run.tester.files.copy(),
                    expectation,
                    "\(place) (\(words(run.tester.files.operations.dropFirst(index).first)))"
                )
            }
        }
    }

    /// One kind of operation fails all the time, and then the process or the power ends.
    private func failForGood() async throws {
        for kind in InMemoryFileSystem.Operation.Kind.allCases where kind != .createDirectory {
            let run = try CrashRun(scenario.configure)
            try await scenario.prepare(run)
            try run.begin()
            run.tester.files.setFault { operation, _ in
                operation.kind == kind ? .fail(.EIO) : nil
            }
            try await scenario.steps(run)
            run.tester.clock.advance(by: .seconds(1))
            run.tester.end(.killAtOnce)
            var expectation = run.expectation(after: 0, losingPower: true)
            expectation.mayBeDamaged = true
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

    private func examine(
        _ files: InMemoryFileSystem,
        _ expectation: NextLaunches,
        _ place: String
    ) {
        examinationCount += 1
        problems += expectation.problems(on: files).map { "\(place): \($0)" }
        if !scenario.invariant(files) { problems.append("\(place): not in order after it") }
    }
}
