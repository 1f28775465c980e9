import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// The revisions of notes, as a library records them.
final class NoteTextsTests: LibraryTestCase {
    private let environment = TestEnvironment()
    private let note = uuid(201)
    private let subject = NoteSubject.book(TestSeries.bookOne)

    private func makeLibrary(_ texts: String...) throws -> Library {
        let library = try Library.inMemory(environment: environment.library)
        for (index, text) in texts.enumerated() {
            environment.advance(by: 60)
            if index == 0 { try library.addNote(text, on: subject, id: note) }
            if index > 0 { try library.updateNote(note, text: text) }
        }
        return library
    }

    private func texts(_ library: Library, _ id: UUID? = nil) throws -> NoteTexts {
        try library.read("look") { try $0.fetchTexts(of: id ?? note) }
    }

    /// The revisions from the shown one to the first.
    private func history(_ library: Library) throws -> [RevisionRow] {
        let rows = try texts(library).rows
        var found = rows.values.filter { $0.state != nil }
        while let id = found.last?.replaced.first, let row = rows[id] { found.append(row) }
        XCTAssertEqual(found.count, rows.count)
        return found
    }

    /// A part of the format: other computers and later versions must derive the same.
    func testIDsOfTextsNeverChange() {
        XCTAssertEqual(
            RevisionID.of("Été 🦅", in: uuid(201)).uuidString,
            "0FED139F-D3D0-8334-86F9-762353310C51"
        )
        XCTAssertEqual(
            RevisionID.of("Été 🦅", in: uuid(201), savedAt: 1_700_000_000_000).uuidString,
            "3C14FFC3-3E20-865E-9F5A-F1406E554575"
        )
        XCTAssertEqual(
            RevisionID.ofAllTexts(in: uuid(201)).uuidString,
            "30F3EF3B-E748-8771-9436-E04CA66D5D33"
        )
        XCTAssertTrue(RevisionID.isDerived(RevisionID.of("", in: uuid(1))))
        XCTAssertFalse(RevisionID.isDerived(UUID()))
    }

    func testEachEditReplacesTheTextThatWasShown() throws {
        let library = try makeLibrary("A")
        XCTAssertEqual(try history(library).map(\.id), [RevisionID.of("A", in: note)])
        XCTAssertEqual(try library.read("look") { try $0.rowCount(of: "noteRevision") }, 0)
        for text in ["B", "A"] {
            environment.advance(by: 60)
            try library.updateNote(note, text: text)
        }
        let rows = try history(library)
        XCTAssertEqual(
            rows.map(\.content),
            ["A", "B", "A"].map { RevisionID.of($0, in: note) }
        )
        XCTAssertEqual(Set(rows.map(\.id)).count, 3)
        XCTAssertEqual(rows.map { RevisionID.isDerived($0.id) }, [false, false, true])
        XCTAssertEqual(rows.map(\.state), [.shown, nil, nil])
        XCTAssertEqual(rows.map(\.stamp), rows.map(\.stamp).sorted(by: >))
        XCTAssertEqual(try texts(library).shown?.text, "A")
        // A clock that is behind makes no earlier revision.
        environment.advance(by: -9999)
        try library.updateNote(note, text: "C")
        XCTAssertEqual(try history(library).map(\.stamp).first?.count, 1)
        XCTAssertGreaterThan(try history(library)[0].stamp, rows[0].stamp)
    }

    /// A place or a quotation is no text.
    func testOnlyTextsAreRevisions() throws {
        let library = try makeLibrary("A")
        try library.setQuote(Quote("quoted"), of: note)
        try library.setPlace(NotePlace(text: "p. 3"), of: note)
        try library.setTags(["One"], of: note)
        XCTAssertEqual(try library.read("look") { try $0.rowCount(of: "noteRevision") }, 0)
    }

    func testRestoringSavesTheTextOnceMore() throws {
        for library in [try makeLibrary("A"), try makeLibrary("A", "B")] {
            let before = try history(library)
            let deleted = try library.deleteNote(note)
            XCTAssertEqual(try history(library), before)
            try library.restoreNote(deleted)
            let after = try history(library)
            XCTAssertEqual(after.count, before.count + 1)
            XCTAssertEqual(after[0].content, before[0].content)
            XCTAssertEqual(after[0].replaced, [before[0].id])
            XCTAssertGreaterThan(after[0].stamp, before[0].stamp)
            XCTAssertEqual(try texts(library).shown?.text, deleted.text)
        }
    }

