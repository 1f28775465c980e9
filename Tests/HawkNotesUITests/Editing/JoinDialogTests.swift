import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// A book or a character is joined with another one that is chosen in a dialog.
final class JoinDialogTests: DisplayTestCase {
    @MainActor
    private struct Desk {
        let program: TestProgram
        let window: MainWindow
        var series: Series { program.series }
        /// The one that stays, and the one that becomes a part of it.
        let (kept, other): (Character, Character)

        var dialog: JoinDialog? {
            window.dialogs.dialog(.joining)?.content as? JoinDialog
        }

        func openDialog() throws -> JoinDialog {
            window.chooseForJoining(.character(kept.id))
            XCTAssertTrue(MainLoop.run { dialog?.chooser.shown.isEmpty == false })
            return try XCTUnwrap(dialog)
        }
    }

    private static func withDesk(_ body: @MainActor (Desk) throws -> Void) throws {
        try withProgram { program in
            let all = program.series.allCharacters
            let kept = all[0]
            let other = try XCTUnwrap(all.first { $0.bookID != kept.bookID })
            let window = program.openWindow(width: 800, height: 700)
            program.makeDialog = { [unowned program] kind, scope in
                guard kind == .joining, let window = program.windows.last else { return nil }
                return JoinDialog(in: scope, over: window)
            }
            let context = program.context
            program.session.fallbackPaths = { FormerScopes(context.series).paths(of: $0) }
            try body(Desk(program: program, window: window, kept: kept, other: other))
        }
    }

    func testTheOtherOneIsChosenAndJoinedAndUndone() throws {
        try Self.withDesk { desk in
            let dialog = try desk.openDialog()
            XCTAssertEqual(dialog.title, "Join Character With")
            XCTAssertFalse(dialog.chooser.shown.contains { $0.place == .character(desk.kept.id) })
            dialog.chooser.entry.content.apply(
                .init(offset: 0, removed: "", inserted: desk.other.name)
            )
            XCTAssertTrue(MainLoop.run { dialog.chooser.shown.count == 1 })
            dialog.chooser.onChoose(.character(desk.other.id))
            XCTAssertTrue(MainLoop.run { dialog.join.isMapped })
            let question = "Join “\(desk.kept.name)” with “\(desk.other.name)”?"
            XCTAssertTrue(dialog.root.shows(question))
            XCTAssertTrue(dialog.leaveInnermost())
            XCTAssertNil(dialog.chosen)
            XCTAssertFalse(dialog.leaveInnermost())

            dialog.chooser.onChoose(.character(desk.other.id))
            dialog.join.click()
            let text = "Joined “\(desk.kept.name)” with “\(desk.other.name)”"
            XCTAssertTrue(MainLoop.run { desk.window.toasts.text == text })
            XCTAssertNil(desk.dialog)
            XCTAssertTrue(
                MainLoop.run { desk.series.character(desk.other.id)?.id == desk.kept.id }
            )
            XCTAssertTrue(desk.window.toasts.performAction())
            XCTAssertTrue(
                MainLoop.run { desk.series.character(desk.other.id)?.id == desk.other.id }
            )
        }
    }

    func testWhatDiffersIsChosenSideBySideAndComesBack() throws {
        try Self.withDesk { desk in
            var dialog = try desk.openDialog()
            dialog.chooser.onChoose(.character(desk.other.id))
            @MainActor func choice(_ name: String) -> CheckButton? {
                dialog.fields.focusable.first { $0.name == name }?.widget as? CheckButton
            }
            XCTAssertTrue(MainLoop.run { choice("other-summary") != nil })
            XCTAssertEqual(choice("kept-summary")?.isActive, true)
            XCTAssertTrue(dialog.root.shows(try XCTUnwrap(desk.other.summary)))
            choice("other-summary")?.isActive = true
            XCTAssertEqual(choice("kept-summary")?.isActive, false)

            let again = try XCTUnwrap(try desk.program.restart().first)
            again.dialogs.restore(.joining, in: again.scene.root.window.dialog(.joining))
            dialog = try XCTUnwrap(again.dialogs.dialog(.joining)?.content as? JoinDialog)
            XCTAssertTrue(MainLoop.run { choice("other-summary")?.isActive == true })
            dialog.join.click()
            let series = desk.program.context.series
            XCTAssertTrue(
                MainLoop.run { series.character(desk.kept.id)?.summary == desk.other.summary }
            )
        }
    }

