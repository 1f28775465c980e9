import Foundation
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Each file that is no picture is told in one sentence with its name.
final class PictureFileTests: XCTestCase {
    private func sentence(_ url: URL) async -> String {
        do {
            _ = try await PictureIntake.readPicture(from: .file(url))
            return ""
        } catch {
            return PictureText.problem(error, file: url.lastPathComponent)
        }
    }

    func testEachFileIsToldByNameAndReason() async throws {
        let temporary = try TemporaryDirectory()
        let folder = temporary.url
        let write = { (name: String, data: Data) -> URL in
            let url = folder.appendingPathComponent(name)
            try data.write(to: url)
            return url
        }
        let png = try PictureSamples.png()
        let cases: [(URL, String)] = [
            (
                try write("run.png", Data("#!/bin/sh\n".utf8)),
                "“run.png” is not a supported picture. Use PNG, JPEG, WebP or SVG."
            ),
            (try write("none.png", Data()), "“none.png” is empty."),
            (
                try write("half.png", png.prefix(png.count / 2)),
                "“half.png” is damaged or incomplete."
            ),
            (
                try write("bomb.png", try PictureSamples.bomb(width: 10_000, height: 10_000)),
                "“bomb.png” is too large: 10000 × 10000 pixels."
            ),
            (folder.appendingPathComponent("gone.png"), "“gone.png” no longer exists."),
            (
                try XCTUnwrap(URL(string: "https://example.org/a.png")),
                "“a.png” is not on this computer; save it here first."
            ),
            // Its kind is told by its bytes.
            (try write("picture.txt", png), ""),
        ]
        for (url, expected) in cases {
            let found = await sentence(url)
            XCTAssertEqual(found, expected)
        }
    }

    func testFoldersPipesAndDevicesAreNotWaitedFor() async throws {
        let temporary = try TemporaryDirectory()
        let folder = temporary.url
        let pipe = folder.appendingPathComponent("pipe.png")
        XCTAssertEqual(mkfifo(pipe.path, 0o600), 0)
        for url in [folder, pipe, URL(fileURLWithPath: "/dev/zero")] {
            let found = await sentence(url)
            let name = url.lastPathComponent
            XCTAssertEqual(found, "“\(name)” is not a file.")
        }
    }

    func testAFileThatMayNotBeReadIsToldSo() async throws {
        // Root may read everything.
        try XCTSkipIf(geteuid() == 0, "Root may read every file.")
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("secret.png")
        try PictureSamples.png().write(to: url)
        XCTAssertEqual(chmod(url.path, 0), 0)
        let found = await sentence(url)
        XCTAssertEqual(found, "“secret.png” cannot be read: permission denied.")
    }

    func testAFileThatIsTooLargeIsNotRead() async throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("large.png")
        XCTAssertTrue(FileManager.default.createFile(atPath: url.path, contents: nil))
        XCTAssertEqual(truncate(url.path, 1 << 40), 0)
        let found = await sentence(url)
        XCTAssertEqual(found, "“large.png” is too large.")
    }
}
