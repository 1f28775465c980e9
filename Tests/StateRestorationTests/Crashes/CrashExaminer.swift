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
        let recording = CrashRecording(run.tester.files)
        try await scenario.steps(run)
        recording.finish()
        for stop in recording.stops(seeds: CrashExaminer.seeds) {
            var expectation = run.expectation(after: stop.index, losingPower: stop.way.isPowerCut)
            if case .before = stop.way {
                expectation.mayBeDamaged = scenario.isDamaged
            } else {
                expectation.mayBeDamaged = true
            }
            examine(try stop.makeFiles(), expectation, stop.place)
        }
        try await failOperations(count: recording.operationCount)
        try await failForGood()
        for problem in problems.prefix(CrashExaminer.reportedProblems) {
            XCTFail("\(scenario.name): \(problem)", file: file, line: line)
        }
        if problems.count > CrashExaminer.reportedProblems {
            XCTFail("\(scenario.name): \(problems.count) problems in all", file: file, line: line)
        }
    }
}

// MARK: - What may happen

extension CrashExaminer {
    /// Each operation fails, by itself or with the next ones, and the application goes on.
    private func failOperations(count: Int) async throws {
        for index in stride(from: 0, to: count, by: sample(few: 2, more: 1, all: 1)) {
            let all = [(POSIXErrorCode.EIO, 1), (.ENOSPC, 1), (.EIO, 6)]
            for (code, length) in isExhaustive ? all : [all[index % all.count]] {
                let run = try CrashRun(scenario.configure)
                try await scenario.prepare(run)
                try run.begin()
                run.tester.files.failOperations(index..<index + length, code)
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
                let first = run.tester.files.operations.dropFirst(index).first?.words ?? "the end"
                let place = "\(length) × \(code) from operation \(index) on (\(first))"
                examine(run.tester.files.copy(), expectation, place)
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

extension InMemoryFileSystem {
    /// Fails the operations with these numbers. What a full disk fails to write, it writes half of.
    func failOperations(_ numbers: Range<Int>, _ code: POSIXErrorCode) {
        setFault { operation, number in
            guard numbers.contains(number) else { return nil }
            return code == .ENOSPC && operation.byteCount > 0
                ? .cutOff(afterBytes: operation.byteCount / 2, code) : .fail(code)
        }
    }
}

extension CrashScenario {
    /// Fails the test where any way of stopping the scenario leaves less than it should.
    @MainActor
    func examine(file: StaticString = #filePath, line: UInt = #line) async throws {
        let examiner = CrashExaminer(self)
        try await examiner.run(file: file, line: line)
        // So many ways to leave off are in the shortest scenario.
        XCTAssertGreaterThan(examiner.examinationCount, 100, file: file, line: line)
    }
}
