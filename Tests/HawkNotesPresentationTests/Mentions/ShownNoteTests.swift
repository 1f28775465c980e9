import Foundation
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Notes without the marks of emphasis, and the way from what is shown to what is saved and back.
final class ShownNoteTests: XCTestCase {
    private static let agatha = UUID()
    private static let gone = UUID()

    private func note(_ saved: String, quote: String? = nil) -> ShownNote {
        ShownNote(saved, quote: quote.map { Quote($0) }) {
            $0 == Self.agatha ? "Agatha *K*" : nil
        }
    }

    /// What is copied of the only occurrence of a part of the shown text.
    private func copied(_ part: String, of note: ShownNote) throws -> String {
        let found = try XCTUnwrap(note.text.range(of: part))
        let scalars = note.text.unicodeScalars
        let start = scalars.distance(from: scalars.startIndex, to: found.lowerBound)
        return note.copied(start..<start + part.unicodeScalars.count)
    }

    func testMarksAreNeitherShownNorRead() {
        let note = note("an *old* **hawk**, 2*3*4 and ***more*** * *odd")
        XCTAssertEqual(note.text, "an old hawk, 2*3*4 and more * *odd")
        XCTAssertEqual(note.spoken, note.text)
        XCTAssertEqual(note.markup?.contains("<i>old</i> <b>hawk</b>"), true)
    }

    func testMarksOfAQuotationAreTheBooks() {
        let note = note("*mine*", quote: "*theirs*")
        XCTAssertEqual(note.text, "*theirs*\n\nmine")
        XCTAssertEqual(note.copied(0..<14), "*theirs*\n\n*mine*")
        XCTAssertEqual(note.savedOffset(of: 4), 0)
        XCTAssertEqual(note.savedOffset(of: 14), 5)
    }

    func testASelectionOfAllStyledWordsHasTheirMarks() throws {
        let note = note("x *a **bc** d* y")
        XCTAssertEqual(note.text, "x a bc d y")
        XCTAssertEqual(try copied("bc", of: note), "**bc**")
        XCTAssertEqual(try copied("a bc d", of: note), "*a **bc** d*")
        XCTAssertEqual(try copied("a bc", of: note), "a **bc**")
        XCTAssertEqual(try copied("b", of: note), "b")
        XCTAssertEqual(try copied("x a bc d y", of: note), "x *a **bc** d* y")
        XCTAssertEqual(try copied("c d y", of: note), "c d y")
        XCTAssertEqual(note.copied(4..<4), "")
        XCTAssertEqual(note.copied(8..<400), " y")
    }

    func testTheCursorAtAMarkIsOnTheSideOfTheStyledWords() {
        let note = note("x *ab* y")
        XCTAssertEqual((0...6).map(note.savedOffset), [0, 1, 3, 4, 5, 7, 8])
        XCTAssertEqual((0...8).map(note.shownOffset), [0, 1, 2, 2, 3, 4, 4, 5, 6])
        XCTAssertEqual(note.savedRange(of: 2..<4), 2..<6)
        XCTAssertEqual(note.savedRange(of: 2..<3), 3..<4)
        XCTAssertEqual(note.savedRange(of: 3..<4), 4..<5)
        XCTAssertEqual(note.savedRange(of: 4..<6), 6..<8)
        XCTAssertEqual(note.savedRange(of: 0..<2), 0..<2)
        XCTAssertEqual(note.savedRange(of: 0..<6), 0..<8)
    }

    func testMentionsAndLinksStayWhereTheyAre() {
        let mention = Mention.link(to: Self.agatha, name: "A")
        let note = note("*See* \(mention) at **https://a.org/x** é")
        XCTAssertEqual(
            note.text,
            "See @Agatha *K* at https://a.org/x** é".replacing("**", with: "")
        )
        let character = Place.character(Self.agatha).link
        XCTAssertEqual(note.link(at: 4), character)
        XCTAssertEqual(note.link(at: 14), character)
        XCTAssertNil(note.link(at: 3))
        XCTAssertNil(note.link(at: 15))
        XCTAssertEqual(note.link(at: 19), "https://a.org/x")
        XCTAssertEqual(note.links.map(\.range), [4..<15])
        let saved = 6..<6 + mention.count
        XCTAssertEqual(note.savedOffset(of: 9), saved.lowerBound)
        XCTAssertEqual(note.savedRange(of: 6..<9), saved)
        XCTAssertEqual(note.shownOffset(of: saved.lowerBound + 3), 4)
        XCTAssertEqual(note.shownOffset(of: saved.upperBound), 15)
    }

