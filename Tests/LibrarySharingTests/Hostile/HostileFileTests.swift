import Foundation
import TestSupport
import XCTest

@testable import LibrarySharing

/// The properties of shared files, of damaged ones and of those that nobody would write.
final class HostileFileTests: XCTestCase {
    private func fixtures() throws -> [[UInt8]] {
        let folder = SourceTree.root.appendingPathComponent("Tests/LibrarySharingTests/Fixtures")
        let names = try XCTUnwrap(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        ).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }.sorted { $0.path < $1.path }
        return try names.map { Array(try Data(contentsOf: $0)) }
    }

    func testFixturesHaveTheProperties() throws {
        let all = try fixtures()
        XCTAssertFalse(all.isEmpty)
        for bytes in all {
            XCTAssertNil(SharedFileProperties.violation(bytes))
            XCTAssertNil(SharedFileProperties.violation(SharedFileProperties.whole(bytes)))
        }
    }

    /// Lines with right checksums whose JSON was changed at random, as somebody would make them.
    func testRandomChangesHaveTheProperties() throws {
        let all = try fixtures()
        let pieces = [
            "\"", "{", "}", "[", "]", ",", ":", "null", "1e9", "-", "\\u0000", "is", "own", "no",
            "at",
            "of", "made", "set", "text", "9223372036854775808", "\u{FFFD}", "0.5", "AAAA",
        ].map { Array($0.utf8) }
        for seed in seeds(few: 500, more: 10_000, all: 100_000) {
            var numbers = SeededNumbers(seed: seed)
            guard var bytes = all.randomElement(using: &numbers) else { return }
            for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
                let start = Int.random(in: 0..<bytes.count, using: &numbers)
                let end = min(start + Int.random(in: 0...6, using: &numbers), bytes.count)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[start] = UInt8.random(in: 0...255, using: &numbers)
                case 1: bytes.removeSubrange(start..<end)
                case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
                default:
                    bytes.replaceSubrange(
                        start..<end,
                        with: pieces.randomElement(using: &numbers) ?? []
                    )
                }
            }
            let broken =
                SharedFileProperties.violation(bytes)
                ?? SharedFileProperties.violation(SharedFileProperties.whole(bytes))
            XCTAssertNil(broken, "seed \(seed)")
        }
    }
}
