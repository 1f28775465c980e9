import XCTest

@testable import HawkNotesFormats

/// Files that other programs make of a book each.
final class MarkdownMakersTests: XCTestCase {
    private func check(
        _ reading: Reading,
        _ expected: [(quote: String?, text: String)],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        XCTAssertEqual(reading.notes.map(\.quote), expected.map(\.quote), file: file, line: line)
        XCTAssertEqual(reading.notes.map(\.text), expected.map(\.text), file: file, line: line)
    }

    func testKindlePlugin() throws {
        let reading = try readMarkdown([
            "Kindle/Berg-Below the Ice.md": """
            ---
            kindle-sync:
              bookId: '777'
              title: Below the Ice
              author: Marta Berg
              asin: B0TESTICE1
              lastAnnotatedDate: '2024-05-06'
              highlightsCount: 2
            ---
            # Below the Ice
            ## Metadata
            * Author: [Marta Berg](https://example.org/m)
            * ASIN: B0TESTICE1
            ## Highlights
            Ice keeps what it is given. — location: [88](kindle://book?action=open&location=88) ^ref-501

            ---
            A second sentence,
            over two lines. — location: [91-93](kindle://book?action=open&location=91) ^ref-502

            Whose voice is this?

            ---
            """
        ])
        let book = try XCTUnwrap(reading.books.first)
        XCTAssertEqual(reading.books.count, 1)
        XCTAssertEqual(book.title, "Below the Ice")
        XCTAssertEqual(book.authors, ["Marta Berg"])
        check(
            reading,
            [
                ("Ice keeps what it is given.", ""),
                ("A second sentence,\nover two lines.", "Whose voice is this?"),
            ]
        )
        XCTAssertEqual(reading.notes.map(\.place?.location), ["88", "91-93"])
        XCTAssertEqual(Set(reading.notes.map(\.book)), [book.identity])
        XCTAssertEqual(
            reading.reasons,
            [
                .leftOut(
                    .highlightLink,
                    count: 2,
                    example: "kindle://book?action=open&location=88"
                )
            ]
        )
    }

    func testReadwise() throws {
        let reading = try readMarkdown([
            "Readwise/Books/Below the Ice.md": """
            # Below the Ice

            ![rw-book-cover](https://example.org/ice.jpg)

            ## Metadata
            - Author: [[Marta Berg and Jon Ek]]
            - Full Title: Below the Ice
            - Category: #books

            ## Highlights
            - Ice keeps what it is given. ([Location 88](https://readwise.io/to_kindle?location=88))
                - Note: First line
                  and a second.
                - Tags: [[ice]] [[memory]]
            - The thaw came late. ([View Highlight](https://read.readwise.io/read/01hxyz))

            ## New highlights added June 28, 2024 at 8:47 AM
            - A door of water. ([Page 12](https://readwise.io/open/3))
            """
        ])
        XCTAssertEqual(reading.books.map(\.title), ["Below the Ice"])
        XCTAssertEqual(reading.books.first?.authors, ["Marta Berg", "Jon Ek"])
        check(
            reading,
            [
                ("Ice keeps what it is given.", "First line\nand a second."),
                ("The thaw came late.", ""), ("A door of water.", ""),
            ]
        )
        XCTAssertEqual(reading.notes.map(\.tags), [["ice", "memory"], [], []])
        XCTAssertEqual(reading.notes.map(\.place?.location), ["88", nil, nil])
        XCTAssertEqual(reading.notes.map(\.place?.page), [nil, nil, "12"])
        // A cover in the web is not fetched, and told.
        XCTAssertEqual(reading.leftOut, [.field("cover"): 1, .highlightLink: 3])
    }

    func testAnAddressBehindALabelIsTold() throws {
        let reading = try readMarkdown([
            "Below the Ice.md": """
            ---
            author: Marta Berg
            title: Below the Ice
            ---
            ## Highlights
            > Ice keeps what it is given.
            Page: [12](https://example.org/12)
            """
        ])
        XCTAssertEqual(reading.notes.map(\.place?.page), ["12"])
        XCTAssertEqual(
            reading.reasons,
            [.leftOut(.highlightLink, count: 1, example: "https://example.org/12")]
        )
    }

