import XCTest

@testable import HawkNotesFormats

/// Books whose package names no title.
final class EPUBTitleTests: XCTestCase {
    func testTheNameOfTheFileIsTheTitle() throws {
        let names = [
            "The Wall.epub": "The Wall", "The_Wall.EPUB": "The Wall", "a.b.kepub.epub": "a.b",
            "The  Wall .epub": "The Wall", ".epub": ".epub", "The Wall": "The Wall",
        ]
        for metadata in ["", "<dc:title/>", "<dc:title> \n </dc:title>"] {
            for (name, title) in names {
                let reading = try TestBook(metadata).reading(name: name)
                XCTAssertEqual(reading.books.map { $0.title }, [title], name)
                XCTAssertEqual(
                    reading.report.problems,
                    [ImportProblem(.namedAfterFile(title), file: name)]
                )
            }
        }
    }

    func testAnIdentifierKeepsItTheSameBookUnderAnotherName() throws {
        let book = TestBook("<dc:identifier>urn:uuid:1</dc:identifier>")
        XCTAssertEqual(
            try book.reading(name: "a.epub").books.map { $0.identity },
            try book.reading(name: "b.epub").books.map { $0.identity }
        )
        let other = TestBook("")
        XCTAssertNotEqual(
            try other.reading(name: "a.epub").books.map { $0.identity },
            try other.reading(name: "b.epub").books.map { $0.identity }
        )
    }

    func testWhatIsNoPackageIsNoBook() throws {
        var book = TestBook()
        for text in ["<html/>", "none", "<!DOCTYPE package [<!ENTITY a \"b\">]><package/>"] {
            book["OEBPS/content.opf"] = text
            XCTAssertEqual(try book.reading().books, [], text)
        }
    }

    func testABookOfCalibreIsNamedAfterItsFolder() throws {
        let package = "<package><metadata><creator>A Writer</creator></metadata></package>"
        let source = ImportSource(
            name: "Library",
            files: ["A Writer/The Wall (12)/metadata.opf": Array(package.utf8)]
        )
        let reading = try Reading(source, as: .calibreLibrary)
        XCTAssertEqual(reading.books.map { $0.title }, ["The Wall"])
        XCTAssertEqual(reading.reasons, [.namedAfterFile("The Wall")])
    }
}
