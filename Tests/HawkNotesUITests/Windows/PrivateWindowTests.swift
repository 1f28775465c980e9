import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Windows of which nothing is kept.
final class PrivateWindowTests: DisplayTestCase {
    func testWhatIsOpenedFromAPrivateWindowIsPrivate() throws {
        try withProgram { program in
            try program.withManager { manager in
                manager.openNewWindow()
                manager.openNewPrivateWindow()
                let first = try XCTUnwrap(manager.windows.last)
                XCTAssertTrue(first.scene.isPrivate)
                let character = program.series.allCharacters[0]
                first.openInNewWindow(.character(character.id), raisingExisting: false)
                manager.openNewWindow()
                XCTAssertEqual(manager.windows.map(\.scene.isPrivate), [false, true, true, true])
                XCTAssertEqual(
                    manager.windows.map(\.tabController.place).suffix(2),
                    [.character(character.id), .character(character.id)]
                )
                manager.windows[0].openInNewWindow(.favorites, raisingExisting: false)
                XCTAssertEqual(manager.windows.last?.scene.isPrivate, false)
                XCTAssertEqual(program.session.recentlyClosed.count, 0)
                manager.didClose(first)
                XCTAssertEqual(program.session.recentlyClosed.count, 0)
            }
        }
    }

    func testALinkLeadsFromAWindowToOneOfItsKind() throws {
        try withProgram { program in
            program.withManager { manager in
                manager.openNewWindow()
                manager.openNewPrivateWindow()
                let (ordinary, hidden) = (manager.windows[0], manager.windows[1])
                let link = Place.favorites.link(in: program.series)
                hidden.open(link: link)
                XCTAssertEqual(manager.windows.map(\.scene.isPrivate), [false, true, true])
                ordinary.open(link: link)
                XCTAssertEqual(manager.windows.map(\.scene.isPrivate), [false, true, true, false])
                // Each kind has a window now that shows it.
                for window in [hidden, ordinary] {
                    window.open(link: link)
                    window.openInNewWindow(.favorites, raisingExisting: true)
                }
                manager.open(address: link)
                XCTAssertEqual(manager.windows.count, 4)
            }
        }
    }

    func testNobodyRemembersWhatIsTyped() throws {
        try withProgram { program in
            for isPrivate in [false, true] {
                let window = program.openWindow(program.session.makeScene(isPrivate: isPrivate))
                let field = try XCTUnwrap(window.tabController.page.notes?.composer.field)
                XCTAssertTrue(field.grabFocus())
                XCTAssertEqual(field.forgetsTyping, isPrivate)
                field.activateAction("misc.insert-emoji")
                XCTAssertEqual(field.all(ofType: "GtkEmojiChooser").isEmpty, isPrivate)
            }
        }
    }

    func testNobodyRemembersWhatIsTypedInItsDialogs() throws {
        try withProgram { program in
            try program.withManager { manager in
                manager.openNewWindow()
                manager.openNewPrivateWindow()
                for window in manager.windows {
                    window.showHistory(.groups)
                    let dialog = try XCTUnwrap(window.dialogs.dialog(.history))
                    let entry = try XCTUnwrap(
                        dialog.content.focusable.compactMap { $0.widget as? Entry }.first
                    )
                    XCTAssertTrue(MainLoop.run { dialog.window.isMapped })
                    entry.grabFocus()
                    let field = try XCTUnwrap(dialog.window.focus)
                    XCTAssertEqual(field.typeName, "GtkText")
                    XCTAssertEqual(field.forgetsTyping, window.scene.isPrivate)
                }
            }
        }
    }

    func testItsDialogsLeaveNothingInFiles() throws {
        for isPrivate in [false, true] {
            try withProgram { program in
                let note = try program.library.addNote(
                    "note",
                    on: .book(program.series.books[0].id)
                )
                program.withManager(preferences: (Preferences(nil), .nowhere)) { manager in
                    let window = manager.makeWindow(program.session.makeScene(isPrivate: isPrivate))
                    program.present(window)
                    program.session.flush()
                    let before = program.tester.files.files
                    let editors: [DialogKind] = [.seriesEditor, .bookEditor, .characterEditor]
                    let others = DialogKind.allCases.filter { !editors.contains($0) }
                    let about: [DialogKind] = [
                        .picture, .movingNotes, .noteVersions, .joining, .mergeLosses,
                    ]
                    for kind in others where !about.contains(kind) { window.dialogs.show(kind) }
                    window.choosePage(for: [note.id], on: note.subject)
                    window.showVersions(of: note.id)
                    window.showMergeLosses(of: UUID())
                    window.chooseForJoining(.book(program.series.books[0].id))
                    window.showPicture(.cover(ofBook: program.series.books[0].id))
                    for kind in others {
                        XCTAssertNotNil(window.dialogs.dialog(kind), "\(kind)")
                    }
                    window.edit(.series(program.series.id))
                    window.edit(.book(program.series.books[0].id))
                    window.edit(.character(program.series.allCharacters[0].id))
                    XCTAssertEqual(window.dialogs.all.count, DialogKind.allCases.count)
                    program.session.flush()
                    XCTAssertEqual(program.tester.files.files == before, isPrivate)
                }
            }
        }
    }

    func testAPrivateWindowSaysWhatThatMeans() throws {
        try withProgram { program in
            for isPrivate in [false, true] {
                let window = program.openWindow(program.session.makeScene(isPrivate: isPrivate))
                let says = window.chrome.content.texts.contains { $0.contains("are not kept") }
                XCTAssertEqual(says, isPrivate)
                XCTAssertEqual(window.chrome.header.all("private-line").isEmpty, true)
            }
        }
    }
}
