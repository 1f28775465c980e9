import Foundation
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesModel

/// The merge of texts by lines.
final class TextMergeTests: XCTestCase {
    /// Texts on one line: `/` ends a line.
    private static let fixtures: [(base: String?, one: String, other: String, merged: String?)] = [
        ("a/b/c", "a/b/c/d", "x/a/b/c", "x/a/b/c/d"),
        ("a/b/c/d/e", "a/B/c/d/e", "a/b/c/D/e", "a/B/c/D/e"),
        ("a/b/c", "a/B/c", "a/b/C", nil),
        ("a/b/c", "a/x/b/c", "a/y/b/c", nil),
        ("a/b/c", "a/x/b/c/d", "a/x/b/c", "a/x/b/c/d"),
        ("a/b/c/d", "b/c/d", "a/b/c", "b/c"),
        ("a/b/c/d/e", "e/a/b/c/d", "a/b/c/d/E", nil),
        ("a/b/c", "a/b/c/p. 12", "p. 12/a/b/c", nil),
        ("a/b/c", "a/b/c/", "/a/b/c", "/a/b/c/"),
        ("a/b", "", "a/b/c", nil),
        (nil, "a", "b", nil),
        (nil, "a", "a", "a"),
        ("a", "a", "b", "b"),
        ("a", "b", "a", "b"),
        ("", "", "", ""),
    ]

    private static func lines(_ text: String) -> String {
        text.replacing("/", with: "\n")
    }

    func testFixturesOfTheFormat() {
        for (base, one, other, merged) in Self.fixtures {
            for (one, other) in [(one, other), (other, one)] {
                XCTAssertEqual(
                    TextMerge.merge(
                        base: base.map(Self.lines),
                        Self.lines(one),
                        Self.lines(other)
                    ),
                    merged.map(Self.lines),
                    "\(base ?? "no base"), \(one), \(other)"
                )
            }
        }
    }

    func testTextsAreComparedByBytes() {
        // é as one scalar and as two, and lines that end with a carriage return as well.
        let (composed, combining) = ("caf\u{E9}", "cafe\u{301}")
        let merged = TextMerge.merge(base: composed, composed, combining)
        XCTAssertEqual(merged.map { Array($0.utf8) }, Array(combining.utf8))
        XCTAssertNil(TextMerge.merge(base: "a\nb", "\(composed)\nb", "\(combining)\nb"))
        XCTAssertEqual(
            TextMerge.merge(base: "a\r\nb\r\nc", "A\r\nb\r\nc", "a\r\nb\r\nC"),
            "A\r\nb\r\nC"
        )
        XCTAssertNil(TextMerge.merge(base: "a\nb\nc", "a\u{2028}x\nb\nc", "a\nB\nc"))
    }

    func testTextsWithTooManyLinesAreNotMerged() {
        func text(_ count: Int) -> String { (0..<count).map(String.init).joined(separator: "\n") }
        XCTAssertNotNil(TextMerge.merge(base: text(1999), text(1999) + "\nx", "y\n" + text(1999)))
        XCTAssertNil(TextMerge.merge(base: text(2001), text(2001) + "\nx", "y\n" + text(2001)))
    }

    func testRandomTextsAreMergedWithoutLinesThatNobodyWrote() {
        var random = SeededRandomNumberGenerator(seed: 36)
        var (clean, all) = (0, 0)
        for _ in 0..<20_000 {
            let base = (0..<Int.random(in: 1...8, using: &random)).map { "line \($0)" }
            func edited() -> [String] {
                var lines = base
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    let place = Int.random(in: 0...lines.count, using: &random)
                    let words = ["p. 12", "", "new \(Int.random(in: 0...99, using: &random))"]
                    switch Int.random(in: 0...3, using: &random) {
                    case 0 where place < lines.count: lines.remove(at: place)
                    case 1 where place < lines.count:
                        lines[place] = words.randomElement(using: &random) ?? ""
                    case 2 where place < lines.count: lines.append(lines.remove(at: place))
                    default: lines.insert(words.randomElement(using: &random) ?? "", at: place)
                    }
                }
                return lines
            }
            let (one, other) = (edited(), edited())
            func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }
            let merged = TextMerge.merge(base: text(base), text(one), text(other))
            XCTAssertEqual(TextMerge.merge(base: text(base), text(other), text(one)), merged)
            all += 1
            guard let merged else { continue }
            clean += 1
            let lines = merged.components(separatedBy: "\n")
            for line in Set(lines) where !line.isEmpty {
                func count(_ lines: [String]) -> Int { lines.count { $0 == line } }
                XCTAssertLessThanOrEqual(count(lines), max(count(one), count(other)), line)
            }
            for line in one + other where !base.contains(line) && !line.isEmpty {
                XCTAssertTrue(lines.contains(line), "\(line) is lost")
            }
        }
        XCTAssertGreaterThan(clean, all / 5)
        XCTAssertLessThan(clean, all)
    }
}