    func testNotesThatDifferInTheirMarksOnlyLookDifferent() {
        XCTAssertFalse(note("*a*").looks(like: note("a")))
        XCTAssertFalse(note("*a*").looks(like: note("**a**")))
        XCTAssertTrue(note("*a*").looks(like: note("*a*")))
    }

    /// A random text of marks and everything that may stand beside them.
    private func randomText(_ numbers: inout SeededNumbers) -> String {
        let parts = [
            "*", "**", "***", "****", "*", "a", "b c", " ", "\n", "\r\n", "- ", "> ", "\\*",
            "`*a*`",
            "https://a.org/*", "https://a.org", "影", "e\u{301}", "\u{301}", "👩‍👩‍👧", "(", "_a_", "\0",
            Mention.link(to: Self.agatha, name: "A"), Mention.link(to: Self.gone, name: "G*one*"),
        ]
        return (0..<Int.random(in: 0...14, using: &numbers))
            .map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
    }

    func testTheWayToTheSavedTextAndBack() {
        var numbers = SeededNumbers(seed: 34)
        for _ in 0..<(isExhaustive ? 20_000 : 1500) {
            let saved = randomText(&numbers)
            let quote = Bool.random(using: &numbers) ? "a *quoted* text" : nil
            let note = note(saved, quote: quote)
            let count = note.text.unicodeScalars.count
            let start = quote.map { min($0.count + 2, count) } ?? 0
            let offsets = (0...count).map(note.savedOffset)
            XCTAssertEqual(offsets, offsets.sorted(), saved)
            XCTAssertEqual(offsets.last, note.savedOffset(of: count + 9), saved)
            let whole = note.savedRange(of: start..<count)
            XCTAssertEqual(whole, 0..<(start < count ? saved.unicodeScalars.count : 0), saved)
            let back = (0...saved.unicodeScalars.count).map(note.shownOffset)
            XCTAssertEqual(back, back.sorted(), saved)
            XCTAssertEqual(back.first, start, saved)
            XCTAssertEqual(back.last, count, saved)
            let mentions = Mention.all(in: saved).map {
                saved.unicodeScalars.distance(from: saved.startIndex, to: $0.range.lowerBound)
            }
            for shown in start...count {
                let there = note.savedOffset(of: shown)
                guard note.shownOffset(of: there) != shown else { continue }
                XCTAssertTrue(mentions.contains(there), "\(saved): only mentions are whole")
            }
        }
    }

    func testCopyingGivesWhatWasTypedAndNothingElse() {
        var numbers = SeededNumbers(seed: 35)
        for _ in 0..<(isExhaustive ? 20_000 : 1500) {
            let saved = randomText(&numbers)
            let note = note(saved)
            let typed = Mention.replacing(in: saved.replacing("\0", with: "\u{FFFD}")) {
                MentionText.readable($0.characterID == Self.agatha ? "Agatha *K*" : $0.name)
            }
            let scalars = Array(note.text.unicodeScalars)
            XCTAssertEqual(
                Array(note.copied(0..<scalars.count).unicodeScalars),
                Array(typed.unicodeScalars),
                saved
            )
            let start = Int.random(in: 0...scalars.count, using: &numbers)
            let range = start..<Int.random(in: start...scalars.count, using: &numbers)
            let part = note.copied(range)
            // The copied text is typed again: it shows the selected words.
            XCTAssertEqual(
                Array(part.unicodeScalars.filter { $0 != "*" }),
                scalars[range].filter { $0 != "*" },
                saved
            )
        }
    }

