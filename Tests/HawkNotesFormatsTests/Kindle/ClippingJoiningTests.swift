import Foundation
import XCTest

@testable import HawkNotesFormats

/// What becomes one of several clippings, and what stays apart.
final class ClippingJoiningTests: XCTestCase {
    private struct Entry {
        var kind = "Highlight"
        var place: String
        var text: String
        var title = "The Long Way (Moreau, Lena)"
        var minute = 0
    }

    private func read(_ entries: [Entry]) throws -> Reading {
        let text = entries.map { entry in
            """
            \(entry.title)
            - Your \(entry.kind) \(entry.place) | Added on Monday, 30 December 2024 14:\
            \(entry.minute < 10 ? "0" : "")\(entry.minute):00

            \(entry.text)
            ==========

            """
        }.joined()
        let source = ImportSource(name: "My Clippings.txt", bytes: Array(text.utf8))
        return try Reading(source, as: .kindleClippings)
    }

    private func highlight(_ place: String, _ text: String, minute: Int = 0) -> Entry {
        Entry(place: place, text: text, minute: minute)
    }

    private func note(_ place: String, _ text: String, minute: Int = 0) -> Entry {
        Entry(kind: "Note", place: place, text: text, minute: minute)
    }

    /// Quotation and words of every note.
    private func pairs(_ reading: Reading) -> [[String]] {
        reading.notes.map { [$0.quote ?? "", $0.text] }
    }

    // MARK: - Notes

    func testANoteWithinAHighlightIsOnIt() throws {
        for place in ["location 100", "location 101", "location 103"] {
            let reading = try read([
                highlight("at location 100-103", "Nobody walks it twice."),
                highlight("at location 200-203", "The way was white."),
                note("at \(place)", "Nobody?"),
            ])
            XCTAssertEqual(
                pairs(reading),
                [["Nobody walks it twice.", "Nobody?"], ["The way was white.", ""]],
                place
            )
            XCTAssertNotNil(reading.notes[0].wordsIdentity)
        }
    }

    func testANoteBesideAHighlightStandsAlone() throws {
        for place in ["location 99", "location 104", "page 100"] {
            let reading = try read([
                highlight("at location 100-103", "Nobody walks it twice."),
                note("at \(place)", "Nobody?"),
            ])
            XCTAssertEqual(pairs(reading).count, 2, place)
        }
        let other = Entry(
            kind: "Note",
            place: "at location 101",
            text: "?",
            title: "Another (A, B)"
        )
        let reading = try read([highlight("at location 100-103", "Nobody walks it."), other])
        XCTAssertEqual(reading.notes.count, 2)
    }

    func testOfSeveralHighlightsTheOneThatEndsNearestHasTheNote() throws {
        let reading = try read([
            highlight("at location 100-120", "A whole page, from one end to the other."),
            highlight("at location 105-110", "Three lines of it."),
            note("at location 107", "These three"),
        ])
        XCTAssertEqual(pairs(reading).map { $0[1] }, ["", "These three"])
    }

    func testOfSeveralThatEndTogetherTheLastOneBeforeTheNoteHasIt() throws {
        let reading = try read([
            highlight("on page 8", "First of the page.", minute: 1),
            note("on page 8", "On the first", minute: 2),
            highlight("on page 8", "Second of the page.", minute: 3),
            note("on page 8", "About the other one", minute: 4),
            highlight("on page 8", "Third of the page.", minute: 5),
        ])
        XCTAssertEqual(
            pairs(reading).map { $0[1] },
            ["On the first", "About the other one", ""]
        )
    }

    func testTheNoteAtTheEndGoesBeforeOneWithin() throws {
        let reading = try read([
            note("at location 101", "Within"),
            highlight("at location 100-103", "Nobody walks it twice."),
            note("at location 103", "At the end"),
        ])
        XCTAssertEqual(
            pairs(reading),
            [["", "Within"], ["Nobody walks it twice.", "At the end"]]
        )
    }

    func testANoteThatWasEditedIsThereOnce() throws {
        let reading = try read([
            highlight("at location 100-103", "Nobody walks it twice."),
            note("at location 103", "Who says this"),
            note("at location 103", "Who says this? The keeper."),
            note("at location 103", "An idea of another day"),
        ])
        XCTAssertEqual(
            pairs(reading),
            [
                ["Nobody walks it twice.", "Who says this? The keeper."],
                ["", "An idea of another day"],
            ]
        )
        XCTAssertEqual(reading.reasons, [.olderVersion(line: 11)])
    }

    // MARK: - Copies

    func testAHighlightOfAnotherLengthIsThereOnce() throws {
        let long = "The keeper sat at the long table and counted the lamps."
        for (text, place) in [
            ("The keeper sat", "100-100"), ("counted the lamps.", "102-103"),
            ("sat at the long table", "100-102"), (long, "100-103"),
        ] {
            let short = highlight("at location \(place)", text)
            let between = highlight("at location 700", "Something else.")
            let whole = highlight("at location 100-103", long)
            for entries in [[short, between, whole], [whole, between, short]] {
                let reading = try read(entries)
                XCTAssertEqual(Set(reading.notes.map(\.quote)), [long, "Something else."], text)
                XCTAssertEqual(reading.report.problemCount, 1, text)
            }
        }
        let reading = try read([
            highlight("at location 100-103", long), highlight("at location 100", "The keeper"),
        ])
        XCTAssertEqual(reading.reasons, [.copyOfLonger(line: 1)])
        XCTAssertEqual(reading.report.problems.first?.line, 6)
    }

