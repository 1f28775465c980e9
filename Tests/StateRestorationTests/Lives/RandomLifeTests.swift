import Foundation
import XCTest

/// That in whole lives of random steps nothing is lost, mixed up or invented.
///
/// With `RESTORATION_LIVES` in the environment there are as many lives, and with
/// `RESTORATION_SEED` they begin with that one; a life that fails is printed with its seed and as few
/// of its steps as still make it fail.
@MainActor
final class RandomLifeTests: XCTestCase {
    func testEachLifeKeepsWhatItHadToKeep() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["RESTORATION_LIVES"].flatMap(UInt64.init) ?? 150
        let first = environment["RESTORATION_SEED"].flatMap(UInt64.init) ?? 1
        var failures = 0
        for seed in first..<first + count {
            let steps = LifeStep.life(length: 50 + Int(seed % 51), seed: seed)
            guard let failure = await RandomLifeTests.failure(of: steps) else { continue }
            let shortest = await RandomLifeTests.shortened(steps)
            let last = await RandomLifeTests.failure(of: shortest) ?? failure
            let words = shortest.map { "    \($0)" }.joined(separator: "\n")
            XCTFail("Life \(seed) fails: \(last)\nafter \(shortest.count) steps:\n\(words)")
            failures += 1
            if failures == 3 { break }
            await Task.yield()
        }
    }

    private static func failure(of steps: [LifeStep]) async -> String? {
        do {
            let life = try Life()
            for step in steps { try await life.perform(step) }
            try await life.perform(.end(.quit, .ordinary))
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// As few of the steps as still fail, in whatever way.
    private static func shortened(_ steps: [LifeStep]) async -> [LifeStep] {
        var steps = steps
        var length = steps.count / 2
        while length > 0 {
            var start = 0
            while start < steps.count {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + length, steps.count))
                if await failure(of: fewer) != nil { steps = fewer } else { start += length }
            }
            length /= 2
        }
        return steps
    }
}
