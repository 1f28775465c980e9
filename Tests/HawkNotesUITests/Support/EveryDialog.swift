import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Dialogs of every kind, each with something in it.
@MainActor
enum EveryDialog {
    /// Runs a test's body with a window that any dialog can be opened over.
    static func withWindow(
        _ body: @MainActor (TestProgram, MainWindow) throws -> Void
    ) throws {
        try withProgram { program in
            try fill(program)
            try leaveWindow(program)
            let orphan = makeOrphan(program)
            try program.withManager(preferences: (Preferences(nil), .nowhere)) { manager in
                manager.activate()
                XCTAssertTrue(
                    MainLoop.run { manager.windows.contains { $0.window.isMapped } },
                    "the window did not come up"
                )
                manager.makeWindow(orphan).present()
                XCTAssertTrue(MainLoop.run { manager.hasOrphanedDrafts })
                let window = try XCTUnwrap(manager.windows.first { $0.scene !== orphan })
                window.select(.book(program.series.books[0].id), animated: false)
                XCTAssertTrue(MainLoop.run { window.page.notes?.elements.isEmpty == false })
                try body(program, window)
            }
        }
    }

    /// Two things in the trash, and notes of which one read otherwise before.
    private static func fill(_ program: TestProgram) throws {
        let (library, series) = (program.library, program.series)
        let book = NoteSubject.book(series.books[0].id)
        for text in ["one", "two"] {
            let note = try library.addNote(text, on: book)
            try library.updateNote(note.id, text: text + " birds")
            try library.deleteNote(try library.addNote("not " + text, on: book).id)
        }
    }

    /// Leaves a window with a draft, and begins the next run with it: there is an earlier time to look at.
    private static func leaveWindow(_ program: TestProgram) throws {
        program.session.historyLimits = HistoryLimits()
        let window = program.openWindow()
        try XCTUnwrap(window.page.notes).composer.field.buffer.text = "a draft"
        MainLoop.drain()
        program.tester.configuration.history = HistoryLimits()
        try program.beginNextRun()
    }

    /// A window with a draft of a book that is gone.
    private static func makeOrphan(_ program: TestProgram) -> RestorationScene {
        let scene = program.session.makeScene()
        let path = "tab:\(UUID().uuidString.lowercased())/book/newNote"
        let components = RestorationScope.components(of: path)
        RestorableText("newNote", in: scene.root.scope(components.dropLast()))
            .setString("a thought that has no page")
        return scene
    }
}

extension MainWindow {
    /// Merges a library in which the book has another rating.
    private func mergeDiffering(_ book: Book) throws -> ImportBatch.ID {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("other.sqlite")
        var book = book
        let other = try Library.open(at: file)
        try other.importSeries(from: SourceTree.seriesFile)
        book.rating = 5
        try other.save(book)
        try other.close()
        book.rating = 8
        try context.library.save(book)
        let merge = try LibraryMerge(of: file, in: folder.url.appendingPathComponent("copies"))
        let batch = try merge.run(into: context.library).batch
        try merge.close()
        return try XCTUnwrap(batch)
    }

    /// Opens a dialog of a kind, about the first book of a series or a note on it, and waits until it is there.
    func openDialog(_ kind: DialogKind, in series: Series) throws -> Dialog {
        let book = series.books[0].id
        func note() throws -> Note.ID {
            let notes = try XCTUnwrap(page.notes)
            let id = try XCTUnwrap(notes.elements.first).id
            return try XCTUnwrap(UUID(uuidString: id))
        }
        switch kind {
        case .picture: showPicture(.cover(ofBook: book))
        case .seriesEditor: edit(.series(series.id))
        case .bookEditor: edit(.book(book))
        case .characterEditor: edit(.character(series.allCharacters[0].id))
        case .movingNotes: choosePage(for: [try note()], on: .book(book))
        case .noteVersions: showVersions(of: try note())
        case .joining: chooseForJoining(.book(book))
        case .mergeLosses: showMergeLosses(of: try mergeDiffering(series.books[0]))
        case .preferences, .history, .importing, .trash, .exporting, .help, .backups:
            dialogs.show(kind)
        }
        XCTAssertTrue(
            MainLoop.run { dialogs.all.first?.window.isMapped == true },
            "\(kind) does not open"
        )
        MainLoop.drain()
        return try XCTUnwrap(dialogs.all.first, "\(kind)")
    }
}
