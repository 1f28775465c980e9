import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What the dialog for imports does with files, good and bad.
final class ImportDialogTests: DisplayTestCase {
    /// The dialog had not come as far as it should.
    private struct Unexpected: Error {
        var stage: ImportFlow.Stage
    }

    /// A window with the dialog, and a folder with files.
    @MainActor
    private final class Desk {
        let program: TestProgram
        private let temporary: TemporaryDirectory
        var folder: URL { temporary.url }
        private(set) var window: MainWindow

        init(_ program: TestProgram) throws {
            self.program = program
            temporary = try TemporaryDirectory()
            program.makeDialog = { [unowned program] kind, scope in
                guard kind == .importing, let window = program.windows.last else { return nil }
                return ImportDialog(window.context.imports, in: scope, over: window)
            }
            window = program.openWindow()
        }

        var dialog: ImportDialog {
            get throws {
                try XCTUnwrap(window.dialogs.dialog(.importing)?.content as? ImportDialog)
            }
        }

        func file(_ name: String, _ text: String) throws -> String {
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file.path
        }

        /// Clippings of a Kindle with so many highlights, the first of which may read otherwise.
        func clippings(_ count: Int, first: String? = nil) throws -> String {
            let silence = "Only in silence the word"
            let entries = (0..<count).map { number in
                """
                A Wizard of Earthsea (Ursula K. Le Guin)\r
                - Your Highlight on Location \(100 + number * 3)-\(101 + number * 3) | Added on Friday, \
                March 3, 2023 10:15:0\(number % 10) PM\r
                \r
                \(number == 0 ? first ?? silence : "\(silence) \(number)").\r
                ==========\r

                """
            }
            return try file("My Clippings.txt", entries.joined())
        }

        func wait(_ what: String, until condition: @MainActor () throws -> Bool) {
            XCTAssertTrue(
                MainLoop.run(upTo: 60) { (try? condition()) == true },
                "\(what) did not come"
            )
        }

        func waitForPreview() throws -> LibraryImportPreview {
            wait("the preview") {
                switch try dialog.stage {
                case .preview, .failed: true
                case .choosing, .looking, .importing, .done: false
                }
            }
            let stage = try dialog.stage
            guard case .preview(let preview) = stage else { throw Unexpected(stage: stage) }
            return preview
        }

        func press(_ name: String) throws {
            let button = try XCTUnwrap(dialog.focusable.first { $0.name == name }?.widget)
            try XCTUnwrap(button as? Button).click()
        }

        func waitForReport() throws -> LibraryImportOutcome {
            wait("the report") {
                if case .done = try dialog.stage { return true }
                return false
            }
            let stage = try dialog.stage
            guard case .done(let outcome) = stage else { throw Unexpected(stage: stage) }
            return outcome
        }

        func restart() throws {
            window = try XCTUnwrap(try program.restart().first)
            program.session.registerFactory(forClass: DialogKind.importing.restorationClass) {
                [window] in window.dialogs.restore(.importing, in: $0)
            }
            program.session.rebuildPresented(in: window.scene)
        }
    }

    private static func withDesk(_ body: @MainActor (Desk) throws -> Void) throws {
        try withProgram { program in
            try body(Desk(program))
        }
    }

    func testTheSameClippingsTwiceAddNothingTwice() throws {
        try Self.withDesk { desk in
            let path = try desk.clippings(3)
            let book = "A Wizard of Earthsea · Ursula K. Le Guin"
            let before = try desk.program.library.allNotes().count
            desk.window.importFile(at: path)
            let preview = try desk.waitForPreview()
            XCTAssertEqual(preview.report.new[.note], 3)
            XCTAssertEqual(preview.newBooks.map(ImportText.line(ofBook:)), [book])
            XCTAssertEqual(try desk.program.library.allNotes().count, before)
            try desk.press("import")
            let outcome = try desk.waitForReport()
            XCTAssertEqual(outcome.report.new[.note], 3)
            XCTAssertEqual(outcome.newBooks.map(ImportText.line(ofBook:)), [book])
            XCTAssertEqual(try desk.program.library.allNotes().count, before + 3)

            desk.window.importFile(at: path)
            let again = try desk.waitForPreview()
            XCTAssertEqual(again.report.newCount, 0)
            XCTAssertEqual(again.knownBooks.map(ImportText.line(ofBook:)), [book])
            XCTAssertFalse(try desk.dialog.focusable.contains { $0.name == "import" })
        }
    }

    func testWhatTheSourceHasChangedIsTold() throws {
        try Self.withDesk { desk in
            let library = desk.program.library
            @MainActor func bring(_ path: String) throws -> LibraryImportReport {
                desk.window.importFile(at: path)
                let preview = try desk.waitForPreview()
                try desk.press("import")
                let report = try desk.waitForReport().report
                XCTAssertEqual(report, preview.report)
                return report
            }
            _ = try bring(try desk.clippings(2, first: "Once a word"))
            let id = try XCTUnwrap(library.allNotes().first { $0.quote?.text == "Once a word." }).id

            let report = try bring(try desk.clippings(3, first: "Once a dark word"))
            XCTAssertEqual(report.changed, [.note: 1])
            XCTAssertEqual(try library.note(id)?.quote?.text, "Once a dark word.")
            var texts = try desk.dialog.root.texts
            XCTAssertTrue(texts.contains("Notes: 1 new, 1 changed, 1 already there"), "\(texts)")
            XCTAssertTrue(texts.contains("Changed since the last import"), "\(texts)")
            XCTAssertEqual(ImportText.news(report), "1 note, 1 note changed")

            // Both sides have another quotation.
            let note = try XCTUnwrap(library.note(id))
            let quote = Quote("Mine.")
            _ = try library.saveEdit(
                of: id,
                text: "",
                base: "",
                quote: NoteQuoteEdit(from: note.quote, to: quote),
                on: note.subject,
                newID: UUID()
            )
            _ = try bring(try desk.clippings(3, first: "Once a light word"))
            texts = try desk.dialog.root.texts
            XCTAssertTrue(texts.contains("Changed in both places"), "\(texts)")
            XCTAssertTrue(texts.contains("A Wizard of Earthsea: “Mine.”"), "\(texts)")
            XCTAssertEqual(try library.note(id)?.quote, quote)
        }
    }

