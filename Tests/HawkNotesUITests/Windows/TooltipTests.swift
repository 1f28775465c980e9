import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Tooltips say what is not to be read anyway.
final class TooltipTests: DisplayTestCase {
    /// Tooltips below a widget that repeat a text that is seen in what has them.
    @MainActor
    private static func repeated(in root: Widget) -> [String] {
        root.descendants.filter(\.isMapped).compactMap { widget in
            guard let tooltip = widget.tooltipText, !tooltip.isEmpty else { return nil }
            let texts = widget.texts.map { $0.lowercased() }
            return texts.contains(tooltip.lowercased()) ? "\(widget.typeName): \(tooltip)" : nil
        }
    }

    func testNoTooltipOfAPageRepeatsAVisibleText() throws {
        try withProgram { program in
            let (book, character) = (program.series.books[0], program.series.allCharacters[0])
            let chapter = Chapter(id: UUID(), bookID: book.id, name: "One", position: 0)
            _ = try program.library.changeSeries { try $0.save(chapter) }
            let place = NotePlace(chapterID: chapter.id, text: "p. 5")
            for subject in [NoteSubject.book(book.id), .character(character.id)] {
                _ = try program.library.addNote(
                    "\(character.name) came",
                    on: subject,
                    place: place,
                    tags: ["tag"]
                )
            }
            for width in [360, 980] {
                let window = program.openWindow(width: width)
                window.showEachPage(of: program) { page in
                    window.chrome.content.waitUntilDrawn()
                    XCTAssertEqual(Self.repeated(in: window.window), [], "\(page) at \(width)")
                }
            }
        }
    }

    func testNoTooltipOfADialogRepeatsAVisibleText() throws {
        try MainActor.assumeIsolated { try Self.expectNoneInDialogs() }
    }

    @MainActor
    private static func expectNoneInDialogs() throws {
        try EveryDialog.withWindow { program, window in
            for kind in DialogKind.allCases {
                let dialog = try window.openDialog(kind, in: program.series)
                XCTAssertEqual(repeated(in: dialog.window), [], "\(kind)")
                if let preferences = dialog.content as? PreferencesDialog {
                    for page in PreferencesDialog.Page.allCases {
                        preferences.show(page)
                        MainLoop.drain()
                        XCTAssertEqual(repeated(in: dialog.window), [], "\(page)")
                    }
                }
                dialog.dismiss()
                MainLoop.drain()
            }
        }
    }
}

extension MainWindow {
    /// Shows a page of each kind in turn.
    fileprivate func showEachPage(of program: TestProgram, _ body: (String) -> Void) {
        for tab in Place.tabs(in: program.series) {
            select(tab, animated: false)
            page.notes?.cards.first?.beginEditing()
            body("tab \(tab.tabIdentifier)")
        }
        let book = program.series.books[0]
        select(.book(book.id), animated: false)
        setWebPageShown(true, for: book)
        body("web page")
        setWebPageShown(false, for: book)
        show(.character(program.series.allCharacters[0].id), animated: false)
        body("character")
        showSearch()
        body("search")
        leaveSearch()
    }
}
