import XCTest

@testable import HawkNotesFormats

/// Files that are known, and not read.
final class OtherFileTests: XCTestCase {
    private let importer = Importer(library: Reading.library)

    private func check(
        _ name: String,
        _ bytes: [UInt8],
        _ expected: OtherFile?,
        line: UInt = #line
    ) throws {
        let source = ImportSource(name: name, bytes: bytes)
        XCTAssertEqual(try importer.otherFile(source), expected, name, line: line)
    }

    private func check(
        _ name: String,
        _ text: String,
        _ expected: OtherFile?,
        line: UInt = #line
    ) throws {
        try check(name, Array(text.utf8), expected, line: line)
        XCTAssertEqual(
            try importer.formats(for: ImportSource(name: name, bytes: Array(text.utf8))),
            [],
            name,
            line: line
        )
    }

    func testFilesOfOtherPrograms() throws {
        let database = "SQLite format 3\u{0}\u{10}\u{0}"
        try check("KoboReader.sqlite", database, .database)
        try check("other.db", database, .database)
        try check("page.html", "<html><body class=\"bookTitle\"></body></html>", nil)
        try check("a.enex", "<?xml version=\"1.0\"?><!DOCTYPE en-export><en-export>", .evernote)
        try check("a.jex", String(repeating: "\u{0}", count: 257) + "ustar\u{0}00", .joplin)
        try check("a.tar", String(repeating: "\u{0}", count: 257) + "ustar\u{0}00", .archive)
        try check("b.azw3", String(repeating: "x", count: 60) + "BOOKMOBI", .kindleBook)
        try check("b.pdf", "%PDF-1.7", .pdf)
        try check("nothing.xyz", "nothing", nil)
        try check("empty", "", nil)
    }

    func testTables() throws {
        try check(
            "bookwyrm-export.csv",
            "title,author_text,remote_id,openlibrary_key,isbn_10,isbn_13,shelf,review_cw\n",
            .table("BookWyrm")
        )
        try check(
            "hardcover.csv",
            "Title,Status,Hardcover Book ID,Lists,Date Started,Review Contains Spoilers\n",
            .table("Hardcover")
        )
        try check(
            "librarything.tsv",
            "Book Id\tTitle\tSort Character\tPrimary Author\tPrivate Comment\tISBNs\n",
            .table("LibraryThing")
        )
    }

    func testHighlightsOfFoliate() throws {
        let text = """
            {"metadata":{"title":"T"},"annotations":[{"value":"epubcfi(/6/4!/4)","text":"a"}]}
            """
        try check("urn%3Auuid%3A1.json", Array(text.utf8), .highlights("Foliate"))
    }

    // MARK: - Archives

    private func archive(_ names: String...) -> [UInt8] {
        TestArchive.bytes(Dictionary(uniqueKeysWithValues: names.map { ($0, Array("x".utf8)) }))
    }

    func testAnArchiveSaysWhatItIs() throws {
        try check("vault.zip", archive("Vault/note.md"), .zip(isReadable: true))
        try check("books.zip", archive("A/one.epub", "A/x.jpg"), .zip(isReadable: true))
        try check("export.zip", archive("goodreads.csv"), .zip(isReadable: true))
        try check("photos.zip", archive("a.jpg", "b.png"), .zip(isReadable: false))
        try check("a.docx", archive("[Content_Types].xml", "word/document.xml"), .document)
        try check("a.odt", archive("mimetype", "content.xml", "META-INF/manifest.xml"), .document)
        try check("a.kfx-zip", archive("a.kfx"), .kindleBook)
        try check("a.7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .archive)
        try check("a.gz", [0x1F, 0x8B, 8, 0], .archive)
        try check("a.rar", Array("Rar!\u{1A}\u{7}".utf8), .archive)
    }

    func testAnEPUBIsNone() throws {
        try check("book.epub", TestBook().archive, nil)
        try check("book.zip", TestBook().archive, nil)
        var book = TestBook()
        book.files["META-INF/container.xml"] = nil
        try check("book.zip", book.archive, nil)
        // What calls itself a book is told what it lacks.
        try check("broken.epub", archive("readme.txt"), nil)
        try check("cut.zip", Array(TestBook().archive.prefix(100)), nil)
    }

    func testFixturesAreNoOtherFiles() throws {
        for path in ["kindle/english.txt", "readwise/cut.csv", "koreader-json/one-book.json"] {
            XCTAssertNil(try importer.otherFile(try Fixtures.source(path)), path)
        }
    }
}
