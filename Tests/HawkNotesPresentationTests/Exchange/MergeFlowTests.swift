import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// What a preview says follows the choices that are made in it.
final class MergeFlowTests: XCTestCase {
    /// A book that was imported into both libraries, with a note of the reader's on it.
    private static func addBook(_ library: Library, _ note: String, counts: Int = 1) throws {
        let book = UUID()
        _ = try library.importBatch(format: "test", name: "file") { importer in
            let series = SeriesDetails(id: UUID(), title: "Saga", author: nil)
            let id = try importer.add(series, source: "series")
            try importer.add(
                Book(id: book, seriesID: id, title: "Read", position: 0),
                source: "book"
            )
            return nil
        }
        for number in 0..<counts { try library.addNote("\(note) \(number)", on: .book(book)) }
    }

    /// Waits until the preview is as it should be.
    @MainActor
    private static func preview(
        of flow: MergeFlow,
        line: UInt = #line,
        _ isThere: @MainActor (MergePreview) -> Bool = { _ in true }
    ) throws -> MergePreview {
        var found: MergePreview?
        _ = runMainQueue {
            if case .preview(let preview) = flow.stage, isThere(preview) { found = preview }
            return found != nil
        }
        return try XCTUnwrap(found, "\(flow.stage)", line: line)
    }

    /// A flow that shows what merging a file would do.
    @MainActor
    private static func preview(
        of file: URL,
        into library: Library,
        _ folder: TemporaryDirectory
    ) throws -> (MergeFlow, MergePreview) {
        let flow = MergeFlow(
            into: library,
            copies: folder.url.appendingPathComponent("copies"),
            environment: .live
        )
        flow.look(at: file)
        return (flow, try preview(of: flow))
    }

    func testTheCountsFollowDeclinedPairs() throws {
        try onMainActor {
            let folder = try TemporaryDirectory()
            let library = try Library.open(at: folder.url.appendingPathComponent("library.sqlite"))
            try Self.addBook(library, "mine")
            let file = folder.url.appendingPathComponent("other.sqlite")
            let other = try Library.open(at: file)
            try Self.addBook(other, "theirs")
            try other.close()
            let (flow, first) = try Self.preview(of: file, into: library, folder)
            XCTAssertEqual(first.pairs.map(\.kind), [.series])
            XCTAssertEqual(first.report.added, ["note": 1])
            flow.setPaired(first.pairs, false)
            let declined = try Self.preview(of: flow) { $0.report.added["series"] != nil }
            XCTAssertEqual(declined.report.added, ["note": 1, "book": 1, "series": 1])
            XCTAssertEqual(declined.pairs, first.pairs, "the choices stay")
            // Only the last of several choices counts.
            for areSame in [true, false, true] { flow.setPaired(first.pairs, areSame) }
            let same = try Self.preview(of: flow) { $0.report.added["series"] == nil }
            XCTAssertEqual(same.report, first.report)
            flow.setPaired(first.pairs, false)
            flow.begin()
            XCTAssertTrue(runMainQueue { if case .done = flow.stage { true } else { false } })
            guard case .done(let outcome) = flow.stage else { return XCTFail("\(flow.stage)") }
            XCTAssertEqual(outcome.report.added, declined.report.added)
            try library.close()
        }
    }

    func testTheTickIsCounted() throws {
        try onMainActor {
            let folder = try TemporaryDirectory()
            let url = folder.url.appendingPathComponent("library.sqlite")
            var library = try Library.open(at: url)
            try Self.addBook(library, "note", counts: 3)
            try library.close()
            let file = folder.url.appendingPathComponent("other.sqlite")
            try FileManager.default.copyItem(at: url, to: file)
            library = try Library.open(at: url)
            for note in try library.allNotes() { try library.deleteNote(note.id) }
            try library.emptyTrash()
            let (flow, first) = try Self.preview(of: file, into: library, folder)
            XCTAssertEqual(first.restorableCount, 3)
            XCTAssertTrue(first.report.isEmpty)
            flow.bringsBack = true
            let ticked = try Self.preview(of: flow) { !$0.report.isEmpty }
            XCTAssertEqual(ticked.report.restoredNotes, 3)
            XCTAssertTrue(MergeText.preview(ticked, "other").contains("Restored: 3 notes"))
            flow.bringsBack = false
            _ = try Self.preview(of: flow) { $0.report.isEmpty }
            try library.close()
        }
    }
}
