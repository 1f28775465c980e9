import Foundation
import XCTest

@testable import HawkNotesFormats

/// Dates in all languages, with what has been read in them once: by this a date that was imported before is
/// found again.
///
/// A line has what the text comes to, what it comes to where days or months are known to stand first, which
/// of them it shows by itself, and the text.
final class RecordedDatesTests: XCTestCase {
    func testEveryRecordedDateIsStillRead() throws {
        let text = String(decoding: try Fixtures.bytes("dates/recorded.tsv"), as: UTF8.self)
        let lines = text.split(separator: "\n")
        XCTAssertGreaterThan(lines.count, 1000)
        for line in lines {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 5 else { return XCTFail("\(line)") }
            let date = String(parts[4]).replacing("\\r\\n", with: "\r\n")
            let read = [
                Self.described(WrittenDate(date)),
                Self.described(WrittenDate(date, order: .dayFirst)),
                Self.described(WrittenDate(date, order: .monthFirst)),
                Self.described(WrittenDate.order(of: date)),
            ]
            XCTAssertEqual(read, parts.dropLast().map(String.init), "\(line)")
        }
    }

    private static func described(_ date: WrittenDate) -> String {
        switch date {
        case .undecided: "undecided"
        case .unknown: "unknown"
        case .date(.instant(let moment)): "@\(Int(moment.timeIntervalSince1970))"
        case .date(.local(let time)):
            "\(time.year)-\(digits(time.month))-\(digits(time.day))"
                + (time.secondOfDay.map { " \($0)" } ?? "")
        }
    }

    private static func described(_ order: DayMonthOrder?) -> String {
        switch order {
        case .dayFirst: "d"
        case .monthFirst: "m"
        case nil: "-"
        }
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