    func testWhatStaysWhenAnImportIsTakenBackIsNamed() throws {
        try Self.withDesk { desk in
            let library = desk.program.library
            desk.window.importFile(at: try desk.clippings(2))
            _ = try desk.waitForPreview()
            try desk.press("import")
            _ = try desk.waitForReport()
            let note = try XCTUnwrap(
                library.allNotes().first { $0.quote?.text.hasSuffix("1.") ?? false }
            )
            try library.updateNote(note.id, text: "My own words.")
            XCTAssertTrue(desk.window.toasts.performAction())
            desk.wait("the word of it") {
                desk.window.shownToast?.text
                    == "1 note that you have changed since stays: A Wizard of Earthsea: “My own words.”"
            }
        }
    }

    func testAnImportIsTakenBackByItsToast() throws {
        try Self.withDesk { desk in
            let before = try desk.program.library.allNotes().count
            desk.window.importFile(at: try desk.clippings(2))
            _ = try desk.waitForPreview()
            try desk.press("import")
            _ = try desk.waitForReport()
            XCTAssertEqual(desk.window.shownToast?.action, "Undo Import")
            XCTAssertTrue(desk.window.toasts.performAction())
            desk.wait("the way back") {
                try desk.program.library.allNotes().count == before
            }
            XCTAssertNotNil(try desk.program.library.importBatches().first?.undoneAt)
        }
    }

    func testAnOpenImportIsLookedThroughAnewAfterARestart() throws {
        try Self.withDesk { desk in
            desk.window.importFile(at: try desk.clippings(4))
            _ = try desk.waitForPreview()
            try desk.restart()
            XCTAssertEqual(try desk.waitForPreview().report.new[.note], 4)
            try desk.press("other")
            try desk.restart()
            let stage = try desk.dialog.stage
            guard case .choosing = stage else { throw Unexpected(stage: stage) }
        }
    }

    func testWhatCannotBeReadIsToldWithItsName() throws {
        try Self.withDesk { desk in
            let paths = [
                try desk.file("empty.txt", ""), try desk.file("random.bin", "\u{1}\u{2}\u{3}zzz"),
                desk.folder.appendingPathComponent("gone.txt").path, "/dev/null",
            ]
            for path in paths {
                desk.window.importFile(at: path)
                desk.wait("a sentence") {
                    switch try desk.dialog.stage {
                    case .failed: true
                    case .preview(let preview): preview.report.newCount == 0
                    case .choosing, .looking, .importing, .done: false
                    }
                }
                let name = URL(fileURLWithPath: path).lastPathComponent
                let texts = try desk.dialog.root.texts
                XCTAssertTrue(texts.contains { $0.contains(name) }, "\(name): \(texts)")
            }
        }
    }

    func testAFileOfAnotherProgramIsCalledWhatItIs() throws {
        try Self.withDesk { desk in
            desk.window.importFile(at: try desk.file("notes.enex", "<en-export/>"))
            desk.wait("a sentence") {
                if case .failed = try desk.dialog.stage { return true }
                return false
            }
            XCTAssertTrue(try desk.dialog.root.texts.contains { $0.contains("Evernote") })
        }
    }

    func testAMissingLibraryIsTold() throws {
        try Self.withDesk { desk in
            desk.window.importFile(at: try desk.file("book.epub", "PK\u{3}\u{4}mimetype"))
            desk.wait("a sentence") {
                if case .failed = try desk.dialog.stage { return true }
                return false
            }
            XCTAssertTrue(try desk.dialog.root.texts.contains { $0.contains("book.epub") })
        }
    }

    func testFilesThatAreDroppedAreLookedThrough() throws {
        try Self.withDesk { desk in
            let path = try desk.clippings(1)
            let address = URL(fileURLWithPath: path).absoluteString
            desk.window.importFiles(named: "# a comment\r\n\(address)\r\n")
            XCTAssertEqual(try desk.waitForPreview().report.new[.note], 1)
            desk.window.importFiles(named: "https://example.org/x.epub\r\n")
            XCTAssertEqual(
                desk.window.shownToast?.text,
                "Only files on this computer can be imported."
            )
        }
    }

    func testAnImportGoesOnWhenTheDialogIsClosed() throws {
        try Self.withDesk { desk in
            let before = try desk.program.library.allNotes().count
            desk.window.importFile(at: try desk.clippings(200))
            _ = try desk.waitForPreview()
            try desk.press("import")
            desk.window.dialogs.dialog(.importing)?.dismiss()
            desk.wait("the end") {
                try desk.program.library.allNotes().count == before + 200
            }
            desk.wait("the toast") { desk.window.shownToast?.action == "Undo Import" }
        }
    }
}
