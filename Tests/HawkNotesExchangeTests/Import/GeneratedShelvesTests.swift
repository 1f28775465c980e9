import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// What is read twice is read once, and what its reader has edited is there as it reads now, once.
final class GeneratedShelvesTests: ExchangeTestCase {
    private static let seeds = 0..<sample(few: 12, more: 60, all: 400)

    /// - Parameters:
    ///   - write: a shelf as a program writes it first.
    ///   - canBeginEarlier: whether anything tells that a passage is the same one when it begins elsewhere.
    ///   - isEarlier: whether an earlier version has imported it first.
    ///   - rewrite: the same as it writes it later.
    private func check(
        as format: ImportFormatName,
        hasBareWords: Bool = true,
        bookCount: ClosedRange<Int> = 1...3,
        canBeginEarlier: Bool = false,
        isEarlier: Bool = false,
        _ write: (RandomShelf) throws -> ImportSource,
        later rewrite: (RandomShelf) throws -> ImportSource,
        line: UInt = #line
    ) async throws {
        for seed in Self.seeds {
            var shelf = RandomShelf(
                seed: seed,
                hasBareWords: hasBareWords,
                bookCount: bookCount
            )
            let library = try makeLibrary()
            let first = try await run(write(shelf), into: library, as: format)
            XCTAssertEqual(first.report.new[.note], shelf.noteCount, "seed \(seed)", line: line)
            try check(library, has: shelf, "seed \(seed), first", line: line)
            if isEarlier {
                // It is to know an edited file at once.
                try library.forgetDigests()
            } else {
                for source in [try write(shelf), try rewrite(shelf)] {
                    let again = try await run(source, into: library, as: format)
                    XCTAssertEqual(again.report.new, [:], "seed \(seed)", line: line)
                }
                shelf.grow()
                let grown = try await run(rewrite(shelf), into: library, as: format)
                let news = [ImportedKind.note: shelf.books.count]
                XCTAssertEqual(grown.report.new, news, "seed \(seed)", line: line)
            }
            for turn in 1...2 {
                shelf.edit(canBeginEarlier: canBeginEarlier)
                let edited = try await run(rewrite(shelf), into: library, as: format)
                let name = "seed \(seed), turn \(turn)"
                XCTAssertEqual(edited.report.new, [:], name, line: line)
                try check(library, has: shelf, name, line: line)
                let again = try await run(rewrite(shelf), into: library, as: format)
                XCTAssertNil(again.batch, name, line: line)
            }
        }
    }

    private func check(
        _ library: Library,
        has shelf: RandomShelf,
        _ name: String,
        line: UInt
    ) throws {
        let passages = try Passages(library)
        XCTAssertEqual(passages.quotes, shelf.quotes, name, line: line)
        XCTAssertEqual(passages.words, shelf.words, name, line: line)
    }

    func testClippingsOfAKindle() async throws {
        try await check(
            as: .kindleClippings,
            canBeginEarlier: true,
            { $0.clippings },
            later: { $0.clippings }
        )
    }

    func testClippingsThatAnEarlierVersionHasImported() async throws {
        try await check(
            as: .kindleClippings,
            canBeginEarlier: true,
            isEarlier: true,
            { $0.clippings },
            later: { $0.clippings }
        )
    }

    func testNotebooksOfKindleApps() async throws {
        try await check(
            as: .kindleNotebook,
            bookCount: 1...1,
            { $0.notebook },
            later: { $0.notebook }
        )
    }

    func testNotebooksOfKindleReaders() async throws {
        try await check(
            as: .kindleNotebookTable,
            bookCount: 1...1,
            { $0.notebookTable },
            later: { $0.notebookTable }
        )
    }

    func testExportsOfKOReader() async throws {
        try await check(
            as: .koreaderJSON,
            { try $0.koreaderJSON(pageSize: 10) },
            later: { try $0.koreaderJSON(pageSize: 7) }
        )
    }

    func testSidecarsOfKOReader() async throws {
        try await check(
            as: .koreaderSidecar,
            { $0.sidecars(pageSize: 10) },
            later: { $0.sidecars(pageSize: 7) }
        )
    }

    func testDatabasesOfAKobo() async throws {
        try await check(
            as: .kobo,
            { try $0.kobo(.middle).source() },
            later: { try $0.kobo(.new).source("Kobo.sqlite") }
        )
    }

    func testTablesOfReadwise() async throws {
        try await check(
            as: .readwise,
            { $0.readwise(isReversed: false) },
            later: { $0.readwise(isReversed: true) }
        )
    }

    func testVaultsWithAFileForEachBook() async throws {
        try await check(
            as: .markdown,
            hasBareWords: false,
            { $0.vault() },
            later: { $0.vault(folder: "Read/Books") }
        )
    }

    func testVaultsThatGetAnotherName() async throws {
        try await check(
            as: .markdown,
            hasBareWords: false,
            { $0.vault() },
            later: { $0.vault(folder: "Books", as: "Shore") }
        )
    }
}
