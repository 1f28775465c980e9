import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesPresentation

/// What windows keep of what was joined is found from the one that it is a part of.
@MainActor
final class JoinedScopesTests: XCTestCase {
    private let (series, other) = (UUID(), UUID())
    private let (book, twin, elsewhere) = (UUID(), UUID(), UUID())
    private let (hero, double, third) = (UUID(), UUID(), UUID())
    private var library: Library!

    override func setUp() async throws {
        library = try Library.inMemory(environment: .patient)
        _ = try library.changeSeries { changes in
            for id in [series, other] { try changes.save(SeriesDetails(id: id, title: "Series")) }
            for (position, id) in [book, twin].enumerated() {
                try changes.save(Book(id: id, seriesID: series, title: "Book", position: position))
            }
            try changes.save(Book(id: elsewhere, seriesID: other, title: "Book", position: 0))
            for (id, book) in [(hero, book), (double, twin), (third, twin)] {
                try changes.save(
                    Character(id: id, seriesID: series, name: "N", bookID: book, position: 0)
                )
            }
        }
    }

    override func tearDown() async throws { library = nil }

    private func load() throws -> LoadedSeries {
        let former = try library.formerSeries()
        let loaded = LoadedSeries(library, first: try library.firstSeries(), former: former)
        for id in [series, other] { try library.series(id).map(loaded.store) }
        return loaded
    }

    private func path(_ tab: UUID, _ character: UUID) -> String {
        "tab:\(tab.canonicalString)/character:\(character.canonicalString)/newNote"
    }

    private func session(_ loaded: LoadedSeries) throws -> RestorationTester {
        let tester = try RestorationTester()
        tester.session.fallbackPaths = { FormerScopes(loaded).paths(of: $0) }
        return tester
    }

    func testCharacterIsFoundOnTheTabsOnWhichItWas() async throws {
        try library.join(.character(double), into: hero)
        let paths = FormerScopes(try load()).paths(of: path(book, hero))
        XCTAssertEqual(paths.first, path(book, double))
        XCTAssertTrue(paths.contains(path(twin, double)))
        XCTAssertEqual(FormerScopes(try load()).paths(of: path(book, third)), [])
        let favorites = "tab:favorites:\(series.canonicalString)/character:"
        XCTAssertEqual(
            FormerScopes(try load()).paths(of: favorites + hero.canonicalString + "/newNote"),
            [favorites + double.canonicalString + "/newNote"]
        )
    }

    func testTheOneThatWasJoinedLastIsFoundFirst() async throws {
        let undo = try library.join(.character(double), into: hero)
        try library.join(.character(third), into: hero)
        let loaded = try load()
        let tester = try session(loaded)
        let scene = tester.session.makeScene()
        for (id, text) in [(double, "Older"), (third, "Newer")] {
            let page = scene.root.tab(.book(twin)).page(.character(id))
            RestorableText(.newNote, in: page).setString(text)
        }
        let page = scene.root.tab(.book(book)).page(.character(hero))
        XCTAssertEqual(RestorableText(.newNote, in: page).string, "Newer")
        // The other one is not lost: it is offered with the drafts that have no page.
        let scopes = FormerScopes(loaded)
        XCTAssertTrue(scopes.isHidden(path(twin, double), in: scene))
        XCTAssertFalse(scopes.isHidden(path(twin, third), in: scene))
        XCTAssertFalse(scopes.isHidden(path(book, hero), in: scene))
        try library.undo(undo)
        XCTAssertFalse(FormerScopes(try load()).isHidden(path(twin, double), in: scene))
    }

    func testFirstWriteGoesToTheOneThatStays() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        let before = scene.root.tab(.book(twin)).page(.character(double))
        RestorableText(.newNote, in: before).setString("Half a thought")
        let undo = try library.join(.character(double), into: hero)
        var loaded = try load()
        tester.session.fallbackPaths = { FormerScopes(loaded).paths(of: $0) }
        let after = scene.root.tab(.book(book)).page(.character(hero))
        XCTAssertEqual(RestorableText(.newNote, in: after).string, "Half a thought")
        XCTAssertTrue(scene.hasStoredValue(at: path(twin, double)), "state is not rewritten")
        do {
            let draft = RestorableText(.newNote, in: after)
            draft.setString("Half a thought, and more")
        }
        XCTAssertTrue(scene.hasStoredValue(at: path(book, hero)))
        try library.undo(undo)
        loaded = try load()
        XCTAssertEqual(RestorableText(.newNote, in: after).string, "Half a thought, and more")
    }

    func testUndoLeadsBackToADraftThatWasNotTouched() async throws {
        let undo = try library.join(.character(double), into: hero)
        var loaded = try load()
        let tester = try RestorationTester()
        tester.session.fallbackPaths = { FormerScopes(loaded).paths(of: $0) }
        let scene = tester.session.makeScene()
        let before = scene.root.tab(.book(twin)).page(.character(double))
        RestorableText(.newNote, in: before).setString("Half a thought")
        try library.undo(undo)
        loaded = try load()
        XCTAssertEqual(RestorableText(.newNote, in: before).string, "Half a thought")
        let other = scene.root.tab(.book(book)).page(.character(hero))
        XCTAssertEqual(RestorableText(.newNote, in: other).string, "")
    }

    func testBookIsFoundUnderItsFormerTab() async throws {
        try library.join(.book(twin), into: book)
        let loaded = try load()
        let tester = try session(loaded)
        let scene = tester.session.makeScene()
        RestorableText(.newNote, in: scene.root.tab(.book(twin)).page(.book(twin)))
            .setString("Half a thought")
        RestorableText(.newNote, in: scene.root.tab(.book(twin)).page(.character(third)))
            .setString("Another one")
        let tab = scene.root.tab(.book(book))
        XCTAssertEqual(
            RestorableText(.newNote, in: tab.page(.book(book))).string,
            "Half a thought"
        )
        XCTAssertEqual(
            RestorableText(.newNote, in: tab.page(.character(third))).string,
            "Another one"
        )
        let marks = DraftMarks(in: scene, series: loaded)
        XCTAssertTrue(marks.hasDraft(on: tab))
    }

    func testTabAndPathLeadToTheOneThatStays() async throws {
        try library.join(.character(double), into: hero)
        try library.join(.book(twin), into: book)
        let loaded = try XCTUnwrap(try load()[series])
        XCTAssertEqual(
            Place(tabIdentifier: twin.canonicalString, in: loaded),
            .book(book)
        )
        let old = Place.character(double)
        XCTAssertEqual(Place(kind: old.kind, id: old.id, in: loaded), .character(hero))
        XCTAssertEqual(
            Place.levels(
                [.book(twin), .character(hero), .character(third), .character(double)],
                after: loaded.joined
            ),
            [.book(book), .character(hero)]
        )
    }

    func testWindowThatShowedTheBookGoesToTheOtherSeries() async throws {
        let tester = try RestorationTester()
        let scene = tester.session.makeScene()
        do {
            let shown = ShownSeries(try load(), in: scene.root.window)
            shown.showTab(.book(twin))
        }
        try library.join(.book(twin), into: elsewhere)
        let loaded = try load()
        XCTAssertTrue(FormerScopes(loaded).series(shownBy: scene).contains(other))
        let shown = ShownSeries(loaded, in: scene.root.window)
        XCTAssertEqual(shown.series.id, other)
        XCTAssertEqual(shown.tab, .book(elsewhere))
    }
}
