import XCTest

@testable import HawkNotesFormats

/// Names in a book that are written in another way than what refers to them.
final class EPUBNamesTests: XCTestCase {
    private var book: TestBook {
        var book = TestBook(manifest: TestBook.ncx + TestBook.cover)
        book["OEBPS/toc.ncx"] = TestBook.ncx("One")
        book.files["OEBPS/cover.jpg"] = TestBook.jpeg
        return book
    }

    private func check(
        _ book: TestBook,
        _ problems: [ImportProblem.Reason],
        line: UInt = #line
    ) throws {
        let reading = try book.reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["A title"], line: line)
        XCTAssertEqual(reading.chapters.map { $0.title }, ["One"], line: line)
        XCTAssertEqual(reading.pictures.count, 1, line: line)
        XCTAssertEqual(reading.reasons, problems, line: line)
    }

    func testNamesOfTheFormatInAnotherCase() throws {
        var book = book
        book.rename("mimetype", to: "MIMETYPE")
        book.rename("META-INF/container.xml", to: "Meta-Inf/Container.XML")
        // Without the container it could not be told which.
        book["A/other.opf"] = "<package/>"
        try check(
            book,
            [.otherName(wanted: "META-INF/container.xml", found: "Meta-Inf/Container.XML")]
        )
        XCTAssertEqual(
            try Importer(library: Reading.library).formats(for: book.source(name: "book.zip")),
            [.epub]
        )
    }

    func testThePackageInAnotherCase() throws {
        var book = book
        book["A/other.opf"] = "<package/>"
        for name in ["content.opf", "toc.ncx", "cover.jpg"] {
            book.rename("OEBPS/\(name)", to: "oebps/\(name.uppercased())")
        }
        try check(
            book,
            [
                .otherName(wanted: "OEBPS/content.opf", found: "oebps/CONTENT.OPF"),
                .otherName(wanted: "oebps/cover.jpg", found: "oebps/COVER.JPG"),
                .otherName(wanted: "oebps/toc.ncx", found: "oebps/TOC.NCX"),
            ]
        )
    }

    func testAPercentEncodedPackage() throws {
        var book = book
        book.replace("OEBPS/content.opf", with: "OEBPS/my%20content.opf", in: Self.container)
        book.rename("OEBPS/content.opf", to: "OEBPS/my content.opf")
        book["A/other.opf"] = "<package/>"
        try check(book, [])
    }

    func testNamesThatAreEncodedInTheArchive() throws {
        var book = book
        book.replace("cover.jpg", with: "my cover.jpg", in: "OEBPS/content.opf")
        book.rename("OEBPS/cover.jpg", to: "OEBPS/my%20cover.jpg")
        let found = ImportProblem.Reason.otherName(
            wanted: "OEBPS/my cover.jpg",
            found: "OEBPS/my%20cover.jpg"
        )
        try check(book, [found])
    }

    func testAccentsInTwoParts() throws {
        var book = book
        book.replace("cover.jpg", with: "b\u{E9}.jpg", in: "OEBPS/content.opf")
        book.rename("OEBPS/cover.jpg", to: "OEBPS/be\u{301}.jpg")
        // Both are the same to people, so that nothing is said.
        try check(book, [])
    }

    func testNamesInNoEncodingOfToday() throws {
        var book = book
        book["OEBPS/Gr@sse.xhtml"] = "<html/>"
        let archive = book.archive
        let name = Array("Gr@sse".utf8)
        var old = archive
        // Without the flag for UTF-8, as Windows packs.
        for index in archive.indices {
            if archive[index...].starts(with: name) { old[index + 2] = 0x94 }
            let isFlag = archive[index...].starts(with: [0x00, 0x08, 0, 0, 0, 0, 0x21])
            if isFlag { old[index + 1] = 0 }
        }
        let reading = try Reading(ImportSource(name: "book.epub", bytes: old), as: .epub)
        XCTAssertEqual(reading.books.count, 1)
        XCTAssertEqual(reading.chapters.count, 1)
        XCTAssertEqual(reading.reasons, [])
    }

    func testTheRightNameGoesBeforeAnother() throws {
        var book = book
        book["OEBPS/TOC.NCX"] = TestBook.ncx("Another")
        book["META-INF/Container.xml"] = "<container/>"
        try check(book, [])
    }

    func testPathsFromTheTopOfTheBook() throws {
        var book = book
        book.replace("OEBPS/content.opf", with: "/OEBPS/./content.opf", in: Self.container)
        book["A/other.opf"] = "<package/>"
        try check(book, [])
    }

    func testABookThatWasPackedWithItsFolder() throws {
        var packed = TestBook()
        packed.files = [:]
        for (name, bytes) in book.files { packed.files["A title/\(name)"] = bytes }
        packed["__MACOSX/A title/._content.opf"] = "junk"
        packed["A/other.opf"] = "<package/>"
        try check(packed, [])
    }

    func testAPackageThatNamesNothing() throws {
        var book = book
        book.replace("full-path=\"OEBPS/content.opf\"", with: "", in: Self.container)
        try check(book, [])
    }

    func testATableOfContentsThatThePackageDoesNotName() throws {
        var book = TestBook(manifest: TestBook.cover)
        book["OEBPS/toc.ncx"] = TestBook.ncx("One")
        book.files["OEBPS/cover.jpg"] = TestBook.jpeg
        try check(book, [])
    }

    private static let container = "META-INF/container.xml"
}
