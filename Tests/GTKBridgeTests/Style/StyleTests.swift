import CGTK
import DisplayTestSupport
import Foundation
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class StyleTests: DisplayTestCase {
    func testABadStyleSheetIsReportedWithItsPlace() throws {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("style.css")
        // The sheet stays for as long as the process runs: it names what no other test shows.
        try Data("nothing { color: red; }\nnothing { colour: 12; }\n".utf8).write(to: file)
        try onMainActor {
            var errors: [String] = []
            Style.load(path: file.path) { errors.append($0) }
            let error = try XCTUnwrap(errors.first)
            XCTAssertEqual(errors.count, 1, "\(errors)")
            XCTAssertTrue(error.contains(file.path), error)
            XCTAssertTrue(error.contains(":2:"), "no line in: \(error)")
            XCTAssertTrue(error.contains("colour"), error)
        }
    }

    func testAMissingStyleSheetIsReported() {
        onMainActor {
            var errors: [String] = []
            Style.load(path: "/nowhere/style.css") { errors.append($0) }
            XCTAssertTrue(errors.contains { $0.contains("/nowhere/style.css") }, "\(errors)")
        }
    }

    func testRulesCanBeReplacedAndAreReportedEachTime() {
        onMainActor {
            var errors: [String] = []
            let sheet = Style.add(rules: "nonsense {") { errors.append($0) }
            XCTAssertFalse(errors.isEmpty)
            errors = []
            sheet.replace(rules: "label { color: #123456; }")
            XCTAssertEqual(errors, [])
            sheet.replace(rules: "label { no-such-property: 1; }")
            XCTAssertEqual(errors.count, 1, "\(errors)")
            sheet.replace(rules: "")
        }
    }

    func testLightVariantsOfDarkThemes() {
        onMainActor {
            let variants = [
                "Adwaita-dark": "Adwaita", "Arc-Dark": "Arc", "Mint-Y-Dark-Aqua": "Mint-Y-Aqua",
                "Adwaita": nil, "Darkness": nil, "dark": nil, "HighContrast": nil,
            ]
            for (theme, light) in variants {
                XCTAssertEqual(Style.lightVariant(ofTheme: theme), light, theme)
            }
        }
    }

    func testDarkIsLeftToGTKAgain() {
        onMainActor {
            let usual = Style.prefersDark
            defer { Style.resetDark() }
            for isDark in [true, false] {
                Style.prefersDark = isDark
                XCTAssertEqual(Style.prefersDark, isDark)
                Style.resetDark()
                XCTAssertEqual(Style.prefersDark, usual)
            }
        }
    }

    func testLightAvoidsAThemeThatIsDark() throws {
        try onMainActor {
            let settings = UnsafeMutableRawPointer(try XCTUnwrap(gtk_settings_get_default()))
            func theme() -> String? {
                takeString(cgtk_object_get_string(settings, "gtk-theme-name"))
            }
            let usual = theme()
            Style.avoidsDarkThemes = true
            XCTAssertEqual(theme(), usual)
            Style.avoidsDarkThemes = false
            XCTAssertEqual(theme(), usual)
        }
    }

    func testTheProgramsStyleSheetHasNoError() {
        onMainActor {
            var errors: [String] = []
            Style.load(path: SourceTree.styleFile.path) { errors.append($0) }
            XCTAssertEqual(errors, [])
        }
    }

    func testEveryIconThatTheProgramNamesExists() throws {
        let names = try IconNames.inSources()
        XCTAssertGreaterThan(names.count, 10, "the icons are no longer found in the sources")
        try onMainActor {
            Style.addIcons(path: SourceTree.icons.path)
            let display = try XCTUnwrap(gdk_display_get_default())
            let theme = gtk_icon_theme_get_for_display(display)
            for (name, file) in names {
                XCTAssertNotEqual(gtk_icon_theme_has_icon(theme, name), 0, "\(name) in \(file)")
            }
        }
    }

}

final class IconTests: XCTestCase {
    func testEveryIconOfTheProgramsOwnIsInItsData() throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: SourceTree.icons.path)
        let icons = Set(
            paths.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
        )
        let own = try IconNames.inSources().filter { $0.key.hasPrefix("hawknotes-") }
        XCTAssertGreaterThan(own.count, 10, "the icons are no longer found in the sources")
        for (name, file) in own { XCTAssertTrue(icons.contains(name), "\(name) in \(file)") }
    }
}

/// The symbolic icons that the program shows.
private enum IconNames {
    /// Their names, and a file that names them.
    static func inSources() throws -> [String: String] {
        var names: [String: String] = [:]
        for (path, text) in try SourceTree.swiftFiles(below: "Sources") {
            for quoted in text.split(separator: "\"", omittingEmptySubsequences: false)
            where quoted.hasSuffix("-symbolic") && !quoted.contains(where: \.isWhitespace) {
                names[String(quoted)] = path
            }
        }
        return names
    }
}
