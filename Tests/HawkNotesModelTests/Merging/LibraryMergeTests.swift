import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Properties of merged random libraries.
final class LibraryMergeTests: MergeTestCase {
    private static let seeds = RandomLibraries.seeds

    func testNothingThatEitherHasIsMissing() throws {
        for seed in Self.seeds {
            let all = try RandomLibraries.of(seed)
            let merged = try all.merged(0, 1)
            XCTAssertEqual(
                try missing(in: merged, all.readers[0], all.readers[1]),
                [],
                "seed \(seed)"
            )
            XCTAssertEqual(try merged.library.check(), LibraryFindings(), "seed \(seed)")
        }
    }

    /// What a merged library knows is what both know: whatever is merged next, the same is shown.
    func testAMergedLibraryKnowsWhatBothKnow() throws {
        for seed in Self.seeds { try assertMergedLibraryKnowsWhatBothKnow(seed) }
    }

    func testWhatComesBackHasNoStampsFromBeforeItWasDeleted() throws {
        try assertMergedLibraryKnowsWhatBothKnow(309)
    }

    private func assertMergedLibraryKnowsWhatBothKnow(_ seed: Int) throws {
        func shown(_ knowledge: LibraryKnowledge) throws -> Set<String> {
            let merged = try MergedLibrary(knowledge, knowledge, bringsBack: false)
            let knowledge = merged.all
            var lines: Set<String> = []
            for item in knowledge.seriesItems.union(knowledge.texts.keys.map(Item.note)) {
                let state = merged.state(of: item)
                lines.insert("\(item) is \(state), \(knowledge.state(of: item))")
                for (field, stamp) in knowledge.erased[item] ?? [:] {
                    lines.insert("\(item) erased \(field) \(stamp)")
                }
                for field in ["state", "seen"] where knowledge.rows[item]?[field] != nil {
                    let stamp = knowledge.rows[item]?[field]?.stamp
                    lines.insert("\(item) \(field) \(stamp ?? ChangeStamp())")
                }
                if item.kind == RecordTable.note.kind {
                    let heads = knowledge.texts[item.id]?.heads ?? []
                    let trash = knowledge.trash[item.id]?.revisions.intersection(heads) ?? []
                    lines.insert("\(item) \(heads.map(\.uuidString).sorted())")
                    lines.insert("\(item) trash \(trash.map(\.uuidString).sorted())")
                    let text = knowledge.text(of: item.id)
                    lines.insert("\(item) \(text?.text ?? "") \(text?.beside ?? [])")
                }
                guard state != .purged else { continue }
                for (field, value) in knowledge.rows[item] ?? [:]
                where field != "state" && field != "seen" {
                    lines.insert("\(item) \(field) \(value)")
                }
            }
            return lines
        }
        let all = try RandomLibraries.of(seed)
        let both = try MergedLibrary(
            all.readers[0].knowledge,
            all.readers[1].knowledge,
            bringsBack: false
        )
        let union = try shown(both.all)
        for (one, other) in [(0, 1), (1, 0)] {
            let known = try shown(all.merged(one, other).knowledge)
            XCTAssertEqual(union.subtracting(known).sorted(), [], "seed \(seed)")
            XCTAssertEqual(known.subtracting(union).sorted(), [], "seed \(seed)")
        }
    }

    /// Each table that is left out is found to be missing in some pair.
    func testALeftOutTableIsMissed() throws {
        var unnoticed = Set(RecordTable.allCases)
        for seed in 0..<80 {
            let readers = try RandomLibraries.of(seed).copies()
            // What the readers seldom do.
            let library = readers[1].library
            try library.saveSeries(uuid(4), title: "New series")
            let note = try library.addNote("note", on: .character(uuid(2)))
            for quote in ["first", "second"] { try library.setQuote(Quote(quote), of: note.id) }
            let whole = try merge(readers[0], readers[1]).shown
            for table in unnoticed {
                let others = Set(RecordTable.allCases).subtracting([table])
                do {
                    let merged = try merge(readers[0])
                    try merged.merge(readers[1], others)
                    let missing = try missing(in: merged, readers[0], readers[1])
                    if try !missing.isEmpty || whole != merged.shown {
                        unnoticed.remove(table)
                    }
                } catch {
                    // What refers to its rows can't be written without them.
                    unnoticed.remove(table)
                }
            }
            if unnoticed.isEmpty { break }
        }
        XCTAssertEqual(unnoticed, [])
    }

    func testMergingOnceMoreChangesNothing() throws {
        for seed in Self.seeds {
            let all = try RandomLibraries.of(seed)
            let before = try all.merged(0, 1).rows
            let merged = try merge(all.merged(0, 1))
            XCTAssertNil(try merged.merge(all.readers[1]).batch, "seed \(seed)")
            let after = try merged.rows
            XCTAssertEqual(before.subtracting(after), [], "seed \(seed)")
            XCTAssertEqual(after.subtracting(before), [], "seed \(seed)")
        }
    }

    func testTheOrderOfTwoDoesNotMatter() throws {
        for seed in Self.seeds {
            let all = try RandomLibraries.of(seed)
            try assertSame(all.merged(0, 1), all.merged(1, 0), "seed \(seed)")
        }
    }

