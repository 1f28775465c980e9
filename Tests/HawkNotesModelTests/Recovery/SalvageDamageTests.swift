import Foundation
import GRDB
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import LibrarySalvage

/// Every byte of each kind of page, every page and every length of the file.
///
/// A sample in an ordinary run; all of it with `HAWK_NOTES_EXHAUSTIVE` in the environment.
final class SalvageDamageTests: SalvageTestCase {
    /// Found once what a smaller run would not.
    private static let seedsThatFailed = [
        2661, 2707, 3468, 4181, 4880, 6124, 7531, 7879, 8210, 8636,
    ]
    private let patterns: [UInt8] = [0x01, 0x08, 0x80, 0xff]

    func testEveryByteOfEachKindOfPageCostsTheRowThatHoldsIt() throws {
        let fixture = try SalvageFixture(in: directory)
        let kinds = fixture.pages.sorted { $0.key < $1.key }
        // More of the first page and the header of each, where a byte is for all rows.
        for (kind, pages) in kinds {
            let page = pages[pages.count / 2]
            let start = (page - 1) * SalvageFixture.pageSize
            let front = kind == "first" ? 100 : 12
            for place in start..<start + SalvageFixture.pageSize {
                for (index, pattern) in patterns.enumerated() {
                    let isFront = place < start + front
                    let number = (place - start) * patterns.count + index + (isFront ? 0 : 1)
                    guard isChosen(number, oneOf: isFront ? 37 : 907) else { continue }
                    var bytes = fixture.bytes
                    bytes[place] ^= pattern
                    try check(
                        bytes,
                        damage: [place..<place + 1],
                        fixture,
                        kind: "a byte of a page of kind “\(kind)”",
                        "page \(page), byte \(place - start), pattern \(pattern)"
                    )
                }
            }
        }
    }

    func testDamagedPlacesOfRowsHideNone() throws {
        let fixture = try SalvageFixture(in: directory)
        let size = SalvageFixture.pageSize
        let leaves = Set(
            fixture.places.filter { $0.table == "note" }.map { $0.ranges[0].lowerBound / size }
        ).sorted()
        for (index, leaf) in leaves.enumerated() where isChosen(index, oneOf: 19) {
            let count = fixture.bytes.uint16(at: leaf * size + 3) ?? 0
            for place in leaf * size + 8..<leaf * size + 8 + 2 * count {
                for pattern: UInt8 in [0x01, 0x02, 0xff] {
                    var bytes = fixture.bytes
                    bytes[place] ^= pattern
                    try check(
                        bytes,
                        damage: [],
                        fixture,
                        kind: "the place of a row",
                        "page \(leaf + 1), byte \(place % size), pattern \(pattern)"
                    )
                }
            }
        }
    }

    func testEveryPageMayBeGone() throws {
        let fixture = try SalvageFixture(in: directory)
        let size = SalvageFixture.pageSize
        var numbers = SeededNumbers(seed: 11)
        for page in 0..<fixture.bytes.count / size {
            let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let contents = [
                "zeros": [UInt8](repeating: 0, count: size),
                "ones": [UInt8](repeating: 0xff, count: size),
                "noise": noise,
            ]
            for (index, (kind, content)) in contents.sorted(by: { $0.key < $1.key }).enumerated() {
                guard isChosen(page * 3 + index, oneOf: 43) else { continue }
                let range = page * size..<(page + 1) * size
                var bytes = fixture.bytes
                bytes.replaceSubrange(range, with: content)
                try check(
                    bytes,
                    damage: [range],
                    fixture,
                    kind: "a page of \(kind)",
                    "page \(page + 1)"
                )
            }
        }
    }

    func testFileMayEndAnywhere() throws {
        let fixture = try SalvageFixture(in: directory)
        let size = SalvageFixture.pageSize
        let all = fixture.bytes.count
        var lengths = Array(stride(from: 0, to: all, by: size))
        lengths += stride(from: 1, to: all, by: 397)
        for (index, length) in lengths.enumerated() where isChosen(index, oneOf: 19) {
            try check(
                Array(fixture.bytes.prefix(length)),
                damage: [length..<all],
                fixture,
                kind: "a file that ends early",
                "\(length) bytes"
            )
        }
    }

    func testRandomDamageNeverCrashesAndCostsWhatItHits() throws {
        // A small one, so that there can be many.
        let fixture = try SalvageFixture(in: directory, notes: 26)
        let count = sample(few: 15, more: 40, all: 10_000)
        for seed in Array(0..<count) + Self.seedsThatFailed {
            var numbers = SeededNumbers(seed: seed)
            var (bytes, damage) = (fixture.bytes, [Range<Int>]())
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                damage += damaging(&bytes, &numbers)
            }
            try check(
                bytes,
                damage: damage,
                fixture,
                kind: "random damage",
                "seed \(seed)"
            )
        }
    }

    private func damaging(_ bytes: inout [UInt8], _ numbers: inout SeededNumbers) -> [Range<Int>] {
        let size = SalvageFixture.pageSize
        guard bytes.count > 4 * size else { return [] }
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0:
            bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            return [place..<place + 1]
        case 1:
            let end = min(bytes.count, place + Int.random(in: 1...700, using: &numbers))
            for position in place..<end {
                bytes[position] = UInt8.random(in: 0...255, using: &numbers)
            }
            return [place..<end]
        case 2:
            let end = min(bytes.count, place + 4096)
            for position in place..<end { bytes[position] = 0 }
            return [place..<end]
        case 3:
            let end = bytes.count
            bytes = Array(bytes.prefix(max(place, end * 3 / 4)))
            return [bytes.count..<end]
        default:
            let (one, other) = (
                place / size, Int.random(in: 0..<bytes.count / size, using: &numbers)
            )
            let pages = [one, other].map { $0 * size..<min(bytes.count, ($0 + 1) * size) }
            guard pages[0].count == pages[1].count else { return [] }
            let content = Array(bytes[pages[0]])
            bytes.replaceSubrange(pages[0], with: Array(bytes[pages[1]]))
            bytes.replaceSubrange(pages[1], with: content)
            return pages
        }
    }
}
