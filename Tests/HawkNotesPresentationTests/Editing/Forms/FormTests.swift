import Foundation
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesPresentation

/// What stands in the fields of an editor, and what becomes of it in the library.
final class FormTests: XCTestCase {
    private let id = UUID()
    private let series = UUID()

    private func save(
        _ texts: FormTexts,
        base: FormTexts = FormTexts(),
        as subject: EditorSubject,
        bringsBack: Bool = false,
        to library: Library
    ) throws -> PartForm.Outcome {
        try PartForm.save(texts, base: base, as: subject, bringsBack: bringsBack, to: library)
    }

    private func library() throws -> Library {
        let library = try Library.inMemory()
        try library.saveSeries(series, title: "Series")
        return library
    }

    func testIsbnNamesWhatIsWrong() {
        for good in ["0-306-40615-2", "978-0-306-40615-7", "080442957X", "080442957x"] {
            XCTAssertNil(ISBN.problem(ISBN.digits(good)), good)
        }
        XCTAssertEqual(ISBN.problem(ISBN.digits("0-306-40615-3")), .checkDigit)
        XCTAssertEqual(ISBN.problem(ISBN.digits("978-0-306-40615-6")), .checkDigit)
        XCTAssertEqual(ISBN.problem(ISBN.digits("12345")), .length)
        XCTAssertEqual(ISBN.problem(ISBN.digits("X306406152")), .characters)
        XCTAssertEqual(ISBN.problem(ISBN.digits("97803064061５7")), .characters)
    }

    @MainActor
    func testOnlyWebAddressesAndYearsAreTaken() async {
        for good in ["", "https://example.org/a?b=c", "HTTP://example.org"] {
            XCTAssertNil(FieldChecks.link(good), good)
        }
        for bad in [
            "ftp://example.org", "example.org", "https://", "https:example", "javascript:1",
        ] {
            XCTAssertNotNil(FieldChecks.link(bad), bad)
        }
        for good in ["", "1954", " 800 "] { XCTAssertNil(FieldChecks.year(good), good) }
        for bad in ["0", "MCM", "10000", "-5", "19 54"] {
            XCTAssertNotNil(FieldChecks.year(bad), bad)
        }
        XCTAssertNotNil(FieldChecks.title(" \n"))
    }

    func testStoredFormsAndSubjectsAreReadAgain() {
        let texts = FormTexts([.title: "a\nb/“c”", .overview: "é"])
        XCTAssertEqual(FormTexts(stored: texts.stored), texts)
        XCTAssertNil(FormTexts(stored: "nothing"))
        let subject = EditorSubject(.character, id, in: series, isNew: true, bookID: UUID())
        XCTAssertEqual(EditorSubject(stored: subject.stored), subject)
        let old = EditorSubject(.book, id, in: series, isNew: false)
        XCTAssertEqual(EditorSubject(stored: old.stored), old)
        XCTAssertNil(EditorSubject(stored: "map/\(id)/\(series)/new"))
    }

    func testChangesOfDifferentFieldsAreMerged() {
        let base = FormTexts([.title: "A", .author: "B", .year: "1"])
        var (yours, theirs) = (base, base)
        yours[.title] = "A2"
        theirs[.author] = ""
        let merge = FormMerge(base: base, yours: yours, theirs: theirs)
        XCTAssertEqual(merge.merged, FormTexts([.title: "A2", .year: "1"]))
        XCTAssertEqual(merge.conflicts, [])
        theirs[.title] = "A3"
        XCTAssertEqual(FormMerge(base: base, yours: yours, theirs: theirs).conflicts, [.title])
        theirs[.title] = "A2"
        XCTAssertEqual(FormMerge(base: base, yours: yours, theirs: theirs).conflicts, [])
        theirs[.title] = "e\u{301}"
        yours[.title] = "é"
        XCTAssertEqual(FormMerge(base: base, yours: yours, theirs: theirs).conflicts, [.title])
    }

    func testChaptersKeepTheirIdsWhenLinesMoveAndChange() {
        let old = ["One", "Two", "Three"].enumerated().map {
            Chapter(id: UUID(), bookID: id, name: $1, position: $0)
        }
        func ids(_ names: [String]) -> [UUID] {
            ChapterLines.chapters(names, from: old, of: id).map(\.id)
        }
        XCTAssertEqual(ids(["Three", "One", "Two"]), [old[2].id, old[0].id, old[1].id])
        XCTAssertEqual(ids(["One", "Second", "Three"]), old.map(\.id))
        XCTAssertEqual(Array(ids(["One", "Two", "Three", "Four"]).prefix(3)), old.map(\.id))
        XCTAssertEqual(ids(["One", "Three"]), [old[0].id, old[2].id])
        let inserted = ids(["One", "One and a half", "Two", "Three"])
        XCTAssertEqual([inserted[0], inserted[2], inserted[3]], old.map(\.id))
        XCTAssertFalse(old.map(\.id).contains(inserted[1]))
    }

