import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesPresentation

/// What windows keep of the pages of a book is found after the book was moved.
@MainActor
final class FormerScopesTests: XCTestCase {
    private let (old, new) = (UUID(), UUID())
    private let (moved, other, hero, friend) = (UUID(), UUID(), UUID(), UUID())
    private var library: Library!

    override func setUp() async throws {
        library = try Library.inMemory(environment: .patient)
        _ = try library.changeSeries { changes in
            for id in [old, new] { try changes.save(SeriesDetails(id: id, title: "Series")) }
            for (position, id) in [moved, other].enumerated() {
                try changes.save(Book(id: id, seriesID: old, title: "Book", position: position))
            }
            for (id, book) in [(hero, moved), (friend, other)] {
                try changes.save(
                    Character(id: id, seriesID: old, name: "N", bookID: book, position: 0)
                )
            }
        }
    }

    override func tearDown() async throws { library = nil }

    @discardableResult
    private func move(_ book: UUID? = nil, to series: UUID? = nil) throws -> LibraryUndo {
        try library.changeSeries {
            try $0.moveBook(book ?? moved, to: .series(series ?? new))
        }.undo
    }

    /// The series as they are now.
    private func load() throws -> LoadedSeries {
        let former = try library.formerSeries()
        let loaded = LoadedSeries(library, first: try library.firstSeries(), former: former)
        for id in [old, new] { try library.series(id).map(loaded.store) }
        return loaded
    }

    private func path(_ tab: String, _ character: UUID) -> String {
        "tab:\(tab)/character:\(character.canonicalString)/newNote"
    }

    private func favorites(_ series: UUID) -> String { "favorites:" + series.canonicalString }

    func testCharacterIsFoundOnTheFormerFavoritesAndOnTabsOfFormerNeighbors() async throws {
        XCTAssertEqual(FormerScopes(try load()).paths(of: path(favorites(old), hero)), [])
        try move()
        let scopes = FormerScopes(try load())
        XCTAssertEqual(
            scopes.paths(of: path(favorites(new), hero)),
            [path(favorites(old), hero)]
        )
        XCTAssertEqual(
            scopes.paths(of: path(moved.canonicalString, hero)),
            [path(other.canonicalString, hero)]
        )
        // The one that stayed was on the tab of the book that left.
        XCTAssertEqual(
            scopes.paths(of: path(other.canonicalString, friend)),
            [path(moved.canonicalString, friend)]
        )
        XCTAssertEqual(scopes.paths(of: path(favorites(old), friend)), [])
        XCTAssertEqual(scopes.paths(of: "tab:\(favorites(new))/path"), [], "the series has a book")
    }

    func testUndoLeadsBack() async throws {
        try library.undo(try move())
        let scopes = FormerScopes(try load())
        XCTAssertEqual(
            scopes.paths(of: path(favorites(old), hero)),
            [path(favorites(new), hero)]
        )
        XCTAssertEqual(scopes.paths(of: path(moved.canonicalString, hero)), [])
    }

    func testFavoritesOfASeriesThatAllBooksHaveLeftAreFound() async throws {
        try move()
        try move(other)
        let scopes = FormerScopes(try load())
        XCTAssertEqual(
            scopes.paths(of: "tab:\(favorites(new))/path"),
            ["tab:\(favorites(old))/path"]
        )
    }

    func testDraftComesAlongAndBackInAWindow() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        let before = scene.root.tab(.favorites(of: old)).page(.character(hero))
        RestorableText(.newNote, in: before).setString("Half a thought")
        let undo = try move()
        var loaded = try load()
        tester.session.fallbackPaths = { FormerScopes(loaded).paths(of: $0) }
        do {
            let after = scene.root.tab(.favorites(of: new)).page(.character(hero))
            let draft = RestorableText(.newNote, in: after)
            XCTAssertEqual(draft.string, "Half a thought")
            draft.setString("Half a thought, and more")
        }
        try library.undo(undo)
        loaded = try load()
        XCTAssertEqual(RestorableText(.newNote, in: before).string, "Half a thought, and more")
    }

    func testTabOnWhichADraftIsFoundIsMarked() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        let before = scene.root.tab(.favorites(of: old)).page(.character(hero))
        RestorableText(.newNote, in: before).setString("Half a thought")
        try move()
        let marks = DraftMarks(in: scene, series: try load())
        XCTAssertTrue(marks.hasDraft(on: scene.root.tab(.favorites(of: new))))
        XCTAssertFalse(marks.hasDraft(on: scene.root.tab(.favorites(of: old))))
    }

    func testWindowGoesAlongWithTheBookThatItShows() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        let window = scene.root.window
        do {
            let shown = ShownSeries(try load(), in: window)
            shown.showTab(.book(moved))
            XCTAssertEqual(shown.series.id, old)
        }
        try move()
        let loaded = try load()
        XCTAssertEqual(FormerScopes(loaded).series(shownBy: scene), [old, new])
        let shown = ShownSeries(loaded, in: window)
        XCTAssertEqual(shown.series.id, new)
        XCTAssertEqual(shown.tab, .book(moved))
    }

    func testSeriesIsShownWithTheBookThatTheWindowShowedOfIt() async throws {
        let tester = try RestorationTester()
        let window = tester.session.makeScene().root.window
        let third = UUID()
        try library.save(Book(id: UUID(), seriesID: new, title: "First", position: 0))
        try library.saveSeries(third, title: "Third")
        do {
            let loaded = try load()
            try library.series(third).map(loaded.store)
            let shown = ShownSeries(loaded, in: window)
            shown.showTab(.book(moved))
            shown.showTab(.favorites(of: third))
        }
        try move()
        let loaded = try load()
        try library.series(third).map(loaded.store)
        let shown = ShownSeries(loaded, in: window)
        XCTAssertEqual(shown.series.id, third)
        XCTAssertEqual(shown.lastTab(of: try XCTUnwrap(loaded[new])), .book(moved))
    }
}
