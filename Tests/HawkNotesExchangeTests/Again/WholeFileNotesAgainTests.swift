import Foundation
import HawkNotesFormats
import HawkNotesModel
import XCTest

@testable import HawkNotesExchange

/// Earlier versions have made one note of a file that is read passage by passage now.
final class WholeFileNotesAgainTests: ImportedAgainTestCase {
    private func kept() throws -> KeptSource {
        try XCTUnwrap(KeptSource.all.first { $0.folder == "vault" })
    }

    /// The notes in the book that was called as the folder of the files.
    private func wholeNotes(_ library: Library) throws -> [Note] {
        try XCTUnwrap(try library.allSeries().first { $0.title == "Books" }).notes(library)
    }

    private func eachLibrary(_ body: (Library, _ name: String) async throws -> Void) async throws {
        for maker in [Maker.schema4, .schema5] {
            let library = try await library(by: maker)
            XCTAssertEqual(try wholeNotes(library).count, 3)
            try await body(library, maker.rawValue)
            XCTAssertTrue(try library.check().isEmpty, maker.rawValue)
            try library.close()
        }
    }

    func testPassagesTakeItsPlace() async throws {
        for state in [KeptSource.State.first, .grown] {
            try await eachLibrary { library, name in
                let before = try wholeNotes(library)
                let inTrash = try library.trashCount().notes
                let outcome = try await run(kept().source(state), into: library, as: .markdown)
                let remark = try XCTUnwrap(outcome.report.remark(.wholeNote), name)
                XCTAssertEqual(remark.count, 3, name)
                XCTAssertEqual(remark.examples.map(\.book), ["Books", "Books", "Books"], name)
                XCTAssertEqual(try wholeNotes(library), [], name)
                XCTAssertEqual(try library.trashCount().notes, inTrash + 3, name)
                let passages = try Passages(library)
                try await assertIsKnown(kept().source(state), as: .markdown, to: library, name)

                try library.undoImport(try XCTUnwrap(outcome.batch).id)
                XCTAssertEqual(try wholeNotes(library), before, name)
                try await run(kept().source(state), into: library, as: .markdown)
                XCTAssertEqual(try Passages(library), passages, name)
                XCTAssertEqual(try wholeNotes(library), [], name)
            }
        }
    }

    func testItTakesTheirPlaceUnderAnotherName() async throws {
        try await eachLibrary { library, name in
            let copy = try temporaryFolder().appendingPathComponent("Shelf")
            try FileManager.default.copyItem(at: try kept().url(.first), to: copy)
            let source = try ImportSource(path: copy.path)
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 3, name)
            XCTAssertEqual(try wholeNotes(library), [], name)
        }
    }

    func testOneThatTheReaderHasChangedStays() async throws {
        try await eachLibrary { library, name in
            let note = try XCTUnwrap(try wholeNotes(library).first)
            let mine = try library.updateNote(note.id, text: "\(note.text)\n\nMine.")
            let outcome = try await run(kept().source(.first), into: library, as: .markdown)
            XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 2, name)
            XCTAssertEqual(try wholeNotes(library), [mine], name)
        }
    }

    func testOneThatTheReaderHasMovedStays() async throws {
        try await eachLibrary { library, name in
            let note = try XCTUnwrap(try wholeNotes(library).first)
            let other = try XCTUnwrap(
                try library.allNotes().first { $0.subject != note.subject }
            ).subject
            try library.moveNotes([note.id], to: other)
            let outcome = try await run(kept().source(.first), into: library, as: .markdown)
            XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 2, name)
            XCTAssertEqual(try library.note(note.id)?.subject, other, name)
        }
    }

    func testOneWithWordsThatAreNoLongerInItsFileStays() async throws {
        try await eachLibrary { library, name in
            let copy = try temporaryFolder().appendingPathComponent("Vault")
            try FileManager.default.copyItem(at: try kept().url(.first), to: copy)
            let file = copy.appendingPathComponent("Books/The Lake Clerk.md")
            let text = try String(contentsOf: file, encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let left = lines.filter { !$0.contains("filed the waves") }
            XCTAssertEqual(left.count, lines.count - 1)
            try left.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
            let source = try ImportSource(path: copy.path)
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertEqual(outcome.report.remark(.wholeNote)?.count, 2, name)
            let notes = try wholeNotes(library)
            XCTAssertEqual(notes.count, 1, name)
            XCTAssertTrue(notes[0].text.contains("filed the waves"), name)
        }
    }
}

extension SeriesSummary {
    fileprivate func notes(_ library: Library) throws -> [Note] {
        let books = try library.series(id)?.books.map(\.id) ?? []
        return try library.allNotes().filter { books.contains($0.subject.id) }
    }
}
