import CGTK
import DisplayTestSupport
import Foundation
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Everything that can be done stands in the table of commands, and is offered to people somewhere.
final class CommandTests: DisplayTestCase {
    /// Commands that no menu and no button has by its title, and what people use.
    private static let offeredOtherwise: [Command: String] = [
        .addBook: "the menu of the page",
        .addCharacter: "the menu of the page",
        .copyPageLink: "the menu of the page",
        .deletePage: "the menu of the page",
        .deleteSeries: "the menu of the page",
        .editPage: "the menu of the page",
        .editSeries: "the menu of the page",
        .liftVeil: "the menu of the page",
        .print: "a choice of the dialog for exports",
        .quit: "the last window's own button",
        .exportWindow: "a button of the history, which has the title",
        .reopenClosedWindow: "the list of closed windows",
        .restorePreviousSession: "a button of the history",
        .showEarlier: "the history",
        .showOrphanedDrafts: "the history",
        .showRecentlyClosed: "the history",
        .showWorkspaces: "the history",
        .startFresh: "a button of the history, which has the title",
        .search: "the button for it",
        .showLibrary: "the button for it",
        .showPage: "the menu of the button Back",
        .colorScheme: "a row of the main menu",
        .goBackToLevel: "the menu of the button Back",
        .closeWindow: "the window's own button",
        .currentActivity: "for other processes",
        .importFile: "the dialog for imports",
        .newNote: "the field for a new note",
        .nextTab: "the tabs",
        .openActivity: "links",
        .openMenu: "the button for it, which opens the menu itself",
        .openWorkspace: "the list of groups",
        .previousTab: "the tabs",
        .request: "for other processes",
        .searchFor: "the search",
        .showAmazonPage: "the button that says which page it is",
        .selectTab: "the tabs",
        .selectTabNumber: "the tabs",
        .toggleFullscreen: "the desktop's menu of windows",
        .windows: "for other processes",
        .workspaces: "the list of groups",
        .writeNote: "the field for a new note",
        .largerNoteText: "a button of the preferences, which has the title",
        .normalNoteText: "a button of the preferences, which has the title",
        .smallerNoteText: "a button of the preferences, which has the title",
        .saveNote: "the button beside the field, which has the title",
        .toggleFavorite: "the heart, which has the title",
    ]

    func testAWindowHasEachOfItsCommandsAndNoOtherAction() throws {
        try withProgram { program in
            let window = program.openWindow(presented: false)
            XCTAssertEqual(Self.actions(of: window.window, prefix: "win."), Self.names("win."))
        }
    }

