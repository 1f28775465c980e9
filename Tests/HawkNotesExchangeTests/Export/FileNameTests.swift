import Foundation
import XCTest

@testable import HawkNotesExchange

final class FileNameTests: XCTestCase {
    /// FAT, NTFS and Linux refuse these, or change them without a word.
    private func assertValid(_ name: String, line: UInt = #line) {
        XCTAssertFalse(name.isEmpty, line: line)
        XCTAssertLessThanOrEqual(name.utf8.count, FileName.sizeLimit, name, line: line)
        for scalar in name.unicodeScalars {
            XCTAssertFalse("/\\:*?\"<>|\u{7F}".unicodeScalars.contains(scalar), name, line: line)
            XCTAssertGreaterThanOrEqual(scalar.value, 0x20, name, line: line)
        }
        XCTAssertFalse(name.hasPrefix(".") || name.hasPrefix(" "), name, line: line)
        XCTAssertFalse(name.hasSuffix(".") || name.hasSuffix(" "), name, line: line)
    }

    func testLongTitlesOfEveryScriptFitIntoAnEncryptedHome() {
        let words = [
            "the long title ", "हिन्दी में बहुत लंबा शीर्षक ", "日本語の長い題名", "Длинное название ",
            "عنوان طويل جدا ", "ชื่อเรื่องที่ยาวมาก", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u{301}\u{327}", "🇩🇪",
        ]
        for word in words {
            for start in ["", "a", "ab", "abc"] {
                let title = start + String(repeating: word, count: 40)
                let name = FileName.of(title)
                assertValid(name)
                XCTAssertTrue(title.hasPrefix(name), "cut between characters: \(name)")
                XCTAssertGreaterThan(name.utf8.count, FileName.sizeLimit - 30, name)
                let longest = name + " 999" + ".hawknotes-window" + ".new"
                XCTAssertLessThanOrEqual(longest.utf8.count, 143)
            }
        }
    }

    func testACharacterThatIsTooLongIsCut() {
        let name = FileName.of("Z" + String(repeating: "\u{301}", count: 500) + " and more")
        assertValid(name)
        XCTAssertTrue(name.unicodeScalars.starts(with: "Z\u{301}".unicodeScalars))
    }

    func testWhatFileSystemsRefuseBecomesSpaces() {
        XCTAssertEqual(
            FileName.of("Who goes there?: a \"study\" of A|B"),
            "Who goes there a study of A B"
        )
        XCTAssertEqual(FileName.of("../a/b\n"), "a b")
        XCTAssertEqual(FileName.of(".. . .hidden . ."), "hidden")
        XCTAssertEqual(FileName.of("a\0b\r\nc\u{1B}d\u{85}e\u{2028}f"), "a b c d e f")
        for value in (0..<0x3000).compactMap(UnicodeScalar.init) {
            assertValid(FileName.of("\(value)"))
            assertValid(FileName.of("a\(value)b"))
            assertValid(FileName.of("a\(value)"))
        }
    }

    func testWordsKeepTheirJoiners() {
        for title in ["می‌خواهم", "👩‍🚀 in space", "क्‍ष", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag"] {
            XCTAssertEqual(FileName.of(title), title)
        }
        XCTAssertEqual(FileName.of("\u{202E}evil\u{202C}\u{200B}"), "evil")
    }

    func testNamesOfDevicesAreAvoided() {
        for name in ["CON", "con", "Nul", "AUX", "PRN", "COM1", "lpt9", "COM²", "CONIN$"] {
            XCTAssertEqual(FileName.of(name), name + "_")
            XCTAssertEqual(FileName.of(" \(name) ."), name + "_")
            XCTAssertEqual(FileName.of("\(name).b.c"), "\(name)_.b.c")
        }
        for name in ["Convent", "COM", "COM10", "Nulla", "a con", "AUX 1"] {
            XCTAssertEqual(FileName.of(name), name)
        }
    }

    func testTitlesThatLeaveNothingGetTheFallback() {
        for title in ["", " ", "...", "???", "\u{200B}", "/", "\u{202E}"] {
            XCTAssertEqual(FileName.of(title), "Untitled")
            XCTAssertEqual(FileName.of(title, ifEmpty: "Hawk Notes"), "Hawk Notes")
        }
    }

    func testTakenNamesGetANumber() {
        var taken: Set<String> = []
        let names = (0..<3).map { _ in FileName.unused("A?") { !taken.insert($0).inserted } }
        XCTAssertEqual(names, ["A", "A 2", "A 3"])
    }

    func testANameDoesNotChangeWhenItIsMadeAgain() {
        for title in ["Who?", "CON.x", String(repeating: "é ", count: 90), "a . b", "👨‍👩‍👧 x"] {
            let name = FileName.of(title)
            XCTAssertEqual(FileName.of(name), name)
        }
    }
}
