import XCTest

@testable import HawkNotesFormats

/// What a package document says besides title and authors.
final class PackageValuesTests: XCTestCase {
    func testLanguageAndRating() throws {
        let book = TestBook(
            TestBook.title
                + """
                <dc:language>de-at</dc:language>
                <meta name="calibre:rating" content="7.0"/>
                """
        )
        let reading = try book.reading()
        XCTAssertEqual(reading.books[0].language, "de-AT")
        XCTAssertEqual(reading.books[0].rating, 7)
        XCTAssertEqual(reading.reasons, [])
        for (language, told) in [("Klingon", ["Klingon"]), ("und", []), ("English", [])] {
            let other = TestBook(TestBook.title + "<dc:language>\(language)</dc:language>")
            XCTAssertEqual(
                try other.reading().reasons,
                told.map { .leftOut(.key("Languages"), count: 1, example: $0) }
            )
        }
        let zero = TestBook(TestBook.title + "<meta name=\"calibre:rating\" content=\"0\"/>")
        XCTAssertNil(try zero.reading().books[0].rating)
    }

    func testWhatHasNoPlaceIsToldOnceForEachKind() throws {
        let column = """
            {&quot;name&quot;: &quot;Lent to&quot;, &quot;#value#&quot;: &quot;Ada&quot;}
            """
        let empty = """
            {&quot;name&quot;: &quot;Seen&quot;, &quot;#value#&quot;: null}
            """
        let book = TestBook(
            TestBook.title
                + """
                <dc:creator opf:role="aut">A Writer</dc:creator>
                <dc:creator opf:role="trl">A Translator</dc:creator>
                <dc:contributor opf:role="bkp">a program</dc:contributor>
                <dc:publisher>Tidewater</dc:publisher>
                <dc:subject>Sea</dc:subject><dc:subject>Salt</dc:subject>
                <dc:language>en</dc:language><dc:language>de</dc:language>
                <meta name="calibre:user_metadata:#lent" content="\(column)"/>
                <meta name="calibre:user_metadata:#seen" content="\(empty)"/>
                """
        )
        let reading = try book.reading()
        let told = reading.reasons.compactMap { reason -> String? in
            guard case .leftOut(.key(let name), let count, let example) = reason else { return nil }
            return "\(name): \(count), \(example)"
        }
        XCTAssertEqual(
            Set(told),
            [
                "Contributors: 1, A Translator", "Publisher: 1, Tidewater", "Tags: 1, Sea",
                "Languages: 1, en, de", "Lent to: 1, Ada",
            ]
        )
        XCTAssertEqual(told.count, reading.reasons.count)
    }

    func testADamagedColumnIsTold() throws {
        let cut = "{&quot;name&quot;: &quot;Lent to&quot;, &quot;#value#&quot;: &quot;Ad"
        let book = TestBook(
            TestBook.title
                + """
                <meta name="calibre:user_metadata:#lent" content="\(cut)"/>
                <meta name="calibre:user_metadata:#read" content="{&quot;#value#&quot;: true}"/>
                <meta name="calibre:user_metadata_of_others" content="{"/>
                """
        )
        XCTAssertEqual(
            try book.reading().reasons,
            [
                .unknownValue(field: "#lent", value: "{\"name\": \"Lent to\", \"#value#\": \"Ad"),
                .leftOut(.key("#read"), count: 1, example: "yes"),
            ]
        )
    }

    /// In a document of EPUB 3 they stand in one object.
    func testColumnsOfTheThirdVersion() throws {
        let meta = "<meta property=\"calibre:user_metadata\">"
        let columns = """
            {"#lent": {"name": "Lent to", "#value#": "Ada"}, "#seen": {"#value#": null}}
            """
        let sound = TestBook(TestBook.title + "\(meta)\(columns)</meta>")
        XCTAssertEqual(
            try sound.reading().reasons,
            [.leftOut(.key("Lent to"), count: 1, example: "Ada")]
        )
        let damaged = TestBook(TestBook.title + "\(meta){\"#lent\": </meta>")
        XCTAssertEqual(
            try damaged.reading().reasons,
            [.unknownValue(field: "user_metadata", value: "{\"#lent\":")]
        )
    }
}
