import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// The notes that name a character without mentioning it.
final class NameSearchTests: SearchTestCase {
    private let agatha = uuid(21)
    private let book = NoteSubject.book(uuid(11))

    private func makeSeries() throws -> Library {
        let library = try makeLibrary()
        try library.save(Book(id: uuid(11), seriesID: series, title: "Book", position: 0))
        for (number, name) in ["Agatha", "Jaime"].enumerated() {
            try library.save(
                Character(
                    id: uuid(21 + number),
                    seriesID: series,
                    name: name,
                    bookID: uuid(11),
                    position: number,
                    aliases: number == 0 ? ["Aggie"] : []
                )
            )
        }
        return library
    }

    @MainActor
    private func notes(
        _ search: LibrarySearch,
        limit: Int = 50,
        waits: Bool = true
    ) throws -> NamingNotes {
        environment.runMainQueue()
        if waits { search.waitForIndex() }
        var told: [NamingNotes] = []
        let task = search.findNotes(naming: agatha, limit: limit) { result in
            if case .success(let notes) = result { told.append(notes) }
        }
        // Each time some of the notes are looked at.
        for _ in 0..<100 where told.isEmpty {
            search.waitForSearches()
            environment.runMainQueue()
        }
        withExtendedLifetime(task) {}
        return try XCTUnwrap(told.last)
    }

    @MainActor
    private func texts(_ search: LibrarySearch) throws -> [String] {
        try notes(search).notes.map(\.excerpt)
    }

    @MainActor
    func testThoseOfOtherPagesAreFoundTheNewestFirst() async throws {
        let library = try makeSeries()
        let search = makeSearch(library)
        try library.addNote("first Agatha", on: book)
        try library.addNote("her own: Agatha", on: .character(agatha))
        try library.addNote("AGGIE", on: .character(uuid(22)))
        try library.addNote("\(Mention.link(to: agatha, name: "Agatha")) and Agatha", on: book)
        try library.addNote("Agathas", on: book)
        let other = uuid(2)
        try library.saveSeries(other, title: "Other")
        try library.save(Book(id: uuid(12), seriesID: other, title: "Other", position: 0))
        try library.addNote("another Agatha", on: .book(uuid(12)))
        XCTAssertEqual(try texts(search), ["AGGIE", "first Agatha"])
        try library.addNote("agatha at last", on: book)
        XCTAssertEqual(try texts(search), ["agatha at last", "AGGIE", "first Agatha"])
        try library.delete(.character(uuid(22)))
        XCTAssertEqual(try texts(search), ["agatha at last", "first Agatha"])
        search.close()
    }

    @MainActor
    func testWhatANoteQuotesIsNoName() async throws {
        let library = try makeSeries()
        let search = makeSearch(library)
        let note = try library.addNote("my thought", on: book)
        _ = try library.write("quote") { db in
            try db.execute(
                sql: "UPDATE note SET quote = 'said Agatha' WHERE id = ?",
                arguments: [note.id]
            )
            return ((), [.noteChanged(note.id, on: self.book)])
        }
        XCTAssertEqual(try texts(search), [])
        search.close()
    }

    @MainActor
    func testNoMoreAreReadThanAreWanted() async throws {
        let library = try makeSeries()
        let search = makeSearch(library)
        try add((0..<250).map { "Agatha \($0)" }, on: book, to: library)
        try add((0..<120).map { "agathas \($0)" }, on: book, to: library)
        let some = try notes(search, limit: 3)
        XCTAssertEqual(some.notes.map(\.excerpt), ["Agatha 249", "Agatha 248", "Agatha 247"])
        XCTAssertTrue(some.hasMore)
        let all = try notes(search, limit: 250)
        XCTAssertEqual(all.notes.count, 250)
        XCTAssertFalse(all.hasMore)
        search.close()
    }

    @MainActor
    func testALongNoteIsShownFromShortlyBeforeTheName() async throws {
        let library = try makeSeries()
        let search = makeSearch(library)
        let head = String(repeating: "word ", count: 200)
        let jaime = Mention.link(to: uuid(22), name: "Jaime")
        try library.addNote(head + jaime + " Agatha " + head, on: book)
        let note = try XCTUnwrap(try notes(search).notes.first)
        XCTAssertTrue(note.excerpt.hasPrefix(jaime + " Agatha word"), note.excerpt)
        XCTAssertFalse(note.isBeginning)
        XCTAssertLessThan(note.excerpt.count, 500)
        search.close()
    }

    @MainActor
    func testNamesBecomeMentionsAndBackUnlessSomebodyHasChangedTheNote() async throws {
        let library = try makeSeries()
        let link = { Mention.link(to: self.agatha, name: $0) }
        let note = try library.addNote("Agatha met Aggie", on: book)
        let linked = try XCTUnwrap(try library.linkNames(of: agatha, inNote: note.id))
        XCTAssertEqual(linked.count, 2)
        XCTAssertEqual(
            try library.note(note.id)?.text,
            "\(link("Agatha")) met \(link("Aggie"))"
        )
        XCTAssertEqual(try library.mentionCount(of: agatha), 1)
        XCTAssertNil(try library.linkNames(of: agatha, inNote: note.id), "there is no name left")
        XCTAssertTrue(try library.unlink(linked))
        XCTAssertEqual(try library.note(note.id)?.text, "Agatha met Aggie")
        XCTAssertEqual(try library.mentionCount(of: agatha), 0)
        XCTAssertFalse(try library.unlink(linked), "it has been taken back")

        // In the text that it has by now, not the one that was seen.
        try library.updateNote(note.id, text: "changed, Agatha")
        let again = try XCTUnwrap(try library.linkNames(of: agatha, inNote: note.id))
        try library.updateNote(note.id, text: "changed after that")
        XCTAssertFalse(try library.unlink(again))
        XCTAssertEqual(try library.note(note.id)?.text, "changed after that")
        try library.deleteNote(note.id)
        XCTAssertNil(try library.linkNames(of: agatha, inNote: note.id))
    }

    @MainActor
    func testWithoutAnIndexTheNotesAreLookedThrough() async throws {
        let library = try makeSeries()
        // A folder that cannot be: there is a file.
        let file = directory.appendingPathComponent("file")
        try Data().write(to: file)
        let search = LibrarySearch(library, index: file.appendingPathComponent("search.sqlite"))
        try add((0..<150).map { "agathas \($0)" }, on: book, to: library)
        try library.addNote("Agatha", on: book)
        try add((0..<150).map { "nobody \($0)" }, on: book, to: library)
        XCTAssertEqual(try notes(search, waits: false).notes.map(\.excerpt), ["Agatha"])
        search.close()
    }
}