    func testOfADeletedNoteOnlyIDsRemain() throws {
        for library in [try makeLibrary("A"), try makeLibrary("A", "B")] {
            let before = try history(library)
            let deleted = try library.deleteNote(note)
            try library.emptyTrash()
            let after = try history(library)
            XCTAssertEqual(after.map(\.id), before.map(\.id))
            XCTAssertEqual(after[0].state, .purged)
            XCTAssertEqual(try texts(library).texts, [:])
            // Saved anew, it replaces what was deleted.
            try library.restoreNote(deleted)
            XCTAssertEqual(try history(library).map(\.state).prefix(2), [.shown, nil])
            XCTAssertEqual(try history(library)[0].replaced, [before[0].id])
        }
    }

    func testNotesThatAreDeletedWithTheirPageLeaveTheirIDs() throws {
        let library = try makeLibrary()
        try library.saveSeries(uuid(1), title: "Own")
        try library.save(Book(id: uuid(11), seriesID: uuid(1), title: "Book", position: 0))
        try library.addNote("A", on: .book(uuid(11)), id: note)
        try library.delete(.book(uuid(11)))
        try library.emptyTrash()
        XCTAssertEqual(
            try texts(library).rows.values.map(\.state),
            [RevisionRow.State.purged]
        )
    }

    func testRevisionsStayWhenTheirTextsExpire() throws {
        let library = try makeLibrary("A", "B", "C")
        environment.advance(by: 31 * 24 * 60 * 60)
        try library.expire()
        XCTAssertEqual(try library.earlierVersions(of: note), [])
        XCTAssertEqual(try history(library).count, 3)
        XCTAssertEqual(try Set(texts(library).texts.values), ["C"])
    }

    // MARK: - From before revisions

    private func openFrozen(_ name: String) throws -> Library {
        let folder = directory.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = LibraryFiles(database: folder.appendingPathComponent("library.sqlite"))
        try FrozenFiles.copy(name, to: files.all)
        return try Library.open(at: folder.appendingPathComponent("library.sqlite"))
    }

    /// Of two copies, one was edited since: it replaces the other, also where a note was changed back
    /// to an earlier text (A, B, A, B).
    func testVersionsOfTwoCopiesAreTheSameRevisions() throws {
        let (one, other) = (try openFrozen("version-6"), try openFrozen("version-6-edited"))
        for (id, edited) in [
            (202, "B\nsecond line"), (210, "zero\none\ntwo\nthree\nfour\nfive\nsix"),
            (203, "Only one text\n\n  indented, Été 影 🦅\nand more"),
        ] {
            let (mine, theirs) = (try texts(one, uuid(id)), try texts(other, uuid(id)))
            XCTAssertNotEqual(try one.note(uuid(id))?.text, edited)
            for both in [mine.union(theirs), theirs.union(mine)] {
                let shown = try XCTUnwrap(both.shown)
                XCTAssertEqual(shown.text, edited)
                XCTAssertEqual(shown.beside, [], "\(id)")
                XCTAssertEqual(shown.merged.count, 1, "\(id)")
            }
        }
        let same = try XCTUnwrap(try one.note(uuid(201)))
        let (mine, theirs) = (try texts(one, same.id), try texts(other, same.id))
        XCTAssertEqual(mine, theirs)
        XCTAssertEqual(mine.shown?.text, same.text)
        // What was deleted permanently stays so, whichever text it had.
        let purged = try texts(one, uuid(205)).rows
        XCTAssertEqual(
            purged.mapValues(\.state),
            [RevisionID.ofAllTexts(in: uuid(205)): .purged]
        )
        // Edited here and there, at other lines.
        try one.updateNote(uuid(210), text: "one\ntwo\nthree\nfour\nfive\nsix\nseven")
        let both = try texts(one, uuid(210)).union(texts(other, uuid(210)))
        XCTAssertEqual(
            both.shown?.text,
            "zero\none\ntwo\nthree\nfour\nfive\nsix\nseven"
        )
        for library in [one, other] { try library.close() }
    }

    func testEarlierOccurrencesOfATextHaveTheirTime() {
        func ids(_ texts: String...) -> [RevisionRow] {
            var derived = DerivedRevisions(of: note)
            for (time, text) in texts.enumerated() { derived.add(text, savedAt: Int64(time)) }
            return derived.rows
        }
        let of = { (text: String, time: Int64?) in
            RevisionID.of(text, in: self.note, savedAt: time)
        }
        XCTAssertEqual(ids("A", "B", "A").map(\.id), [of("A", 0), of("B", nil), of("A", nil)])
        XCTAssertEqual(
            ids("A", "B", "A", "B").map(\.id),
            [of("A", 0), of("B", 1), of("A", nil), of("B", nil)]
        )
        XCTAssertEqual(ids("A", "A", "B").map(\.id), [of("A", nil), of("B", nil)])
        XCTAssertEqual(
            ids("A", "B", "A").map(\.replaced),
            [[], [of("A", 0)], [of("B", nil)]]
        )
    }
}
