import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What is found in a library, and that it stays so whatever happens to the index.
final class LibrarySearchTests: SearchTestCase {
    private let book = uuid(11)
    private let agatha = uuid(21)

    @MainActor
    private func makeNotes() throws -> (Library, LibrarySearch) {
        let library = try makeLibrary()
        try library.save(Book(id: book, seriesID: series, title: "The Good Hawk", position: 0))
        try library.save(
            Character(
                id: agatha,
                seriesID: series,
                name: "Agatha Cray",
                position: 0,
                aliases: ["Aggie"]
            )
        )
        for text in ["The hawk flies", "Hawks and ravens", "A raven"] {
            environment.advance(by: 86_400)
            try library.addNote(text, on: .book(book))
        }
        return (library, makeSearch(library))
    }

    @MainActor
    func testNotesAreFoundNewestFirst() async throws {
        let (_, search) = try makeNotes()
        XCTAssertEqual(try notes("hawk", search), ["The hawk flies", "Hawks and ravens"])
        XCTAssertEqual(try notes("raven", search), ["A raven", "Hawks and ravens"])
        XCTAssertEqual(try notes("ha", search), ["Hawks and ravens", "The hawk flies"])
        XCTAssertEqual(try notes("hawk ", search), ["The hawk flies"])
        XCTAssertEqual(try notes("raven hawks", search), [])
        XCTAssertEqual(try notes("hawks raven", search), ["Hawks and ravens"])
        XCTAssertEqual(try notes("\"hawk flies\"", search), ["The hawk flies"])
        XCTAssertEqual(try notes("\"flies hawk\"", search), [])
        XCTAssertEqual(try notes("…", search), [])
        let hit = try XCTUnwrap(results("flies", search).notes.first)
        XCTAssertEqual([hit.title, hit.seriesTitle], ["The Good Hawk", "Series"])
        XCTAssertEqual(hit.seriesID, series)
    }

    @MainActor
    func testEveryWordThatIsShownOfABookIsFound() async throws {
        let (library, search) = try makeNotes()
        var book = try XCTUnwrap(try library.series(series)?.book(book))
        book.author = "Joseph Cuno"
        book.tagline = "A girl speaks to birds"
        book.overview = "On an island in the north."
        book.isbn10 = "1536207152"
        book.shelves = ["Seaside reading"]
        try library.save(book)
        try library.saveSeries(series, title: "Shadow Trilogy", author: "Estrela Vogel")
        try library.save(Chapter(id: uuid(51), bookID: book.id, name: "Arrival", position: 0))
        let queries = [
            "hawk", "cuno", "birds", "island", "1536207152", "seaside", "trilogy", "vogel",
            "arrival", "hawk birds seaside arrival",
        ]
        for query in queries {
            XCTAssertEqual(try results(query, search).parts.map(\.title), ["The Good Hawk"], query)
        }
        XCTAssertEqual(try results("hawk herring", search).parts, [])
        book.published = PublicationDate(year: 2019)
        book.linkName = "Publisher's page"
        try library.save(book)
        for query in ["2019", "publisher"] {
            XCTAssertEqual(try results(query, search).parts.map(\.title), ["The Good Hawk"], query)
        }
        // What it was found by is shown, unless that is its name.
        func passage(_ query: String) throws -> String? {
            try results(query, search).parts.first?.passage
        }
        XCTAssertNil(try passage("hawk"))
        XCTAssertEqual(try passage("birds"), "A girl speaks to birds")
        XCTAssertEqual(try passage("island"), "On an island in the north.")
        XCTAssertEqual(try passage("seaside"), "Seaside reading")
        XCTAssertEqual(try passage("arrival"), "Arrival")
        XCTAssertEqual(try passage("cuno"), "Joseph Cuno")
        // A filter means what a book is called.
        XCTAssertEqual(try notes("raven book:hawk", search), ["A raven"])
        XCTAssertEqual(try notes("raven book:birds", search), [])

        var agatha = try XCTUnwrap(try library.series(series)?.character(agatha))
        agatha.summary = "Watches the sea"
        agatha.synopsis = "Keeps birds"
        try library.save(agatha)
        XCTAssertEqual(try results("watches", search).parts.map(\.title), ["Agatha Cray"])
        XCTAssertEqual(
            try Set(results("birds", search).parts.map(\.title)),
            ["Agatha Cray", "The Good Hawk"]
        )
        XCTAssertEqual(try results("watches", search).parts.first?.passage, "Watches the sea")
        // What is called so comes before what tells of it.
        try library.save(
            Character(id: uuid(22), seriesID: series, name: "Birds", position: 1)
        )
        XCTAssertEqual(try results("birds", search).parts.first?.title, "Birds")
    }

