import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// What two libraries know together.
final class LibraryKnowledgeTests: LibraryTestCase {
    private static let seeds = RandomLibraries.seeds

    private func item(_ kind: String, _ id: UUID) -> LibraryRecord.Item {
        LibraryRecord.Item(kind: kind, id: id)
    }

    // MARK: - Of random libraries

    func testNeitherOrderNorRepetitionMatters() throws {
        for seed in Self.seeds {
            let all = try RandomLibraries.of(seed).readers.map { try $0.knowledge }
            let (one, two, three) = (all[0], all[1], all[2])
            let both = one.union(two)
            XCTAssertEqual(both, two.union(one), "seed \(seed)")
            XCTAssertEqual(both.union(two), both, "seed \(seed)")
            XCTAssertEqual(both.union(both), both, "seed \(seed)")
            XCTAssertEqual(one.union(one), one, "seed \(seed)")
            XCTAssertEqual(both.union(three), one.union(two.union(three)), "seed \(seed)")
            XCTAssertEqual(both.union(three), three.union(one).union(two), "seed \(seed)")
        }
    }

    /// What each library shows is what its records say.
    func testALibraryShowsWhatItKnows() throws {
        for seed in Self.seeds {
            for reader in try RandomLibraries.of(seed).readers {
                let knowledge = try reader.knowledge
                let notes = try reader.library.allNotes()
                for note in notes {
                    let shown = try XCTUnwrap(knowledge.text(of: note.id))
                    XCTAssertEqual(shown.text, note.text, "seed \(seed)")
                    XCTAssertEqual(shown.beside, [], "seed \(seed)")
                    XCTAssertEqual(knowledge.state(of: item("note", note.id)), .shown)
                    let tags = knowledge.value("tags", of: item("note", note.id))
                    XCTAssertEqual(
                        tags?.columns,
                        [NoteTags.column(note.tags)?.databaseValue ?? .null],
                        "seed \(seed)"
                    )
                }
                let entries = try reader.library.trashEntries()
                for entry in entries {
                    XCTAssertEqual(
                        knowledge.state(of: item(entry.kind.rawValue, entry.id)),
                        .trash,
                        "seed \(seed)"
                    )
                }
                let there = Set(notes.map(\.id) + entries.filter { $0.kind == .note }.map(\.id))
                XCTAssertEqual(
                    Set(knowledge.items.filter { $0.kind == "note" }.map(\.id)),
                    there,
                    "seed \(seed)"
                )
                let purged = try reader.library.read("look") { try $0.purgedItems() }
                for (kind, ids) in purged {
                    for id in ids {
                        XCTAssertEqual(
                            knowledge.state(of: item(kind, id)),
                            .purged,
                            "seed \(seed)"
                        )
                    }
                }
                let series = try XCTUnwrap(try reader.library.series(uuid(1)))
                for book in series.books {
                    XCTAssertEqual(
                        knowledge.value("tagline", of: item("book", book.id))?.columns,
                        [book.tagline?.databaseValue ?? .null],
                        "seed \(seed)"
                    )
                    XCTAssertEqual(knowledge.state(of: item("book", book.id)), .shown)
                }
            }
        }
    }

    /// Each shown text is shown, merged or beside another one, unless it was replaced or deleted by
    /// a reader who had it.
    func testNothingThatEitherShowsIsMissing() throws {
        for seed in Self.seeds {
            let readers = try RandomLibraries.of(seed).readers
            let (one, two) = (try readers[0].knowledge, try readers[1].knowledge)
            let both = one.union(two)
            for (reader, other) in [(readers[0], two), (readers[1], one)] {
                for note in try reader.library.allNotes() {
                    let texts = try reader.library.read("look") { try $0.fetchTexts(of: note.id) }
                    let shown = both.text(of: note.id)
                    let there = Set((shown?.merged ?? []) + (shown?.beside ?? []))
                    if texts.heads.isSubset(of: there) { continue }
                    // The other had it, and went on from it or deleted it.
                    let state = other.state(of: item("note", note.id))
                    XCTAssertTrue(
                        texts.heads.isSubset(of: other.revisions(of: note.id)),
                        "seed \(seed): \(note.text), \(state)"
                    )
                }
                let knowledge = reader === readers[0] ? one : two
                for thing in knowledge.items where thing.kind != "note" {
                    if both.items.contains(thing) { continue }
                    XCTAssertEqual(other.state(of: thing), .purged, "seed \(seed): \(thing)")
                }
            }
        }
    }

    func testALibraryAndItsBackupAreTheLibrary() throws {
        for seed in Self.seeds {
            let (reader, backup) = try RandomLibraries.of(seed).withBackup.get()
            let (now, then) = (try reader.knowledge, try backup.knowledge)
            let both = now.union(then)
            XCTAssertTrue(now.items.isSubset(of: both.items), "seed \(seed)")
            for thing in now.items.union(then.items) {
                let state = now.state(of: thing)
                guard thing.kind == "note" || thing.kind == "book" else { continue }
                XCTAssertEqual(both.state(of: thing), state, "seed \(seed)")
                if thing.kind == "note" {
                    XCTAssertEqual(both.text(of: thing.id), now.text(of: thing.id), "seed \(seed)")
                }
                if state == .purged { continue }
                for field in ["title", "tagline", "shelves", "state", "tags", "quote"] {
                    XCTAssertEqual(
                        both.value(field, of: thing),
                        now.value(field, of: thing),
                        "seed \(seed), \(field)"
                    )
                }
            }
        }
    }

    // MARK: - Rules

