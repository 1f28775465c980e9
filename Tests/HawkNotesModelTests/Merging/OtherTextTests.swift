import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Notes with two texts that could not be merged: both are kept until one is chosen.
final class OtherTextTests: LibraryTestCase {
    private let environment = TestEnvironment()
    private let book = uuid(2)
    private var otherURL: URL { directory.appendingPathComponent("other.sqlite") }
    private static let year = 400.0 * 24 * 60 * 60

    private var libraryURL = URL(fileURLWithPath: "/")

    private func makeLibrary() throws -> (Library, Note.ID) {
        let folder = directory.appendingPathComponent(UUID().uuidString)
        try Disk.makeFolder(folder)
        libraryURL = folder.appendingPathComponent("library.sqlite")
        let library = try Library.open(at: libraryURL, environment: environment.library)
        try library.saveSeries(uuid(1), title: "Series")
        try library.save(Book(id: book, seriesID: uuid(1), title: "Book", position: 0))
        return (library, try library.addNote("first", on: .book(book)).id)
    }

    private func changeCopy(of library: Library, _ change: (Library) throws -> Void) throws {
        try? FileManager.default.removeItem(at: otherURL)
        let queue = try DatabaseQueue(path: otherURL.path)
        try library.store.writer.backup(to: queue)
        try queue.close()
        let other = try Library.open(at: otherURL, environment: environment.library)
        environment.advance(by: 60)
        try change(other)
        try other.close()
    }

    @discardableResult
    private func merge(into library: Library) throws -> MergeOutcome {
        let copies = directory.appendingPathComponent("copies")
        let merge = try LibraryMerge(of: otherURL, in: copies, environment: environment.library)
        defer { try? merge.close() }
        let preview = try merge.preview(into: library)
        let outcome = try merge.run(into: library)
        XCTAssertEqual(preview.report.bothTexts, outcome.report.bothTexts)
        XCTAssertEqual(preview.report.changed, outcome.report.changed)
        return outcome
    }

    /// A library whose note reads “mine” and “theirs”.
    ///
    /// - Parameter isLater: whether the text of this library is the later one.
    private func makeBoth(isLater: Bool) throws -> (Library, Note.ID, MergeOutcome) {
        let (library, id) = try makeLibrary()
        func change() throws {
            environment.advance(by: 60)
            try library.updateNote(id, text: "mine")
        }
        if isLater {
            try changeCopy(of: library) { try $0.updateNote(id, text: "theirs") }
            try change()
        } else {
            try changeCopy(of: library) { other in
                try change()
                environment.advance(by: 60)
                try other.updateNote(id, text: "theirs")
            }
        }
        environment.advance(by: 60)
        return (library, id, try merge(into: library))
    }

    /// The note as its page shows it.
    private func shown(_ library: Library) throws -> [Note] {
        let request = NoteSliceRequest(from: .index(0), count: 9, margin: 0)
        return try library.notes(request, on: .book(book)).notes
    }

    private func texts(_ library: Library) throws -> [[String]] {
        try shown(library).map { [$0.text] + $0.otherTexts.map(\.text) }
    }

    func testBothTextsAreOnThePageUntilOneIsChosen() throws {
        for isLater in [false, true] {
            let both = isLater ? ["mine", "theirs"] : ["theirs", "mine"]
            var (library, id, outcome) = try makeBoth(isLater: isLater)
            XCTAssertEqual(outcome.report.bothTexts.map(\.note), [id])
            XCTAssertEqual(try texts(library), [both])
            // Neither time nor a restart nor another merge takes one of them away.
            environment.advance(by: Self.year)
            try library.expire()
            try library.close()
            library = try Library.open(at: libraryURL, environment: environment.library)
            XCTAssertNil(try merge(into: library).batch)
            XCTAssertEqual(try texts(library), [both])
            // Nor an edit of the note, nor a way to the trash and back.
            try library.updateNote(id, text: "edited")
            let deleted = try library.deleteNote(id)
            environment.advance(by: 20 * 24 * 60 * 60)
            try library.expire()
            try library.restoreNote(deleted)
            XCTAssertEqual(try texts(library), [["edited", both[1]]])
            XCTAssertEqual(try library.check(), LibraryFindings())
            try library.close()
        }
    }

