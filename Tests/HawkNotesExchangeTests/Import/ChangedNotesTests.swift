import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// What becomes of notes that their source has changed since they were imported.
final class ChangedNotesTests: ExchangeTestCase {
    /// A highlight as KOReader keeps it.
    private struct Mark {
        var time = "2025-01-02 03:04:05"
        var updated: String?
        var position = "/p[1]"
        var quote = "The tide turned."
        var note: String?
        var color = "yellow"
        var page = 12

        var lua: String {
            let values = [
                ("datetime", time), ("datetime_updated", updated), ("drawer", "lighten"),
                ("color", color), ("pos0", position), ("text", quote), ("note", note),
            ]
            let fields = values.compactMap { key, value in value.map { "[\"\(key)\"] = \"\($0)\"," }
            }
            return "{ \(fields.joined(separator: " ")) [\"pageno\"] = \(page), },"
        }
    }

    private static func sidecar(_ marks: Mark...) -> ImportSource {
        let list = marks.enumerated().map { "[\($0.offset + 1)] = \($0.element.lua)" }
        let text = """
            return { ["doc_props"] = { ["title"] = "Ebb", ["authors"] = "Noor Vale", },
                ["annotations"] = { \(list.joined(separator: " ")) }, }
            """
        return ImportSource(name: "books", files: ["Ebb.sdr/metadata.epub.lua": Array(text.utf8)])
    }

    private func note(_ library: Library) throws -> Note {
        let notes = try library.allNotes()
        XCTAssertEqual(notes.count, 1)
        return try XCTUnwrap(notes.first)
    }

    private func date(_ text: String) throws -> Date {
        try XCTUnwrap(ImportedDate(iso: text)).date { $0 }
    }

    private func assertKnown(_ source: ImportSource, by library: Library, line: UInt = #line)
        async throws
    {
        let before = try library.allNotes()
        let again = try await run(source, into: library)
        XCTAssertNil(again.batch, line: line)
        XCTAssertEqual(again.report.changed, [:], line: line)
        XCTAssertEqual(try library.allNotes(), before, line: line)
    }

    // MARK: - Changed there

    func testAHighlightBecomesWhatItIsAtItsSource() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        let first = try note(library)

        var mark = Mark(updated: "2025-02-01 10:00:00", note: "So it begins.")
        let noted = try await run(Self.sidecar(mark), into: library)
        XCTAssertEqual(noted.report.changed, [.note: 1])
        XCTAssertEqual(noted.report.new, [:])
        XCTAssertEqual(try note(library).text, "So it begins.")
        XCTAssertEqual(try note(library).id, first.id)
        XCTAssertEqual(try note(library).createdAt, first.createdAt)
        XCTAssertEqual(try note(library).modifiedAt, try date("2025-02-01T10:00:00"))
        try await assertKnown(Self.sidecar(mark), by: library)

        mark.quote = "The tide turned. We left."
        mark.note = "So it begins, at last."
        mark.color = "red"
        mark.page = 13
        let twice = try await run(Self.sidecar(mark), into: library)
        XCTAssertEqual(twice.report.changed, [.note: 1])
        let note = try note(library)
        XCTAssertEqual(note.id, first.id)
        XCTAssertEqual(note.text, "So it begins, at last.")
        XCTAssertEqual(note.quote?.text, "The tide turned. We left.")
        XCTAssertEqual(note.quote?.color, "red")
        XCTAssertEqual(note.place?.text, "p. 13")
        let versions = try library.earlierVersions(of: note.id)
        XCTAssertEqual(versions.map(\.text), ["So it begins.", ""])
        XCTAssertEqual(versions.map(\.quote?.text), ["The tide turned.", "The tide turned."])
        XCTAssertEqual(versions.map(\.quote?.color), ["yellow", "yellow"])
        try await assertKnown(Self.sidecar(mark), by: library)
    }

