import CGTK
import DisplayTestSupport
import Foundation
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// Everything that can be done stands in the table of deeds, and nothing else does.
final class DeedTests: DisplayTestCase {
    func testTheTableHasEveryActionOfAWindow() throws {
        try withProgram { program in
            let window = program.openWindow(presented: false)
            XCTAssertEqual(
                Self.actions(of: window.window, prefix: "win."),
                Deed.window.map(\.action).sorted()
            )
        }
    }

    func testTheTableHasEveryActionOfTheProgramAndTheKeysOfBoth() throws {
        let files = try SourceTree.swiftFiles(below: "Sources/HawkNotesUI/Application")
        let text = try XCTUnwrap(files["Sources/HawkNotesUI/Application/ApplicationActions.swift"])
        // The preferences add one that is theirs.
        let others = [
            RemoteAction.request, RemoteAction.windows, RemoteAction.workspaces,
            RemoteAction.currentActivity, "color-scheme",
        ]
        let names = Self.matches(#"\badd\("([a-z-]+)""#, in: text) + others
        XCTAssertEqual(Set(names.map { "app." + $0 }), Set(Deed.program.map(\.action)))
        for deed in Deed.program {
            let name = deed.action.dropFirst("app.".count)
            let keys = Self.matches(#"\badd\("\#(name)", keys: \[([^\]]*)\]"#, in: text).first ?? ""
            XCTAssertEqual(Self.matches(#""([^"]+)""#, in: keys), deed.accelerators, deed.action)
        }
        let known = onMainActor {
            Dictionary(uniqueKeysWithValues: WindowActions.keys.map { ($0.action, $0.keys) })
        }
        // The numbers of tabs are counted.
        for deed in Deed.window where deed.action != "win.select-tab-number" {
            XCTAssertEqual(known[deed.action] ?? [], deed.accelerators, deed.action)
        }
    }

    func testTheTableHasEveryActionOfRows() throws {
        var found: Set<String> = []
        for text in try SourceTree.swiftFiles(below: "Sources/HawkNotesUI").values {
            guard
                let prefix = Self.matches(#"install\(on: \w+, prefix: "([a-z]+)"\)"#, in: text)
                    .first
            else { continue }
            let names = Self.matches(#"(?:Action|\badd)\(\s*"([a-z-]+)""#, in: text)
            found.formUnion(names.map { prefix + "." + $0 })
        }
        XCTAssertEqual(found.sorted(), Deed.rows.map(\.action).sorted())
    }

    func testMenusAndButtonsNameActionsOfTheTable() throws {
        let known = Set((Deed.program + Deed.window + Deed.rows).map(\.action))
        var used: Set<String> = []
        for (path, text) in try SourceTree.swiftFiles(below: "Sources/HawkNotesUI") {
            let names = Self.matches(
                #"(?:action: |\.action\(|activateAction\()"([a-z]+\.[a-z-]+)""#,
                in: text
            )
            for name in names { XCTAssertTrue(known.contains(name), "\(name) in \(path)") }
            used.formUnion(names)
        }
        for deed in Deed.rows {
            guard case .menu = deed.offer else { continue }
            XCTAssertTrue(used.contains(deed.action), "no menu offers \(deed.action)")
        }
    }

    func testWhatIsOfferedIsWrittenSomewhere() throws {
        let texts = try SourceTree.swiftFiles(below: "Sources/HawkNotesUI").values.joined()
        let written = Set(Self.matches(#"localized\(\s*"((?:[^"\\]|\\.)*)""#, in: texts))
        for deed in Deed.program + Deed.window + Deed.rows {
            if let name = deed.name {
                XCTAssertTrue(written.contains(name), "\(deed.action): \(name)")
            }
        }
    }

    func testTheWindowOfShortcutsHasEveryKeyOfTheTable() {
        onMainActor {
            let shown = Set(
                Shortcuts.groups.flatMap(\.keys).flatMap { key -> [String] in
                    let all = key.accelerator.split(separator: " ").map(String.init)
                    return all.flatMap { Self.range($0) }
                }
            )
            // Enter and the arrows do what they do everywhere, and the two keys belong to that window itself.
            let everywhere: Set<String> = [
                "Return", "Left", "Right", "F1", "<Control>question",
            ]
            for deed in Deed.program + Deed.window + Deed.rows {
                for key in deed.accelerators + deed.keys where !everywhere.contains(key) {
                    XCTAssertTrue(shown.contains(key), "\(deed.action): \(key)")
                }
            }
        }
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
