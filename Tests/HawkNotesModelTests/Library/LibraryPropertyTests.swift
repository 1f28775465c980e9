import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Random changes of a library, beside a model of it that is nothing but dictionaries.
final class LibraryPropertyTests: LibraryTestCase {
    /// What must be seen of the library.
    private struct Shadow: Equatable {
        var notes: [UUID: ShadowNote] = [:]
        var trashedNotes: [UUID: ShadowNote] = [:]
        var books: [UUID: Book] = [:]
        var deletedBooks: [UUID: Book] = [:]
        /// How many earlier versions each note has.
        var versions: [UUID: Int] = [:]

        func isShown(_ note: UUID) -> Bool {
            switch notes[note]?.subject {
            case .book(let id): books[id] != nil
            case .character: true
            case nil: false
            }
        }
    }

    private struct ShadowNote: Equatable {
        var subject: NoteSubject
        var text: String
        var place: NotePlace?
    }

    private var numbers = SeededNumbers(seed: 0)
    private var shadow = Shadow()
    private var nextID = 0

    private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

    private func newID() -> UUID {
        nextID += 1
        return uuid(nextID)
    }

    func testRandomChangesLeaveWhatAModelOfThemLeaves() throws {
        for seed in 1...sample(few: 8, more: 20, all: 500) {
            numbers = SeededNumbers(seed: seed)
            shadow = Shadow()
            nextID = 10
            let environment = TestEnvironment()
            let library = try Library.inMemory(environment: environment.library)
            try library.saveSeries(uuid(1), title: "Series")
            try library.save(Character(id: uuid(2), seriesID: uuid(1), name: "B", position: 0))
            for step in 0..<60 {
                environment.advance(by: 1)
                let before = shadow
                let undo = try change(library)
                try check(library, "seed \(seed), step \(step)")
                guard let undo, number(0..<3) == 0 else { continue }
                let after = shadow
                let redo = try library.undo(undo)
                shadow = before
                // What was made is in the trash then.
                for (id, book) in after.books where before.books[id] == nil {
                    shadow.deletedBooks[id] = before.deletedBooks[id] ?? book
                }
                try check(library, "seed \(seed), step \(step) taken back")
                try library.undo(redo)
                shadow = after
                try check(library, "seed \(seed), step \(step) done again")
            }
            XCTAssertEqual(try library.check(), LibraryFindings(), "seed \(seed)")
        }
    }

    /// Makes a change, and the same to the model.
    private func change(_ library: Library) throws -> LibraryUndo? {
        switch number(0..<10) {
        case 0...2: return try addNote(library)
        case 3: return try editNote(library)
        case 4: return try deleteNotes(library)
        case 5: return try restore(library)
        case 6: return try moveNotes(library)
        case 7: return try saveBook(library)
        case 8: return try deleteBook(library)
        default: return try placeNote(library)
        }
    }

    private func randomSubject() -> NoteSubject {
        let books = shadow.books.keys.sorted { $0.uuidString < $1.uuidString }
        return books.isEmpty || number(0..<4) == 0
            ? .character(uuid(2)) : .book(books[number(0..<books.count)])
    }

    private func randomNotes(_ limit: Int) -> [UUID] {
        let ids = shadow.notes.keys.sorted { $0.uuidString < $1.uuidString }
        return Array(ids.shuffled(using: &numbers).prefix(number(1..<limit + 1)))
    }

    private func randomText() -> String {
        let mention = number(0..<3) == 0 ? Mention.link(to: uuid(3), name: "A") : ""
        return "text \(number(0..<1000)) \(mention)."
    }

    private func addNote(_ library: Library) throws -> LibraryUndo? {
        let (id, subject, text) = (newID(), randomSubject(), randomText())
        try library.addNote(text, on: subject, id: id)
        shadow.notes[id] = ShadowNote(subject: subject, text: text)
        return nil
    }

    private func editNote(_ library: Library) throws -> LibraryUndo? {
        guard let id = randomNotes(1).first, let old = shadow.notes[id] else { return nil }
        let text = randomText()
        try library.updateNote(id, text: text)
        if text != old.text { shadow.versions[id, default: 0] += 1 }
        shadow.notes[id]?.text = text
        return nil
    }