    func testReadwiseMirror() throws {
        let reading = try readMarkdown([
            "Mirror/Below the Ice.md": """
            ---
            uri: https://readwise.io/bookreview/9
            ---
            %%
            ID: 9
            %%

            # About
            Title: [[Below the Ice]]
            Authors: [[Marta Berg]]
            Category: #books

            ---

            # Highlights

            Ice keeps what it is given. ([88](https://example.org/88)) %% Color: blue %% ^900001

            Note: Twice.

            Tags: #ice

            ---

            The thaw came late. ^900002

            ---
            """
        ])
        XCTAssertEqual(reading.books.map(\.title), ["Below the Ice"])
        XCTAssertEqual(reading.books.first?.authors, ["Marta Berg"])
        check(reading, [("Ice keeps what it is given.", "Twice."), ("The thaw came late.", "")])
        XCTAssertEqual(reading.notes.map(\.quoteColor), ["blue", nil])
        XCTAssertEqual(reading.notes.map(\.tags), [["ice"], []])
        XCTAssertEqual(reading.notes.first?.place?.location, "88")
    }

    func testAFileForEachHighlightOfKOReader() throws {
        let file = """
            ---
            koreader-sync:
              type: koreader-sync-note
              uniqueId: 5f1d2c3b
              data:
                title: "Below the Ice"
                authors: Marta Berg
                chapter: Thaw
                highlight: The thaw came late.
                text: As always here.
                datetime: "2024-05-06 07:08:09"
                page: 31
              metadata:
                body_hash: 00ff
                keep_in_sync: false
                yet_to_be_edited: false
                managed_book_title: Below the Ice-Marta Berg
            ---
            # Title: [[Below the Ice-Marta Berg|Below the Ice]]
            ### by: [[Marta Berg]]
            ### Chapter: Thaw
            Page: 31

            **==The thaw came late.==**

            As always here.

            Added on the train.
            """
        let reading = try readMarkdown(["notes/one.md": file])
        XCTAssertEqual(reading.books.map(\.title), ["Below the Ice"])
        XCTAssertEqual(reading.books.first?.authors, ["Marta Berg"])
        check(reading, [("The thaw came late.", "As always here.\n\nAdded on the train.")])
        XCTAssertEqual(
            reading.notes.first?.place,
            ImportedPlace(chapter: "Thaw", page: "31")
        )
        XCTAssertNotNil(reading.notes.first?.created)
        let moved = try readMarkdown(["elsewhere/two.md": file])
        XCTAssertEqual(moved.identities, reading.identities)
    }

    func testMarksOfKOReadersImporter() throws {
        let reading = try readMarkdown([
            "Below the Ice.md": """
            ---
            title: Below the Ice
            authors: Marta Berg
            kohl-uid: a1b2c3d4
            ---
            # Below the Ice

            ### Thaw

            %% KOHL {"id":"n-1","page":31,"t":"2024-05-06 07:08:09"} %%
            > The thaw came late.

            As always.

            ### Frost

            <!-- KOHL {"id":"n-2"} -->
            > Ice keeps what it is given.
            """
        ])
        check(
            reading,
            [("The thaw came late.", "As always."), ("Ice keeps what it is given.", "")]
        )
        XCTAssertEqual(reading.notes.map(\.place?.page), ["31", nil])
        XCTAssertEqual(reading.notes.map(\.place?.chapter), ["Thaw", "Frost"])
        XCTAssertEqual(reading.report.problems, [])
    }

    func testKoboImporter() throws {
        let reading = try readMarkdown([
            "Below the Ice.md": """

            ---
            title: Below the Ice
            author: Marta Berg
            isbn: 9780306406157
            series: Cold Lands
            seriesNumber: 2
            readStatus: 1
            percentRead: 40
            ---

            # Below the Ice

            ## Thaw

            The thaw came late.

            **Note:** As always.

            *Created: 2024-05-06T07:08:09Z*

            Ice keeps what it is given.

            *Created: 2024-05-06T07:09:00Z*
            """
        ])
        let book = try XCTUnwrap(reading.books.first)
        XCTAssertEqual(book.isbn, "9780306406157")
        XCTAssertEqual(book.number, 2)
        XCTAssertEqual(reading.series.map(\.title), ["Cold Lands"])
        check(
            reading,
            [("The thaw came late.", "As always."), ("Ice keeps what it is given.", "")]
        )
        XCTAssertEqual(reading.notes.map(\.place?.chapter), ["Thaw", "Thaw"])
        XCTAssertEqual(reading.notes.compactMap(\.created).count, 2)
    }

    func testFoliate() throws {
        let reading = try readMarkdown([
            "ice.md": """
            # Annotations for “Below the Ice”

            2 Annotations

            ---

            **yellow** - `epubcfi(/6/8!/4/2,/1:0,/1:9)`

            > The thaw came late.

            As always.

            ---

            **underline** - `epubcfi(/6/8!/4/6,/1:0,/1:9)`

            > Ice keeps what it is given.
            """
        ])
        XCTAssertEqual(reading.books.map(\.title), ["Below the Ice"])
        XCTAssertEqual(reading.books.first?.authors, [])
        check(
            reading,
            [("The thaw came late.", "As always."), ("Ice keeps what it is given.", "")]
        )
        XCTAssertEqual(reading.notes.map(\.quoteColor), ["yellow", "underline"])
    }