    @MainActor
    func testASeriesWithoutABookIsFound() async throws {
        let (library, search) = try makeNotes()
        try library.saveSeries(uuid(2), title: "Lantern Cycle", author: "Estrela Vogel")
        XCTAssertEqual(try results("lantern", search).parts.map(\.id), [.series(uuid(2))])
        XCTAssertEqual(try results("lantern", search).parts.first?.title, "Lantern Cycle")
        XCTAssertEqual(try results("vogel", search).parts.first?.passage, "Estrela Vogel")
        try library.save(Book(id: uuid(12), seriesID: uuid(2), title: "Dusk", position: 0))
        XCTAssertEqual(try results("lantern", search).parts.map(\.title), ["Dusk"])
    }

    @MainActor
    func testThePlaceOfANoteIsFound() async throws {
        let (library, search) = try makeNotes()
        let note = try library.addNote("plain", on: .book(book))
        XCTAssertEqual(try notes("p. 87", search), [])
        try library.setPlace(NotePlace(text: "p. 87"), of: note.id)
        XCTAssertEqual(try notes("p. 87", search), ["plain"])
        try library.setPlace(nil, of: note.id)
        XCTAssertEqual(try notes("87", search), [])
    }

    @MainActor
    func testQuotationsAndTagsAreFoundAsTheyAreNow() async throws {
        let (library, search) = try makeNotes()
        let note = try library.addNote("plain", on: .book(book))
        XCTAssertEqual(try notes("lantern", search), [])
        try library.setQuote(Quote("The lantern went out"), of: note.id)
        XCTAssertEqual(try notes("lantern", search), ["plain"])
        try library.setTags(["Été", "two words"], of: note.id)
        XCTAssertEqual(try notes("ete", search), ["plain"])
        XCTAssertEqual(try notes("words lantern", search), ["plain"])
        try library.setQuote(Quote("Nobody had lit it"), of: note.id)
        try library.setTags([], of: note.id)
        XCTAssertEqual(try notes("lantern", search), [])
        XCTAssertEqual(try notes("ete", search), [])
        XCTAssertEqual(try notes("lit", search), ["plain"])
    }

    /// Also what another program has changed meanwhile.
    @MainActor
    func testAnotherQuotationIsNoticedWhenAllIsCompared() async throws {
        let (library, search) = try makeNotes()
        let note = try library.addNote("plain", on: .book(book), quote: Quote("one"))
        XCTAssertEqual(try notes("one", search), ["plain"])
        search.close()
        try library.setQuote(Quote("two"), of: note.id)
        let again = makeSearch(library)
        XCTAssertEqual(try notes("two", again), ["plain"])
        XCTAssertEqual(try notes("one", again), [])
    }

    @MainActor
    func testWhatIsSavedChangedOrDeletedIsFoundSoAtOnce() async throws {
        let (library, search) = try makeNotes()
        XCTAssertEqual(try notes("owl", search), [])
        let owl = try library.addNote("An owl", on: .character(agatha))
        XCTAssertEqual(try notes("owl", search), ["An owl"])
        try library.updateNote(owl.id, text: "An eagle")
        XCTAssertEqual(try notes("owl", search), [])
        XCTAssertEqual(try notes("eagle", search), ["An eagle"])
        try library.deleteNote(owl.id)
        XCTAssertEqual(try notes("eagle", search), [])
        XCTAssertEqual(try results("eagle", search).trash.map(\.title), ["Agatha Cray"])
        try library.restoreNote(owl)
        XCTAssertEqual(try notes("eagle", search), ["An eagle"])
        XCTAssertEqual(try results("eagle", search).trash, [])
        let move = try library.addNote("A wren", on: .book(book))
        try library.moveNotes([move.id], to: .character(agatha))
        XCTAssertEqual(try results("wren", search).notes.map(\.title), ["Agatha Cray"])
        XCTAssertEqual(try notes("wren book:hawk", search), [])
    }

