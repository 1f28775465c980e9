import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What windows get to show of a series of which the reader has not read all.
final class VeiledSeriesTests: DisplayTestCase {
    private static let secret = "Quillifer"

    /// A program whose reader has read the first book; the second has a character with a secret name.
    private static func withVeil(
        _ body: @MainActor (TestProgram, Series, HawkNotesModel.Character) throws -> Void
    ) throws {
        try withProgram { program in
            let series = program.series
            let hidden = HawkNotesModel.Character(
                id: UUID(),
                seriesID: series.id,
                name: secret,
                summary: "\(secret) in a line",
                synopsis: "\(secret) at length",
                bookID: series.books[1].id,
                position: -1,
                aliases: ["Old \(secret)"]
            )
            try program.library.save(hidden)
            let known = series.characters(in: series.books[0].id)[0]
            try program.library.save(
                Relation(id: UUID(), first: hidden.id, second: known.id, word: "\(secret) of")
            )
            try program.library.addNote("\(secret) here", on: .character(hidden.id))
            let position = ReadingPosition(bookID: series.books[0].id)
            try program.library.setReadUpTo(position, in: series.id)
            XCTAssertTrue(
                MainLoop.run(upTo: 30) { program.context.series[series.id]?.veil.isOn == true }
            )
            try body(program, try XCTUnwrap(program.context.series[series.id]), hidden)
        }
    }

    func testNothingThatIsShownHasAWordOfIt() throws {
        try Self.withVeil { program, series, hidden in
            XCTAssertFalse("\(series)".contains(Self.secret))
            XCTAssertFalse("\(program.context.series.first)".contains(Self.secret))
            let whole = try XCTUnwrap(program.context.series.whole(series.id))
            XCTAssertEqual(whole.character(hidden.id)?.name, Self.secret)
            XCTAssertEqual(program.context.mentions.name(of: hidden.id), VeilText.name)
            let search = program.context.mentions.search(in: series.id, first: nil)
            XCTAssertTrue(search.hits("qui").isEmpty)
            let drag = try XCTUnwrap(
                program.context.activities.dragContent(
                    of: .character(hidden.id),
                    title: try XCTUnwrap(series.character(hidden.id)).name,
                    withText: true
                )
            )
            XCTAssertFalse("\(drag)".contains(Self.secret))
        }
    }

    func testItIsNotPrinted() throws {
        try Self.withVeil { program, series, hidden in
            for place in [
                Place.series(series.id), .book(series.books[1].id), .character(hidden.id),
            ] {
                let plan = try XCTUnwrap(
                    PrintPlan(of: place, in: series, favorites: [hidden.id])
                )
                XCTAssertFalse("\(plan)".contains(Self.secret), "\(place)")
            }
            let plan = try XCTUnwrap(
                PrintPlan(of: .character(hidden.id), in: series, favorites: [])
            )
            let note = try XCTUnwrap(program.library.notes(on: .character(hidden.id)).first)
            XCTAssertEqual(plan.blocks(note), [])
            let open = try XCTUnwrap(
                PrintPlan(
                    of: .character(hidden.id),
                    in: try XCTUnwrap(program.context.series.whole(series.id)).withoutVeil,
                    favorites: []
                )
            )
            XCTAssertFalse(open.blocks(note).isEmpty)
            XCTAssertTrue("\(open)".contains(Self.secret))
        }
    }

    func testAKeptTitleIsToldNoMore() throws {
        try Self.withVeil { program, series, hidden in
            let loaded = program.context.series
            XCTAssertEqual(loaded.readable(title: Self.secret), VeilText.page)
            XCTAssertEqual(loaded.readable(title: series.books[1].title), series.books[1].title)
            loaded.unveiled.insert([.thing(hidden.id)], isPrivate: false)
            XCTAssertEqual(loaded.readable(title: Self.secret), Self.secret)
        }
    }

    func testWhatIsLiftedInAPrivateWindowIsNotKept() throws {
        var things = UnveiledThings()
        let (one, other) = (UUID(), UUID())
        things.insert([.thing(one)], isPrivate: true)
        things.insert([.book(other)], isPrivate: false)
        XCTAssertEqual(things.all, [.thing(one), .book(other)])
        XCTAssertEqual(UnveiledThings(stored: things.stored).all, [.book(other)])
        XCTAssertEqual(UnveiledThings(stored: "book/1\nnothing\n\n").all, [])
    }

    func testRelationsThatAreNotShownStayAsTheyAre() throws {
        try Self.withVeil { program, series, hidden in
            let known = series.characters(in: series.books[0].id)[0]
            let whole = try XCTUnwrap(program.context.series.whole(series.id))
            let subject = EditorSubject(.character, known.id, in: series.id, isNew: false)
            let texts = try XCTUnwrap(CharacterForm.texts(of: subject, in: whole))
            XCTAssertTrue(texts[.relations].contains("\(Self.secret) of"))
            let veiled = program.context.series.veiledRelations(of: known.id)
            XCTAssertFalse(veiled.isEmpty)
            let window = program.openWindow()
            let scope = window.scene.root.window.editor(subject)
            for initial in [texts[.relations], nil] {
                let field = RelationsField(in: scope, initial: initial, veiled: veiled) {
                    series.allCharacters.filter { $0.id != known.id }
                }
                XCTAssertEqual(field.text, texts[.relations], "\(initial == nil)")
                XCTAssertFalse(field.readable(texts[.relations]).contains(Self.secret))
                field.close()
            }
        }
    }
}
