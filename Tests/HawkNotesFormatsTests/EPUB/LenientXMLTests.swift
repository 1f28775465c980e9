import TestSupport
import XCTest

@testable import HawkNotesFormats

/// Documents of real books that are not quite XML.
final class LenientXMLTests: XCTestCase {
    private func titles(_ reading: Reading) -> [String] { reading.chapters.map { $0.title } }

    // MARK: - Prefixes

    func testPrefixesThatNothingDeclares() throws {
        var book = TestBook(
            """
            <dc:title>A title</dc:title><dc:creator opf:role="aut">A Writer</dc:creator>
            <dc:creator opf:role="ill">A Painter</dc:creator>
            """
        )
        book.replace("xmlns:dc=\"http://purl.org/dc/elements/1.1/\"", with: "", in: Self.package)
        book.replace("xmlns:opf=\"http://www.idpf.org/2007/opf\"", with: "", in: Self.package)
        let reading = try book.reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["A title"])
        XCTAssertEqual(reading.books.first?.authors, ["A Writer"])
        XCTAssertEqual(
            reading.report.problems,
            [
                ImportProblem(.repaired(.prefix), file: "book.epub/OEBPS/content.opf"),
                ImportProblem(
                    .leftOut(.key("Contributors"), count: 1, example: "A Painter"),
                    file: "book.epub"
                ),
            ]
        )
    }

    func testThePackageItselfHasSuchAPrefix() throws {
        var book = TestBook()
        book[Self.package] = """
            <opf:package><opf:metadata><dc:title>A title</dc:title></opf:metadata>
            <opf:manifest><opf:item id="ncx" href="toc.ncx"
            media-type="application/x-dtbncx+xml"/></opf:manifest></opf:package>
            """
        book["OEBPS/toc.ncx"] = """
            <ncx:ncx><ncx:navMap><ncx:navPoint><ncx:navLabel><ncx:text>One</ncx:text>
            </ncx:navLabel></ncx:navPoint></ncx:navMap></ncx:ncx>
            """
        let reading = try book.reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["A title"])
        XCTAssertEqual(titles(reading), ["One"])
    }

    func testTheContainerAndTheNavigationHaveSuchPrefixes() throws {
        var book = TestBook(manifest: TestBook.navigation)
        // Another package lies there, so that the container is needed.
        book["A/other.opf"] = "<package/>"
        book["META-INF/container.xml"] = """
            <c:container><c:rootfiles><c:rootfile full-path="OEBPS/content.opf"/></c:rootfiles>
            </c:container>
            """
        book["OEBPS/nav.xhtml"] = TestBook.navigation("One", "Two")
        book.replace(
            "xmlns:epub=\"http://www.idpf.org/2007/ops\"",
            with: "",
            in: "OEBPS/nav.xhtml"
        )
        let reading = try book.reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["A title"])
        XCTAssertEqual(titles(reading), ["One", "Two"])
        XCTAssertEqual(
            reading.report.problems.map { $0.file },
            ["book.epub/META-INF/container.xml", "book.epub/OEBPS/nav.xhtml"]
        )
    }

    // MARK: - Marks

    func testABareAmpersand() throws {
        var book = TestBook(
            """
            <dc:title>Salt & Tide</dc:title>
            <meta name="calibre:series" content="Rock & Reef"/>
            <dc:creator>A &amp; B &#38; C &nbsp;</dc:creator><dc:description>a & b</dc:description>
            """,
            manifest: TestBook.ncx
        )
        book["OEBPS/toc.ncx"] = TestBook.ncx("Sea & Sand", "<![CDATA[R&D]]>", "AT&T;")
        let reading = try book.reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["Salt & Tide"])
        XCTAssertEqual(reading.books.first?.authors, ["A & B & C"])
        XCTAssertEqual(reading.series.map { $0.title }, ["Rock & Reef"])
        XCTAssertEqual(titles(reading), ["Sea & Sand", "R&D", "AT&T;"])
        XCTAssertEqual(
            reading.report.problems,
            [
                ImportProblem(.repaired(.ampersand), file: "book.epub/OEBPS/content.opf", line: 5),
                ImportProblem(.repaired(.ampersand), file: "book.epub/OEBPS/toc.ncx", line: 3),
            ]
        )
    }

    func testWhatStandsBeforeADeclaration() throws {
        for start in ["\n", " \r\n\t", "\u{FEFF}\u{FEFF}", "\u{FEFF}\n", "\n\u{FEFF}"] {
            var book = TestBook(manifest: TestBook.ncx)
            for name in ["META-INF/container.xml", Self.package] {
                book[name] = start + (book[name] ?? "")
            }
            book["OEBPS/toc.ncx"] = start + TestBook.ncx("Größe")
            let reading = try book.reading()
            XCTAssertEqual(reading.books.map { $0.title }, ["A title"])
            XCTAssertEqual(titles(reading), ["Größe"])
            XCTAssertEqual(
                reading.reasons,
                Array(repeating: .repaired(.beginning), count: 3)
            )
        }
    }

    func testAByteOrderMarkAloneIsNoMatter() throws {
        var book = TestBook()
        book[Self.package] = "\u{FEFF}" + (book[Self.package] ?? "")
        XCTAssertEqual(try book.reading().reasons, [])
    }

    func testAnotherEncodingThanIsDeclared() throws {
        var book = TestBook("<dc:title>Größe</dc:title>")
        book.replace("utf-8", with: "utf-16", in: Self.package)
        let reading = try book.reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["Größe"])
        XCTAssertEqual(reading.reasons, [.repaired(.encoding)])
    }

    func testLatinLettersThatAreDeclaredAsUTF8() throws {
        var book = TestBook("<dc:title>Gr@sse</dc:title>", manifest: TestBook.ncx)
        book.files[Self.package] = book.files[Self.package]?.map { $0 == 0x40 ? 0xF6 : $0 }
        book["OEBPS/toc.ncx"] = TestBook.ncx("One")
        let reading = try book.reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["Grösse"])
        XCTAssertEqual(titles(reading), ["One"])
        XCTAssertEqual(reading.reasons, [.repaired(.encoding)])
    }

    func testDamagedLettersInUTF8() throws {
        var book = TestBook("<dc:title>Grö@ße</dc:title>")
        book.files[Self.package] = book.files[Self.package]?.map { $0 == 0x40 ? 0xF6 : $0 }
        let reading = try book.reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["Grö\u{FFFD}ße"])
        XCTAssertEqual(reading.reasons, [.repaired(.encoding)])
    }

    func testTagsThatAreCrossedOrMissing() throws {
        let shapes = [
            "<dc:title><b>A title</dc:title></b><dc:creator>A Writer</dc:creator>",
            "<dc:title>A title<dc:creator>A Writer</dc:creator>",
            "<dc:title>A title</dc:title><dc:creator id=\"a\" id=\"a\">A Writer</dc:creator>",
            "<dc:title>A title</dc:title><dc:creator>A \u{1}Writer</dc:creator>",
        ]
        for shape in shapes {
            var book = TestBook(shape, manifest: TestBook.ncx + TestBook.cover)
            book.files["OEBPS/cover.jpg"] = TestBook.jpeg
            book["OEBPS/toc.ncx"] = TestBook.ncx("One", "Two").replacing("</ncx>", with: "")
            let reading = try book.reading()
            XCTAssertEqual(reading.books.map { $0.title }, ["A title"], shape)
            XCTAssertEqual(reading.books.first?.authors, ["A Writer"], shape)
            XCTAssertEqual(titles(reading), ["One", "Two"], shape)
            XCTAssertEqual(reading.pictures.count, 1, shape)
            XCTAssertEqual(
                reading.reasons,
                [.repaired(.structure), .repaired(.structure)],
                shape
            )
        }
    }

    func testStrayEndTagsAndValuesWithoutQuotes() throws {
        let shapes = [
            "<dc:title>A title</dc:title></b></dc:creator><dc:creator>A Writer</dc:creator>",
            "<dc:title id=t>A title</dc:title><dc:creator opf:role=aut>A Writer</dc:creator>",
            "<dc:title lang>A title</dc:title><dc:creator>A Writer</dc:creator>",
            "<meta name=a content=b><dc:title>A title</dc:title><dc:creator>A Writer</dc:creator>",
            "<dc:title>A title</dc:title><dc:creator>A Writer</dc:creator><dc:rights>1 < 2</dc:rights>",
        ]
        for shape in shapes {
            var book = TestBook(shape, manifest: TestBook.navigation + TestBook.cover)
            book.files["OEBPS/cover.jpg"] = TestBook.jpeg
            book["OEBPS/nav.xhtml"] = TestBook.navigation(
                "One<br>",
                "</i>Two",
                "<a href=x>Three</a>"
            )
            let reading = try book.reading()
            XCTAssertEqual(reading.books.map { $0.title }, ["A title"], shape)
            XCTAssertEqual(reading.books.first?.authors, ["A Writer"], shape)
            XCTAssertEqual(titles(reading), ["One", "Two", "Three"], shape)
            XCTAssertEqual(reading.pictures.count, 1, shape)
            XCTAssertEqual(
                reading.reasons.filter { $0 == .repaired(.structure) }.count,
                2,
                shape
            )
        }
    }

    func testAStrayEndTagDoesNotEndTheContents() throws {
        var book = TestBook(manifest: TestBook.ncx)
        book["OEBPS/toc.ncx"] = TestBook.ncx("One</text></navLabel></navPoint></ncx><text>", "Two")
        XCTAssertEqual(titles(try book.reading()).last, "Two")
        book["OEBPS/toc.ncx"] = TestBook.ncx("One</b></navMap>", "Two")
        XCTAssertEqual(titles(try book.reading()).first, "One")
    }

    func testMendingIsBounded() {
        func mended(_ text: String) -> String? {
            XMLMender.mended(Array(text.utf8), mostParts: 3_000).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        XCTAssertEqual(
            mended("<a b=c d='e\"f' b=g h>1 < 2</x><i>3</a>"),
            """
            <a b="c" d="e&quot;f" h="h">1 &lt; 2<i>3</i></a>
            """
        )
        XCTAssertEqual(
            mended("<a><!-- <b> --><![CDATA[<c>]]>"),
            "<a><!-- <b> --><![CDATA[<c>]]></a>"
        )
        for hopeless in ["<a b=\"c", "<a", "<?xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>", "</a"] {
            XCTAssertNil(mended(hopeless), hopeless)
        }
        XCTAssertNil(mended(String(repeating: "<a>", count: 300)))
        XCTAssertNotNil(mended(String(repeating: "<item>", count: 3_000)))
        XCTAssertNil(mended(String(repeating: "<item>", count: 3_001)))
    }

    func testWhatIsNoDocumentIsDamaged() throws {
        var book = TestBook(manifest: TestBook.ncx)
        for text in ["", "<", "no markup", "\u{0}\u{0}\u{0}\u{0}", "<?xml version=\"1.0\"?>"] {
            book["OEBPS/toc.ncx"] = text
            XCTAssertEqual(try book.reading().reasons, [.damaged], text)
        }
    }

    private static let package = "OEBPS/content.opf"
}
