import XCTest

@testable import HawkNotesFormats

/// What tables of books say, and what becomes of what has no place in a library.
final class BookTableTests: XCTestCase {
    private func reading(_ text: String, as format: ImportFormatName) throws -> Reading {
        try Reading(ImportSource(name: "table.csv", bytes: Array(text.utf8)), as: format)
    }

    private func leftOut(_ reading: Reading) -> [String] {
        reading.reasons.compactMap {
            guard case .leftOut(let kind, let count, let example) = $0 else { return nil }
            switch kind {
            case .column(let name): return "\(name): \(count), \(example)"
            case .key, .bookmark, .quarterStars, .discarded, .heading, .field, .form, .emptyFile,
                .emptySection, .backupCopy, .pictureInNote, .highlightLink, .trashed,
                .programData, .besideNotes, .handwriting, .bookWithoutNotes:
                return "\(kind): \(count), \(example)"
            }
        }
    }

    // MARK: - Columns

    func testEveryColumnThatIsNotReadIsToldOnce() throws {
        let table = """
            Book Id,Title,Author,Exclusive Shelf,Publisher,Owned Copies,My Own Column,,Publisher
            1,Ebb,Noor Vale,read,Tidewater,0,blue,x,Other
            2,Flood,Noor Vale,read,,0,,,
            3,Tide,Noor Vale,read,Saltmarsh,1,red,,

            """
        XCTAssertEqual(
            leftOut(try reading(table, as: .goodreads)),
            [
                // A second column of the name is not read either.
                "Publisher: 3, Tidewater", "My Own Column: 2, blue", "8: 1, x",
                "Owned Copies: 1, 1",
            ]
        )
    }

    // MARK: - Reviews

    func testAnEditedReviewIsTheSameNote() throws {
        func table(_ reviews: String...) -> String {
            let rows = reviews.map { "1,Ebb,Noor Vale,read,\($0),For me\n" }
            return "Book Id,Title,Author,Exclusive Shelf,My Review,Private Notes\n" + rows.joined()
        }
        let one = try reading(table("Slow."), as: .goodreads).notes
        let edited = try reading(table("Slow. Then not."), as: .goodreads).notes
        XCTAssertEqual(one.map(\.identity), edited.map(\.identity))
        XCTAssertEqual(Set(one.map(\.identity)).count, 2)
        XCTAssertNotEqual(one[0].formerIdentities, edited[0].formerIdentities)
        // A second row may say something else.
        let twice = try reading(table("Slow.", "Slow. Then not."), as: .goodreads).notes
        XCTAssertEqual(twice.map(\.text), ["Slow.", "For me", "Slow. Then not.", "For me"])
        XCTAssertEqual(Set(twice.map(\.identity)).count, 3)
        XCTAssertEqual(twice[1].identity, twice[3].identity)
    }

    func testReadingDatesOfTheStoryGraph() throws {
        let head = "Title,Authors,ISBN/UID,Read Status,Dates Read,Last Date Read,Read Count\n"
        let shapes: [(String, [ImportedReading])] = [
            (
                "\"2024/12/01-2024/12/30, 2025/01/02-2025/01/05\"",
                [
                    ImportedReading(startedOn: "2024-12-01", finishedOn: "2024-12-30"),
                    ImportedReading(startedOn: "2025-01-02", finishedOn: "2025-01-05"),
                ]
            ),
            ("2024/12/30", [ImportedReading(finishedOn: "2024-12-30")]),
            (
                "2024-12-01-2024-12-30",
                [ImportedReading(startedOn: "2024-12-01", finishedOn: "2024-12-30")]
            ),
            ("2024/12/01-", [ImportedReading(startedOn: "2024-12-01")]),
        ]
        for (text, readings) in shapes {
            let row = "Ebb,Noor Vale,9780306406157,read,\(text),,1\n"
            let found = try reading(head + row, as: .storyGraph)
            XCTAssertEqual(found.books[0].readings, readings, text)
            XCTAssertEqual(found.books[0].status, .finished)
        }
        let last = try reading(
            head + "Ebb,Noor Vale,9780306406157,did-not-finish,,2024/12/30,3\n",
            as: .storyGraph
        )
        XCTAssertEqual(last.books[0].readings, [ImportedReading(finishedOn: "2024-12-30")])
        XCTAssertEqual(last.books[0].status, .stopped)
        XCTAssertEqual(leftOut(last), ["Read Count: 1, 3"])
    }

    func testRatings() throws {
        let head = "Title,Authors,ISBN/UID,Read Status,Star Rating\n"
        let shapes: [(String, Int?)] = [("4.5", 9), ("0.25", 1), ("5", 10), ("0", nil), ("", nil)]
        for (text, rating) in shapes {
            let found = try reading(head + "Ebb,Noor Vale,a,read,\(text)\n", as: .storyGraph)
            XCTAssertEqual(found.books[0].rating, rating, text)
        }
        let quarter = try reading(head + "Ebb,Noor Vale,a,read,3.75\n", as: .storyGraph)
        XCTAssertEqual(quarter.books[0].rating, 8)
        XCTAssertEqual(quarter.reasons, [.leftOut(.quarterStars, count: 1, example: "3.75")])
        let none = try reading(head + "Ebb,Noor Vale,a,read,good\n", as: .storyGraph)
        XCTAssertEqual(none.reasons, [.unknownValue(field: "Star Rating", value: "good")])
    }