    func testWithoutADateTheChangeIsOfNow() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        clock.advance(by: 3_600)
        try await run(Self.sidecar(Mark(note: "Here.")), into: library)
        XCTAssertEqual(try note(library).modifiedAt, clock.environment.now())
    }

    func testAPlaceAloneIsTakenAsWell() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        let outcome = try await run(Self.sidecar(Mark(page: 14)), into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 1])
        XCTAssertEqual(try note(library).place?.text, "p. 14")
        try library.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(try note(library).place?.text, "p. 12")
    }

    func testWhatIsMissingAtTheSourceIsNotTakenAway() async throws {
        let library = try makeLibrary()
        let other = Mark(position: "/p[2]", quote: "Nobody came.", page: 20)
        try await run(Self.sidecar(Mark(note: "Mine."), other), into: library)
        let before = try library.allNotes()
        try await run(Self.sidecar(Mark()), into: library)
        XCTAssertEqual(try library.allNotes(), before)
    }

    func testTwoHighlightsOfTheSameWordsStayTwo() async throws {
        let library = try makeLibrary()
        let one = Mark()
        var other = Mark(position: "/p[7]", page: 70)
        try await run(Self.sidecar(one, other), into: library)
        other.note = "Again."
        let outcome = try await run(Self.sidecar(one, other), into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 1])
        XCTAssertEqual(outcome.report.known[.note], 1)
        let notes = try library.allNotes().sorted { $0.text < $1.text }
        XCTAssertEqual(notes.map(\.text), ["", "Again."])
        XCTAssertEqual(notes.map(\.place?.text), ["p. 12", "p. 70"])
    }

    // MARK: - Changed here

    func testWhatWasChangedHereOnlyStays() async throws {
        let library = try makeLibrary()
        let source = Self.sidecar(Mark(note: "Theirs."))
        try await run(source, into: library)
        try library.updateNote(try note(library).id, text: "Mine.")
        try await assertKnown(source, by: library)
        XCTAssertEqual(try note(library).text, "Mine.")
    }

    func testPartsThatOnlyOneSideHasChangedAreSettledByThemselves() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        try library.updateNote(try note(library).id, text: "Mine.")
        let longer = Self.sidecar(Mark(quote: "The tide turned. We left."))
        let outcome = try await run(longer, into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 1])
        XCTAssertEqual(outcome.report.bothCount, 0)
        XCTAssertEqual(try note(library).text, "Mine.")
        XCTAssertEqual(try note(library).quote?.text, "The tide turned. We left.")
        try await assertKnown(longer, by: library)
    }

    func testWhatWasChangedHereAndThereIsKeptTwice() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark(note: "Theirs.")), into: library)
        let mine = try library.updateNote(try note(library).id, text: "Mine.")
        let source = Self.sidecar(Mark(note: "Theirs, later.", page: 13))
        let outcome = try await run(source, into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 1])
        XCTAssertEqual(outcome.report.new, [:])
        XCTAssertEqual(outcome.report.both, [ChangedNote(title: "Ebb", beginning: "Mine.")])
        XCTAssertEqual(try library.note(mine.id), mine)
        let copy = try XCTUnwrap(try library.allNotes().first { $0.id != mine.id })
        XCTAssertEqual(copy.text, "Theirs, later.")
        XCTAssertEqual(copy.quote?.text, "The tide turned.")
        XCTAssertEqual(copy.place?.text, "p. 13")
        XCTAssertEqual(copy.subject, mine.subject)
        try await assertKnown(source, by: library)

        // The source goes on with its own.
        let later = Self.sidecar(Mark(note: "Theirs, last.", page: 13))
        try await run(later, into: library)
        XCTAssertEqual(try library.note(copy.id)?.text, "Theirs, last.")
        XCTAssertEqual(try library.note(mine.id), mine)
        XCTAssertEqual(try library.allNotes().count, 2)
    }

    func testWordsThatComeLaterStandBesideThoseOfTheReader() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        let mine = try library.updateNote(try note(library).id, text: "Mine.")
        let outcome = try await run(Self.sidecar(Mark(note: "Theirs.")), into: library)
        XCTAssertEqual(outcome.report.bothCount, 1)
        XCTAssertEqual(try library.note(mine.id), mine)
        XCTAssertEqual(try library.allNotes().map(\.text).sorted(), ["Mine.", "Theirs."])
    }

    func testTheSameChangeOnBothSidesIsNone() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        try library.updateNote(try note(library).id, text: "The same.")
        try await assertKnown(Self.sidecar(Mark(note: "The same.")), by: library)
        let outcome = try await run(Self.sidecar(Mark(note: "Another.")), into: library)
        XCTAssertEqual(outcome.report.bothCount, 0)
        XCTAssertEqual(try note(library).text, "Another.")
    }

    func testAPlaceAndAMarkThatBothHaveChangedStayAndAreTold() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        let id = try note(library).id
        try library.setPlace(NotePlace(text: "p. 1"), of: id)
        try library.setQuote(Quote("The tide turned.", color: "blue", style: "lighten"), of: id)
        let source = Self.sidecar(Mark(color: "red", page: 13))
        let outcome = try await run(source, into: library)
        XCTAssertEqual(try note(library).place?.text, "p. 1")
        XCTAssertEqual(try note(library).quote?.color, "blue")
        for kind in [ImportRemark.Kind.place, .mark] {
            let remark = try XCTUnwrap(outcome.report.remark(kind))
            XCTAssertEqual(remark.count, 1)
            XCTAssertEqual(remark.examples, [.init(book: "Ebb", here: "The tide turned.")])
        }
        // Once.
        let again = try await run(source, into: library)
        XCTAssertEqual(again.report.remarks, [])
        XCTAssertNil(again.batch)
    }

    func testAPlaceThatOnlyOneSideHasChangedIsNotTold() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        let there = try await run(Self.sidecar(Mark(color: "red", page: 13)), into: library)
        XCTAssertEqual(there.report.remarks, [])
        try library.setPlace(NotePlace(text: "p. 1"), of: try note(library).id)
        let words = try await run(
            Self.sidecar(Mark(note: "Words.", color: "red", page: 13)),
            into: library
        )
        XCTAssertEqual(words.report.remarks, [])
        // The same on both sides.
        try library.setPlace(NotePlace(text: "p. 20"), of: try note(library).id)
        let same = try await run(
            Self.sidecar(Mark(note: "Words.", color: "red", page: 20)),
            into: library
        )
        XCTAssertEqual(same.report.remarks, [])
    }

    // MARK: - Deleted here

    func testWhatWasDeletedHereStaysDeleted() async throws {
        for isPurged in [false, true] {
            let library = try makeLibrary()
            try await run(Self.sidecar(Mark()), into: library)
            try library.deleteNote(try note(library).id)
            if isPurged { try library.emptyTrash() }
            for source in [Self.sidecar(Mark()), Self.sidecar(Mark(note: "Still there?"))] {
                let outcome = try await run(source, into: library)
                XCTAssertEqual(outcome.report.known[.note], 1)
                XCTAssertEqual(outcome.report.deleted, [.note: 1])
                XCTAssertNil(outcome.batch)
                XCTAssertEqual(try library.allNotes(), [])
            }
        }
    }

    func testNotesOfADeletedBookStayAsTheyAre() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark()), into: library)
        let note = try note(library)
        try library.delete(.book(note.subject.id))
        let outcome = try await run(Self.sidecar(Mark(note: "Words.")), into: library)
        XCTAssertEqual(outcome.report.deleted, [.book: 1, .note: 1])
        XCTAssertEqual(try library.allNotes(), [note])
    }

    // MARK: - Taken back

    func testUndoPutsBackWhatItHasChanged() async throws {
        let library = try makeLibrary()
        let first = try await run(Self.sidecar(Mark()), into: library)
        let before = try note(library)
        let source = Self.sidecar(
            Mark(quote: "The tide turned. We left.", note: "So.", color: "red", page: 13)
        )
        let second = try await run(source, into: library)
        let changed = try note(library)
        let undone = try library.undoImport(try XCTUnwrap(second.batch).id)
        XCTAssertEqual(undone.keptCount, 0)
        XCTAssertEqual(try note(library), before)
        // It can be made again, and the first one can be taken back as well.
        let again = try await run(source, into: library)
        XCTAssertEqual(again.report.changed, [.note: 1])
        XCTAssertEqual(try note(library).text, changed.text)
        XCTAssertEqual(try note(library).quote, changed.quote)
        try library.undoImport(try XCTUnwrap(first.batch).id)
        XCTAssertEqual(try library.allNotes(), [])
    }

    func testUndoLeavesWhatWasTouchedSinceAndNamesIt() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark(note: "First.")), into: library)
        let outcome = try await run(
            Self.sidecar(Mark(quote: "The tide turned. We left.", note: "Second.")),
            into: library
        )
        let id = try note(library).id
        try library.updateNote(id, text: "Mine.")
        let undone = try library.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(undone.keptNotes.map(\.id), [id])
        XCTAssertEqual(undone.keptNotes.map(\.title), ["Ebb"])
        XCTAssertEqual(undone.keptNotes.map(\.beginning), ["Mine."])
        XCTAssertEqual(undone.keptCount, 1)
        XCTAssertEqual(try note(library).text, "Mine.")
        XCTAssertEqual(try note(library).quote?.text, "The tide turned.")
    }

    func testUndoNamesWhatWasAddedAndTouchedSince() async throws {
        let library = try makeLibrary()
        let outcome = try await run(Self.sidecar(Mark()), into: library)
        let mine = try library.updateNote(try note(library).id, text: "Mine.")
        let undone = try library.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(undone.keptNotes.map(\.id), [mine.id])
        XCTAssertEqual(try note(library), mine)
    }

    func testUndoOfBothVersionsLeavesTheReaders() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark(note: "Theirs.")), into: library)
        let mine = try library.updateNote(try note(library).id, text: "Mine.")
        let source = Self.sidecar(Mark(note: "Theirs, later."))
        let outcome = try await run(source, into: library)
        let undone = try library.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(undone.keptCount, 0)
        XCTAssertEqual(try note(library), mine)
        // What the source says is no news to the note, and its change is to be settled again.
        try await assertKnown(Self.sidecar(Mark(note: "Theirs.")), by: library)
        let again = try await run(source, into: library)
        XCTAssertEqual(again.report.bothCount, 1)
    }

    func testBothVersionsComeOnceMoreAfterTheyWereTakenBack() async throws {
        let library = try makeLibrary()
        try await run(Self.sidecar(Mark(note: "Theirs.")), into: library)
        try library.updateNote(try note(library).id, text: "Mine.")
        let source = Self.sidecar(Mark(note: "Theirs, later.", page: 13))
        func state() throws -> [[String?]] {
            try library.allNotes().map { [$0.text, $0.quote?.text, $0.place?.text] }
                .sorted { ($0[0] ?? "") < ($1[0] ?? "") }
        }
        let outcome = try await run(source, into: library)
        let first = try state()
        XCTAssertEqual(first.map { $0[0] }, ["Mine.", "Theirs, later."])
        for _ in 0..<2 {
            let batch = try XCTUnwrap(try library.importBatches().first { $0.undoneAt == nil })
            try library.undoImport(batch.id)
            let again = try await run(source, into: library)
            XCTAssertEqual(again.report.bothCount, 1)
            XCTAssertEqual(again.report.changed, outcome.report.changed)
            XCTAssertEqual(try state(), first)
            try await assertKnown(source, by: library)
        }
        // The other way to have it again.
        let batch = try XCTUnwrap(try library.importBatches().first { $0.undoneAt == nil })
        let undone = try library.undoImport(batch.id)
        try library.undo(undone.undo)
        XCTAssertEqual(try state(), first)
        try await assertKnown(source, by: library)
    }
}
