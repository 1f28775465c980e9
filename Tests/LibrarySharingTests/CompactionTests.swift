import Foundation
import TestSupport
import XCTest

@testable import LibrarySharing

/// A folder stays within its bounds, and little is written for it.
final class CompactionTests: XCTestCase {
    private func id(_ number: Int) -> SharedFileID {
        SharedFileID(digest: (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    private func file(_ number: Int, _ size: Int, live: Int? = nil, alone: Bool = false) -> OwnFile
    {
        OwnFile(id: id(number), size: size, liveSize: live ?? size, isOneRecord: alone)
    }

    func testAFewSmallFilesStay() {
        let files = (0..<7).map { file($0, 1_000) }
        XCTAssertEqual(Compaction.files(of: files, isNewDay: true), [])
        let more = (0..<63).map { file($0, 1_000) }
        XCTAssertEqual(Compaction.files(of: more, isNewDay: false), [])
        XCTAssertEqual(Compaction.files(of: more, isNewDay: true).count, 63)
        XCTAssertEqual(Compaction.files(of: more + [file(99, 1_000)], isNewDay: false).count, 64)
    }

    func testFullFilesAndLongRecordsStayUntilHalfOfThemCountsNoMore() {
        let full = SharedFileSize.file - 1_000
        let small = (0..<64).map { file($0, 1_000) }
        let kept = [
            file(100, full), file(101, full, live: full / 2), file(102, 90_000, alone: true),
        ]
        XCTAssertEqual(Compaction.files(of: small + kept, isNewDay: true).count, 64)
        let stale = [file(103, full, live: full / 2 - 1), file(104, 90_000, live: 0, alone: true)]
        let taken = Compaction.files(of: kept + stale, isNewDay: true)
        XCTAssertEqual(Set(taken), Set(stale.map(\.id)))
        XCTAssertEqual(Compaction.files(of: kept + stale, isNewDay: false), [])
    }

    /// "≤ 2 × what counts + 4 MB; ≤ 64 + one per 4 MB and per large record"
    func testTheFolderStaysWithinItsBounds() {
        for seed in seeds(few: 40, more: 400, all: 4_000) {
            var numbers = SeededNumbers(seed: seed)
            var files: [OwnFile] = []
            var count = 0
            // Libraries that change much, and such as only grow.
            let rarity = seed.isMultiple(of: 2) ? 30 : 3_000
            for step in 0..<400 {
                count += 1
                switch Int.random(in: 0..<10, using: &numbers) {
                case 0:
                    let size = SharedFileSize.file - Int.random(in: 0..<60_000, using: &numbers)
                    files.append(file(count, size))
                case 1:
                    let size = Int.random(in: 70_000..<8_000_000, using: &numbers)
                    files.append(file(count, size, alone: true))
                default: files.append(file(count, Int.random(in: 500..<300_000, using: &numbers)))
                }
                for index in files.indices where Int.random(in: 0..<rarity, using: &numbers) == 0 {
                    files[index].liveSize =
                        files[index].isOneRecord
                        ? 0 : Int.random(in: 0...files[index].liveSize, using: &numbers)
                }
                let taken = Set(Compaction.files(of: files, isNewDay: step % 20 == 19))
                if taken.isEmpty { continue }
                files = compacted(files, taken, &count)
                let live = files.reduce(0) { $0 + $1.liveSize }
                let size = files.reduce(0) { $0 + $1.size }
                XCTAssertLessThanOrEqual(size, 2 * live + SharedFileSize.file, "seed \(seed)")
                let others = files.filter { !$0.isOneRecord }
                let full = SharedFileSize.file - 2 * SharedFileSize.record
                let most = 64 + others.reduce(0) { $0 + $1.size } / full
                XCTAssertLessThanOrEqual(others.count, most, "seed \(seed)")
                // Nothing more is to be done at once.
                XCTAssertEqual(Compaction.files(of: files, isNewDay: false), [], "seed \(seed)")
            }
        }
    }

    private func compacted(
        _ files: [OwnFile],
        _ taken: Set<SharedFileID>,
        _ count: inout Int
    ) -> [OwnFile] {
        var left = files.filter { !taken.contains($0.id) }
        let old = files.filter { taken.contains($0.id) }
        for one in old where one.isOneRecord && one.liveSize > 0 {
            count += 1
            left.append(file(count, one.liveSize, alone: true))
        }
        var live = old.reduce(0) { $0 + ($1.isOneRecord ? 0 : $1.liveSize) }
        while live > 0 {
            count += 1
            let size = min(live, SharedFileSize.file - SharedFileSize.record)
            left.append(file(count, size))
            live -= size
        }
        return left
    }
}