    func testRatingsOfBothKindsOfCalibre() throws {
        let head = "author_sort,title_sort,title,authors,languages,rating,tags\n"
        let five = try reading(
            head + "a,b,Ebb,Vale,eng,4,\na,b,Flood,Vale,deu,3.5,\n",
            as: .calibreTable
        )
        XCTAssertEqual(five.books.map(\.rating), [8, 7])
        XCTAssertEqual(five.books.map(\.language), ["en", "de"])
        let ten = try reading(
            head + "a,b,Ebb,Vale,,4,\"sea, salt\"\na,b,Flood,Vale,,8,\n",
            as: .calibreTable
        )
        XCTAssertEqual(ten.books.map(\.rating), [4, 8])
        XCTAssertEqual(leftOut(ten), ["tags: 1, sea, salt"])
    }

    // MARK: - Spreadsheets

    func testADateThatASpreadsheetKeepsAsANumber() throws {
        let table = """
            Book Id,Title,Author,Exclusive Shelf,Date Read
            1,Ebb,Vale,read,45342
            2,Flood,Vale,read,45342.5
            3,Tide,Vale,read,20000101
            4,Low,Vale,read,12

            """
        let found = try reading(table, as: .goodreads)
        XCTAssertEqual(
            found.books.map { $0.readings.first?.finishedOn },
            ["2024-02-20", "2024-02-20", nil, nil]
        )
        XCTAssertEqual(found.reasons, [.unknownDate("20000101"), .unknownDate("12")])
    }

    func testDaysOfSpreadsheets() {
        for (number, day) in [
            ("25569", "1970-01-01"), ("36526", "2000-01-01"), ("36585", "2000-02-29"),
            ("45657", "2024-12-31"), ("20000", "1954-10-03"),
        ] {
            XCTAssertEqual(LocalTime(spreadsheetDay: number)?.isoDay, day)
        }
        for text in ["", "4534", "453421", "45342a", "45342.x", "-45342", "19999", "80000"] {
            XCTAssertNil(LocalTime(spreadsheetDay: text), text)
        }
    }

    func testAnISBNWithoutItsZero() throws {
        let head = "Book Id,Title,Author,Exclusive Shelf,ISBN,ISBN13\n"
        let found = try reading(head + "1,Ebb,Vale,read,306406152,\n", as: .goodreads)
        XCTAssertEqual(found.books[0].isbn, "0306406152")
        XCTAssertEqual(found.reasons, [])
        let wrong = try reading(head + "1,Ebb,Vale,read,306406153,9.78031E+12\n", as: .goodreads)
        XCTAssertNil(wrong.books[0].isbn)
        XCTAssertEqual(
            wrong.reasons,
            ["9.78031E+12", "306406153"].map { .unknownValue(field: "ISBN", value: $0) }
        )
    }

    // MARK: - Recognition

    func testATableOfSomebodyElseIsNotTakenForGoodreads() throws {
        let table = "title,author,isbn13,publisher\nEbb,Noor Vale,9780306406157,Tidewater\n"
        let source = ImportSource(name: "mine.csv", bytes: Array(table.utf8))
        let importer = Importer(library: Reading.library)
        XCTAssertEqual(try importer.formats(for: source), [.bookTable])
        let found = try Reading(source, as: .bookTable)
        XCTAssertEqual(found.books.map(\.isbn), ["9780306406157"])
        XCTAssertEqual(leftOut(found), ["publisher: 1, Tidewater"])
        // Read as one of Goodreads before, and known as that.
        let former = try Reading(source, as: .goodreads)
        XCTAssertEqual(found.books[0].formerIdentities.first, former.books.first?.identity)
        // Without the one or other of its columns it is still one of Goodreads.
        let less = "Title,Author,Author l-f,My Rating\nEbb,Noor Vale,\"Vale, Noor\",4\n"
        let own = ImportSource(name: "less.csv", bytes: Array(less.utf8))
        XCTAssertEqual(try importer.formats(for: own).first, .goodreads)
    }

    func testATableOfAnotherProgramIsNotTakenForCalibres() throws {
        let table = "Title,Authors,Series,Series Number\nEbb,\"Noor Vale, Jon Ek\",Sea,2\n"
        let source = ImportSource(name: "mine.csv", bytes: Array(table.utf8))
        let importer = Importer(library: Reading.library)
        XCTAssertEqual(try importer.formats(for: source), [.bookTable])
        let found = try Reading(source, as: .bookTable)
        XCTAssertEqual(found.books.map(\.authors), [["Noor Vale", "Jon Ek"]])
        XCTAssertEqual(found.series.map(\.title), ["Sea"])
        XCTAssertEqual(found.books.map(\.number), [2])
        XCTAssertEqual(found.reasons, [])
        // Read as one of calibre before, and known as that.
        let former = try Reading(source, as: .calibreTable)
        XCTAssertEqual(found.books[0].formerIdentities.last, former.books.first?.identity)
        // One column that only calibre has tells.
        let own = "title,authors,pubdate\nEbb,Noor Vale,2019-01-01\n"
        let calibres = ImportSource(name: "own.csv", bytes: Array(own.utf8))
        XCTAssertEqual(try importer.formats(for: calibres).first, .calibreTable)
    }

    func testLanguages() {
        for (code, known) in [
            ("eng", "en"), ("ger", "de"), ("deu", "de"), ("DE", "de"), ("por_br", "pt-BR"),
            ("zh-hant-TW", "zh-Hant-TW"), ("grc", "grc"),
        ] {
            XCTAssertEqual(LanguageCode.known(code), known)
        }
        for code in ["und", "N/A", "Klingon", "", "e", "zxx", "en-"] {
            XCTAssertNil(LanguageCode.known(code), code)
        }
    }
}
