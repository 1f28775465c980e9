import Foundation
import LibraryTestSupport
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesModel

/// The text of a note as a function of its revisions.
final class NoteRevisionsTests: XCTestCase {
    private static func revision(
        _ number: Int,
        _ text: String?,
        replacing replaced: [Int] = [],
        at milliseconds: Int64? = nil
    ) -> TextRevision {
        TextRevision(
            id: uuid(number),
            replacing: Set(replaced.map { uuid($0) }),
            at: ChangeStamp(milliseconds: milliseconds ?? Int64(number)),
            text: text
        )
    }

    private static func shown(
        _ text: String?,
        _ merged: [Int],
        beside: [Int] = []
    ) -> NoteRevisions.Shown {
        NoteRevisions.Shown(
            text: text,
            merged: merged.map { uuid($0) },
            beside: beside.map { uuid($0) }
        )
    }

    func testTheLatestOfTwoEditsWithTheOtherMergedIn() {
        let all = [
            Self.revision(1, "a\nb\nc"),
            Self.revision(2, "a\nb\nc\nd", replacing: [1]),
            Self.revision(3, "x\na\nb\nc", replacing: [1]),
        ]
        XCTAssertEqual(NoteRevisions(all).shown, Self.shown("x\na\nb\nc\nd", [3, 2]))
        XCTAssertEqual(NoteRevisions(all.prefix(2)).shown, Self.shown("a\nb\nc\nd", [2]))
        // Later by the clock, although it was written before.
        let swapped = [all[0], all[1], Self.revision(3, "x\na\nb\nc", replacing: [1], at: 1)]
        XCTAssertEqual(NoteRevisions(swapped).shown?.merged, [uuid(2), uuid(3)])
    }

    func testAnEditThatSawBothReplacesBoth() {
        let all = [
            Self.revision(1, "a"),
            Self.revision(2, "b", replacing: [1]),
            Self.revision(3, "c", replacing: [1]),
        ]
        XCTAssertEqual(NoteRevisions(all).shown, Self.shown("c", [3], beside: [2]))
        let settled = all + [Self.revision(4, "b and c", replacing: [2, 3], at: 0)]
        XCTAssertEqual(NoteRevisions(settled).shown, Self.shown("b and c", [4]))
    }

    func testTextsWithoutACommonRevisionAreBothKept() {
        let all = [Self.revision(1, "here"), Self.revision(2, "there")]
        XCTAssertEqual(NoteRevisions(all).shown, Self.shown("there", [2], beside: [1]))
        let unknown = [
            Self.revision(2, "a\nb", replacing: [1]), Self.revision(3, "c\na", replacing: [1]),
        ]
        XCTAssertEqual(NoteRevisions(unknown).shown, Self.shown("c\na", [3], beside: [2]))
    }

    func testARevisionWithoutItsTextHidesNothing() {
        let one = Self.revision(1, "one")
        XCTAssertEqual(
            NoteRevisions([one, Self.revision(2, nil, replacing: [1])]).shown,
            Self.shown("one", [1])
        )
        let three = Self.revision(3, "three", replacing: [2])
        XCTAssertEqual(
            NoteRevisions([one, Self.revision(2, nil, replacing: [1]), three]).shown,
            Self.shown("three", [3])
        )
        // What the second one replaces is not known yet.
        XCTAssertEqual(NoteRevisions([one, three]).shown, Self.shown("three", [3], beside: [1]))
        XCTAssertNil(NoteRevisions([Self.revision(1, nil)]).shown)
        XCTAssertNil(NoteRevisions([]).shown)
    }

    func testTheBaseOfMergedTextsIsMergedItself() {
        let all = [
            Self.revision(1, "a\nb\nc"),
            Self.revision(2, "a\nb\nc\nd", replacing: [1]),
            Self.revision(3, "x\na\nb\nc", replacing: [1]),
            Self.revision(4, "x\na\nb\nc\nd\ne", replacing: [2, 3]),
            Self.revision(5, "w\nx\na\nb\nc\nd", replacing: [2, 3]),
        ]
        XCTAssertEqual(NoteRevisions(all).shown, Self.shown("w\nx\na\nb\nc\nd\ne", [5, 4]))
    }

    func testAStampIsLaterThanTheReplacedOneWhateverTheClockSays() {
        let old = ChangeStamp(milliseconds: 5000, count: 2, device: 9)
        XCTAssertEqual(
            ChangeStamp.replacing(old, at: 4000, on: 1),
            ChangeStamp(milliseconds: 5000, count: 3, device: 1)
        )
        XCTAssertEqual(
            ChangeStamp.replacing(old, at: 5000, on: 1),
            ChangeStamp(milliseconds: 5000, count: 3, device: 1)
        )
        XCTAssertEqual(
            ChangeStamp.replacing(old, at: 6000, on: 1),
            ChangeStamp(milliseconds: 6000, device: 1)
        )
        XCTAssertEqual(
            ChangeStamp.replacing(ChangeStamp(milliseconds: 7), at: 7, on: 1).count,
            1
        )
        XCTAssertEqual(ChangeStamp.replacing(nil, at: 1, on: 1).milliseconds, 1)
    }

    func testRevisionsOfTwoLibrariesShowTheSameInEveryOrder() {
        for seed in 1...300 {
            var random = SeededRandomNumberGenerator(seed: UInt64(seed))
            var all: [TextRevision] = [Self.revision(1, "a\nb\nc\nd\ne")]
            for number in 2...8 {
                // Made in a library that has some of the others.
                let known = all.filter { _ in Bool.random(using: &random) }
                let shown = NoteRevisions(known).shown
                var lines = shown?.text?.components(separatedBy: "\n") ?? []
                let place = Int.random(in: 0...lines.count, using: &random)
                lines.insert("new \(number)", at: place)
                all.append(
                    TextRevision(
                        id: uuid(number),
                        replacing: Set(shown?.merged ?? []),
                        at: ChangeStamp(milliseconds: Int64.random(in: 0...3, using: &random)),
                        text: lines.joined(separator: "\n")
                    )
                )
            }
            let shown = NoteRevisions(all).shown
            for _ in 0..<4 {
                XCTAssertEqual(NoteRevisions(all.shuffled(using: &random)).shown, shown, "\(seed)")
            }
            // No text is lost: each is shown, beside it, or was before an edit.
            let there = Set((shown?.merged ?? []) + (shown?.beside ?? []))
            for revision in all where !there.contains(revision.id) {
                XCTAssertTrue(all.contains { $0.replaced.contains(revision.id) }, "\(seed)")
            }
        }
    }
}
