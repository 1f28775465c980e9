import Foundation
import XCTest

@testable import HawkNotesFormats

/// Problems stand in reports that libraries keep.
final class ImportProblemCodingTests: XCTestCase {
    /// Every reason and every kind, as the first versions have written them: what it is, and its JSON.
    func testEveryRecordedProblemIsReadAndWrittenAsItWas() throws {
        let text = String(decoding: try Fixtures.bytes("problems/recorded.txt"), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        XCTAssertGreaterThan(lines.count, 100)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for start in stride(from: 0, to: lines.count - 1, by: 2) {
            let (description, json) = (lines[start], lines[start + 1])
            let problem = try JSONDecoder().decode(ImportProblem.self, from: Data(json.utf8))
            let read = "\(problem.reason)".replacing("HawkNotesFormats.", with: "")
            XCTAssertEqual(read, description)
            let written = String(decoding: try encoder.encode(problem), as: UTF8.self)
            XCTAssertEqual(written, json)
        }
    }

    /// A report of a newer version is none that this one can read; see `LibraryImportReport`.
    func testWhatIsNotKnownIsRefused() {
        for json in [
            #"{"aNewReason":{}}"#, #"{}"#, #"{"damaged":{},"encrypted":{}}"#, #"{"tooMany":{}}"#,
            #"{"tooMany":{"limit":"1"}}"#, #"{"unsafePath":{}}"#, #"{"unsafePath":{"_0":1}}"#,
            #"{"repaired":{"_0":"aNewRepair"}}"#, #""damaged""#,
            #"{"leftOut":{"_0":{"aNewKind":{}},"count":1,"example":""}}"#,
            #"{"leftOut":{"_0":"form","count":1,"example":""}}"#,
        ] {
            let reason = Result {
                try JSONDecoder().decode(ImportProblem.Reason.self, from: Data(json.utf8))
            }
            XCTAssertThrowsError(try reason.get(), json)
        }
    }
}