    @MainActor
    func testBooksAndCharactersAreFoundByTheirNames() async throws {
        let (library, search) = try makeNotes()
        XCTAssertEqual(try results("agg", search).parts.map(\.title), ["Agatha Cray"])
        XCTAssertEqual(try results("cray aga", search).parts.map(\.title), ["Agatha Cray"])
        XCTAssertEqual(try results("good hawk", search).parts.map(\.id), [.book(book)])
        let undo = try library.delete(.character(agatha))
        XCTAssertEqual(try results("agatha", search).parts, [])
        try library.undo(undo)
        XCTAssertEqual(try results("agatha", search).parts.map(\.title), ["Agatha Cray"])
    }

    @MainActor
    func testAMentionIsFoundByThePresentName() async throws {
        let (library, search) = try makeNotes()
        let link = Mention.link(to: agatha, name: "Agatha Cray")
        let note = try library.addNote("\(link) looks at the sea", on: .book(book))
        for words in ["agatha", "cray sea", "aggie looks", "sea aga"] {
            XCTAssertEqual(try notes(words, search), [note.text], words)
        }
        try library.save(Character(id: agatha, seriesID: series, name: "Jaime", position: 0))
        XCTAssertEqual(try notes("agatha", search), [])
        XCTAssertEqual(try notes("jaime sea", search), [note.text])
    }

    @MainActor
    func testWhatIsNotShownIsNotFound() async throws {
        let (library, search) = try makeNotes()
        let undo = try library.delete(.book(book))
        XCTAssertEqual(try notes("hawk", search), [])
        XCTAssertEqual(try results("hawk", search).noteCount, .exactly(0))
        try library.undo(undo)
        XCTAssertEqual(try notes("hawk", search).count, 2)
    }

    @MainActor
    func testFiltersNarrowDown() async throws {
        let (library, search) = try makeNotes()
        try library.addNote("A hawk of hers", on: .character(agatha))
        let other = uuid(2)
        try library.saveSeries(other, title: "Other")
        try library.save(Book(id: uuid(12), seriesID: other, title: "Second", position: 0))
        try library.addNote("Another hawk", on: .book(uuid(12)))
        XCTAssertEqual(try notes("hawk", in: other, search), ["Another hawk"])
        XCTAssertEqual(try notes("hawk", in: series, search).count, 3)
        XCTAssertEqual(try notes("hawk character:aga", search), ["A hawk of hers"])
        XCTAssertEqual(try notes("book:second", search), ["Another hawk"])
        XCTAssertEqual(try notes("hawk book:nowhere", search), [])
        // The notes are of the 15th, 16th and 17th of November 2023.
        XCTAssertEqual(try notes("before:2023-11-16", search), ["The hawk flies"])
        XCTAssertEqual(
            try notes("hawks after:16.11.2023 before:2023-11-17", search),
            ["Hawks and ravens"]
        )
    }

    @MainActor
    func testManyAreCountedToALimitAndReadAsWanted() async throws {
        let library = try makeLibrary()
        try library.save(Book(id: book, seriesID: series, title: "Book", position: 0))
        try add(Array(repeating: "a hawk", count: 2100), on: .book(book), to: library)
        let search = makeSearch(library)
        let first = try results("hawk", search)
        XCTAssertEqual(first.notes.count, SearchResults.firstLimit)
        XCTAssertEqual(first.noteCount, .moreThan(2000))
        let more = try results("hawk", limit: 250, search)
        XCTAssertEqual(Set(more.notes.map(\.id)).count, 250)
        XCTAssertEqual(Array(more.notes.prefix(first.notes.count)), first.notes)
    }

    @MainActor
    func testTheBestComeBeforeTheNewest() async throws {
        let library = try makeLibrary()
        try library.save(Book(id: book, seriesID: series, title: "Book", position: 0))
        let texts = [
            "the sea rose", "sea of the north", "sea roses and the", "the seas rose", "other",
        ]
        try add(
            texts + Array(repeating: "theatre seaside", count: 60),
            on: .book(book),
            to: library
        )
        let search = makeSearch(library)
        let found = try notes("the sea", search)
        XCTAssertEqual(found.prefix(3), ["the sea rose", "sea roses and the", "sea of the north"])
        XCTAssertEqual(try notes("sea", search).prefix(3), [texts[2], texts[1], texts[0]])
        XCTAssertEqual(try notes("seas", search).first, texts[3])
    }