    private func deleteNotes(_ library: Library) throws -> LibraryUndo? {
        let ids = randomNotes(4)
        for id in ids { shadow.trashedNotes[id] = shadow.notes.removeValue(forKey: id) }
        return try library.deleteNotes(ids + [uuid(255)])
    }

    private func moveNotes(_ library: Library) throws -> LibraryUndo? {
        let subject = randomSubject()
        // As from a page: those of deleted books are not seen.
        let ids = randomNotes(4).filter { shadow.isShown($0) }
        for id in ids { shadow.notes[id]?.subject = subject }
        return try library.moveNotes(ids, to: subject)
    }

    private func placeNote(_ library: Library) throws -> LibraryUndo? {
        guard let id = randomNotes(1).first else { return nil }
        let place = number(0..<3) == 0 ? nil : NotePlace(text: "p. \(number(0..<99))")
        shadow.notes[id]?.place = place
        return try library.changeContents(of: id) { $0.place = place }
    }

    private func restore(_ library: Library) throws -> LibraryUndo? {
        let items = try library.trash(limit: 100)
        guard let item = items.randomElement(using: &numbers) else { return nil }
        if let book = shadow.deletedBooks.removeValue(forKey: item.id) {
            shadow.books[item.id] = book
        } else if let note = shadow.trashedNotes.removeValue(forKey: item.id) {
            shadow.notes[item.id] = note
            let subject = note.subject.id
            if let book = shadow.deletedBooks.removeValue(forKey: subject) {
                shadow.books[subject] = book
            }
        }
        return try library.restore([item])
    }

    private func saveBook(_ library: Library) throws -> LibraryUndo? {
        let ids = shadow.books.keys.sorted { $0.uuidString < $1.uuidString }
        let isNew = ids.isEmpty || (ids.count < 5 && number(0..<2) == 0)
        let id = isNew ? newID() : ids[number(0..<ids.count)]
        var book =
            shadow.books[id] ?? Book(id: id, seriesID: uuid(1), title: "New", position: ids.count)
        book.title = "Title \(number(0..<9))"
        book.number = number(0..<2) == 0 ? nil : "\(number(0..<9))"
        shadow.books[id] = book
        return try library.save(book)
    }

    private func deleteBook(_ library: Library) throws -> LibraryUndo? {
        let ids = shadow.books.keys.sorted { $0.uuidString < $1.uuidString }
        guard let id = ids.randomElement(using: &numbers) else { return nil }
        shadow.deletedBooks[id] = shadow.books.removeValue(forKey: id)
        return try library.delete(.book(id))
    }

    private func check(_ library: Library, _ message: String) throws {
        let notes = try library.allNotes()
        let seen = notes.map {
            ($0.id, ShadowNote(subject: $0.subject, text: $0.text, place: $0.place))
        }
        XCTAssertEqual(Dictionary(uniqueKeysWithValues: seen), shadow.notes, message)
        XCTAssertEqual(
            try library.noteCounts(),
            Dictionary(grouping: shadow.notes.values, by: \.subject).mapValues(\.count),
            message
        )
        let books = try XCTUnwrap(try library.series(uuid(1))).books
        XCTAssertEqual(
            Dictionary(uniqueKeysWithValues: books.map { ($0.id, $0) }),
            shadow.books,
            message
        )
        XCTAssertEqual(
            Set(try library.trash(limit: 1000).map(\.id)),
            Set(shadow.trashedNotes.keys).union(shadow.deletedBooks.keys),
            message
        )
        let mentioning = try library.notesMentioning(uuid(3), limit: 1000).map(\.id)
        let expected = shadow.notes.filter { !Mention.all(in: $0.value.text).isEmpty }
        XCTAssertEqual(Set(mentioning), Set(expected.keys), message)
        for (id, count) in shadow.versions {
            XCTAssertEqual(try library.earlierVersions(of: id).count, count, message)
        }
    }
}
