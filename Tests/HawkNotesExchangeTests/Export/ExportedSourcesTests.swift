import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// Files of other programs that were imported before a library was exported.
final class ExportedSourcesTests: ExportedLibraryTestCase {
    /// They are known, although the library is a new one; also what was deleted.
    func testWhatWasImportedIsKnownAndStaysDeleted() async throws {
        let kinds = Set(["kindle", "koreader-json", "readwise", "goodreads"])
        for kept in KeptSource.all where kinds.contains(kept.folder) {
            let folder = try TemporaryDirectory()
            let library = try makeLibrary()
            try await run(kept.source(.first), into: library, as: kept.format)
            let deleted = try XCTUnwrap(try library.allNotes().first)
            try library.deleteNotes([deleted.id])
            let (one, other) = (folder.url.appending("one"), folder.url.appending("other"))
            try await export(library, to: one)
            let empty = try makeLibrary()
            try await run(try ImportSource(path: one.path), into: empty)
            try await export(empty, to: other)
            assertSame(try files(other), try files(one), "\(kept)")
            let again = try await run(kept.source(.first), into: empty, as: kept.format)
            XCTAssertEqual(again.report.new, [:], "\(kept)")
            XCTAssertEqual(again.report.changed, [:], "\(kept)")
            XCTAssertNil(again.batch, "\(kept)")
            let grown = try await run(kept.source(.grown), into: empty, as: kept.format)
            XCTAssertEqual(grown.report.new, kept.growth, "\(kept)")
            XCTAssertFalse(try empty.allNotes().contains { $0.id == deleted.id }, "\(kept)")
        }
    }

    /// Those of an import that was undone come again.
    func testAnUndoneImportIsNotKnown() async throws {
        let kept = try XCTUnwrap(KeptSource.all.first)
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        try library.saveSeries(UUID(), title: "Sea")
        let outcome = try await run(kept.source(.first), into: library, as: kept.format)
        try library.undoImport(try XCTUnwrap(outcome.batch).id)
        try await export(library, to: folder.url)
        let empty = try makeLibrary()
        let returned = try await run(try ImportSource(path: folder.url.path), into: empty)
        let again = try await run(kept.source(.first), into: empty, as: kept.format)
        XCTAssertEqual(again.report.new, outcome.report.new)
        // Undoing the import of the folder forgets as well what its notes come from.
        let full = try makeLibrary()
        try await run(kept.source(.first), into: full, as: kept.format)
        try await export(full, to: folder.url)
        let other = try makeLibrary()
        let filled = try await run(try ImportSource(path: folder.url.path), into: other)
        try other.undoImport(try XCTUnwrap(filled.batch).id)
        let third = try await run(kept.source(.first), into: other, as: kept.format)
        XCTAssertEqual(third.report.new, outcome.report.new)
        _ = returned
    }

    /// Two libraries have imported the same files, each by itself.
    func testWhatBothLibrariesHaveImportedIsThereOnce() async throws {
        let kinds = Set(["kindle", "koreader-json", "readwise", "goodreads"])
        for kept in KeptSource.all where kinds.contains(kept.folder) {
            let folder = try TemporaryDirectory()
            let (here, there) = (try makeLibrary(), try makeLibrary())
            for library in [here, there] {
                try await run(kept.source(.first), into: library, as: kept.format)
            }
            let before = try LibraryTables.lines(here)
            let untouched = folder.url.appending("untouched")
            try await export(there, to: untouched)
            let same = try await run(try ImportSource(path: untouched.path), into: here)
            XCTAssertEqual(same.report.new, [:], "\(kept)")
            XCTAssertEqual(same.report.changed[.note], nil, "\(kept)")
            assertSame(
                try LibraryTables.lines(here).filter { !$0.hasPrefix("idAlias") },
                before.filter { !$0.hasPrefix("idAlias") },
                "\(kept)"
            )
            // What the reader did there since comes here, once.
            let notes = try there.allNotes()
            let changed = try XCTUnwrap(notes.first)
            try there.updateNote(changed.id, text: "Changed there")
            let series = try there.allSeries().compactMap { try there.series($0.id) }
            let book = try XCTUnwrap(series.first?.books.first)
            try there.addNote("New there", on: .book(book.id))
            let later = folder.url.appending("later")
            try await export(there, to: later)
            let source = try ImportSource(path: later.path)
            let outcome = try await run(source, into: here)
            XCTAssertEqual(outcome.report.new, [.note: 1], "\(kept)")
            XCTAssertEqual(outcome.report.changed[.note], 1, "\(kept)")
            XCTAssertEqual(
                try here.allNotes().map(\.text).sorted(),
                try there.allNotes().map(\.text).sorted(),
                "\(kept)"
            )
            let again = try await run(source, into: here)
            XCTAssertNil(again.batch, "\(kept)")
            let file = try await run(kept.source(.first), into: here, as: kept.format)
            XCTAssertNil(file.batch, "\(kept)")
        }
    }

    /// Of a note that both readers have changed, both versions are there.
    func testANoteThatWasChangedInBothLibrariesIsThereTwice() async throws {
        let kept = try XCTUnwrap(KeptSource.all.first { $0.folder == "kindle" })
        let folder = try TemporaryDirectory()
        let (here, there) = (try makeLibrary(), try makeLibrary())
        for (library, text) in [(here, "Here"), (there, "There")] {
            try await run(kept.source(.first), into: library, as: kept.format)
            let notes = try library.allNotes().sorted { $0.createdAt < $1.createdAt }
            try library.updateNote(notes[0].id, text: text)
        }
        let count = try here.allNotes().count
        try await export(there, to: folder.url)
        let source = try ImportSource(path: folder.url.path)
        try await run(source, into: here)
        let texts = try here.allNotes().map(\.text)
        XCTAssertEqual(texts.count, count + 1)
        XCTAssertTrue(texts.contains("Here") && texts.contains("There"), "\(texts)")
        let again = try await run(source, into: here)
        XCTAssertNil(again.batch)
    }

    func testADamagedListOfSourcesIsNamed() async throws {
        let kept = try XCTUnwrap(KeptSource.all.first)
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        try await run(kept.source(.first), into: library, as: kept.format)
        try await export(library, to: folder.url)
        let list = folder.url.appending(ExportManifest.nameOfSources(1))
        let text = try String(contentsOf: list, encoding: .utf8)
        try (text.replacing("\n", with: "\r\n") + "nonsense\r\n")
            .write(to: list, atomically: true, encoding: .utf8)
        let empty = try makeLibrary()
        let outcome = try await run(try ImportSource(path: folder.url.path), into: empty)
        XCTAssertEqual(
            outcome.report.problems,
            [ImportProblem(.damaged, file: ExportManifest.nameOfSources(1))]
        )
        let again = try await run(kept.source(.first), into: empty, as: kept.format)
        XCTAssertNil(again.batch)
    }
}
