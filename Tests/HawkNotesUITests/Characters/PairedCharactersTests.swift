import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Characters that get another id, as a merge has found them to be the same as another library's.
final class PairedCharactersTests: DisplayTestCase {
    private static let mine = UUID(uuidString: "FFFFFFFF-0000-4000-8000-000000000000")!
    private static let theirs = UUID(uuidString: "00000000-0000-4000-8000-000000000001")!

    private static func importCharacter(
        _ library: Library,
        _ id: UUID,
        _ text: String
    ) throws {
        let series = try library.series()
        _ = try library.importBatch(format: "test", name: "file") { importer in
            let person = Character(
                id: id,
                seriesID: series.id,
                name: "Imported",
                bookID: series.books[0].id,
                position: 1000
            )
            _ = try importer.add(person, source: "person")
            return nil
        }
        try library.addNote(text, on: .character(id))
    }

    private static func merge(into library: Library) throws -> ImportBatch.ID {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("other.sqlite")
        let other = try Library.open(at: file)
        try other.importSeries(from: SourceTree.seriesFile)
        try importCharacter(other, theirs, "theirs")
        try other.close()
        let merge = try LibraryMerge(of: file, in: folder.url.appendingPathComponent("copies"))
        let outcome = try merge.run(into: library)
        try merge.close()
        return try XCTUnwrap(outcome.batch)
    }

    @MainActor
    private static func texts(_ window: MainWindow) -> [String] {
        window.page.notes?.cards.map(\.note.text) ?? []
    }

    /// Opens a window at a character; only a manager finds values under former ids.
    @MainActor
    private static func open(
        _ id: Character.ID,
        _ manager: WindowManager,
        in program: TestProgram
    ) throws -> MainWindow {
        XCTAssertTrue(MainLoop.run { program.context.series.character(id) != nil })
        let window = manager.openWindow(showing: nil, isPrivate: false)
        XCTAssertTrue(MainLoop.run { window.window.isMapped })
        window.show(.character(id))
        XCTAssertTrue(MainLoop.run { !texts(window).isEmpty })
        return window
    }

    @MainActor
    private static func draft(_ window: MainWindow) -> String? {
        window.page.notes?.composer.field.buffer.text
    }

    func testAnOpenPageShowsTheNotesOfBothAndKeepsItsDraftAlsoAfterTheUndo() throws {
        try withProgram { program in
            try Self.importCharacter(program.library, Self.mine, "mine")
            try program.withManager { manager in
                let window = try Self.open(Self.mine, manager, in: program)
                window.page.notes?.composer.field.buffer.text = "a draft"
                let batch = try Self.merge(into: program.library)
                XCTAssertTrue(
                    MainLoop.run { Set(Self.texts(window)) == ["mine", "theirs"] },
                    "\(Self.texts(window))"
                )
                XCTAssertEqual(window.window.title, "Imported")
                XCTAssertEqual(window.place, .character(Self.theirs))
                XCTAssertEqual(Self.draft(window), "a draft")
                window.page.notes?.composer.field.buffer.text = "a draft, and more"

                try program.library.undoImport(batch)
                XCTAssertTrue(
                    MainLoop.run { Self.texts(window) == ["mine"] },
                    "\(Self.texts(window))"
                )
                XCTAssertEqual(window.window.title, "Imported")
                XCTAssertEqual(Self.draft(window), "a draft, and more")
                XCTAssertEqual(window.draftOffers?.count, 0)
            }
        }
    }

    /// A page that was opened between the merge and its undo.
    func testAPageThatWasOpenedMeanwhileStaysWithItsDraft() throws {
        try withProgram { program in
            try Self.importCharacter(program.library, Self.mine, "mine")
            let batch = try Self.merge(into: program.library)
            try program.withManager { manager in
                let window = try Self.open(Self.theirs, manager, in: program)
                XCTAssertTrue(MainLoop.run { Self.texts(window).count == 2 })
                window.page.notes?.composer.field.buffer.text = "begun meanwhile"
                try program.library.undoImport(batch)
                XCTAssertTrue(
                    MainLoop.run { Self.texts(window) == ["mine"] },
                    "\(Self.texts(window))"
                )
                XCTAssertEqual(Self.draft(window), "begun meanwhile")
                XCTAssertNil(window.shownBanner?.text)
                XCTAssertEqual(window.draftOffers?.count, 0)
                program.session.flush()
            }
            try program.beginNextRun()
            program.withManager { manager in
                manager.restore {}
                XCTAssertTrue(MainLoop.run { manager.windows.count == 1 })
                guard let window = manager.windows.first else { return }
                XCTAssertTrue(MainLoop.run { Self.texts(window) == ["mine"] })
                XCTAssertEqual(Self.draft(window), "begun meanwhile")
                XCTAssertEqual(window.draftOffers?.count, 0)
            }
        }
    }

    func testAFavoriteIsInItsTabOnceAndStaysOne() throws {
        try withProgram { program in
            try Self.importCharacter(program.library, Self.mine, "mine")
            try program.library.setFavorite(Self.mine, true)
            let window = program.openWindow(width: 1000, height: 700)
            window.select(.favorites(of: program.series.id), animated: false)
            let page = try XCTUnwrap(window.tabController.page as? FavoritesPage)
            @MainActor func shown() -> [Character.ID] { page.favorites.items.map(\.id) }
            XCTAssertTrue(MainLoop.run { shown() == [Self.mine] }, "\(shown())")
            let batch = try Self.merge(into: program.library)
            XCTAssertTrue(MainLoop.run { shown() == [Self.theirs] }, "\(shown())")
            XCTAssertEqual(
                program.series.allCharacters.filter { $0.name == "Imported" }.map(\.id),
                [Self.theirs]
            )
            try program.library.undoImport(batch)
            XCTAssertTrue(MainLoop.run { shown() == [Self.mine] }, "\(shown())")
        }
    }
}