    func testEachCommandIsRegistered() throws {
        let sources = try Self.sources()
        let registered = Set(
            Self.matches(#"\b(?:Action|add)\(\s*\.(\w+)"#, in: sources.values.joined())
        )
        for command in Command.allCases {
            // The preferences bind this one to their setting.
            guard command != .colorScheme else { continue }
            XCTAssertTrue(registered.contains("\(command)"), "\(command) does nothing")
        }
        for (path, text) in sources where !path.contains("/Commands/") {
            // A name in quotes would be one that the table does not know.
            XCTAssertEqual(Self.matches(#"\bAction\(\s*"([a-z-]+)""#, in: text), [], path)
            XCTAssertEqual(Self.matches(#"action(?:: |\()"([a-z]+\.[a-z-]+)""#, in: text), [], path)
        }
    }

    func testEachCommandIsOffered() throws {
        let text = try Self.sources().filter { !$0.key.contains("/Commands/") }.values.joined()
        // What registers or does it offers nothing.
        let rest = text.replacing(/\b(?:Action|add|activate|canPerform)\(\s*\.\w+/, with: "")
        let offered = Set(Self.matches(#"[(,]\s*\.(\w+)\s*[,)]"#, in: rest))
            .union((MainMenu.sections.joined() + Self.inMenusOfPlaces).map { "\($0)" })
        for command in Command.allCases where Self.offeredOtherwise[command] == nil {
            XCTAssertTrue(offered.contains("\(command)"), "no menu and no button has \(command)")
        }
    }

    private static var inMenusOfPlaces: [Command] {
        let id = UUID()
        let menus: [PlaceMenu] = [
            .book(id, seriesID: id, spoilers: .hidden), .book(id, seriesID: id, spoilers: .shown),
            .character(id, isFavorite: false, isHidden: false),
            .character(id, isFavorite: false, isHidden: true), .series(id),
            .series(id, isLoneBook: true),
        ]
        return menus.flatMap(\.sections).joined().map(\.command)
    }

    func testWhatIsInAMenuHasATitle() {
        let withOwnTitles: Set<Command> = [.colorScheme, .openNoteLink, .showPage]
        for command in Command.allCases
        where Self.offeredOtherwise[command] == nil && !withOwnTitles.contains(command) {
            XCTAssertFalse(command.title.isEmpty, "\(command)")
        }
    }

    func testNoKeyIsOfTwoCommandsOfTheSameGroup() {
        var seen: [String: Command] = [:]
        for command in Command.allCases {
            for key in command.entry.accelerators {
                XCTAssertNil(seen[key], "\(key): \(command)")
                seen[key] = command
            }
        }
    }

    func testEachKeyIsOneThatGTKReads() {
        onMainActor {
            for command in Command.allCases {
                for key in command.entry.accelerators + command.entry.keys {
                    XCTAssertNotNil(Accelerator(key), "\(command): \(key)")
                }
            }
        }
    }

    func testTheWindowOfShortcutsHasEveryKey() {
        onMainActor {
            let shown = Set(
                Shortcuts.groups.flatMap(\.keys).flatMap { key -> [String] in
                    let all = key.accelerator.split(separator: " ").map(String.init)
                    return all.flatMap { Self.range($0) }
                }
            )
            // GTK's own row of that window has its keys.
            for command in Command.allCases where command != .shortcuts {
                for key in command.entry.accelerators + command.entry.keys {
                    XCTAssertTrue(shown.contains(key), "\(command): \(key)")
                }
            }
            for row in Shortcuts.groups.flatMap(\.keys) {
                XCTAssertFalse(row.title.isEmpty || row.accelerator.isEmpty, row.title)
            }
        }
    }

    func testKeysOfTheKeypadCountAsTheirTwins() {
        onMainActor {
            XCTAssertTrue(Command.saveNote.hasKey(Key("Return"), .control))
            XCTAssertTrue(Command.saveNote.hasKey(Key("KP_Enter"), .control))
            XCTAssertFalse(Command.saveNote.hasKey(Key("Return"), []))
            XCTAssertFalse(Command.saveNote.hasKey(Key("Return"), [.control, .shift]))
            XCTAssertTrue(Command.deleteNote.hasKey(Key("KP_Delete"), []))
            XCTAssertTrue(Command.largerNoteText.hasKey(Key("KP_Add"), .control))
        }
    }

    private static func names(_ prefix: String) -> [String] {
        Command.allCases.map(\.rawValue).filter { $0.hasPrefix(prefix) }.sorted()
    }

    private static func sources() throws -> [String: String] {
        try SourceTree.swiftFiles(below: "Sources/HawkNotesUI")
    }

    /// The keys of a range such as `<Alt>1...9`.
    private static func range(_ key: String) -> [String] {
        guard let match = key.range(of: #"\d\.\.\.\d$"#, options: .regularExpression),
            let first = key[match].first?.wholeNumberValue,
            let last = key[match].last?.wholeNumberValue
        else { return [key] }
        return (first...last).map { key[..<match.lowerBound] + String($0) }
    }

    @MainActor
    private static func actions(of group: Object, prefix: String) -> [String] {
        guard let names = g_action_group_list_actions(group.opaque) else { return [] }
        defer { g_strfreev(names) }
        return strings(names).map { prefix + $0 }.sorted()
    }

    private static func strings(
        _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> [String] {
        var strings: [String] = []
        var next = list
        while let string = next.pointee {
            strings.append(String(cString: string))
            next += 1
        }
        return strings
    }

    /// What the only group of a pattern takes, wherever it matches.
    private static func matches(_ pattern: String, in text: String) -> [String] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        let whole = NSRange(text.startIndex..., in: text)
        return expression.matches(in: text, range: whole).compactMap { match in
            Range(match.range(at: 1), in: text).map { String(text[$0]) }
        }
    }
}
