import Foundation
import XCTest

@testable import HawkNotesFormats

/// Covers that are drawings, or pages, with a picture in them.
final class EPUBCoverTests: XCTestCase {
    private func book(_ href: String, _ content: String, type: String = "image/svg+xml") -> TestBook
    {
        var book = TestBook(
            manifest: """
                <item id="c" href="\(href)" media-type="\(type)" properties="cover-image"/>
                """
        )
        book["OEBPS/\(href)"] = content
        book.files["OEBPS/images/front page.jpg"] = TestBook.jpeg
        return book
    }

    private static func drawing(_ content: String) -> String {
        """
        <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"
        xmlns:xlink="http://www.w3.org/1999/xlink">\(content)</svg>
        """
    }

    func testTheOnePictureOfADrawing() throws {
        for attribute in ["xlink:href", "href"] {
            let image = "<image \(attribute)=\"images/front%20page.jpg\" width=\"1\"/>"
            let reading = try book("cover.svg", Self.drawing("<g>\(image)</g>")).reading()
            XCTAssertEqual(reading.pictures.map { $0.kind }, [.jpeg])
            XCTAssertEqual(reading.pictures.first?.bytes, TestBook.jpeg)
            XCTAssertEqual(
                reading.pictures.first?.file,
                "book.epub/OEBPS/images/front page.jpg"
            )
            XCTAssertEqual(reading.reasons, [])
        }
    }

    func testAPictureInTheDrawingItself() throws {
        let data = Data(TestBook.jpeg).base64EncodedString()
        let wrapped = data.prefix(10) + "\n  " + data.dropFirst(10)
        let image = "<image xlink:href=\"data:image/jpeg;base64,\(wrapped)\"/>"
        let reading = try book("cover.svg", Self.drawing(image + "<text>A title</text>")).reading()
        XCTAssertEqual(reading.pictures.first?.bytes, TestBook.jpeg)
        XCTAssertEqual(reading.pictures.first?.file, "book.epub/OEBPS/cover.svg")
        XCTAssertEqual(reading.reasons, [])
    }

    func testADrawingOfItsOwn() throws {
        let reading = try book("cover.svg", Self.drawing("<path d=\"M0 0\"/>")).reading()
        XCTAssertEqual(reading.pictures.map { $0.kind }, [.svg])
        XCTAssertEqual(reading.pictures.first?.file, "book.epub/OEBPS/cover.svg")
        XCTAssertEqual(reading.reasons, [])
    }

    func testADrawingThatCannotBeFollowed() throws {
        let cases: [(String, ImportProblem.Reason)] = [
            ("<image href=\"a.jpg\"/><image href=\"b.jpg\"/>", .drawnOfPictures),
            ("<image href=\"data:image/jpeg;base64,@@@\"/>", .notAPicture),
            ("<image href=\"data:text/html,x\"/>", .notAPicture),
            ("<image href=\"missing.jpg\"/>", .missingFile("OEBPS/missing.jpg")),
            ("<image href=\"../../../etc/passwd\"/>", .unsafePath("../../../etc/passwd")),
            ("<image href=\"http://example.org/a.jpg\"/>", .drawnOfPictures),
            ("<image href=\"other.svg\"/>", .drawnOfPictures),
        ]
        for (content, reason) in cases {
            var book = book("cover.svg", Self.drawing(content))
            book["OEBPS/other.svg"] = Self.drawing("<image href=\"cover.svg\"/>")
            let reading = try book.reading()
            XCTAssertEqual(reading.pictures, [], content)
            XCTAssertEqual(reading.reasons, [reason], content)
        }
    }

    func testAPageAsCover() throws {
        let page = """
            <html xmlns="http://www.w3.org/1999/xhtml"><body><svg:svg><svg:image
            xlink:href="images/front page.jpg"/></svg:svg></body></html>
            """
        let reading = try book("cover.xhtml", page, type: "application/xhtml+xml").reading()
        XCTAssertEqual(reading.pictures.first?.bytes, TestBook.jpeg)
        let plain = "<html><body><img src=\"images/front%20page.jpg\"/></body></html>"
        let other = try book("cover.xhtml", plain, type: "application/xhtml+xml").reading()
        XCTAssertEqual(other.pictures.first?.bytes, TestBook.jpeg)
    }

    func testACoverThatOnlyTheGuideNames() throws {
        var book = TestBook(
            more: "<guide><reference type=\"Cover\" href=\"cover.xhtml#a\"/></guide>"
        )
        book["OEBPS/cover.xhtml"] = "<html><body><img src=\"front.png\"/></body></html>"
        book.files["OEBPS/front.png"] = TestBook.png
        XCTAssertEqual(try book.reading().pictures.map { $0.kind }, [.png])
        XCTAssertEqual(try book.reading().reasons, [])
        // A page without a picture is no cover, and promises none.
        book["OEBPS/cover.xhtml"] = "<html><body>A title</body></html>"
        XCTAssertEqual(try book.reading().pictures, [])
        XCTAssertEqual(try book.reading().reasons, [])
    }

    func testOtherWaysToNameACover() throws {
        let item = "<item id=\"x\" href=\"a/Cover.JPG\" media-type=\"image/jpeg\"/>"
        for metadata in ["", "<meta name=\"cover\" content=\"a/Cover.JPG\"/>"] {
            var book = TestBook(TestBook.title + metadata, manifest: item)
            book.files["OEBPS/a/Cover.JPG"] = TestBook.jpeg
            XCTAssertEqual(try book.reading().pictures.count, 1, metadata)
        }
    }
}
