import Foundation
import TestSupport
import XCTest

@testable import StateRestoration

/// A process that types without pause and is killed at a random moment loses next to nothing.
///
/// A round counts when the machine ran the process all along, which an idle thread of the process
/// tells by its heartbeat; on a machine that is busy with other things the others are repeated.
final class KillTests: XCTestCase {
    private static let parallel = 8
    private static let allowedLoss = 0.1
    private static let longestPauseOfHeartbeat = 0.03

    func testKilledTypistLosesAtMostATenthOfASecond() throws {
        try kill(rounds: 200, secondsBetweenKeys: 0.05)
    }

    /// Faster than the writing: a delay that is begun anew by each key would never end.
    func testKilledTypistWhoseKeyRepeatsLosesAtMostATenthOfASecond() throws {
        try kill(rounds: 40, secondsBetweenKeys: 0.005)
    }

    private func kill(rounds: Int, secondsBetweenKeys pace: Double) throws {
        let root = try TemporaryDirectory()
        let typist = try Typist.program()
        let results = Results()
        // One directory per lane: most rounds go on with the text of the round before.
        let directory = root.url
        let group = DispatchGroup()
        for lane in 0..<Self.parallel {
            group.enter()
            // A thread each: the lanes mostly wait, which a pool of threads takes for work.
            Thread {
                let directory = directory.appendingPathComponent("\(lane)")
                var count = 0
                // So many attempts at most: a machine that never runs its processes ends the test.
                for _ in 0..<rounds where count < rounds / Self.parallel {
                    do {
                        let round = try Self.round(typist, directory: directory, pace: pace)
                        results.add(round)
                        if round.counts { count += 1 }
                    } catch {
                        results.add(failure: "\(error)")
                    }
                }
                group.leave()
            }.start()
        }
        group.wait()
        XCTAssertEqual(results.failures, [])
        XCTAssertEqual(results.losses.count, rounds)
        let losses = results.losses.sorted()
        let maximum = losses.last ?? .infinity
        print(
            "Loss after SIGKILL, a key every \(milliseconds(pace)), \(losses.count) rounds:"
                + " median \(milliseconds(losses.isEmpty ? 0 : losses[losses.count / 2])),"
                + " maximum \(milliseconds(maximum)); keys typed: \(results.keyCount);"
                + " \(results.stalledLosses.count) more rounds in which the machine stalled:"
                + " maximum \(milliseconds(results.stalledLosses.max() ?? 0))"
        )
        XCTAssertLessThanOrEqual(maximum, Self.allowedLoss)
        XCTAssertGreaterThan(results.keyCount, rounds)
    }

    /// Lets a child type, kills it, and returns the age of the oldest key that did not come back.
    private static func round(
        _ executable: URL,
        directory: URL,
        pace: Double
    ) throws -> Round {
        let typist = try Typist(executable, directory: directory, pace: pace)
        let ready = try typist.readLine()
        guard ready.hasPrefix("ready "), let base = Int(ready.dropFirst(6)) else {
            throw TypistError(message: "The typist said: \(ready)")
        }
        usleep(UInt32.random(in: 150_000...900_000))
        let killTime = monotonicNanoseconds()
        typist.kill()
        let lines = typist.readRest()
        let beats = lines.filter { $0.hasPrefix("beat ") }.compactMap { UInt64($0.dropFirst(5)) }
        let pauses = zip(beats, beats.dropFirst() + [killTime]).map {
            $1 > $0 ? Double($1 - $0) / 1e9 : 0
        }
        let keys = lines.compactMap { line -> (number: Int, time: UInt64)? in
            let parts = line.split(separator: " ")
            guard parts.count == 2, let number = Int(parts[0]), let time = UInt64(parts[1]) else {
                return nil
            }
            return (number, time)
        }
        let restored = try restoredLength(in: directory)
        let lost = keys.first { base + $0.number > restored }
        let loss = lost.map { Double(killTime) - Double($0.time) } ?? 0
        return Round(
            loss: max(0, loss / 1e9),
            keyCount: keys.count,
            counts: (pauses.max() ?? .infinity) <= longestPauseOfHeartbeat
        )
    }

    private static func restoredLength(in directory: URL) throws -> Int {
        let loaded = SessionLoader.load(
            StateDirectory(path: directory.path, fileSystem: .live)
        )
        guard loaded.windows.count <= 1 else {
            throw TypistError(message: "There are \(loaded.windows.count) windows.")
        }
        guard loaded.report.entries.isEmpty else {
            throw TypistError(message: "\(loaded.report.entries)")
        }
        guard case .text(let text)? = loaded.windows.first?.state.contents["draft"] else {
            return 0
        }
        return text.scalarCount
    }

    private func milliseconds(_ seconds: Double) -> String {
        String(format: "%.1f ms", seconds * 1000)
    }
}

private func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

private struct Round {
    /// The age of the oldest key that did not come back, in seconds.
    var loss: Double
    var keyCount: Int
    /// Whether the machine ran the process all along.
    var counts: Bool
}

private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var losses: [Double] = []
    private(set) var failures: [String] = []
    private(set) var stalledLosses: [Double] = []
    private(set) var keyCount = 0

    func add(_ round: Round) {
        lock.withLock {
            if round.counts {
                losses.append(round.loss)
                keyCount += round.keyCount
            } else {
                stalledLosses.append(round.loss)
            }
        }
    }

    func add(failure: String) { lock.withLock { failures.append(failure) } }
}