    func testEachChoiceIsAChangeThatCanBeUndone() throws {
        for isLater in [false, true] {
            let both = isLater ? ["mine", "theirs"] : ["theirs", "mine"]
            let results: [(Note.TextChoice, [[String]])] = [
                (.own, [[both[0]]]), (.other, [[both[1]]]),
                (.both(newID: UUID()), [[both[0]], [both[1]]]),
            ]
            for (choice, expected) in results {
                try expect(choice, toShow: expected, of: both, isLater: isLater)
            }
        }
    }

    private func expect(
        _ choice: Note.TextChoice,
        toShow expected: [[String]],
        of both: [String],
        isLater: Bool
    ) throws {
        let (library, id, _) = try makeBoth(isLater: isLater)
        let other = try XCTUnwrap(shown(library).first?.otherTexts.first)
        environment.advance(by: Self.year)
        let undo = try library.settle(other.id, of: id, shown: both[0], keeping: choice)
        XCTAssertEqual(try texts(library), expected, "\(choice)")
        // What was not chosen is an earlier version for as long as any other.
        try library.expire()
        let lost = choice == .other ? both[0] : both[1]
        let earlier = try library.earlierVersions(of: id).map(\.text)
        XCTAssertTrue(earlier.contains(lost), "\(choice)")
        let again = try library.settle(other.id, of: id, shown: both[0], keeping: .own)
        XCTAssertTrue(again.isEmpty)
        XCTAssertNil(try merge(into: library).batch, "\(choice) holds in the next merge")
        let redo = try library.undo(undo)
        XCTAssertEqual(try texts(library), [both], "\(choice)")
        try library.undo(redo)
        XCTAssertEqual(try texts(library), expected, "\(choice)")
        environment.advance(by: Self.year)
        try library.expire()
        XCTAssertFalse(try library.earlierVersions(of: id).map(\.text).contains(lost))
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
    }

    func testAChoiceBetweenTextsThatWereNotComparedIsRefused() throws {
        let (library, id, _) = try makeBoth(isLater: true)
        let other = try XCTUnwrap(shown(library).first?.otherTexts.first)
        try library.updateNote(id, text: "edited elsewhere")
        assertThrows(.notFound) {
            try library.settle(other.id, of: id, shown: "mine", keeping: .other)
        }
        XCTAssertEqual(try texts(library), [["edited elsewhere", "theirs"]])
        try library.deleteNote(id)
        assertThrows(.noteNotFound) {
            try library.settle(other.id, of: id, shown: "edited elsewhere", keeping: .own)
        }
        try library.close()
    }

    func testUndoingTheMergeShowsTheTextFromBeforeAndRedoingItBoth() throws {
        for isLater in [false, true] {
            let both = isLater ? ["mine", "theirs"] : ["theirs", "mine"]
            let (library, id, outcome) = try makeBoth(isLater: isLater)
            environment.advance(by: Self.year)
            let undone = try library.undoImport(XCTUnwrap(outcome.batch))
            XCTAssertEqual(undone.keptCount, 0)
            XCTAssertEqual(try texts(library), [["mine"]])
            try library.expire()
            let earlier = try library.earlierVersions(of: id).map(\.text)
            XCTAssertTrue(earlier.contains("theirs"), "for 30 days from the undo on")
            try library.undo(undone.undo)
            XCTAssertEqual(try texts(library), [both])
            environment.advance(by: Self.year)
            try library.expire()
            XCTAssertEqual(try texts(library), [both])
            try library.close()
        }
    }

    func testUndoingTheMergeLeavesTheOtherTextOfANoteThatWasEditedSince() throws {
        let (library, id, outcome) = try makeBoth(isLater: true)
        try library.updateNote(id, text: "edited since")
        try library.undoImport(XCTUnwrap(outcome.batch))
        XCTAssertEqual(try texts(library), [["edited since", "theirs"]])
        environment.advance(by: Self.year)
        try library.expire()
        XCTAssertEqual(try texts(library), [["edited since", "theirs"]])
        try library.close()
    }

    /// A choice in one library holds in the other one, if that has the same texts.
    func testAChoiceHoldsInTheOtherLibrary() throws {
        let (library, id, _) = try makeBoth(isLater: true)
        let other = try XCTUnwrap(shown(library).first?.otherTexts.first)
        _ = try library.settle(other.id, of: id, shown: "mine", keeping: .own)
        let theirs = try Library.open(at: otherURL, environment: environment.library)
        try LibraryMerge(of: library.store.writer, name: "mine").run(into: theirs)
        XCTAssertEqual(try texts(theirs), [["mine"]])
        try theirs.close()
        try library.close()
    }
}
