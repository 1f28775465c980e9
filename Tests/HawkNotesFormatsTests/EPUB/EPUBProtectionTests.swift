import XCTest

@testable import HawkNotesFormats

/// Books that their sellers have protected.
final class EPUBProtectionTests: XCTestCase {
    private static let aes = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"

    /// A book whose parts are locked in this way.
    private func book(_ algorithm: String, key: String = "", _ names: String...) -> TestBook {
        var book = TestBook(manifest: TestBook.ncx + TestBook.cover)
        book["OEBPS/toc.ncx"] = TestBook.ncx("One")
        book.files["OEBPS/cover.jpg"] = TestBook.jpeg
        for name in names where book.files[name] != nil {
            book.files[name] = [UInt8](repeating: 0x9D, count: 64)
        }
        let data = names.map { name in
            """
            <enc:EncryptedData><enc:EncryptionMethod Algorithm="\(algorithm)"/>
            <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\(key)</ds:KeyInfo>
            <enc:CipherData><enc:CipherReference URI="\(name)"/></enc:CipherData></enc:EncryptedData>
            """
        }
        book["META-INF/encryption.xml"] = """
            <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
            xmlns:enc="http://www.w3.org/2001/04/xmlenc#">\(data.joined())</encryption>
            """
        return book
    }

    func testScrambledFontsAreNoProtection() throws {
        for algorithm in ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"] {
            let reading = try book(algorithm, "OEBPS/a.otf", "OEBPS/b.ttf").reading()
            XCTAssertEqual(reading.reasons, [])
            XCTAssertEqual(reading.chapters.count, 1)
            XCTAssertEqual(reading.pictures.count, 1)
        }
    }

    func testWhatIsNotLockedIsRead() throws {
        let reading = try book(Self.aes, "OEBPS/1.xhtml", "OEBPS/toc.ncx").reading()
        XCTAssertEqual(reading.books.map { $0.title }, ["A title"])
        XCTAssertEqual(reading.pictures.count, 1)
        XCTAssertEqual(reading.chapters, [])
        XCTAssertEqual(
            reading.report.problems,
            [ImportProblem(.protectedBySeller(nil), file: "book.epub")]
        )
    }

    func testALockedCoverIsNotCalledNoPicture() throws {
        let reading = try book(Self.aes, "OEBPS/cover.jpg", "OEBPS/toc.ncx").reading()
        XCTAssertEqual(reading.books.count, 1)
        XCTAssertEqual(reading.pictures, [])
        XCTAssertEqual(reading.reasons, [.protectedBySeller(nil)])
    }

    func testTheProtectionIsNamed() throws {
        let adobe = "<resource xmlns=\"http://ns.adobe.com/adept\">urn:uuid:1</resource>"
        XCTAssertEqual(
            try book(Self.aes, key: adobe, "OEBPS/1.xhtml").reading().reasons,
            [.protectedBySeller("Adobe ADEPT")]
        )
        let license = "<ds:RetrievalMethod URI=\"license.lcpl#/encryption/content_key\"/>"
        XCTAssertEqual(
            try book(Self.aes, key: license, "OEBPS/1.xhtml").reading().reasons,
            [.protectedBySeller("Readium LCP")]
        )
        XCTAssertEqual(
            try book("http://itunes.apple.com/dataenc", "OEBPS/1.xhtml").reading().reasons,
            [.protectedBySeller("Apple FairPlay")]
        )
    }

    func testALockedPackage() throws {
        let reading = try book(Self.aes, "OEBPS/content.opf").reading()
        XCTAssertEqual(reading.items, [])
        XCTAssertEqual(reading.reasons, [.protectedBySeller(nil)])
    }

    func testRightsAloneProveNothing() throws {
        var book = TestBook(manifest: TestBook.ncx + TestBook.cover)
        book["rights.xml"] = "<rights><kdrm>x</kdrm></rights>"
        book["OEBPS/toc.ncx"] = TestBook.ncx("One")
        book.files["OEBPS/cover.jpg"] = TestBook.jpeg
        XCTAssertEqual(try book.reading().reasons, [])
        XCTAssertEqual(try book.reading().chapters.count, 1)
        book.files["OEBPS/toc.ncx"] = [UInt8](repeating: 0x9D, count: 64)
        book.files["OEBPS/cover.jpg"] = [UInt8](repeating: 0x9D, count: 64)
        XCTAssertEqual(try book.reading().reasons, [.protectedBySeller(nil)])
        XCTAssertEqual(try book.reading().books.count, 1)
    }

    func testNamesOfLockedPartsInAnotherCase() throws {
        var book = book(Self.aes, "OEBPS/toc.ncx")
        book.replace("OEBPS/toc.ncx", with: "oebps/TOC.ncx", in: "META-INF/encryption.xml")
        book.rename("META-INF/encryption.xml", to: "META-INF/Encryption.xml")
        XCTAssertEqual(try book.reading().reasons, [.protectedBySeller(nil)])
    }

    func testADamagedListIsTold() throws {
        var book = book(Self.aes, "OEBPS/1.xhtml")
        book["META-INF/encryption.xml"] = "none"
        XCTAssertEqual(try book.reading().reasons, [.damaged])
        XCTAssertEqual(try book.reading().books.count, 1)
    }
}
