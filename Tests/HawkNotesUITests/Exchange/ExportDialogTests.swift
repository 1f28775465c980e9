import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesModel
import Phrases
import StateRestoration
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What the dialog for exports writes.
final class ExportDialogTests: DisplayTestCase {
    /// A window with the dialog, and a folder for files.
    @MainActor
    private final class Desk {
        let program: TestProgram
        private let temporary: TemporaryDirectory
        var folder: URL { temporary.url }
        let window: MainWindow
        let dialog: ExportDialog

        init(_ program: TestProgram) throws {
            self.program = program
            temporary = try TemporaryDirectory()
            program.makeDialog = { [unowned program] kind, scope in
                guard kind == .exporting, let window = program.windows.last else { return nil }
                return ExportDialog(in: scope, over: window)
            }
            window = program.openWindow()
            window.dialogs.show(.exporting)
            dialog = try XCTUnwrap(
                window.dialogs.dialog(.exporting)?.content as? ExportDialog
            )
        }

        func choice(_ name: String) -> CheckButton? {
            dialog.focusable.first { $0.name == name }?.widget as? CheckButton
        }

        func choose(_ name: String) { choice(name)?.isActive = true }

        var names: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            }
        }

        func write(_ subject: Int, _ format: ExportFormat, _ name: String) -> ExportFlow.Stage {
            let url = folder.appendingPathComponent(name)
            dialog.begin(dialog.subjects[subject], as: format, to: url)
            let isDone = MainLoop.run(upTo: 60) {
                if case .writing = dialog.stage { return false }
                return true
            }
            XCTAssertTrue(isDone, "it is still being written")
            return dialog.stage
        }
    }

    private static func withDesk(_ body: @MainActor (Desk) throws -> Void) throws {
        try withProgram { program in
            try body(Desk(program))
        }
    }

    func testThePageTheSeriesAndTheLibraryAreOffered() throws {
        try Self.withDesk { desk in
            let series = desk.program.series
            XCTAssertEqual(
                desk.dialog.subjects.map(\.part),
                [.book(series.books[0].id), .series(series.id), .everything]
            )
            XCTAssertEqual(desk.dialog.subjects[2].formats, [.markdown])
            XCTAssertTrue(desk.dialog.root.shows("Entire Library"))
        }
    }

    func testItIsSaidThatAllOfTheLibraryHasHiddenNotesAsWell() throws {
        try Self.withDesk { desk in
            let remark = "Pages for other apps that can be re-imported, hidden spoilers included"
            XCTAssertFalse(desk.dialog.root.shows(remark))
            desk.choose("subject everything")
            XCTAssertTrue(desk.dialog.root.shows(remark))
        }
    }

    func testOneButtonDoesWhatIsChosenAndPrintingIsAChoice() throws {
        try Self.withDesk { desk in
            let foot = try XCTUnwrap(desk.dialog.foot)
            XCTAssertEqual(foot.all("suggested-action").count, 1)
            for (way, action) in [
                ("way pdf", "Export…"), ("way paper", "Print…"), ("way markdown", "Export…"),
            ] {
                desk.choose(way)
                XCTAssertTrue(foot.shows(action), way)
            }
            // Not for all of the library, which is never printed.
            desk.choose("way paper")
            desk.choose("subject everything")
            XCTAssertTrue(foot.shows("Export…"))
            XCTAssertNil(desk.choice("way paper"))
        }
    }

    func testWhatWasChosenIsThereAgain() throws {
        try withProgram { program in
            try Self.choose(["subject series", "way pdf"], in: program)
            let window = try XCTUnwrap(try program.restart(after: .kill).first)
            window.dialogs.restore(.exporting, in: window.scene.root.window.dialog(.exporting))
            let content = window.dialogs.dialog(.exporting)?.content
            let dialog = try XCTUnwrap(content as? ExportDialog)
            for name in ["subject series", "way pdf"] {
                let choice = dialog.focusable.first { $0.name == name }?.widget as? CheckButton
                XCTAssertEqual(choice?.isActive, true, name)
            }
        }
    }

    @MainActor
    private static func choose(_ names: [String], in program: TestProgram) throws {
        let desk = try Desk(program)
        for name in names { desk.choose(name) }
    }

    func testEachFormatIsWritten() throws {
        try Self.withDesk { desk in
            let series = desk.folder.appendingPathComponent("a.hawknotes")
            XCTAssertEqual(desk.write(1, .seriesFile, "a.hawknotes"), .done(series))
            let pdf = desk.folder.appendingPathComponent("b.pdf")
            XCTAssertEqual(desk.write(0, .pdf, "b.pdf"), .done(pdf))
            guard case .done = desk.write(0, .markdown, "c") else {
                return XCTFail("\(desk.dialog.stage)")
            }
            guard case .done = desk.write(2, .markdown, "d") else {
                return XCTFail("\(desk.dialog.stage)")
            }
            XCTAssertEqual(try desk.names, ["a.hawknotes", "b.pdf", "c", "d"])
        }
    }

    func testMarkedNotesAreOfferedAndOneOfThemIsOneFile() throws {
        try Self.withDesk { desk in
            let book = desk.program.series.books[0]
            let note = try desk.program.library.addNote("Take me along.", on: .book(book.id))
            desk.window.exportNotes([note.id])
            XCTAssertTrue(MainLoop.run { desk.dialog.subjects.count == 4 })
            XCTAssertEqual(desk.dialog.subjects[0].part, .notes([note.id]))
            let name = ExportText.fileName(desk.dialog.subjects[0], .markdown)
            XCTAssertEqual(name, "Take me along.md")
            let file = desk.folder.appendingPathComponent(name)
            XCTAssertEqual(desk.write(0, .markdown, name), .done(file))
            let text = try String(contentsOf: file, encoding: .utf8)
            XCTAssertTrue(text.contains("Take me along."))
        }
    }

    func testAFolderThatCannotBeWrittenToIsTold() throws {
        try Self.withDesk { desk in
            try Data().write(to: desk.folder.appendingPathComponent("no folder"))
            for format in ExportFormat.allCases {
                guard case .failed(let reason) = desk.write(0, format, "no folder/file") else {
                    return XCTFail("\(format): \(desk.dialog.stage)")
                }
                XCTAssertTrue(reason.contains("“file”"), reason)
                XCTAssertTrue(reason.contains("the folder no longer exists"), reason)
                desk.dialog.leaveInnermost()
            }
        }
    }

    func testANameThatIsTooLongIsTold() throws {
        try Self.withDesk { desk in
            let book = desk.program.series.books[0]
            let note = try desk.program.library.addNote("Take me along.", on: .book(book.id))
            desk.window.exportNotes([note.id])
            XCTAssertTrue(MainLoop.run { desk.dialog.subjects.count == 4 })
            for format in ExportFormat.allCases {
                let name = String(repeating: "é", count: 150)
                guard case .failed(let reason) = desk.write(0, format, name) else {
                    return XCTFail("\(format): \(desk.dialog.stage)")
                }
                XCTAssertTrue(reason.hasSuffix(": the name is too long for this disk"), reason)
                XCTAssertEqual(try desk.names, [], "nothing is left")
                desk.dialog.leaveInnermost()
            }
        }
    }

    func testAnExportThatIsCalledOffLeavesWhatWasThere() throws {
        try Self.withDesk { desk in
            let file = desk.folder.appendingPathComponent("page.pdf")
            try Data("precious".utf8).write(to: file)
            desk.dialog.begin(desk.dialog.subjects[0], as: .pdf, to: file)
            XCTAssertEqual(try desk.names.count, 2)
            XCTAssertTrue(desk.dialog.leaveInnermost())
            XCTAssertEqual(desk.dialog.stage, .choosing)
            // The program may end now.
            XCTAssertEqual(try desk.names, ["page.pdf"])
            MainLoop.drain()
            XCTAssertEqual(try desk.names, ["page.pdf"])
            XCTAssertEqual(try Data(contentsOf: file), Data("precious".utf8))
        }
    }

    func testNamesOfFilesHaveNothingThatAFolderCannotHold() throws {
        try Self.withDesk { desk in
            var subject = desk.dialog.subjects[0]
            subject.title = "../a/b\n"
            XCTAssertEqual(ExportText.fileName(subject, .pdf), "a b.pdf")
            subject.title = "..."
            XCTAssertEqual(ExportText.fileName(subject, .pdf), "Hawk Notes.pdf")
            subject.title = "Who goes there?: a \"study\" of A|B"
            XCTAssertEqual(
                ExportText.fileName(subject, .seriesFile),
                "Who goes there a study of A B.hawknotes"
            )
            subject.title = String(repeating: "हिन्दी में बहुत लंबा ", count: 10)
            for format in ExportFormat.allCases {
                XCTAssertLessThan(ExportText.fileName(subject, format).utf8.count, 143)
            }
        }
    }
}
