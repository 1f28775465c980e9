import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Random libraries, changed at random: the index finds what looking through the notes finds.
final class SearchPropertyTests: SearchTestCase {
    private static let words = [
        "hawk", "Hawks", "raven", "Straße", "strassen", "O’Neill", "d'Artagnan", "Müller", "登場人物",
        "影空", "foo-bar", "the", "The", "a", "e\u{301}te", "ﬁle", "“sea”", "*sea*", "AND", "NEAR",
        "OR",
        "молоко\u{301}", "x\u{E000}y", "한국어", "สวัสดี", "9", "1.5", "text:hawk", "^hawk", "-raven",
        "\"",
        "'", "(", ")", "{words}", ":", "+", "\0",
    ]
    private var numbers = SeededNumbers(seed: 0)

    private var foundCount = 0

    private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

    private func text(_ most: Int) -> String {
        (0..<number(1..<most + 1)).map { _ in Self.words.randomElement(using: &numbers) ?? "" }
            .joined(separator: number(0..<8) == 0 ? "" : " ")
    }

    @MainActor
    func testTheIndexFindsWhatLookingThroughFinds() async throws {
        for seed in 1...sample(few: 3, more: 6, all: 200) {
            numbers = SeededNumbers(seed: seed)
            try SearchIndex.remove(indexURL)
            let library = try Library.inMemory(environment: environment.library)
            try library.saveSeries(series, title: "Series")
            let pages: [NoteSubject] = (0..<3).map { .book(uuid(10 + $0)) }
            for page in pages {
                try library.save(
                    Book(id: page.id, seriesID: series, title: text(2) + "x", position: 0)
                )
            }
            var search = makeSearch(library)
            for _ in 0..<(isExhaustive ? 40 : 15) {
                for _ in 0..<number(1..<8) { try change(library, pages) }
                if number(0..<6) == 0 {
                    search.close()
                    search.waitForIndex()
                    search = makeSearch(library)
                }
                for _ in 0..<3 { try compare(library, search, "seed \(seed)") }
            }
            search.close()
            search.waitForIndex()
        }
        XCTAssertGreaterThan(foundCount, 100)
    }

    private func change(_ library: Library, _ pages: [NoteSubject]) throws {
        let notes = try library.allNotes()
        let page = pages[number(0..<pages.count)]
        switch number(0..<8) {
        case 0 where !notes.isEmpty: try library.deleteNote(notes[number(0..<notes.count)].id)
        case 1 where !notes.isEmpty:
            try library.updateNote(notes[number(0..<notes.count)].id, text: text(8) + " end")
        case 2 where !notes.isEmpty:
            try library.moveNotes([notes[number(0..<notes.count)].id], to: page)
        default: try library.addNote(text(12) + " end", on: page)
        }
    }

    @MainActor
    private func compare(_ library: Library, _ search: LibrarySearch, _ message: String) throws {
        let typed = (number(0..<4) == 0 ? "\"" : "") + text(3) + (number(0..<2) == 0 ? " " : "")
        let query = SearchQuery(typed, dates: SearchDates())
        guard query.filters.isEmpty else { return }
        let found = try notes(typed, search)
        foundCount += found.count
        let matcher = SearchMatcher(query)
        let expected = try library.allNotes().reversed().map(\.text)
            .filter { !query.isUnanswerable && matcher.matches($0) }
        // Which come first is tested elsewhere.
        guard expected.count <= SearchResults.firstLimit else { return }
        XCTAssertEqual(found.sorted(), expected.sorted(), "\(message): \(typed)")
    }

    func testWhateverIsTypedIsAQuery() throws {
        let index = try SearchIndex(at: nil)
        let scalars = Array("\"'()[]{}*^:-+.,ANDORNOTEARab é’登\0\n\t \\;%_|~@#".unicodeScalars)
        for seed in 1...(isExhaustive ? 20_000 : 1000) {
            numbers = SeededNumbers(seed: seed)
            var typed = String.UnicodeScalarView()
            for _ in 0..<number(0..<40) {
                let isAny = number(0..<10) == 0
                let any = Unicode.Scalar(UInt32(number(0..<0x11_0000)))
                if let scalar = isAny ? any : scalars.randomElement(using: &numbers) {
                    typed.append(scalar)
                }
            }
            let query = SearchQuery(String(typed))
            guard let match = SearchPattern.match(query.terms, named: { _ in [series] }, scopes: [])
            else { continue }
            XCTAssertNoThrow(
                try index.find(.note, NoteSearch(match: match, limit: 1)) { _ in },
                "seed \(seed)"
            )
            XCTAssertNoThrow(
                try index.findParts(called: match, kind: "book", limit: 1),
                "seed \(seed)"
            )
        }
    }

    func testWhoPastesABookIntoTheFieldSearchesForItsBeginning() throws {
        let index = try SearchIndex(at: nil)
        for text in ["word ", "\"a b\" ", "登", "book:x ", "a'b "] {
            let query = SearchQuery(String(repeating: text, count: 1_000_000 / text.utf8.count))
            let match = SearchPattern.match(
                query.terms,
                named: { _ in Array(repeating: series, count: 32) },
                scopes: [Array(repeating: SearchPattern.series(series), count: 400)]
            )
            XCTAssertNoThrow(
                try index.find(.note, NoteSearch(match: try XCTUnwrap(match), limit: 1)) { _ in }
            )
        }
    }
}
