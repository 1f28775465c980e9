import Foundation
import TestSupport
import XCTest

@testable import HawkNotesExchange

final class WindowFileTests: XCTestCase {
    private let file = WindowFile(
        activity: "eyJ4IjoxfQ",
        drafts: [
            .init(
                tab: "hawknotes://favorites",
                page: "hawknotes://character/x",
                text: "“ä”\n\u{1F426}"
            )
        ]
    )

    private func url() throws -> URL {
        let folder = try TemporaryDirectory()
        addTeardownBlock { withExtendedLifetime(folder) {} }
        return folder.url.appendingPathComponent("a window.\(WindowFile.fileExtension)")
    }

    private func problem(with data: Data) throws -> WindowFile.Problem? {
        let url = try url()
        try data.write(to: url)
        do throws(WindowFile.Problem) {
            _ = try WindowFile(contentsOf: url)
            return nil
        } catch {
            return error
        }
    }

    func testItComesBackAsItWasWritten() throws {
        let url = try url()
        try file.write(to: url)
        XCTAssertEqual(try WindowFile(contentsOf: url), file)
        let quoting = WindowFile(
            activity: "",
            drafts: [
                .init(tab: "hawknotes://favorites", page: "x", text: "words", quote: "of the book")
            ]
        )
        try quoting.write(to: url)
        XCTAssertEqual(try WindowFile(contentsOf: url), quoting)
        try WindowFile(activity: "", drafts: []).write(to: url)
        XCTAssertEqual(try WindowFile(contentsOf: url).drafts, [])
    }

    func testWhatIsNoneIsRefused() throws {
        for text in ["", "{}", "[]", "{\"format\":\"x\",\"version\":1}", "SQLite format 3\0"] {
            XCTAssertEqual(try problem(with: Data(text.utf8)), .damaged, text)
        }
        XCTAssertThrowsError(try WindowFile(contentsOf: URL(fileURLWithPath: "/nowhere/x"))) {
            XCTAssertEqual($0 as? WindowFile.Problem, .unreadable(errno: ENOENT))
        }
        XCTAssertThrowsError(try WindowFile(contentsOf: URL(fileURLWithPath: "/tmp")))
    }

    func testOneOfANewerVersionIsNamedAsSuch() throws {
        let url = try url()
        try file.write(to: url)
        let text = try String(contentsOf: url, encoding: .utf8)
        let newer = text.replacing("\"version\" : 1", with: "\"version\" : 3")
        XCTAssertNotEqual(newer, text)
        XCTAssertEqual(try problem(with: Data(newer.utf8)), .newer)
    }

    /// The program of before would lose the quotation, and can read all others.
    func testOnlyAFileWithAQuotationIsOfTheSecondVersion() throws {
        let url = try url()
        for (quote, version) in [(nil, 1), ("of the book", 2)] as [(String?, Int)] {
            let draft = WindowFile.Draft(tab: "t", page: "p", text: "words", quote: quote)
            try WindowFile(activity: "", drafts: [draft]).write(to: url)
            let text = try String(contentsOf: url, encoding: .utf8)
            XCTAssertTrue(text.contains("\"version\" : \(version)"), text)
            XCTAssertEqual(text.contains("\"quote\""), quote != nil, text)
        }
    }

    func testWhereverItEndsOrIsDamagedItIsReadOrRefused() throws {
        let url = try url()
        try file.write(to: url)
        let data = try Data(contentsOf: url)
        for end in 0..<data.count - 1 {
            XCTAssertEqual(try problem(with: data.prefix(end)), .damaged, "\(end)")
        }
        for index in data.indices {
            var flipped = data
            flipped[index] ^= 0x10
            _ = try problem(with: flipped)
        }
    }
}