    @MainActor
    func testNothingIsToldOfASearchThatIsCancelledOrLetGo() async throws {
        let (_, search) = try makeNotes()
        _ = try notes("hawk", search)
        var told = 0
        let task = search.search(SearchRequest("hawk")) { _ in told += 1 }
        task.cancel()
        _ = search.search(SearchRequest("hawk")) { _ in told += 1 }
        search.waitForSearches()
        environment.runMainQueue()
        XCTAssertEqual(told, 0)
    }

    @MainActor
    func testTwoSearchesAtOnceAreBothTold() async throws {
        let (_, search) = try makeNotes()
        search.waitForIndex()
        var told: [String: [String]] = [:]
        let tasks = ["flies", "raven"].map { words in
            search.search(SearchRequest(words)) { results in
                told[words] = results.notes.map(\.title)
            }
        }
        search.waitForSearches()
        environment.runMainQueue()
        withExtendedLifetime(tasks) {}
        XCTAssertEqual(told.mapValues(\.count), ["flies": 1, "raven": 2])
    }

    @MainActor
    func testWhoSearchesDuringAnImportIsToldOfAllInTheEnd() async throws {
        let (library, search) = try makeNotes()
        search.waitForIndex()
        try add((0..<10_000).map { "a heron, number \($0)" }, on: .book(book), to: library)
        environment.runMainQueue()
        var last: SearchResults?
        let task = search.search(SearchRequest("heron")) { last = $0 }
        let isOver = expectation(description: "all is told")
        func look() {
            environment.runMainQueue()
            guard last?.isComplete == true else { return DispatchQueue.main.async { look() } }
            isOver.fulfill()
        }
        look()
        await fulfillment(of: [isOver], timeout: 60)
        XCTAssertEqual(last?.noteCount, .moreThan(2000))
        XCTAssertEqual(last?.notes.count, SearchResults.firstLimit)
        withExtendedLifetime(task) {}
    }

    // MARK: The index

    @MainActor
    func testAnIndexThatIsMissingDamagedOrOfAnotherVersionIsMadeAnew() async throws {
        let (library, search) = try makeNotes()
        XCTAssertEqual(try notes("hawk", search).count, 2)
        search.close()
        search.waitForIndex()
        let whole = try Data(contentsOf: indexURL)
        let spoiled: [(String, Data?)] = [
            ("missing", nil), ("empty", Data()), ("no database", Data("hello".utf8)),
            ("zeros", Data(count: whole.count)), ("half", whole.prefix(whole.count / 2)),
            (
                "version",
                {
                    var other = whole
                    other[63] = 99
                    return other
                }()
            ),
        ]
        for (name, data) in spoiled {
            try SearchIndex.remove(indexURL)
            try data?.write(to: indexURL)
            let again = makeSearch(library)
            XCTAssertEqual(try notes("hawk", again).count, 2, name)
            XCTAssertEqual(try notes("hawk", again).count, 2, name)
            again.close()
            again.waitForIndex()
        }
    }

    @MainActor
    func testAPageThatIsDamagedWhileTheProgramRunsCostsTheIndexAndNothingElse() async throws {
        let library = try makeLibrary()
        try library.save(Book(id: book, seriesID: series, title: "Book", position: 0))
        try add((0..<3000).map { "hawk number \($0)" }, on: .book(book), to: library)
        let first = makeSearch(library)
        XCTAssertEqual(try notes("number 77 ", first), ["hawk number 77"])
        first.close()
        first.waitForIndex()
        var data = try Data(contentsOf: indexURL)
        for offset in stride(from: 4096, to: data.count, by: 64) { data[offset] = 0xA5 }
        try data.write(to: indexURL)
        let search = makeSearch(library)
        XCTAssertEqual(try notes("number 77 ", search), ["hawk number 77"])
        XCTAssertEqual(try notes("number 77 ", search), ["hawk number 77"])
        XCTAssertEqual(try library.check().structure, [])
    }

