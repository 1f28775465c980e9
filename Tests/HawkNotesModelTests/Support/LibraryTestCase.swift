import Foundation
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Gives each test a folder of its own and the ids of a small series.
class LibraryTestCase: XCTestCase {
    private var temporary: TemporaryDirectory?
    var directory: URL { temporary?.url ?? URL(fileURLWithPath: "/") }

    override func setUpWithError() throws { temporary = try TemporaryDirectory() }

    override func tearDownWithError() throws { temporary = nil }

    var databaseURL: URL { directory.appendingPathComponent("library.sqlite") }

    /// Writes a series file and gives its place.
    func write(_ series: TestSeries, as name: String = "series.json") throws -> URL {
        let url = directory.appendingPathComponent(name)
        try JSONSerialization.data(withJSONObject: series.json).write(to: url)
        return url
    }

    func assertThrows<Value>(
        _ code: LibraryError.Code,
        mentioning parts: String...,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: () throws -> Value
    ) {
        XCTAssertThrowsError(try body(), file: file, line: line) { error in
            guard let error = error as? LibraryError else {
                return XCTFail("not a LibraryError: \(error)", file: file, line: line)
            }
            XCTAssertEqual(error.code, code, error.message, file: file, line: line)
            for part in parts where !error.message.contains(part) {
                XCTFail("“\(part)” is not in: \(error.message)", file: file, line: line)
            }
        }
    }
}