    func testAWordWithinASentenceIsAHighlightOfItsOwn() throws {
        let sentence = "Under the white road lay a vault of salt."
        for word in ["vault", "white road", "oad", "saltless", "Un"] {
            for turned in [false, true] {
                let entries = [
                    highlight("at location 435", word), highlight("at location 435-436", sentence),
                ]
                let reading = try read(turned ? entries.reversed() : entries)
                XCTAssertEqual(Set(reading.notes.map(\.quote)), [word, sentence], word)
                XCTAssertEqual(reading.reasons, [], word)
            }
        }
    }

    func testAWordOfChineseWithinASentence() throws {
        let reading = try read([
            highlight("at location 10", "盐路"), highlight("at location 10-11", "这是一条盐路的故事。"),
            highlight("at location 10", "这是一条"),
        ])
        XCTAssertEqual(reading.notes.map(\.quote), ["盐路", "这是一条盐路的故事。"])
    }

    func testInABookWithoutLocationsPagesAreCompared() throws {
        let reading = try read([
            highlight("on page 283-283", "The keeper sat and counted", minute: 1),
            note("on page 283", "Counting again", minute: 2),
            highlight("on page 283-283", "The keeper sat", minute: 3),
            highlight("on page 283-283", "The keeper sat and counted the lamps.", minute: 4),
            highlight("on page xii-xiv", "Of the foreword.", minute: 5),
            note("on page xiii", "A foreword", minute: 6),
        ])
        XCTAssertEqual(
            pairs(reading),
            [
                ["The keeper sat and counted the lamps.", "Counting again"],
                ["Of the foreword.", "A foreword"],
            ]
        )
        XCTAssertEqual(reading.notes.map(\.place?.page), ["283", "xii-xiv"])
        XCTAssertEqual(reading.reasons, [.copyOfLonger(line: 16), .copyOfLonger(line: 16)])
    }

    func testTheNoteOnACopyIsOnTheHighlightThatIsKept() throws {
        let reading = try read([
            highlight("on page 8", "Another of the page.", minute: 1),
            highlight("on page 8", "The keeper sat", minute: 2),
            note("on page 8", "Sitting", minute: 3),
            highlight("on page 8", "The keeper sat down.", minute: 4),
        ])
        XCTAssertEqual(
            pairs(reading),
            [["Another of the page.", ""], ["The keeper sat down.", "Sitting"]]
        )
    }

    // MARK: - Nothing is lost

    func testEveryClippingIsANotePartOfOneOrTold() throws {
        var generator = SeededGenerator(7)
        let words = "the keeper of salt and lamps walks a white road twice".split(separator: " ")
        for _ in 0..<200 {
            let entries = (0..<Int.random(in: 1...25, using: &generator)).map { minute in
                let start = Int.random(in: 0..<words.count, using: &generator)
                let end = Int.random(in: start..<words.count, using: &generator)
                let isNote = Int.random(in: 0..<3, using: &generator) == 0
                let unit = Bool.random(using: &generator) ? "at location" : "on page"
                return Entry(
                    kind: isNote ? "Note" : "Highlight",
                    place: isNote ? "\(unit) \(end)" : "\(unit) \(start)-\(end)",
                    text: words[start...end].joined(separator: " "),
                    title: Bool.random(using: &generator) ? "One (A, B)" : "Other (C, D)",
                    minute: minute
                )
            }
            let reading = try read(entries)
            let texts = reading.notes.flatMap { [$0.quote ?? "", $0.text] }.filter { !$0.isEmpty }
            XCTAssertEqual(texts.count + reading.report.problemCount, entries.count)
            // A text that was left out stands in one that was kept.
            for entry in entries {
                XCTAssertTrue(texts.contains { $0.contains(entry.text) || entry.text.contains($0) })
            }
            XCTAssertEqual(try read(entries).items, reading.items)
        }
    }

    func testALocationInEveryLanguage() {
        for (line, place) in [
            ("– Ваш выделенный отрывок на странице 6 | Место 53–55 | Добавлено", "53-55"),
            ("– Ваша заметка в месте 900–930 | Добавлено", "900-930"),
            ("- Je highlight op locatie 55 t/m 88 | Toegevoegd", "55-88"),
            ("- 位置No. 3396-3398のハイライト |作成日", "3396-3398"),
        ] {
            XCTAssertEqual(ClippingLine(line).location?.text, place, line)
        }
        XCTAssertEqual(ClippingLine("- Seu marcador de página na página 222 | x").page, "222")
        XCTAssertEqual(ClippingLine("- ハイライト ページ222 | x").page, "222")
    }

    // MARK: - Identities

    /// A library may have one of the copies, from when the file had no other.
    func testWhatIsLeftIsKnownAsItsCopiesAndEarlierVersionsToo() throws {
        let entries = [
            highlight("at location 100-103", "Nobody walks"),
            note("at location 103", "Who?", minute: 1),
            highlight("at location 100-104", "Nobody walks it", minute: 2),
            note("at location 103", "Who walks?", minute: 3),
            highlight("at location 100-105", "Nobody walks it twice.", minute: 4),
            note("at location 300", "Alone", minute: 5),
            note("at location 300", "Alone, still", minute: 6),
        ]
        let earlier = try (1...6).map { try read(Array(entries.prefix($0))).notes }
        let notes = try read(entries).notes
        XCTAssertEqual(notes.map(\.text), ["Who walks?", "Alone, still"])
        XCTAssertEqual(notes[0].formerIdentities, [earlier[2][0].identity, earlier[0][0].identity])
        XCTAssertEqual(notes[0].formerWordsIdentities, [earlier[1][0].wordsIdentity])
        XCTAssertEqual(notes[1].formerIdentities, [earlier[5][1].identity])
    }
}