    @MainActor
    func testWhereThereCanBeNoIndexAllIsLookedThrough() async throws {
        let (library, _) = try makeNotes()
        let note = try library.addNote("A heron", on: .book(book))
        try library.deleteNote(note.id)
        let file = directory.appendingPathComponent("file")
        try Data().write(to: file)
        let search = LibrarySearch(library, index: file.appendingPathComponent("search.sqlite"))
        XCTAssertEqual(try notes("hawk", search), ["Hawks and ravens", "The hawk flies"])
        XCTAssertEqual(try notes("hawk", in: uuid(2), search), [])
        let title = "The Good Hawk"
        XCTAssertEqual(try results(title, search).parts.map(\.title), [title])
        XCTAssertEqual(try results(title, in: uuid(2), search).parts, [])
        XCTAssertEqual(try results("heron", search).trash.count, 1)
        XCTAssertEqual(try results("heron", search).notes, [])
        try library.addNote("An egret", on: .book(book), tags: ["Séa"])
        XCTAssertEqual(try notes("tag:sea ", search), ["An egret"])
        XCTAssertEqual(try notes("tag:s", search), ["An egret"])
        XCTAssertEqual(try notes("tag:s ", search), [])
        try library.addNote("A gull #by-day", on: .book(book))
        XCTAssertEqual(try notes("tag:by-day ", search), ["A gull #by-day"])
    }

    @MainActor
    func testNothingIsLeftOfWhatWasDeletedForGood() async throws {
        let (library, search) = try makeNotes()
        let secret = "unforgettable"
        let note = try library.addNote("An \(secret) word", on: .book(book))
        XCTAssertEqual(try notes(secret, search).count, 1)
        try library.deleteNote(note.id)
        XCTAssertEqual(try results(secret, search).trash.count, 1)
        XCTAssertTrue(try isInFiles(secret))
        try library.emptyTrash()
        XCTAssertEqual(try results(secret, search).trash, [])
        XCTAssertFalse(try isInFiles(secret))
        XCTAssertEqual(try notes("raven", search).count, 2)
    }

    /// Whether a part of the word is in the index: what begins alike is written once.
    private func isInFiles(_ word: String) throws -> Bool {
        try ["", "-wal"].contains { suffix in
            let url = URL(fileURLWithPath: indexURL.path + suffix)
            return try Data(contentsOf: url).range(of: Data(word.dropFirst(5).utf8)) != nil
        }
    }

    @MainActor
    func testOddThingsInItsPlaceHoldNobodyUp() async throws {
        let (library, _) = try makeNotes()
        for suffix in ["", "-wal", "-shm", "-journal"] {
            for makesPipe in [true, false] {
                try? FileManager.default.removeItem(at: indexURL.deletingLastPathComponent())
                try Disk.makeFolder(indexURL.deletingLastPathComponent())
                let path = indexURL.path + suffix
                if makesPipe {
                    XCTAssertEqual(mkfifo(path, 0o600), 0)
                } else {
                    try Disk.makeFolder(URL(fileURLWithPath: path))
                }
                let search = makeSearch(library)
                XCTAssertEqual(try notes("the hawk flies", search).count, 1, path)
                search.close()
                search.waitForIndex()
            }
        }
    }

    @MainActor
    func testWhatChangedWhileNobodyLookedIsFoundAtTheNextStart() async throws {
        let (library, search) = try makeNotes()
        XCTAssertEqual(try notes("hawk", search).count, 2)
        rest(search)
        XCTAssertNotNil(try SearchIndex(at: indexURL).libraryFile(wording: .none))
        search.close()
        search.waitForIndex()
        let all = try library.allNotes()
        try library.updateNote(all[0].id, text: "An owl")
        try library.deleteNote(all[1].id)
        try library.addNote("A hawk again", on: .book(book))
        let again = makeSearch(library)
        XCTAssertEqual(try notes("hawk", again), ["A hawk again"])
        XCTAssertEqual(try notes("owl", again), ["An owl"])
    }
}

extension LibrarySearchTests {
    @MainActor
    func testNotesOfABookThatWasMovedAreFoundInItsSeries() async throws {
        let (library, search) = try makeHawks()
        let other = uuid(2)
        try library.saveSeries(other, title: "Other")
        XCTAssertEqual(try notes("flies", in: series, search), ["The hawk flies"])
        let undo = try library.changeSeries {
            try $0.moveBook(hawkBook, to: .series(other))
        }.undo
        XCTAssertEqual(try notes("flies", in: other, search), ["The hawk flies"])
        XCTAssertEqual(try notes("flies", in: series, search), [])
        try library.undo(undo)
        XCTAssertEqual(try notes("flies", in: series, search), ["The hawk flies"])
        XCTAssertEqual(try notes("flies", in: other, search), [])
    }
}
