import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

/// EPUBs that are folders, and folders with EPUBs in them.
final class UnpackedEPUBTests: XCTestCase {
    private var book: TestBook {
        var book = TestBook(manifest: TestBook.ncx + TestBook.cover)
        book["OEBPS/toc.ncx"] = TestBook.ncx("One")
        book.files["OEBPS/cover.jpg"] = TestBook.jpeg
        return book
    }

    private func formats(_ source: ImportSource) throws -> [ImportFormatName] {
        try Importer(library: Reading.library).formats(for: source)
    }

    func testAFolderIsTheBookThatItIs() throws {
        let source = ImportSource(name: "book.epub", files: book.files)
        XCTAssertEqual(try formats(source), [.epub])
        let reading = try Reading(source, as: .epub)
        XCTAssertEqual(reading.reasons, [])
        let packed = try book.reading()
        XCTAssertEqual(reading.items.map { $0.identity }, packed.items.map { $0.identity })
        XCTAssertEqual(reading.books, packed.books)
        XCTAssertEqual(reading.chapters, packed.chapters)
    }

    func testAFolderOnDisk() throws {
        let folder = try TemporaryDirectory()
        let root = folder.url.appendingPathComponent("Library/Title.epub")
        for (name, bytes) in book.files {
            let url = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: url)
        }
        try Data(book.archive).write(to: folder.url.appendingPathComponent("Library/other.epub"))
        let alone = try Reading(try ImportSource(path: root.path), as: .epub)
        XCTAssertEqual(alone.items.count, 3)
        let library = try ImportSource(path: folder.url.appendingPathComponent("Library").path)
        let both = try Reading(library, as: .epub)
        XCTAssertEqual(both.items.count, 6)
        XCTAssertEqual(both.reasons, [])
        XCTAssertEqual(
            both.pictures.map { $0.file },
            ["Title.epub/OEBPS/cover.jpg", "other.epub/OEBPS/cover.jpg"]
        )
    }

    func testBooksInAFolder() throws {
        var files: [String: [UInt8]] = ["A/one.epub": book.archive, "notes.txt": []]
        var other = TestBook("<dc:identifier>2</dc:identifier>")
        other.rename("META-INF/container.xml", to: "meta-inf/container.xml")
        for (name, bytes) in other.files { files["B/Two.epub/\(name)"] = bytes }
        // A book within a book is a part of that.
        files["B/Two.epub/OEBPS/three.epub"] = book.archive
        files["C/four.epub"] = Array("none".utf8)
        files["C/five.epub/not/a/book.txt"] = []
        let source = ImportSource(name: "books", files: files)
        XCTAssertEqual(try formats(source), [.epub])
        let reading = try Reading(source, as: .epub)
        XCTAssertEqual(reading.books.map { $0.title }, ["A title", "Two"])
        XCTAssertEqual(
            reading.report.problems.map { $0.file },
            ["B/Two.epub", "B/Two.epub", "C/four.epub"]
        )
        XCTAssertEqual(
            reading.reasons,
            [
                .otherName(wanted: "META-INF/container.xml", found: "meta-inf/container.xml"),
                .namedAfterFile("Two"), .damaged,
            ]
        )
    }

    func testOtherFormatsOfAFolderGoBefore() throws {
        let files = ["metadata.db": [UInt8](), "A/B (1)/book.epub": book.archive]
        XCTAssertEqual(
            try formats(ImportSource(name: "Calibre", files: files)),
            [.calibreLibrary, .epub]
        )
        let vault = ["note.md": Array("x".utf8), "attachments/book.epub": book.archive]
        XCTAssertEqual(
            try formats(ImportSource(name: "Vault", files: vault)),
            [.markdown, .epub]
        )
    }

    func testAPartThatIsTooLarge() throws {
        var limits = ImportLimits()
        limits.pictureSize = 10
        let source = ImportSource(name: "book.epub", files: book.files)
        let reading = try Reading(source, as: .epub, limits: limits)
        XCTAssertEqual(reading.chapters.count, 1)
        XCTAssertEqual(reading.pictures, [])
        XCTAssertEqual(
            reading.report.problems,
            [ImportProblem(.fileTooLarge(size: 20, limit: 10), file: "OEBPS/cover.jpg")]
        )
    }

    func testDamageAnywhereInAnUnpackedBook() throws {
        let names = book.files.keys.sorted()
        for seed in 0..<HostileInputTests.count {
            var damaged = book
            let name = names[seed % names.count]
            var mutator = Mutator(seed: seed, tokens: ["../", "<a b=c>", "&", "full-path=\"/\""])
            damaged.files[name] = mutator.mutated(damaged.files[name] ?? [])
            let broken = FormatProperties.violation(
                ImportSource(name: "book.epub", files: damaged.files),
                as: .epub,
                library: Reading.library
            )
            if let broken { return XCTFail("seed \(seed): \(broken)") }
        }
    }
}