    func testABookIsSavedWithItsChaptersAndTakenBackInOnePiece() throws {
        let library = try library()
        let subject = EditorSubject(.book, id, in: series, isNew: true)
        let texts = FormTexts([
            .title: " Title ", .year: "1954", .isbn: "0-306-40615-2", .chapters: "One\n\n Two ",
            .link: "https://example.org", .linkName: "Shop", .number: "1.5",
        ])
        guard case .saved(let saved, let undo) = try save(texts, as: subject, to: library) else {
            return XCTFail("not saved")
        }
        let book = try XCTUnwrap(saved.book(id))
        XCTAssertEqual(book.title, "Title")
        XCTAssertEqual(book.isbn10, "0306406152")
        XCTAssertEqual(book.published, PublicationDate(year: 1954))
        XCTAssertEqual(saved.chapters(of: id).map(\.name), ["One", "Two"])

        let base = try XCTUnwrap(PartForm.texts(of: subject, in: saved))
        var changed = base
        changed[.chapters] = "Two\nOne"
        changed[.title] = "Other"
        let edit = EditorSubject(.book, id, in: series, isNew: false)
        guard case .saved(_, let second) = try save(changed, base: base, as: edit, to: library)
        else { return XCTFail("not saved") }
        XCTAssertEqual(try library.series(series)?.chapters(of: id).map(\.name), ["Two", "One"])
        try library.undo(second)
        XCTAssertEqual(try library.series(series)?.chapters(of: id).map(\.name), ["One", "Two"])
        XCTAssertEqual(try library.series(series)?.book(id)?.title, "Title")
        try library.undo(undo)
        XCTAssertNil(try library.series(series)?.book(id))
    }

    func testWhatTheReaderSaysOfABookIsSavedAndTakenBack() throws {
        let library = try library()
        try library.save(Book(id: id, seriesID: series, title: "A", position: 0))
        let subject = EditorSubject(.book, id, in: series, isNew: false)
        let base = try XCTUnwrap(PartForm.texts(of: subject, in: library.series(series)))
        var texts = base
        texts[.language] = "pt-BR"
        texts[.status] = "finished"
        texts[.rating] = "7"
        texts[.readings] = ReadingLine.text([
            ReadingLine(begun: "2019-05", finished: "2019-06-01"), ReadingLine(),
            ReadingLine(finished: "2021"),
        ])
        texts[.shelves] = " sea \n\nsalt"
        guard
            case .saved(let saved, let undo) = try save(texts, base: base, as: subject, to: library)
        else { return XCTFail("not saved") }
        let book = try XCTUnwrap(saved.book(id))
        XCTAssertEqual(book.language, "pt-BR")
        XCTAssertEqual(book.readingStatus, .finished)
        XCTAssertEqual(book.rating, 7)
        XCTAssertEqual(
            book.readings,
            [
                ReadingDates(startedOn: "2019-05", finishedOn: "2019-06-01"),
                ReadingDates(finishedOn: "2021"),
            ]
        )
        XCTAssertEqual(book.shelves, ["sea", "salt"])
        XCTAssertFalse(saved.veil.isOn)
        XCTAssertEqual(
            PartForm.texts(of: subject, in: saved)?[.readings],
            "2019-05\t2019-06-01\n\t2021"
        )
        try library.undo(undo)
        XCTAssertEqual(PartForm.texts(of: subject, in: try library.series(series)), base)
    }

    func testAFinishedBookMovesThePointThatThereIs() throws {
        let library = try library()
        let subject = EditorSubject(.book, id, in: series, isNew: false)
        try library.save(Book(id: id, seriesID: series, title: "A", position: 0))
        let chapter = Chapter(id: UUID(), bookID: id, name: "One", position: 0)
        try library.save(chapter)
        try library.setReading(.chapter(chapter.id), of: id)
        let base = try XCTUnwrap(PartForm.texts(of: subject, in: library.series(series)))
        XCTAssertEqual(base[.status], "reading")
        var texts = base
        texts[.status] = "finished"
        guard
            case .saved(let saved, let undo) = try save(texts, base: base, as: subject, to: library)
        else { return XCTFail("not saved") }
        XCTAssertEqual(saved.readUpTo, ReadingPosition(bookID: id))
        try library.undo(undo)
        let before = try XCTUnwrap(library.series(series))
        XCTAssertEqual(before.readUpTo, ReadingPosition(bookID: id, chapterID: chapter.id))
        XCTAssertEqual(before.book(id)?.readingStatus, .reading)
    }

    func testLinesOfDatesAreReadAgain() {
        let lines = [
            ReadingLine(begun: "2019", finished: ""), ReadingLine(begun: "", finished: "no date"),
        ]
        XCTAssertEqual(ReadingLine.lines(ReadingLine.text(lines)), lines)
        XCTAssertEqual(
            ReadingLine.lines(ReadingLine.text([ReadingLine(begun: "a\tb\nc", finished: "d")])),
            [ReadingLine(begun: "a b c", finished: "d")]
        )
        XCTAssertEqual(ReadingLine.lines(""), [])
        XCTAssertEqual(ReadingLine.lines("2019"), [ReadingLine(begun: "2019")])
    }