    func testCalloutsAndChapters() throws {
        let reading = try readMarkdown([
            "Below the Ice.md": """
            ---
            author: Marta Berg
            ---
            Slow, and then not.

            ## Highlights

            ### Thaw

            > [!quote] Page 12
            > The thaw came late.

            As always.

            > Ice keeps what it is given.
            """
        ])
        XCTAssertEqual(
            reading.notes.map(\.quote),
            [
                "The thaw came late.", "Ice keeps what it is given.", nil,
            ]
        )
        XCTAssertEqual(reading.notes.map(\.text), ["As always.", "", "Slow, and then not."])
        XCTAssertEqual(reading.notes[0].place, ImportedPlace(chapter: "Thaw", page: "12"))
    }

    func testWhatNothingSplitsIsOneNote() throws {
        let reading = try readMarkdown([
            "Books/Below the Ice.md": """
            ---
            title: Below the Ice
            author: [[Marta Berg]], [[Jon Ek]]
            publish: 2019-03
            isbn:
            total: 312
            ---
            ## Highlights

            First this.

            Then that.
            """
        ])
        XCTAssertEqual(reading.books.map(\.authors), [["Marta Berg", "Jon Ek"]])
        XCTAssertEqual(reading.books.first?.year, 2019)
        XCTAssertEqual(reading.books.first?.month, 3)
        check(reading, [(nil, "First this.\n\nThen that.")])
        XCTAssertEqual(reading.leftOut, [.field("total"): 1])
    }

    func testWhatAFileSaysOfTheReader() throws {
        let reading = try readMarkdown([
            "Books/Below the Ice.md": """
            ---
            tag: [📚Book, "#cold", book]
            author: [Marta Berg]
            publisher: Tide
            status: read
            rating: 4.5/5
            language: deu
            started: 2024-02-01
            finished: "[[2024-02-09]]"
            isbn: 9780306406158
            ---
            ## Notes

            Slow.
            """,
            "Books/Frost.md": "---\nauthor: Jon Ek\nstatus: unread\nrating: ⭐️⭐️⭐️\n---\n",
            "Books/Thaw.md": "---\nauthor: Jon Ek\nstatus: lent\nrating: 11\n---\n",
        ])
        XCTAssertEqual(reading.books.map(\.status), [.finished, .toRead, nil])
        XCTAssertEqual(reading.books.map(\.rating), [9, 6, nil])
        let book = try XCTUnwrap(reading.books.first)
        XCTAssertEqual(book.language, "de")
        XCTAssertEqual(book.shelves, ["cold"])
        XCTAssertEqual(
            book.readings,
            [ImportedReading(startedOn: "2024-02-01", finishedOn: "2024-02-09")]
        )
        XCTAssertEqual(reading.notes.map(\.text), ["## Notes\n\nSlow."])
        XCTAssertEqual(
            reading.leftOut,
            [.field("publisher"): 1, .field("status"): 1, .field("rating"): 1]
        )
        XCTAssertTrue(
            reading.reasons.contains(.unknownValue(field: "ISBN", value: "9780306406158"))
        )
    }

    func testNoAuthorIsGuessed() throws {
        let reading = try readMarkdown([
            "Berg - Below the Ice.md": "## Highlights\n\n- The thaw came late.\n"
        ])
        XCTAssertEqual(reading.books.map(\.title), ["Berg - Below the Ice"])
        XCTAssertEqual(reading.books.first?.authors, [])
        check(reading, [("The thaw came late.", "")])
    }

    func testFieldsAboveTheText() throws {
        let reading = try readMarkdown([
            "Books/Below the Ice.md": """
            Author:: [[Marta Berg]]
            Book-series:: [[Cold Lands]]
            ISBN:: 9780306406157
            Mood:: grey

            # Synopsis
            A keeper walks.

            # Notes
            std::move is no field.
            """,
            "Books/The Lamp.md": "Author:: [[Jon Ek]]\n\nWho lit it?\n",
        ])
        XCTAssertEqual(reading.books.map(\.title), ["Below the Ice", "The Lamp"])
        XCTAssertEqual(reading.books.map(\.authors), [["Marta Berg"], ["Jon Ek"]])
        XCTAssertEqual(reading.series.map(\.title), ["Cold Lands"])
        check(
            reading,
            [
                (nil, "# Synopsis\nA keeper walks.\n\n# Notes\nstd::move is no field."),
                (nil, "Who lit it?"),
            ]
        )
        XCTAssertEqual(reading.leftOut, [.field("Mood"): 1])
    }
}
