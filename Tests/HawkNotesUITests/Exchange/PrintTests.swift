import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Pages of the library on paper, as a PDF file has them.
final class PrintTests: DisplayTestCase {
    /// A PDF file, as far as it can be told by its bytes.
    private struct PDF {
        let text: String

        init(_ file: URL) throws {
            text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        }

        var pageCount: Int { text.matches(of: /\/Type\s*\/Page[^s]/).count }
        var links: [String] { text.matches(of: /\/URI \(([^)]*)\)/).map { String($0.1) } }
        var isWhole: Bool { text.hasPrefix("%PDF-") && text.contains("%%EOF") }
    }

    /// A program whose pages are printed, and a folder for that.
    @MainActor
    private final class Press {
        let program: TestProgram
        private let temporary: TemporaryDirectory
        var folder: URL { temporary.url }

        init(_ program: TestProgram) throws {
            self.program = program
            temporary = try TemporaryDirectory()
        }

        var library: Library { program.library }
        var series: Series { program.series }
        var book: Place { .book(series.books[0].id) }
        var notes: NoteSubject { .book(series.books[0].id) }

        func export(_ plan: PrintPlan) throws -> (pdf: PDF, outcome: PrintJob.Outcome) {
            let file = folder.appendingPathComponent("page.pdf")
            var outcome: PrintJob.Outcome?
            PrintJob(plan, in: library).export(to: file) { outcome = $0 }
            XCTAssertTrue(MainLoop.run(upTo: 120) { outcome != nil }, "it was not printed")
            return (try PDF(file), try XCTUnwrap(outcome))
        }

        func plan(_ place: Place) throws -> PrintPlan {
            try XCTUnwrap(PrintPlan(of: place, in: series, favorites: []))
        }
    }

    private static func withPress(_ body: @MainActor (Press) throws -> Void) throws {
        try withProgram { program in
            try body(Press(program))
        }
    }

    func testABookIsPrintedWithItsNotesAndTheirLinks() throws {
        try Self.withPress { press in
            _ = try press.library.addNote(
                "See https://example.org/a?b=c'd and hawknotes://shelf.",
                on: press.notes
            )
            let result = try press.export(press.plan(press.book))
            XCTAssertEqual(result.outcome, .printed)
            XCTAssertTrue(result.pdf.isWhole)
            XCTAssertTrue(result.pdf.links.contains("https://example.org/a?b=c%27d"))
            XCTAssertTrue(result.pdf.links.contains("hawknotes://shelf"))
            XCTAssertGreaterThan(result.pdf.pageCount, 0)
        }
    }

    func testEverythingOfALongBookIsOnSomePage() throws {
        try Self.withPress { press in
            for number in 0..<450 {
                let link = "https://example.org/\(number)"
                let text = Array(repeating: "A line of note \(number).", count: number % 9)
                _ = try press.library.addNote(
                    text.joined(separator: "\n") + "\n" + link,
                    on: press.notes
                )
            }
            let pdf = try press.export(press.plan(press.book)).pdf
            let numbers = Set(pdf.links.compactMap { Int($0.dropFirst(20)) })
            XCTAssertEqual(numbers, Set(0..<450))
            XCTAssertGreaterThan(pdf.pageCount, 40)
        }
    }

    func testANoteThatIsLongerThanAPageGoesOnOnTheNext() throws {
        try Self.withPress { press in
            let series = press.series
            let words = (0..<40_000).map { "word\($0)" }.joined(separator: " ")
            let text = words + " https://example.org/end"
            let note = try press.library.addNote(text, on: press.notes)
            let plan = PrintPlan([note], of: "One note", in: series)
            let pdf = try press.export(plan).pdf
            XCTAssertEqual(pdf.links, ["https://example.org/end"])
            XCTAssertGreaterThan(pdf.pageCount, 50)
        }
    }

    func testTextsThatNoPrinterWouldLikeArePrinted() throws {
        try Self.withPress { press in
            let series = press.series
            let texts = [
                "nul \0 in it", "\u{202E}backwards", "", String(repeating: "x", count: 50_000),
                "مرحبا https://example.org/ar", "漢字", "https://example.org/ä'\\(x)",
                String(repeating: "\n", count: 3000) + "end",
            ]
            let notes = try texts.filter { !$0.isEmpty }.map {
                try press.library.addNote($0, on: press.notes)
            }
            let plan = PrintPlan(notes, of: "Odd \0 things", in: series)
            let result = try press.export(plan)
            XCTAssertEqual(result.outcome, .printed)
            XCTAssertTrue(result.pdf.isWhole)
            XCTAssertTrue(result.pdf.links.contains("https://example.org/ar"))
        }
    }

    func testWindowsGoOnWhileALongBookIsLaidOut() throws {
        try Self.withPress { press in
            for number in 0..<1500 {
                _ = try press.library.addNote("Note \(number).", on: press.notes)
            }
            var turns = 0
            var outcome: PrintJob.Outcome?
            let job = PrintJob(try press.plan(press.book), in: press.library)
            job.export(to: press.folder.appendingPathComponent("long.pdf")) { outcome = $0 }
            let isDone = MainLoop.run(upTo: 120) {
                turns += 1
                return outcome != nil
            }
            XCTAssertTrue(isDone)
            XCTAssertEqual(outcome, .printed)
            // In one piece there would be none in between.
            XCTAssertGreaterThan(turns, 20)
        }
    }

    func testAFileThatIsThereStaysUntilTheNewOneIsWhole() throws {
        try Self.withPress { press in
            let file = press.folder.appendingPathComponent("page.pdf")
            try Data("precious".utf8).write(to: file)
            let plan = try press.plan(press.book)
            var outcome: PrintJob.Outcome?
            let job = PrintJob(plan, in: press.library)
            job.export(to: file) { outcome = $0 }
            XCTAssertEqual(try Data(contentsOf: file), Data("precious".utf8))
            job.cancel()
            XCTAssertTrue(MainLoop.run { outcome != nil })
            XCTAssertEqual(outcome, .cancelled)
            XCTAssertEqual(try Data(contentsOf: file), Data("precious".utf8))
            XCTAssertEqual(
                try FileManager.default.contentsOfDirectory(atPath: press.folder.path),
                ["page.pdf"]
            )
            XCTAssertTrue(try press.export(plan).pdf.isWhole)
        }
    }

    func testAFolderThatIsNotThereIsTold() throws {
        try Self.withPress { press in
            let plan = try press.plan(press.book)
            var outcome: PrintJob.Outcome?
            PrintJob(plan, in: press.library)
                .export(to: press.folder.appendingPathComponent("no/page.pdf")) { outcome = $0 }
            XCTAssertTrue(MainLoop.run { outcome != nil })
            guard case .failed(let reason) = outcome else { return XCTFail("\(outcome as Any)") }
            XCTAssertFalse(reason.isEmpty)
        }
    }

    func testAFullDiskIsToldAndLeavesNothing() throws {
        try Self.withPress { press in
            let file = press.folder.appendingPathComponent("page.pdf")
            try Data("precious".utf8).write(to: file)
            // What GTK leaves when the disk is full has no end.
            let printed = PrintedFile(path: file.path)
            try Data("%PDF-1.5 begun".utf8).write(to: URL(fileURLWithPath: printed.unfinished))
            XCTAssertNotNil(printed.finish())
            XCTAssertEqual(try Data(contentsOf: file), Data("precious".utf8))
            XCTAssertEqual(
                try FileManager.default.contentsOfDirectory(atPath: press.folder.path),
                ["page.pdf"]
            )
        }
    }

    func testASeriesAndTheFavoritesHaveAllTheirParts() throws {
        try Self.withPress { press in
            let series = press.series
            let whole = try press.plan(.series(series.id))
            XCTAssertEqual(
                whole.sections.count,
                1 + series.books.count + series.allCharacters.count
            )
            let ids = Set(series.allCharacters.prefix(2).map(\.id))
            let favorites = try XCTUnwrap(
                PrintPlan(of: .favorites, in: series, favorites: ids)
            )
            XCTAssertEqual(favorites.sections.count, 3)
            XCTAssertNil(
                PrintPlan(of: .webPage(book: series.books[0].id), in: series, favorites: [])
            )
        }
    }

    func testEmphasizedWordsArePrintedWithoutTheirMarks() throws {
        try Self.withPress { press in
            let (quoted, text) = ("As *printed*", "Löwe: *one*, **two** ***three*** and 2 * 3")
            let note = try press.library.addNote(text, on: press.notes, quote: Quote(quoted))
            let blocks = try press.plan(press.book).blocks(note)
            XCTAssertEqual(blocks.map(\.style), [.remark, .quote, .note])
            XCTAssertEqual(blocks[1].text, quoted, "the words of the book")
            XCTAssertEqual(blocks[1].emphasis, [])
            let words = blocks[2].text
            XCTAssertEqual(words, "Löwe: one, two three and 2 * 3")
            func part(_ range: Range<Int>) -> String {
                String(decoding: Array(words.utf8)[range], as: UTF8.self)
            }
            let italic = blocks[2].emphasis.filter(\.isItalic).map { part($0.range) }
            let bold = blocks[2].emphasis.filter(\.isBold).map { part($0.range) }
            XCTAssertEqual(Set(italic), ["one", "three"])
            XCTAssertEqual(bold, ["two", "three"])
            let (pdf, _) = try press.export(press.plan(press.book))
            XCTAssertTrue(pdf.isWhole)
        }
    }

    /// Measures a word on paper.
    private final class Ruler: PrintedDocument {
        /// Of the plain word, and of the bold one.
        private(set) var widths: [Double] = []

        func begin(on paper: PrintPaper) {
            widths = [false, true].map { isBold in
                let text = PrintText(
                    "words",
                    font: "Serif 10.5",
                    width: 400,
                    emphasis: [PrintText.Emphasis(range: 0..<5, isItalic: false, isBold: isBold)],
                    on: paper
                )
                let link = PrintText.Link(range: 0..<5, address: "")
                return text.extents(of: link, onLine: 0).first?.upperBound ?? 0
            }
        }

        func layOut() -> Int? { 1 }
        func draw(page: Int, on canvas: PrintCanvas) {}
    }

    func testBoldWordsAreBoldOnPaper() throws {
        try Self.withPress { press in
            let ruler = Ruler()
            let file = press.folder.appendingPathComponent("ruler.pdf").path
            var isDone = false
            PDFExport(ruler, title: "Ruler", to: file)?.run { _ in isDone = true }
            XCTAssertTrue(MainLoop.run { isDone })
            XCTAssertEqual(ruler.widths.count, 2)
            XCTAssertGreaterThan(ruler.widths.last ?? 0, ruler.widths.first ?? 0)
        }
    }

    func testATextIsCutAtLinesAndWordsAndNeverInsideACharacter() {
        onMainActor {
            let lines = PrintBlock.blocks(.note, "one\ntwo\nthree", limit: 8)
            XCTAssertEqual(lines.map(\.text), ["one\ntwo", "three"])
            let words = PrintBlock.blocks(.note, "one two three", limit: 8)
            XCTAssertEqual(words.map(\.text), ["one two", "three"])
            let long = String(repeating: "ä", count: 21)
            let pieces = PrintBlock.blocks(.note, long, limit: 8)
            XCTAssertEqual(pieces.map(\.text).joined(), long)
            XCTAssertGreaterThan(pieces.count, 4)
        }
    }
}
