import XCTest

@testable import HawkNotes

/// The entry says what the specifications ask for, whatever the program's path is.
final class AutostartEntryTests: XCTestCase {
    private func entry(_ program: String, comment: String = "Opens it again") -> AutostartEntry {
        AutostartEntry(program: program, icon: "notes", comment: comment)
    }

    private func value(_ key: String, of text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(key + "=") }
            .map { String($0.dropFirst(key.count + 1)) }
    }

    func testItStartsTheProgramByItsPath() {
        XCTAssertEqual(
            entry("/usr/bin/hawk-notes").text,
            """
            [Desktop Entry]
            Type=Application
            Version=1.4
            Name=Hawk Notes
            Comment=Opens it again
            Icon=notes
            TryExec=/usr/bin/hawk-notes
            Exec=/usr/bin/hawk-notes --after-login
            Terminal=false
            StartupNotify=false
            X-GNOME-Autostart-enabled=true
            X-HawkNotes-AfterLogin=true

            """
        )
    }

    /// Twice: as an argument of a command line, and then as a value of a file.
    func testOddPathsAreQuotedTwice() {
        let commands = [
            "/a/hawk-notes": #"/a/hawk-notes"#,
            "/ä/hawk-notes": #"/ä/hawk-notes"#,
            "/a=b,c:d@e/n": #"/a=b,c:d@e/n"#,
            "/a b/n": #""/a b/n""#,
            "/a'b/n": #""/a'b/n""#,
            "/a;b&c|d/n": #""/a;b&c|d/n""#,
            "/~(a)*?#<b>/n": #""/~(a)*?#<b>/n""#,
            #"/a"b/n"#: ##""/a\\"b/n""##,
            #"/a\b/n"#: ##""/a\\\\b/n""##,
            "/a$b/n": ##""/a\\$b/n""##,
            "/a`b/n": ##""/a\\`b/n""##,
            "/100%/n": #"/100%%/n"#,
            "/100% $U/n": ##""/100%% \\$U/n""##,
            "/a\nb/n": #""/a\nb/n""#,
            "/a\tb\rc/n": #""/a\tb\rc/n""#,
        ]
        for (path, command) in commands {
            let text = entry(path).text
            XCTAssertEqual(value("Exec", of: text), command + " --after-login", path)
            XCTAssertEqual(text.filter { $0 == "\n" }.count, 12, "one line for each key")
        }
    }

    func testTheProgramThatMustBeThereIsNoCommandLine() {
        let paths = [
            "/a b/n": "/a b/n",
            "/100%/n": "/100%/n",
            "/a\"$b/n": "/a\"$b/n",
            #"/a\b/n"#: #"/a\\b/n"#,
            "/a\nb/n": #"/a\nb/n"#,
        ]
        for (path, written) in paths {
            XCTAssertEqual(value("TryExec", of: entry(path).text), written)
        }
    }

    func testWordsOfSeveralLinesStayInTheirLine() {
        let text = entry("/n", comment: "Line\nExec=rm \\").text
        XCTAssertEqual(value("Comment", of: text), #"Line\nExec=rm \\"#)
        XCTAssertEqual(value("Exec", of: text), "/n --after-login")
    }

    func testItKnowsItsOwn() {
        let own = entry("/usr/bin/hawk-notes").text
        XCTAssertTrue(AutostartEntry.isOwn(own))
        XCTAssertTrue(AutostartEntry.isOwn(own.replacingOccurrences(of: "=", with: " = ")))
        XCTAssertTrue(AutostartEntry.isOwn(own + "Name[de]=Hawk Notes\n[X-Other]\nHidden=true\n"))
    }

    func testWhatOthersWroteOrSwitchedOffIsNotItsOwn() {
        let own = entry("/usr/bin/hawk-notes").text
        let others = [
            "", "[Desktop Entry]\nExec=hawk-notes\n",
            own.replacingOccurrences(of: "X-HawkNotes-AfterLogin=true\n", with: ""),
            "# " + own.replacingOccurrences(of: "[Desktop Entry]", with: "[X-Other]"),
            own + "Hidden=true\n",
            own + "Hidden = True\n",
            own.replacingOccurrences(of: "enabled=true", with: "enabled=false"),
        ]
        for text in others { XCTAssertFalse(AutostartEntry.isOwn(text), text) }
    }

    func testAnEntryIsAsGoodAsItsCommand() {
        let entry = entry("/usr/bin/hawk-notes")
        XCTAssertTrue(entry.isStarted(by: entry.text))
        XCTAssertTrue(entry.isStarted(by: entry.text + "X-GNOME-Autostart-Delay=20\n"))
        XCTAssertFalse(entry.isStarted(by: self.entry("/opt/hawk-notes").text))
        XCTAssertFalse(entry.isStarted(by: ""))
    }
}
