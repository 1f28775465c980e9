import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

final class SeriesImportTests: LibraryTestCase {
    func testLibraryWithoutSeriesSaysSo() throws {
        let library = try Library.inMemory()
        assertThrows(.noSeries, mentioning: "no book series yet") { try library.series() }
    }

    func testFirstImportStoresWhatTheFileSays() throws {
        let library = try Library.inMemory()
        let url = try write(TestSeries())
        XCTAssertEqual(try library.importSeries(from: url), .imported(revision: 1))
        XCTAssertEqual(
            try library.series(),
            try SeriesFile.parse(Data(contentsOf: url), url: url)
        )
    }

    func testSameContentIsNotImportedAgain() throws {
        let library = try Library.inMemory()
        let url = try write(TestSeries())
        try library.importSeries(from: url)
        XCTAssertEqual(try library.importSeries(from: url), .unchanged)

        let copy = directory.appendingPathComponent("copy.json")
        try FileManager.default.copyItem(at: url, to: copy)
        XCTAssertEqual(try library.importSeries(from: copy), .unchanged)
    }

    func testChangedFileIsImportedWhateverItsRevisionSays() throws {
        let library = try Library.inMemory()
        var file = TestSeries()
        file.set("revision", to: 5)
        try library.importSeries(from: try write(file))
        file.set("revision", to: 4)
        file.set("books[0].title", to: "Another title")
        XCTAssertEqual(
            try library.importSeries(from: try write(file)),
            .imported(revision: 4)
        )
        XCTAssertEqual(try library.series().books[0].title, "Another title")
    }

    func testNotesAndFavoritesOutliveAnImport() throws {
        let library = try Library.inMemory()
        var file = TestSeries()
        try library.importSeries(from: try write(file))
        let note = try library.addNote("text", on: .book(TestSeries.bookOne))
        try library.setFavorite(TestSeries.hawk, true)
        file.set("title", to: "Renamed")
        try library.importSeries(from: try write(file))
        XCTAssertEqual(try library.allNotes(), [note])
        XCTAssertEqual(try library.favorites(), [TestSeries.hawk])
    }

    func testCharacterThatLeavesTakesNothingAlongAndMayComeBack() throws {
        let library = try Library.inMemory()
        let whole = try write(TestSeries(), as: "whole.json")
        var file = TestSeries()
        file.set("books[1].characters[0]", to: nil)
        file.set("relations[0]", to: nil)
        let without = try write(file, as: "without.json")

        try library.importSeries(from: whole)
        let note = try library.addNote("kept", on: .character(TestSeries.rider))
        try library.setFavorite(TestSeries.rider, true)

        try library.importSeries(from: without)
        XCTAssertNil(try library.series().character(TestSeries.rider))
        XCTAssertEqual(try library.favorites(), [], "no longer listed")
        XCTAssertEqual(try library.notes(on: .character(TestSeries.rider)), [note])

        try library.importSeries(from: whole)
        XCTAssertNotNil(try library.series().character(TestSeries.rider))
        XCTAssertEqual(try library.favorites(), [TestSeries.rider])
        XCTAssertEqual(try library.notes(on: .character(TestSeries.rider)), [note])
    }

    func testInvalidFileLeavesTheSeriesAsItWas() throws {
        let library = try Library.inMemory()
        var file = TestSeries()
        try library.importSeries(from: try write(file))
        let before = try library.series()
        file.set("books[1].title", to: "")
        let url = try write(file)
        assertThrows(.invalidSeries, mentioning: "series.json", "books[1].title") {
            try library.importSeries(from: url)
        }
        XCTAssertEqual(try library.series(), before)
    }

    func testMissingFileIsNamed() throws {
        let library = try Library.inMemory()
        assertThrows(.invalidSeries, mentioning: "nowhere.json", "cannot be read") {
            try library.importSeries(from: directory.appendingPathComponent("nowhere.json"))
        }
    }

    func testIdsOfAnotherSeriesAreRefusedAndNothingIsLost() throws {
        let library = try Library.inMemory()
        var file = TestSeries()
        try library.importSeries(from: try write(file))
        file.set("id", to: uuid(2).uuidString)
        let url = try write(file, as: "other.json")
        assertThrows(.invalidSeries, mentioning: "other.json", "belongs to another series") {
            try library.importSeries(from: url)
        }
        XCTAssertEqual(try library.series().id, uuid(1))
        XCTAssertEqual(try library.series().allCharacters.count, 3)
    }

    @MainActor
    func testImportIsSeenByObserversOfSeriesAndFavorites() async throws {
        let environment = TestEnvironment()
        let library = try Library.inMemory(environment: environment.library)
        var file = TestSeries()
        try library.importSeries(from: try write(file))
        try library.setFavorite(TestSeries.angler, true)
        environment.runMainQueue()
        var changes: [LibraryChange] = []
        var favorites: [Set<UUID>] = []
        let observations = [
            library.observeChanges { changes += $0 },
            try library.observeFavorites(onError: { XCTFail($0.message) }) { favorites.append($0) },
        ]
        file.set("title", to: "Renamed")
        file.set("books[0].characters[1]", to: nil)
        file.set("relations[1]", to: nil)
        try library.importSeries(from: try write(file))
        environment.runMainQueue()
        XCTAssertEqual(changes, [.seriesChanged(uuid(1))])
        XCTAssertEqual(try library.series().title, "Renamed")
        XCTAssertEqual(favorites, [[TestSeries.angler], []])
        withExtendedLifetime(observations) {}
    }
}
