import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Two windows after a quit, of which the file of one, “bad”, is going to be damaged.
@MainActor
struct BadFileSetup {
    static let folder = RestorationTester.directory

    let tester: RestorationTester
    let id: SceneIdentifier
    let path: String
    /// The bad window's file as it was: a snapshot of a header and six records, no more.
    let bytes: [UInt8]

    init() throws {
        tester = try RestorationTester()
        let bad = tester.session.makeScene()
        bad.title = "bad"
        for number in 0..<5 {
            RestorableText("\(number)", in: bad.root).setString("text \(number)")
        }
        let good = tester.session.makeScene()
        good.title = "good"
        RestorableText("draft", in: good.root).setString("untouched")
        tester.end(.quit)
        id = bad.id
        path = "\(BadFileSetup.folder)/windows/\(bad.id).state"
        bytes = try XCTUnwrap(tester.files.files[path])
    }

    /// The file after three more records were appended: “3” becomes “text 3abc”, edit by edit.
    var bytesWithLog: [UInt8] {
        var bytes = bytes
        for (index, letter) in ["a", "b", "c"].enumerated() {
            let splice: [JSONValue] = [.int(6 + index), .string(""), .string(letter)]
            let number = lines.count + index
            StateLine.append(
                [.init("n", .int(number)), .init("k", .int(4)), .init("s", .array(splice))],
                to: &bytes
            )
        }
        return bytes
    }

    /// The lines of the file, each with its line feed.
    var lines: [[UInt8]] { BadFileSetup.lines(of: bytes) }

    nonisolated static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }
    }

    /// A line with a right checksum, whatever its text.
    nonisolated static func line(_ text: String) -> [UInt8] {
        let json = Array(text.utf8)
        var line: [UInt8] = []
        Checksum.appendHex(json.withUnsafeBufferPointer(Checksum.crc32), to: &line)
        return line + [0x20] + json + [0x0A]
    }

    func assertGoodWindow(
        in session: RestorationSession? = nil,
        _ message: String = "",
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let good = (session ?? tester.session).scenes.first { $0.title == "good" }
        XCTAssertEqual(
            good?.storedValue(at: "draft"),
            .string("untouched"),
            message,
            file: file,
            line: line
        )
    }

    /// What has been set aside.
    var quarantined: [[UInt8]] {
        tester.files.files.filter { $0.key.hasPrefix("\(BadFileSetup.folder)/quarantine/") }
            .map(\.value)
    }
}

extension RestorationReport {
    /// The lines that tell of something else than a window which is as it was.
    var complaints: [Entry] { entries.filter { $0.outcome != .restored } }
}