    /// Values that were permanently deleted in one library are not kept there for a third that still
    /// has the thing: it comes back with the values that the others have.
    func testTheOrderOfThreeDoesNotMatter() throws {
        for seed in Self.seeds { try assertOrderOfThreeDoesNotMatter(seed) }
    }

    /// A note on a thing of which only the order decides whether it is paired with a deleted one.
    func testTheOrderOfThreeDoesNotMatterForOtherNotes() throws {
        try assertOrderOfThreeDoesNotMatter(285)
    }

    /// A quotation that one library has permanently deleted, and a third has never had.
    func testTheOrderOfThreeDoesNotMatterForDeletedQuotations() throws {
        try assertOrderOfThreeDoesNotMatter(426)
    }

    private func assertOrderOfThreeDoesNotMatter(_ seed: Int) throws {
        let all = try RandomLibraries.of(seed)
        let purged = Set(try all.readers.flatMap { try $0.knowledge.purges.keys.map(\.id) })
        let unsure = try all.readers.idsOfUnsurePairs
        func assertSame(_ one: RandomReader, _ other: RandomReader, _ message: String) throws {
            try self.assertSame(one, other, message, exceptValuesOf: purged, except: unsure)
        }
        let first = try all.merged(0, 1, 2)
        for (one, two, three) in [(1, 2, 0), (2, 0, 1), (2, 1, 0)] {
            let other = try all.merged(one, two, three)
            try assertSame(first, other, "seed \(seed): \(one) \(two) \(three)")
        }
        let pair = try all.merged(1, 2)
        try assertSame(first, merge(all.readers[0], pair), "seed \(seed): 0 (1 2)")
        // What came back from a merge is merged like anything else.
        try assertSame(first, merge(pair, first), "seed \(seed): (1 2) (0 1 2)")
    }

    func testNothingThatOneOfThreeHasIsMissing() throws {
        for seed in Self.seeds {
            let all = try RandomLibraries.of(seed)
            let isFirst = seed.isMultiple(of: 2)
            let merged = try isFirst ? all.merged(0, 1, 2) : all.merged(2, 1, 0)
            for (number, reader) in all.readers.enumerated() {
                let missing = try missing(in: merged, reader, merged)
                XCTAssertEqual(missing, [], "seed \(seed): \(number)")
            }
        }
    }

    func testALibraryMergedWithItselfIsTheSame() throws {
        for seed in Self.seeds {
            let reader = try RandomLibraries.of(seed).readers[0]
            let merged = try merge(reader)
            XCTAssertNil(try merged.merge(reader).batch, "seed \(seed)")
            XCTAssertEqual(try merged.rows, try reader.rows, "seed \(seed)")
        }
    }

    func testALibraryMergedWithItsBackupShowsTheSame() throws {
        for seed in Self.seeds {
            let (reader, backup) = try RandomLibraries.of(seed).withBackup.get()
            let merged = try merge(reader, backup)
            // Versions and pictures that have expired since may come back.
            func things(_ reader: RandomReader) throws -> [String] {
                try reader.shown.filter { !$0.hasPrefix("version") && !$0.hasPrefix("picture") }
            }
            let (after, before) = (Set(try things(merged)), Set(try things(reader)))
            XCTAssertEqual(after.subtracting(before), [], "seed \(seed)")
            XCTAssertEqual(before.subtracting(after), [], "seed \(seed)")
            XCTAssertEqual(try missing(in: merged, reader, backup), [], "seed \(seed)")
        }
    }

    func testAForkHasTheChangesOfBoth() throws {
        for seed in Self.seeds {
            // Only one of them has changed.
            let (reader, backup) = try RandomLibraries.of(seed).withBackup.get()
            try assertSame(merge(backup, reader), reader, "seed \(seed)")
        }
    }

    func testUndoingAMergeShowsWhatWasShownBefore() throws {
        for seed in Self.seeds {
            let readers = try RandomLibraries.of(seed).readers
            let merged = try merge(readers[0])
            let kinds = ["note", "series", "book", "chapter", "character", "relation", "favorite"]
            func things() throws -> [String] {
                try merged.shown.filter { line in kinds.contains { line.hasPrefix($0 + " ") } }
                    .map { line in
                        // Edits, the undo of one included, renew this.
                        guard let start = line.firstRange(of: " modifiedAt=") else { return line }
                        let end = line[start.upperBound...].prefix { $0 != " " }.endIndex
                        return line.replacingCharacters(in: start.lowerBound..<end, with: "")
                    }
            }
            let before = try things()
            guard let batch = try merged.merge(readers[1]).batch else { continue }
            let undone = try merged.library.undoImport(batch)
            let (after, past) = (Set(try things()), Set(before))
            XCTAssertEqual(after.subtracting(past).sorted(), [], "seed \(seed)")
            XCTAssertEqual(past.subtracting(after).sorted(), [], "seed \(seed)")
            XCTAssertEqual(undone.keptCount, 0, "seed \(seed)")
        }
    }
}
