import Foundation
import TestSupport
import XCTest

@testable import HawkNotes

final class ForgottenFilesTests: XCTestCase {
    private var temporary: TemporaryDirectory?
    private var folder: URL { temporary?.url ?? URL(fileURLWithPath: "/") }

    override func setUpWithError() throws { temporary = try TemporaryDirectory() }

    override func tearDown() { temporary = nil }

    private func make(_ path: String) throws -> URL {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("x".utf8).write(to: file)
        return file
    }

    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    func testWhatIsInTheFoldersGoesAndTheFoldersStay() throws {
        let cookies = try make("web/cookies/jar")
        let other = try make("notes/library")
        let folders = ["web", "not there"].map { folder.appendingPathComponent($0) }
        XCTAssertTrue(ForgottenFiles.empty(folders).isEmpty)
        XCTAssertFalse(exists(cookies))
        XCTAssertTrue(exists(folders[0]))
        XCTAssertTrue(exists(other))
    }

    func testWhatALinkLeadsToStays() throws {
        let elsewhere = try make("elsewhere/mine")
        let link = folder.appendingPathComponent("web")
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: elsewhere.deletingLastPathComponent()
        )
        XCTAssertTrue(ForgottenFiles.empty([link]).isEmpty)
        XCTAssertTrue(exists(elsewhere))
    }
}
