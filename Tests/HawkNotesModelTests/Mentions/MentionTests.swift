import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

final class MentionTests: LibraryTestCase {
    private func link(_ name: String) -> String { Mention.link(to: TestSeries.hawk, name: name) }

    func testMentionsAreFoundWhereverTheyStand() {
        for name in ["Agatha", "O’Neill", "a [b] \\c", "登場人物 🦅", "e\u{301}"] {
            let text = "Before \(link(name)), after"
            let mentions = Mention.all(in: text)
            XCTAssertEqual(mentions.map(\.name), [name])
            XCTAssertEqual(mentions.map(\.characterID), [TestSeries.hawk])
            XCTAssertEqual(mentions.map { String(text[$0.range]) }, [link(name)])
        }
        let two = link("A") + link("B") + "[@" + link("C")
        XCTAssertEqual(Mention.all(in: two).map(\.name), ["A", "B", "C"])
        XCTAssertEqual(
            Mention.replacing(in: "x \(link("A")) y") { "@" + $0.name.lowercased() },
            "x @a y"
        )
        let inBook = "[@A](hawknotes://book/\(uuid(1))/character/\(TestSeries.hawk))"
        XCTAssertEqual(Mention.all(in: inBook).map(\.characterID), [TestSeries.hawk])
    }

    func testWhatOnlyLooksLikeOneIsNone() {
        for text in [
            "", "@Agatha", "[@Agatha]", "[@](hawknotes://character/\(uuid(1)))",
            "[Agatha](hawknotes://character/\(uuid(1)))", "[@A](hawknotes://book/\(uuid(1)))",
            "[@A](hawknotes://character/none)", "[@A](hawknotes://character/\(uuid(1))",
            "[@A\n](hawknotes://character/\(uuid(1)))", "[@A](https://example.org/\(uuid(1)))",
            "[@A\\", "](hawknotes://[@",
        ] {
            XCTAssertEqual(Mention.all(in: text), [], text)
        }
    }

    func testAnyTextIsReadWithoutHarm() {
        var numbers = SeededNumbers(seed: 7)
        let parts = ["[", "@", "]", "(", ")", "\\", "é", "\n", "hawknotes://character/", link("A")]
        for _ in 0..<2000 {
            let text = (0..<12).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
            let all = Mention.all(in: text)
            XCTAssertEqual(Mention.replacing(in: text) { String(text[$0.range]) }, text)
            for (one, next) in zip(all, all.dropFirst()) {
                XCTAssertLessThanOrEqual(one.range.upperBound, next.range.lowerBound)
            }
        }
    }

    func testMentionsFollowTheTextsOfTheNotes() throws {
        let library = try Library.inMemory()
        let one = try library.addNote(link("A") + link("B"), on: .book(uuid(1)))
        let two = try library.addNote("see \(link("A"))", on: .book(uuid(2)))
        XCTAssertEqual(try library.notesMentioning(TestSeries.hawk, limit: 9), [two, one])
        XCTAssertEqual(try library.notesMentioning(TestSeries.hawk, limit: 1), [two])
        XCTAssertEqual(try library.notesMentioning(TestSeries.hawk, limit: 9, after: two), [one])
        XCTAssertEqual(try library.mentionCount(of: TestSeries.hawk), 2)
        try library.updateNote(two.id, text: "see nobody")
        XCTAssertEqual(try library.mentionCount(of: TestSeries.hawk), 1)
        try library.write("damage") { db in
            try db.execute(sql: "DELETE FROM mention")
            try Mentions.rebuild(in: db)
            return ((), [])
        }
        XCTAssertEqual(try library.notesMentioning(TestSeries.hawk, limit: 9), [one])
    }
}
