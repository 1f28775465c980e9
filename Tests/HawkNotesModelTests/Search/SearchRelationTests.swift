import Foundation
import LibrarySalvage
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Characters are found by the words of their relations.
final class SearchRelationTests: SearchTestCase {
    private let (agatha, bea, cora) = (uuid(21), uuid(22), uuid(23))
    private let later = uuid(12)

    @MainActor
    private func makeSisters() throws -> (Library, LibrarySearch) {
        let library = try makeLibrary()
        for (number, id) in [hawkBook, later].enumerated() {
            try library.save(
                Book(id: id, seriesID: series, title: "Book \(number)", position: number)
            )
        }
        for (number, name) in ["Agatha", "Bea", "Cora"].enumerated() {
            try library.save(
                Character(
                    id: uuid(21 + number),
                    seriesID: series,
                    name: name,
                    summary: name == "Cora" ? "Keeps birds" : nil,
                    bookID: hawkBook,
                    position: number
                )
            )
        }
        try library.save(Relation(id: uuid(61), first: bea, second: agatha, word: "sister of"))
        return (library, makeSearch(library))
    }

    @MainActor
    private func found(_ text: String, _ search: LibrarySearch) throws -> [String] {
        try results(text, search).parts.map(\.title).sorted()
    }

    @MainActor
    func testBothCharactersAreFoundWithTheRelation() async throws {
        let (library, search) = try makeSisters()
        XCTAssertEqual(try found("sister", search), ["Agatha", "Bea"])
        XCTAssertEqual(try found("\"sister of\"", search), ["Agatha", "Bea"])
        let passages = try results("sister", search).parts.map(\.passage)
        XCTAssertEqual(Set(passages), ["sister of Agatha", "Bea sister of Agatha"])

        try library.save(Relation(id: uuid(61), first: bea, second: agatha, word: "aunt of"))
        XCTAssertEqual(try found("sister", search), [])
        XCTAssertEqual(try found("aunt", search), ["Agatha", "Bea"])
        try library.save(Relation(id: uuid(62), first: cora, second: agatha, word: "mentor of"))
        XCTAssertEqual(try found("mentor", search), ["Agatha", "Cora"])
        XCTAssertEqual(try found("mentor aunt", search), ["Agatha"])
        XCTAssertEqual(try found("birds mentor", search), ["Cora"])
        try library.delete(.character(cora))
        XCTAssertEqual(try found("mentor", search), [])
    }

    /// The name of another helps to find a character, but does not suffice.
    @MainActor
    func testTheNameOfAnotherFindsNothingAlone() async throws {
        let (library, search) = try makeSisters()
        XCTAssertEqual(try found("sister of agatha", search), ["Agatha", "Bea"])
        XCTAssertEqual(try found("\"sister of agatha\"", search), ["Agatha", "Bea"])
        XCTAssertEqual(try found("agatha", search), ["Agatha"])
        XCTAssertEqual(try found("ag", search), ["Agatha"])
        XCTAssertEqual(try found("bea agatha", search), [])
        var changed = try XCTUnwrap(try library.series(series)?.character(agatha))
        changed.name = "Olga"
        try library.save(changed)
        XCTAssertEqual(try found("sister olga", search), ["Bea", "Olga"])
        XCTAssertEqual(try found("sister agatha", search), [])
    }

    @MainActor
    func testHiddenRelationsAreNotFound() async throws {
        let (library, search) = try makeSisters()
        let secret = Relation(
            id: uuid(62),
            first: cora,
            second: bea,
            word: "mother of",
            bookID: later
        )
        try library.save(secret)
        XCTAssertEqual(try found("mother", search), ["Bea", "Cora"])
        try library.setReadUpTo(ReadingPosition(bookID: hawkBook), in: series)
        XCTAssertEqual(try found("mother", search), [])
        XCTAssertEqual(try found("sister mother", search), [])
        XCTAssertEqual(try found("sister", search), ["Agatha", "Bea"])
        let shown = SearchRequest("mother", unveiled: [.thing(secret.id)])
        XCTAssertEqual(try results(shown, search).parts.map(\.title).sorted(), ["Bea", "Cora"])
        // A hidden character hides both ends.
        var hidden = try XCTUnwrap(try library.series(series)?.character(agatha))
        hidden.bookID = later
        try library.save(hidden)
        XCTAssertEqual(try found("sister", search), [])
    }

    @MainActor
    func testTheyAreFoundWithoutAnIndex() async throws {
        let (library, _) = try makeSisters()
        let folder = directory.appendingPathComponent("folder/below")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let search = LibrarySearch(library, index: folder, dates: SearchDates())
        XCTAssertEqual(try found("sister", search), ["Agatha", "Bea"])
        XCTAssertEqual(try found("sister agatha", search), ["Agatha", "Bea"])
        XCTAssertEqual(try found("agatha", search), ["Agatha"])
    }

    /// An index of the library as it is, but without relations.
    @MainActor
    func testTheIndexOfAnEarlierVersionIsBroughtUpToDate() async throws {
        try useFrozenIndex("search-6")
        let library = try Library.open(at: databaseURL, environment: environment.library)
        XCTAssertLessThanOrEqual(
            try Disk.status(LibraryFiles(database: databaseURL).log).size,
            Int64(LogHeader.size),
            "the index cannot agree with the library"
        )
        let index = try SearchIndex(at: indexURL)
        try index.writer.write { [databaseURL] db in
            let file = try XCTUnwrap(Disk.version(of: databaseURL))
            try db.execute(
                sql: "UPDATE state SET file = ?, size = ?, changed = ?",
                arguments: [file.number, file.size, file.changed]
            )
        }
        XCTAssertNil(try index.libraryFile(wording: .none))
        try index.close()
        let search = makeSearch(library)
        XCTAssertEqual(try found("sister", search), ["Agatha", "Bea"])
        XCTAssertEqual(try notes("owl", search), ["An owl"])
        try library.close()
    }

    @MainActor
    func testOneOfManyRelatedCharactersIsFoundByName() async throws {
        let (library, search) = try makeSisters()
        _ = try library.changeSeries { changes in
            for number in 0..<2000 {
                let id = UUID()
                try changes.save(
                    Character(
                        id: id,
                        seriesID: series,
                        name: "Guest \(number)",
                        bookID: hawkBook,
                        position: 3 + number
                    )
                )
                try changes.save(
                    Relation(id: UUID(), first: id, second: agatha, word: "guest of")
                )
            }
        }
        XCTAssertEqual(try found("agatha", search), ["Agatha"])
        XCTAssertEqual(try results("guest", search).parts.count, 30)
    }
}