    /// The styled words are those that the parser of styles finds.
    func testStyledWordsAreThoseOfTheParser() {
        var numbers = SeededNumbers(seed: 36)
        for _ in 0..<(isExhaustive ? 20_000 : 1500) {
            let text = randomText(&numbers).replacing("\0", with: "")
            guard Mention.all(in: text).isEmpty else { continue }
            let found = NoteStyles.find(in: text, links: NoteLinks.ranges(in: text))
            let note = note(text)
            let scalars = text.unicodeScalars
            func offset(_ index: String.Index) -> Int {
                note.shownOffset(of: scalars.distance(from: scalars.startIndex, to: index))
            }
            for pair in found.emphasis {
                let shown = offset(pair.opening.upperBound)..<offset(pair.closing.lowerBound)
                XCTAssertFalse(shown.isEmpty, text)
                XCTAssertEqual(
                    Array(note.copied(shown).unicodeScalars),
                    Array(text[pair.opening.lowerBound..<pair.closing.upperBound].unicodeScalars),
                    text
                )
            }
            let hidden = found.emphasis.flatMap { [$0.opening, $0.closing] }
                .reduce(0) { $0 + scalars.distance(from: $1.lowerBound, to: $1.upperBound) }
            XCTAssertEqual(note.text.unicodeScalars.count, scalars.count - hidden, text)
        }
    }

    func testTypedTagsAreQuietLinks() {
        let text = "*At* the #sea, by https://a.example/#part & #Low-tide."
        let note = ShownNote(text, quote: Quote("A #passage")) { _ in nil }
        let shown = note.text
        func link(_ word: String) -> String? {
            let start = shown.range(of: word)?.lowerBound ?? shown.startIndex
            return note.link(at: shown.utf8.distance(from: shown.startIndex, to: start))
        }
        XCTAssertEqual(link("#sea"), "#sea")
        XCTAssertEqual(link("#Low"), "#Low-tide")
        XCTAssertEqual(link("#part"), "https://a.example/#part")
        XCTAssertNil(link("#passage"), "the words of the book")
        XCTAssertNil(link("At"))
        let quiet = "<a href=\"#sea\"><span underline=\"none\">#sea</span></a>, by <a"
        XCTAssertTrue(note.markup?.contains(quiet) == true, note.markup ?? "")
        XCTAssertEqual(note.links, [])
        XCTAssertEqual(note.copied(0..<shown.unicodeScalars.count), "A #passage\n\n" + text)
    }

    func testEmphasisThatGoesOnAfterTheExcerptHasNoVisibleMark() {
        let long = String(repeating: "word ", count: 1200)
        for mark in ["*", "**"] {
            let text = "At *sea*: \(mark)\(long)end\(mark) and on"
            let note = ShownNote(text) { _ in nil }
            XCTAssertTrue(note.isCut)
            XCTAssertTrue(note.text.hasPrefix("At sea: word word"), "\(note.text.prefix(20))")
            XCTAssertTrue(note.text.hasSuffix("…"))
            XCTAssertFalse(note.text.contains("*"))
            let tag = mark == "*" ? "i" : "b"
            let markup = note.markup ?? ""
            XCTAssertTrue(markup.hasPrefix("At <i>sea</i>: <\(tag)>word"), "\(markup.prefix(40))")
            XCTAssertTrue(markup.hasSuffix("…</\(tag)>"))
            let copied = note.copied(0..<note.text.unicodeScalars.count)
            XCTAssertTrue(copied.hasPrefix("At *sea*: word"), "a part of it has no marks")
            XCTAssertEqual(note.savedOffset(of: 8), 10 + mark.count, "behind the mark")
            XCTAssertEqual(note.shownOffset(of: 10 + mark.count), 8)
        }
        let open = ShownNote("At *sea: " + long + "\nend*") { _ in nil }
        XCTAssertTrue(open.text.hasPrefix("At *sea"), "nothing closes it on its line")
    }
}
