import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Joining a character or a book that is there twice, and taking it back.
final class PartJoinTests: LibraryTestCase {
    private let (series, other) = (uuid(101), uuid(102))
    private let (book, twin, elsewhere) = (uuid(111), uuid(112), uuid(113))
    private let (hero, double, friend, enemy) = (uuid(121), uuid(122), uuid(123), uuid(124))
    private let (withFriend, friendAgain, withEnemy, withEachOther) =
        (uuid(131), uuid(132), uuid(133), uuid(134))
    private let environment = TestEnvironment()

    /// A series of two books with four characters, and another one with one book.
    private func fill(_ library: Library) throws {
        _ = try library.changeSeries { changes in
            for id in [series, other] { try changes.save(SeriesDetails(id: id, title: "Series")) }
            for (position, id) in [book, twin].enumerated() {
                try changes.save(Book(id: id, seriesID: series, title: "B", position: position))
            }
            try changes.save(Book(id: elsewhere, seriesID: other, title: "B", position: 0))
            for (id, name) in [(hero, "Agatha"), (friend, "Jaime"), (enemy, "Norman")] {
                try changes.save(
                    Character(id: id, seriesID: series, name: name, bookID: book, position: 0)
                )
            }
            try changes.save(
                Character(
                    id: double,
                    seriesID: series,
                    name: "The Hawk",
                    summary: "A guard",
                    synopsis: "On the wall",
                    bookID: twin,
                    position: 0,
                    aliases: ["agatha", "Aggie"]
                )
            )
            for (id, ends) in [
                (withFriend, (hero, friend)), (friendAgain, (friend, double)),
                (withEnemy, (double, enemy)), (withEachOther, (hero, double)),
            ] {
                try changes.save(Relation(id: id, first: ends.0, second: ends.1))
            }
        }
    }

    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory(environment: environment.library)
        try fill(library)
        return library
    }

    private func first(_ library: Library) throws -> Series {
        try XCTUnwrap(try library.series(series))
    }

    private func texts(_ library: Library, on subject: NoteSubject) throws -> [String] {
        try library.notes(on: subject).map(\.text).sorted()
    }

    // MARK: Characters

    func testCharacterTakesOverAllThatHangsOnTheOther() throws {
        let library = try makeLibrary()
        try library.addNote("Of the one", on: .character(hero))
        try library.addNote("Of the other", on: .character(double))
        let deleted = try library.addNote("Deleted", on: .character(double))
        try library.deleteNote(deleted.id)
        try library.setFavorite(double, true)
        let before = try first(library)

        let undo = try library.join(.character(double), into: hero)

        let joined = try first(library)
        let character = try XCTUnwrap(joined.character(hero))
        XCTAssertEqual(character.name, "Agatha")
        XCTAssertEqual(character.aliases, ["The Hawk", "Aggie"])
        XCTAssertEqual(character.summary, "A guard")
        XCTAssertEqual(character.synopsis, "On the wall")
        XCTAssertEqual(character.bookID, book)
        XCTAssertFalse(joined.allCharacters.contains { $0.id == double })
        XCTAssertEqual(
            try texts(library, on: .character(hero)),
            ["Of the one", "Of the other"]
        )
        XCTAssertEqual(try library.favorites(), [hero])
        XCTAssertEqual(Set(joined.relations.map(\.id)), [withFriend, withEnemy])
        XCTAssertEqual(joined.related(to: hero).map(\.id), [friend, enemy])
        try library.restoreNote(deleted)
        XCTAssertEqual(try texts(library, on: .character(hero)).count, 3)
        XCTAssertNil(try first(library).allCharacters.first { $0.id == double })
        try library.deleteNote(deleted.id)

        let redo = try library.undo(undo)
        XCTAssertEqual(try first(library), before)
        XCTAssertEqual(try texts(library, on: .character(hero)), ["Of the one"])
        XCTAssertEqual(try texts(library, on: .character(double)), ["Of the other"])
        XCTAssertEqual(try library.favorites(), [double])
        try library.restoreNote(deleted)
        XCTAssertEqual(try texts(library, on: .character(double)), ["Deleted", "Of the other"])
        try library.deleteNote(deleted.id)

        try library.undo(redo)
        XCTAssertEqual(try first(library).character(hero), character)
        XCTAssertEqual(try texts(library, on: .character(hero)).count, 2)
    }

    func testWhatTheOneThatStaysSaysOfItselfStays() throws {
        let library = try makeLibrary()
        try library.join(.character(hero), into: double)
        let character = try XCTUnwrap(try first(library).character(double))
        XCTAssertEqual(character.name, "The Hawk")
        XCTAssertEqual(character.summary, "A guard")
        XCTAssertEqual(character.bookID, twin)
        XCTAssertEqual(character.aliases, ["agatha", "Aggie"], "a name is there once")
    }

    func testRelationThatSaysMoreStays() throws {
        let library = try makeLibrary()
        _ = try library.changeSeries {
            try $0.save(Relation(id: friendAgain, first: friend, second: double, word: "friend of"))
        }
        let undo = try library.join(.character(double), into: hero)
        let relations = try first(library).relations.filter {
            Set([$0.first, $0.second]) == [hero, friend]
        }
        XCTAssertEqual(relations.map(\.word), ["friend of"])
        try library.undo(undo)
        XCTAssertEqual(try first(library).relations.count, 4)
    }

    func testIDOfTheOtherLeadsToTheOneThatStays() throws {
        let library = try makeLibrary()
        let mention = Mention.link(to: double, name: "The Hawk")
        let note = try library.addNote("Seen: \(mention)", on: .book(book))
        let undo = try library.join(.character(double), into: hero)

        XCTAssertEqual(
            try library.locate(.character(double)),
            PlaceLocation(place: .character(hero), seriesID: series)
        )
        XCTAssertEqual(try first(library).character(double)?.id, hero)
        let mentioning = try library.notes(mentioning: hero, in: 0..<10)
        XCTAssertEqual(mentioning.notes.map(\.id), [note.id])
        XCTAssertEqual(mentioning.count, 1)
        // What is still on its way from an open window arrives.
        let late = try library.addNote("Late", on: .character(double))
        XCTAssertEqual(late.subject, .character(hero))
        try library.moveNotes([note.id], to: .character(double))
        XCTAssertEqual(try texts(library, on: .character(hero)).count, 2)

        try library.undo(undo)
        XCTAssertEqual(try library.locate(.character(double))?.place, .character(double))
        XCTAssertEqual(try library.notes(mentioning: hero, in: 0..<10).count, 0)
        XCTAssertEqual(try library.notes(mentioning: double, in: 0..<10).count, 1)
    }

    func testUndoKeepsWhatWasWrittenSince() throws {
        let library = try makeLibrary()
        let note = try library.addNote("Of the other", on: .character(double))
        let undo = try library.join(.character(double), into: hero)
        try library.updateNote(note.id, text: "Changed since")
        try library.addNote("Since", on: .character(hero))
        var character = try XCTUnwrap(try first(library).character(hero))
        character.synopsis = "Typed since"
        try library.save(character)

        try library.undo(undo)

        XCTAssertEqual(try texts(library, on: .character(double)), ["Changed since"])
        XCTAssertEqual(try texts(library, on: .character(hero)), ["Since"])
        let stayed = try XCTUnwrap(try first(library).character(hero))
        XCTAssertEqual(stayed.synopsis, "Typed since")
        XCTAssertEqual(stayed.aliases, [])
        XCTAssertNil(stayed.summary)
    }

    func testItComesBackOutOfTheTrashAfterARestart() throws {
        let environment = self.environment.library
        var library: Library? = try Library.open(at: databaseURL, environment: environment)
        try fill(try XCTUnwrap(library))
        try library?.addNote("Of the other", on: .character(double))
        let before = try first(try XCTUnwrap(library))
        try library?.join(.character(double), into: hero)
        library = nil

        let again = try Library.open(at: databaseURL, environment: environment)
        let items = try again.trash(limit: 10).filter { $0.id == double }
        XCTAssertEqual(items.map(\.title), ["The Hawk"])
        let undo = try again.restore(items)
        XCTAssertEqual(try first(again), before)
        XCTAssertEqual(try texts(again, on: .character(double)), ["Of the other"])
        XCTAssertTrue(try again.formerSeries().isEmpty)
        try again.undo(undo)
        XCTAssertEqual(try texts(again, on: .character(hero)), ["Of the other"])
    }

    func testIDLeadsOnAfterItWasDeletedForGood() throws {
        let library = try makeLibrary()
        try library.addNote("Of the other", on: .character(double))
        let undo = try library.join(.character(double), into: hero)
        try library.join(.character(hero), into: friend)
        try library.emptyTrash()
        XCTAssertTrue(try library.undo(undo).isEmpty, "it cannot come back")
        XCTAssertEqual(try library.locate(.character(double))?.place, .character(friend))
        XCTAssertEqual(try texts(library, on: .character(friend)), ["Of the other"])
    }

    func testFormerIDsAreToldTheNewestFirst() throws {
        let library = try makeLibrary()
        try library.join(.character(double), into: enemy)
        environment.advance(by: 1)
        try library.join(.character(enemy), into: hero)
        environment.advance(by: 1)
        try library.join(.character(friend), into: hero)
        let joined = try library.formerSeries().joined
        XCTAssertEqual(joined.former(of: hero).map(\.id), [friend, enemy, double])
        XCTAssertEqual(joined.former(of: hero).map(\.bookID), [book, book, twin])
        XCTAssertEqual(joined.current(double), hero)
    }

    func testCharacterOfAnotherSeriesKeepsItsRelations() throws {
        let library = try makeLibrary()
        let guest = uuid(125)
        try library.save(
            Character(id: guest, seriesID: other, name: "A", bookID: elsewhere, position: 0)
        )
        let undo = try library.join(.character(double), into: guest)
        let second = try XCTUnwrap(try library.series(other))
        XCTAssertEqual(Set(second.neighbors.map(\.id)), [hero, friend, enemy])
        XCTAssertEqual(try first(library).neighbors.map(\.id), [guest, guest, guest])
        XCTAssertNil(try first(library).character(double))
        XCTAssertEqual(second.character(double)?.id, guest)
        try library.undo(undo)
        XCTAssertEqual(try first(library).relations.count, 4)
        XCTAssertEqual(try library.series(other)?.neighbors, [])
    }

    func testOnlyWhatIsShownIsJoined() throws {
        let library = try makeLibrary()
        let before = try first(library)
        assertThrows(.notFound) { try library.join(.character(hero), into: hero) }
        assertThrows(.notFound) { try library.join(.character(hero), into: uuid(199)) }
        assertThrows(.notFound) { try library.join(.character(hero), into: book) }
        assertThrows(.notFound) { try library.join(.series(series), into: other) }
        XCTAssertEqual(try first(library), before)
        try library.delete(.character(double))
        assertThrows(.notFound) { try library.join(.character(double), into: hero) }
        assertThrows(.notFound) { try library.join(.character(hero), into: double) }
        XCTAssertTrue(try library.formerSeries().isEmpty)
    }

    // MARK: Books

    private let (one, two, three) = (uuid(141), uuid(142), uuid(143))

    /// Gives both books chapters, and the second one notes and a reading point.
    private func describe(_ library: Library) throws {
        _ = try library.changeSeries { changes in
            try changes.save(Chapter(id: one, bookID: book, name: "One", position: 0))
            try changes.save(Chapter(id: two, bookID: twin, name: "ONE", position: 0))
            try changes.save(Chapter(id: three, bookID: twin, name: "Two", position: 1))
            var record = try XCTUnwrap(try changes.series(series)?.book(twin))
            record.author = "Author"
            record.rating = 8
            record.shelves = ["Loved"]
            record.readingStatus = .reading
            try changes.save(record)
        }
        try library.addNote(
            "In a chapter",
            on: .book(twin),
            place: NotePlace(chapterID: two, text: nil)
        )
        try library.addNote("Of the character", on: .character(double))
        try library.setReadUpTo(ReadingPosition(bookID: twin, chapterID: two), in: series)
    }

    func testBookTakesOverAllThatHangsOnTheOther() throws {
        let library = try makeLibrary()
        try describe(library)
        let before = try first(library)

        let undo = try library.join(.book(twin), into: book)

        let joined = try first(library)
        XCTAssertEqual(joined.books.map(\.id), [book])
        XCTAssertEqual(joined.chapters(of: book).map(\.id), [one, three])
        XCTAssertEqual(Set(joined.characters(in: book).map(\.id)), [hero, friend, enemy, double])
        XCTAssertEqual(joined.character(double)?.name, "The Hawk", "characters stay two")
        XCTAssertEqual(joined.book(book)?.author, "Author")
        XCTAssertEqual(joined.book(book)?.rating, 8)
        XCTAssertEqual(joined.book(book)?.shelves, ["Loved"])
        XCTAssertEqual(joined.book(book)?.readingStatus, .reading)
        XCTAssertEqual(joined.readUpTo, ReadingPosition(bookID: book, chapterID: one))
        let notes = try library.notes(on: .book(book))
        XCTAssertEqual(notes.map(\.text), ["In a chapter"])
        XCTAssertEqual(notes.map { $0.place?.chapterID }, [one])
        XCTAssertEqual(try library.locate(.webPage(book: twin))?.place, .webPage(book: book))
        XCTAssertEqual(joined.book(twin)?.id, book)

        try library.undo(undo)
        XCTAssertEqual(try first(library), before)
        XCTAssertEqual(
            try library.notes(on: .book(twin)).map { $0.place?.chapterID },
            [two]
        )
    }

    func testBookOfAnotherSeriesMovesFirst() throws {
        let library = try makeLibrary()
        try describe(library)
        let before = (try first(library), try XCTUnwrap(try library.series(other)))
        let undo = try library.join(.book(twin), into: elsewhere)

        let second = try XCTUnwrap(try library.series(other))
        XCTAssertEqual(second.books.map(\.id), [elsewhere])
        XCTAssertEqual(second.character(double)?.bookID, elsewhere)
        XCTAssertEqual(second.readUpTo?.bookID, elsewhere)
        XCTAssertEqual(second.neighbors.map(\.id).count, 3)
        let former = try library.formerSeries()
        XCTAssertEqual(former.series(ofBook: elsewhere), [series])
        XCTAssertEqual(former.currentSeries(ofMovedBook: twin), other)

        try library.undo(undo)
        XCTAssertEqual(try first(library), before.0)
        XCTAssertEqual(try library.series(other), before.1)
    }

    func testBookComesBackOutOfTheTrashWithAllThatItHad() throws {
        let library = try makeLibrary()
        try describe(library)
        let before = try first(library)
        try library.join(.book(twin), into: elsewhere)
        let new = Character(
            id: uuid(126),
            seriesID: other,
            name: "Since",
            bookID: elsewhere,
            position: 9
        )
        try library.save(new)
        try library.restore(try library.trash(limit: 10).filter { $0.id == twin })
        XCTAssertEqual(try first(library), before)
        XCTAssertEqual(try library.series(other)?.allCharacters, [new])
    }

    // MARK: Choices

    func testThoseOfTheSameNameAreOfferedFirst() throws {
        let library = try makeLibrary()
        let guest = uuid(125)
        try library.save(
            Character(id: guest, seriesID: other, name: "AGATHA", bookID: elsewhere, position: 0)
        )
        try library.delete(.character(enemy))
        let choices = try XCTUnwrap(try library.joinChoices(for: .character(hero)))
        XCTAssertEqual(choices.map(\.part.id), [double, guest, friend])
        XCTAssertEqual(choices[1].details, ["B", "Series"])
        XCTAssertEqual(
            try library.joinChoices(for: .book(elsewhere))?.map(\.part),
            [.book(book), .book(twin)]
        )
        XCTAssertNil(try library.joinChoices(for: .character(enemy)))
    }

    func testWhatTheReaderHasYetToComeToIsNotOffered() throws {
        let library = try makeLibrary()
        try library.setReadUpTo(ReadingPosition(bookID: book), in: series)
        let choices = try library.joinChoices(for: .character(hero))
        XCTAssertEqual(choices?.map(\.part.id), [friend, enemy])
        let all = try library.joinChoices(for: .character(hero), except: [.thing(double)])
        XCTAssertEqual(all?.map(\.part.id).first, double)
    }

    // MARK: Editions and imports

    func testNewEditionLeavesWhatWasJoined() throws {
        let library = try makeLibrary()
        try library.importSeries(from: try write(TestSeries()))
        try library.join(.character(TestSeries.rider), into: hero)
        try library.join(.book(TestSeries.bookTwo), into: book)
        var edition = TestSeries()
        edition.set("revision", to: 2)
        edition.set("books.1.title", to: "New title")
        XCTAssertEqual(
            try library.importSeries(from: try write(edition, as: "2.json")),
            .imported(revision: 2)
        )
        XCTAssertEqual(try library.locate(.character(TestSeries.rider))?.place, .character(hero))
        XCTAssertEqual(try library.locate(.book(TestSeries.bookTwo))?.place, .book(book))
        XCTAssertEqual(try library.series(uuid(1))?.books.map(\.id), [TestSeries.bookOne])
    }
}