    private func makeTwo() throws -> (RandomReader, RandomReader) {
        let one = try RandomReader(seed: 1, name: "a")
        try one.library.save(
            Book(id: uuid(11), seriesID: uuid(1), title: "Book", position: 0)
        )
        try one.library.addNote("a\nb\nc", on: .book(uuid(11)), id: uuid(201))
        one.pass(60)
        let other = try one.fork(seed: 2, name: "b")
        return (one, other)
    }

    func testEditsOfTwoLibrariesAreMergedOrBothKept() throws {
        let (one, other) = try makeTwo()
        try one.library.updateNote(uuid(201), text: "a\nb\nc\nd")
        try other.library.updateNote(uuid(201), text: "x\na\nb\nc")
        XCTAssertEqual(
            try one.knowledge.union(other.knowledge).text(of: uuid(201))?.text,
            "x\na\nb\nc\nd"
        )
        try one.library.updateNote(uuid(201), text: "all new")
        let shown = try XCTUnwrap(try one.knowledge.union(other.knowledge).text(of: uuid(201)))
        XCTAssertEqual(shown.beside.count, 1)
    }

    func testDeletedOnOneSideAndChangedOnTheOtherIsKept() throws {
        let (one, other) = try makeTwo()
        try one.library.deleteNote(uuid(201))
        try one.library.delete(.book(uuid(11)))
        var both = try one.knowledge.union(other.knowledge)
        XCTAssertEqual(both.state(of: item("note", uuid(201))), .trash)
        XCTAssertEqual(both.state(of: item("book", uuid(11))), .trash)
        // By its clock before the deletion, of which it did not know.
        other.pass(-30)
        try other.library.updateNote(uuid(201), text: "changed")
        var book = try XCTUnwrap(try other.library.series(uuid(1))?.book(uuid(11)))
        book.tagline = "changed"
        try other.library.save(book)
        for isPurged in [false, true] {
            if isPurged { try one.library.emptyTrash() }
            both = try one.knowledge.union(other.knowledge)
            XCTAssertEqual(both.state(of: item("note", uuid(201))), .shown)
            XCTAssertEqual(both.text(of: uuid(201))?.text, "changed")
            XCTAssertEqual(both.state(of: item("book", uuid(11))), .shown)
        }
    }

    /// The other value was changed later, but by a reader who had not seen this one.
    func testAChangeThatWasNotSeenKeepsWhatWasDeletedPermanently() throws {
        let (one, other) = try makeTwo()
        var book = try XCTUnwrap(try one.library.series(uuid(1))?.book(uuid(11)))
        other.pass(10)
        book.tagline = "changed"
        try other.library.save(book)
        one.pass(20)
        book.tagline = nil
        book.rating = 7
        try one.library.save(book)
        try one.library.delete(.book(uuid(11)))
        try one.library.emptyTrash()
        XCTAssertEqual(
            try one.knowledge.union(other.knowledge).state(of: item("book", uuid(11))),
            .shown
        )
    }

    func testDeletedPermanentlyStaysDeletedUntilItIsSavedAnew() throws {
        let (one, other) = try makeTwo()
        try one.library.updateNote(uuid(201), text: "edited")
        let deleted = try one.library.deleteNote(uuid(201))
        try one.library.delete(.book(uuid(11)))
        try one.library.emptyTrash()
        let both = try one.knowledge.union(other.knowledge)
        XCTAssertEqual(both.state(of: item("note", uuid(201))), .purged)
        XCTAssertEqual(both.state(of: item("book", uuid(11))), .purged)
        XCTAssertNil(both.text(of: uuid(201)))
        try one.library.restoreNote(deleted)
        XCTAssertEqual(
            try one.knowledge.union(other.knowledge).text(of: uuid(201))?.text,
            "edited"
        )
    }

    func testARestoredNoteIsRestoredEverywhere() throws {
        let (one, _) = try makeTwo()
        let deleted = try one.library.deleteNote(uuid(201))
        let other = try one.fork(seed: 3, name: "c")
        try one.library.restoreNote(deleted)
        let both = try other.knowledge.union(one.knowledge)
        XCTAssertEqual(both.state(of: item("note", uuid(201))), .shown)
        XCTAssertEqual(both.text(of: uuid(201))?.text, "a\nb\nc")
    }

    /// Values from before stamps: those of the copy with more commits.
    func testOfOldValuesThoseOfTheLaterCopyCount() throws {
        let (one, other) = (uuid(1), uuid(2))
        func open(_ name: String, _ id: UUID) throws -> LibraryKnowledge {
            let folder = directory.appendingPathComponent("\(id)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let files = LibraryFiles(database: folder.appendingPathComponent("library.sqlite"))
            try FrozenFiles.copy(name, to: files.all)
            let queue = try DatabaseQueue(path: files.database.path)
            defer { try? queue.close() }
            // As the later copy's reader changed it, before there were stamps.
            if name == "version-6" {
                try queue.write { db in
                    try db.execute(
                        sql: "UPDATE book SET tagline = 'zzz' WHERE id = ?",
                        arguments: [uuid(112)]
                    )
                }
            }
            try LibrarySchema.migrate(queue)
            return try queue.read { try LibraryKnowledge($0) }
        }
        let (old, new) = (try open("version-6", one), try open("version-6-edited", other))
        for both in [old.union(new), new.union(old)] {
            XCTAssertEqual(
                both.value("tagline", of: item("book", uuid(112)))?.columns,
                ["Tagline".databaseValue]
            )
            XCTAssertEqual(both.text(of: uuid(202))?.text, "B\nsecond line")
            XCTAssertEqual(both.state(of: item("note", uuid(205))), .purged)
            XCTAssertEqual(both.state(of: item("note", uuid(204))), .trash)
        }
    }
}