    func testNothingIsSavedWhenBothHaveChangedAField() throws {
        let library = try library()
        try library.save(Book(id: id, seriesID: series, title: "A", author: "B", position: 0))
        let subject = EditorSubject(.book, id, in: series, isNew: false)
        let base = try XCTUnwrap(PartForm.texts(of: subject, in: library.series(series)))
        try library.save(Book(id: id, seriesID: series, title: "A2", author: "B2", position: 0))
        var yours = base
        yours[.title] = "A3"
        yours[.tagline] = "C"
        guard
            case .conflict(let theirs, let fields) = try save(
                yours,
                base: base,
                as: subject,
                to: library
            )
        else { return XCTFail("no conflict") }
        XCTAssertEqual(fields, [.title])
        XCTAssertEqual(theirs[.author], "B2")
        XCTAssertNil(try library.series(series)?.book(id)?.tagline)
    }

    func testWhatWasDeletedMeanwhileIsBroughtBackOnlyWhenThatIsAsked() throws {
        let library = try library()
        try library.save(Book(id: id, seriesID: series, title: "A", position: 0))
        let subject = EditorSubject(.book, id, in: series, isNew: false)
        let base = try XCTUnwrap(PartForm.texts(of: subject, in: library.series(series)))
        try library.delete(.series(series))
        var yours = base
        yours[.title] = "B"
        guard case .deleted = try save(yours, base: base, as: subject, to: library) else {
            return XCTFail("saved")
        }
        XCTAssertNil(try library.series(series))
        _ = try save(yours, base: base, as: subject, bringsBack: true, to: library)
        XCTAssertEqual(try library.series(series)?.book(id)?.title, "B")
    }

    func testACharacterIsSavedWithItsRelations() throws {
        let library = try library()
        let (book, agatha, jaime) = (UUID(), UUID(), UUID())
        try library.save(Book(id: book, seriesID: series, title: "A", position: 0))
        for (place, id) in [agatha, jaime].enumerated() {
            try library.save(
                Character(
                    id: id,
                    seriesID: series,
                    name: id == agatha ? "Agatha" : "Jaime",
                    bookID: book,
                    position: place
                )
            )
        }
        let subject = EditorSubject(.character, id, in: series, isNew: true, bookID: book)
        var texts = try XCTUnwrap(PartForm.texts(of: subject, in: library.series(series)))
        XCTAssertEqual(texts[.book], book.canonicalString)
        let lines = [agatha, jaime].map {
            RelationLine(id: UUID(), other: $0, word: $0 == jaime ? "sister of" : "")
        }
        texts[.name] = "Sigrid"
        texts[.aliases] = "Siri\n\nThe Tall"
        texts[.relations] = RelationLine.text(lines)
        _ = try save(texts, as: subject, to: library)
        var saved = try XCTUnwrap(library.series(series))
        XCTAssertEqual(saved.character(id)?.aliases, ["Siri", "The Tall"])
        XCTAssertEqual(saved.character(id)?.position, 2)
        XCTAssertEqual(saved.relations(of: id).map(\.word), [nil, "sister of"])
        let other = EditorSubject(.character, jaime, in: series, isNew: false)
        let seen = try XCTUnwrap(PartForm.texts(of: other, in: saved))
        XCTAssertEqual(RelationLine.lines(seen[.relations]).map(\.isFirst), [false])

        let edit = EditorSubject(.character, id, in: series, isNew: false)
        let base = try XCTUnwrap(PartForm.texts(of: edit, in: saved))
        var changed = base
        changed[.relations] = RelationLine.text(lines.reversed())
        _ = try save(changed, base: base, as: edit, to: library)
        saved = try XCTUnwrap(library.series(series))
        XCTAssertEqual(saved.relations(of: id).map(\.word), ["sister of", nil])
        changed[.relations] = lines[1].stored
        let reordered = try XCTUnwrap(PartForm.texts(of: edit, in: saved))
        _ = try save(changed, base: reordered, as: edit, to: library)
        XCTAssertEqual(try library.series(series)?.relations(of: id).map(\.second), [jaime])
    }

    func testTheOrderOfBooksKeepsThoseThatCameMeanwhile() throws {
        let library = try library()
        let ids = (0..<3).map { _ in UUID() }
        for (place, id) in ids.enumerated() {
            try library.save(Book(id: id, seriesID: series, title: "\(place)", position: place))
        }
        let subject = EditorSubject(.series, series, in: series, isNew: false)
        let base = try XCTUnwrap(PartForm.texts(of: subject, in: library.series(series)))
        var yours = base
        yours[.books] = [ids[2], ids[0], ids[1]].map(\.canonicalString).joined(separator: "\n")
        _ = try save(yours, base: base, as: subject, to: library)
        XCTAssertEqual(try library.series(series)?.books.map(\.title), ["2", "0", "1"])
    }
}