    func testTheDialogComesBackWithWhatWasChosen() throws {
        try Self.withDesk { desk in
            let dialog = try desk.openDialog()
            dialog.chooser.onChoose(.character(desk.other.id))
            let again = try XCTUnwrap(try desk.program.restart().first)
            let scope = again.scene.root.window.dialog(.joining)
            XCTAssertEqual(scope.presentedClass, DialogKind.joining.restorationClass)
            again.dialogs.restore(.joining, in: scope)
            let back = try XCTUnwrap(again.dialogs.dialog(.joining)?.content as? JoinDialog)
            XCTAssertTrue(MainLoop.run { back.chosen?.part == .character(desk.other.id) })
            XCTAssertTrue(MainLoop.run { back.join.isMapped })
        }
    }

    func testOpenPageAndItsDraftGoAlongAndComeBack() throws {
        try Self.withDesk { desk in
            let window = desk.window
            window.show(.character(desk.other.id), animated: false)
            try XCTUnwrap(window.page.notes).composer.field.buffer.text = "Half a thought"
            let other = desk.program.openWindow(width: 800, height: 700)
            other.show(.character(desk.kept.id), animated: false)
            MainLoop.drain()

            let undo = try desk.program.library.join(.character(desk.other.id), into: desk.kept.id)

            XCTAssertTrue(MainLoop.run { window.isShowing(.character(desk.kept.id)) })
            XCTAssertTrue(
                MainLoop.run { window.page.notes?.composer.field.buffer.text == "Half a thought" }
            )
            XCTAssertTrue(MainLoop.run { other.isShowing(.character(desk.kept.id)) })
            XCTAssertEqual(other.page.notes?.composer.field.buffer.text, "")
            // A link to the other one leads there as well.
            other.select(.favorites(in: desk.series), animated: false)
            other.show(.character(desk.other.id), animated: false)
            XCTAssertTrue(other.isShowing(.character(desk.kept.id)))

            try desk.program.library.undo(undo)
            XCTAssertTrue(
                MainLoop.run { desk.series.character(desk.other.id)?.id == desk.other.id }
            )
            window.show(.character(desk.other.id), animated: false)
            XCTAssertTrue(
                MainLoop.run { window.page.notes?.composer.field.buffer.text == "Half a thought" }
            )
        }
    }

    func testOpenBookGoesAlong() throws {
        try Self.withDesk { desk in
            let books = desk.series.books
            desk.window.select(.book(books[1].id), animated: false)
            try XCTUnwrap(desk.window.page.notes).composer.field.buffer.text = "Half a thought"
            let undo = try desk.program.library.join(.book(books[1].id), into: books[0].id)
            XCTAssertTrue(MainLoop.run { desk.window.isShowing(.book(books[0].id)) })
            XCTAssertTrue(
                MainLoop.run {
                    desk.window.page.notes?.composer.field.buffer.text == "Half a thought"
                }
            )
            try desk.program.library.undo(undo)
            XCTAssertTrue(MainLoop.run { desk.series.books.count == books.count })
            desk.window.select(.book(books[1].id), animated: false)
            XCTAssertTrue(
                MainLoop.run {
                    desk.window.page.notes?.composer.field.buffer.text == "Half a thought"
                }
            )
        }
    }

    func testDraftThatTheOtherOneHidesIsOffered() throws {
        try Self.withDesk { desk in
            @MainActor func orphans() -> [OrphanedDrafts.Draft] {
                var told: [OrphanedDrafts.Draft]?
                OrphanedDrafts.find(
                    in: desk.window.scene,
                    library: desk.program.library,
                    series: desk.program.context.series
                ) { told = $0 }
                XCTAssertTrue(MainLoop.run { told != nil })
                return told ?? []
            }
            let (kept, other) = (desk.kept, desk.other)
            desk.window.show(.character(other.id), animated: false)
            try XCTUnwrap(desk.window.page.notes).composer.field.buffer.text = "Half a thought"
            desk.window.goBack()
            desk.window.show(.character(kept.id), animated: false)
            try XCTUnwrap(desk.window.page.notes).composer.field.buffer.text = "Its own"
            MainLoop.drain()
            let undo = try desk.program.library.join(.character(other.id), into: kept.id)
            XCTAssertTrue(MainLoop.run { desk.series.character(other.id)?.id == kept.id })
            XCTAssertEqual(desk.window.page.notes?.composer.field.buffer.text, "Its own")
            XCTAssertEqual(orphans().map(\.words), ["Half a thought"])
            try desk.program.library.undo(undo)
            XCTAssertTrue(MainLoop.run { desk.series.character(other.id)?.id == other.id })
            XCTAssertEqual(orphans().map(\.words), [])
        }
    }
}
