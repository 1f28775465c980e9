import Foundation
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesPresentation

/// What is chosen when two books or two characters become one.
final class PartJoiningTests: XCTestCase {
    private let (series, book, other) = (UUID(), UUID(), UUID())
    private let (agatha, agata) = (UUID(), UUID())

    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory()
        _ = try library.changeSeries { changes in
            try changes.save(SeriesDetails(id: series, title: "Series"))
            var first = Book(id: book, seriesID: series, title: "Emma", position: 0)
            (first.author, first.rating) = ("Jane Austen", 8)
            try changes.save(first)
            var second = Book(id: other, seriesID: series, title: "Emma: A Novel", position: 1)
            (second.author, second.rating, second.tagline) = ("Jane Austen", 5, "Handsome, clever")
            try changes.save(second)
            for (id, name, summary) in [(agatha, "Agatha", "A Hawk"), (agata, "Agata", "A guard")] {
                var character = Character(
                    id: id,
                    seriesID: series,
                    name: name,
                    bookID: id == agatha ? book : other,
                    position: 0
                )
                character.summary = summary
                try changes.save(character)
            }
        }
        return library
    }

    private func differences(
        _ library: Library,
        _ kept: SeriesPart,
        _ other: SeriesPart
    ) throws -> [FieldDifference] {
        let series = try XCTUnwrap(library.series(series))
        return PartForm.differences((kept, series), (other, series))
    }

    func testFieldsThatBothHaveAndThatDifferAreToBeChosen() throws {
        let library = try makeLibrary()
        let books = try differences(library, .book(book), .book(other))
        XCTAssertEqual(books.map(\.field), [.title, .rating])
        XCTAssertEqual(books[0].kept, .text("Emma"))
        XCTAssertEqual(books[0].other, .text("Emma: A Novel"))
        XCTAssertEqual(books[1].kept, .text("4 of 5 stars"))
        let characters = try differences(library, .character(agatha), .character(agata))
        XCTAssertEqual(characters.map(\.field), [.name, .summary, .book])
        XCTAssertEqual(characters[2].other, .text("Emma: A Novel"))
    }

    func testTheOneThatStaysKeepsWhatIsNotTaken() throws {
        let library = try makeLibrary()
        _ = try PartForm.join(.book(other), into: book, taking: [], in: library)
        let now = try XCTUnwrap(library.series(series)?.book(book))
        XCTAssertEqual(now.title, "Emma")
        XCTAssertEqual(now.rating, 8)
        XCTAssertEqual(now.tagline, "Handsome, clever", "what it lacked is filled in")
    }

    func testWhatIsTakenReplacesItAndUndoBringsBothBack() throws {
        let library = try makeLibrary()
        let before = try XCTUnwrap(library.series(series))
        let undo = try PartForm.join(
            .book(other),
            into: book,
            taking: [.title, .rating],
            in: library
        )
        let now = try XCTUnwrap(library.series(series)?.book(book))
        XCTAssertEqual(now.title, "Emma: A Novel")
        XCTAssertEqual(now.rating, 5)
        try library.undo(undo)
        let after = try XCTUnwrap(library.series(series))
        XCTAssertEqual(after.books.map(\.title), before.books.map(\.title))
        XCTAssertEqual(after.books.map(\.rating), before.books.map(\.rating))
    }

    func testPicturesThatCameWithASeriesAreToBeChosen() throws {
        for isTaken in [false, true] {
            let library = try makeLibrary()
            for (id, character) in [(book, agatha), (other, agata)] {
                var book = try XCTUnwrap(library.series(series)?.book(id))
                book.coverFile = "\(id).png"
                try library.save(book)
                var avatar = try XCTUnwrap(library.series(series)?.character(character))
                avatar.avatarFile = "\(character).png"
                try library.save(avatar)
            }
            XCTAssertEqual(
                try differences(library, .book(book), .book(other)).map(\.field),
                [.cover, .title, .rating]
            )
            let characters = try differences(library, .character(agatha), .character(agata))
            XCTAssertEqual(characters.map(\.field), [.avatar, .name, .summary, .book])
            let cover: Set<FormField> = isTaken ? [.cover] : []
            _ = try PartForm.join(.book(other), into: book, taking: cover, in: library)
            let avatar: Set<FormField> = isTaken ? [.avatar] : []
            let undo = try PartForm.join(
                .character(agata),
                into: agatha,
                taking: avatar,
                in: library
            )
            let now = try XCTUnwrap(library.series(series))
            XCTAssertEqual(now.book(book)?.coverFile, "\(isTaken ? other : book).png")
            XCTAssertEqual(now.character(agatha)?.avatarFile, "\(isTaken ? agata : agatha).png")
            try library.undo(undo)
            let back = try XCTUnwrap(library.series(series)?.character(agatha))
            XCTAssertEqual(back.avatarFile, "\(agatha).png")
        }
    }

    func testTheSamePictureIsNoChoice() throws {
        let library = try makeLibrary()
        for id in [book, other] {
            var book = try XCTUnwrap(library.series(series)?.book(id))
            book.coverFile = "cover.png"
            try library.save(book)
        }
        XCTAssertEqual(
            try differences(library, .book(book), .book(other)).map(\.field),
            [.title, .rating]
        )
    }

    func testTheSameLinkTakesTheOnlyLabel() throws {
        let library = try makeLinks(nil, "View at Two")
        var linked = try XCTUnwrap(library.series(series)?.book(book))
        linked.amazonURL = URL(string: "https://two.example/")
        try library.save(linked)
        _ = try PartForm.join(.book(other), into: book, taking: [], in: library)
        XCTAssertEqual(try library.series(series)?.book(book)?.linkName, "View at Two")
    }

    /// Two books with links, and labels of these.
    private func makeLinks(_ own: String?, _ theirs: String?) throws -> Library {
        let library = try makeLibrary()
        for (id, host, label) in [(book, "one.example", own), (other, "two.example", theirs)] {
            var linked = try XCTUnwrap(library.series(series)?.book(id))
            linked.amazonURL = URL(string: "https://\(host)/")
            linked.linkName = label
            try library.save(linked)
        }
        return library
    }

    func testLabelOfALinkIsToBeChosen() throws {
        let library = try makeLinks("View at One", "View at Two")
        let books = try differences(library, .book(book), .book(other))
        XCTAssertEqual(books.map(\.field), [.title, .link, .linkName, .rating])
        XCTAssertEqual(books[2].kept, .text("View at One"))
        XCTAssertEqual(books[2].other, .text("View at Two"))
        _ = try PartForm.join(.book(other), into: book, taking: [.linkName], in: library)
        let now = try XCTUnwrap(library.series(series)?.book(book))
        XCTAssertEqual(now.amazonURL?.host, "one.example")
        XCTAssertEqual(now.linkName, "View at Two")
    }

    func testLabelThatOnlyOneLinkHasGoesWithTheLink() throws {
        for (own, theirs) in [("View at One", nil), (nil, "View at Two")] {
            for isTaken in [false, true] {
                let library = try makeLinks(own, theirs)
                let books = try differences(library, .book(book), .book(other))
                XCTAssertEqual(books.map(\.field), [.title, .link, .rating])
                let fields: Set<FormField> = isTaken ? [.link] : []
                _ = try PartForm.join(.book(other), into: book, taking: fields, in: library)
                let now = try XCTUnwrap(library.series(series)?.book(book))
                XCTAssertEqual(now.amazonURL?.host, isTaken ? "two.example" : "one.example")
                XCTAssertEqual(now.linkName, isTaken ? theirs : own)
            }
        }
    }

    func testANameThatIsTakenLeavesTheFormerOneAsAnother() throws {
        let library = try makeLibrary()
        _ = try PartForm.join(
            .character(agata),
            into: agatha,
            taking: [.name, .book],
            in: library
        )
        let now = try XCTUnwrap(library.series(series)?.character(agatha))
        XCTAssertEqual(now.name, "Agata")
        XCTAssertEqual(now.aliases, ["Agatha"])
        XCTAssertEqual(now.summary, "A Hawk")
        XCTAssertEqual(now.bookID, other)
    }

    func testWhatIsTakenStaysWhenTheOtherOneIsRestoredFromTheTrash() throws {
        let library = try makeLibrary()
        _ = try PartForm.join(.book(other), into: book, taking: [.title], in: library)
        _ = try library.changeSeries { try $0.restore(.book(other)) }
        let titles = try XCTUnwrap(library.series(series)).books.map(\.title)
        XCTAssertEqual(titles, ["Emma: A Novel", "Emma: A Novel"])
    }
}
