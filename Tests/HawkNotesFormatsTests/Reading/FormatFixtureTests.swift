import Foundation
import XCTest

@testable import HawkNotesFormats

/// Every shape of every format that is in the fixtures, against what was looked at and found right.
final class FormatFixtureTests: XCTestCase {
    func testKindleNotebooks() throws {
        try checkFixtures(in: "kindle-notebook", as: .kindleNotebook)
    }

    func testKindleNotebooksInTables() throws {
        try checkFixtures(in: "kindle-notebook-csv", as: .kindleNotebookTable)
    }

    func testKOReaderJSON() throws {
        try checkFixtures(in: "koreader-json", as: .koreaderJSON)
    }

    func testKOReaderSidecars() throws {
        try checkFixtures(in: "koreader-sidecar", as: .koreaderSidecar)
    }

    func testReadwise() throws { try checkFixtures(in: "readwise", as: .readwise) }

    func testGoodreads() throws { try checkFixtures(in: "goodreads", as: .goodreads) }

    func testStoryGraph() throws { try checkFixtures(in: "storygraph", as: .storyGraph) }

    func testCalibreTables() throws { try checkFixtures(in: "calibre-csv", as: .calibreTable) }

    func testTablesOfOthers() throws { try checkFixtures(in: "books-csv", as: .bookTable) }

    func testMarkdown() throws { try checkFixtures(in: "markdown", as: .markdown) }

    func testEachIsRecognisedByWhatIsInIt() throws {
        let importer = Importer(library: Reading.library)
        let folders: [(String, ImportFormatName)] = [
            ("kindle-notebook", .kindleNotebook), ("kindle-notebook-csv", .kindleNotebookTable),
            ("koreader-json", .koreaderJSON), ("koreader-sidecar", .koreaderSidecar),
            ("readwise", .readwise), ("goodreads", .goodreads), ("storygraph", .storyGraph),
            ("calibre-csv", .calibreTable), ("books-csv", .bookTable), ("markdown", .markdown),
        ]
        for (folder, format) in folders {
            for name in try Fixtures.names(in: folder) {
                let source = try Fixtures.source("\(folder)/\(name)")
                XCTAssertEqual(try importer.formats(for: source).first, format, "\(folder)/\(name)")
            }
        }
        let text = ImportSource(name: "novel.txt", bytes: Array("It was a dark night.".utf8))
        XCTAssertEqual(try importer.formats(for: text), [])
    }

    func testTheProgramsOfSidecarsAreNeverRun() throws {
        let reading = try Reading(Fixtures.source("koreader-sidecar/run-me"), as: .koreaderSidecar)
        XCTAssertEqual(reading.items, [])
        XCTAssertEqual(reading.reasons, [.damaged, .damaged, .endsEarly, .endsEarly])
    }

    func testTheOrderIsSuchThatEverythingIsKnownBeforeItIsReferredTo() throws {
        for (folder, format) in [("markdown", ImportFormatName.markdown), ("readwise", .readwise)] {
            for name in try Fixtures.names(in: folder) {
                let reading = try Reading(Fixtures.source("\(folder)/\(name)"), as: format)
                var known: Set<SourceIdentity> = []
                for item in reading.items {
                    if case .note(let note) = item {
                        if let book = note.book { XCTAssertTrue(known.contains(book), name) }
                    }
                    if case .book(let book) = item, let series = book.series {
                        XCTAssertTrue(known.contains(series), name)
                    }
                    known.insert(item.identity)
                }
            }
        }
    }
}
