import DisplayTestSupport
import Foundation
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

/// Processes that ask one another without a session bus.
final class LocalSocketTests: DisplayTestCase {
    private func makeFolder() throws -> String {
        let folder = try TemporaryDirectory()
        addTeardownBlock { withExtendedLifetime(folder) {} }
        return folder.url.path
    }

    /// Asks off the main thread, as another process would, and waits for the answer.
    @MainActor
    private static func ask(_ question: String, at path: String) -> String? {
        let box = Box()
        DispatchQueue.global().async {
            let answer = LocalSocket.ask(question, at: path)
            DispatchQueue.main.async { MainActor.assumeIsolated { box.answer = .some(answer) } }
        }
        XCTAssertTrue(MainLoop.run { box.answer != nil })
        return box.answer ?? nil
    }

    @MainActor
    private final class Box {
        var answer: String??
    }

    func testAQuestionIsAnsweredByTheOneWhoListens() throws {
        let path = try makeFolder() + "/below/x.socket"
        try onMainActor {
            let pump = MainQueuePump()
            let server = try XCTUnwrap(LocalServer(at: path) { "“\($0)”, ja" })
            XCTAssertEqual(Self.ask("ist da wer?", at: path), "“ist da wer?”, ja")
            let long = String(repeating: "ü", count: 40_000)
            XCTAssertEqual(Self.ask(long, at: path), "“\(long)”, ja")
            XCTAssertNil(Self.ask(String(repeating: "x", count: LocalSocket.limit + 1), at: path))
            XCTAssertEqual(Self.ask("noch?", at: path), "“noch?”, ja")
            withExtendedLifetime((server, pump)) {}
        }
    }

    func testNobodyAnswersWhereNobodyListens() throws {
        let folder = try makeFolder()
        XCTAssertNil(LocalSocket.ask("?", at: folder + "/none.socket"))
        FileManager.default.createFile(atPath: folder + "/file.socket", contents: Data("x".utf8))
        XCTAssertNil(LocalSocket.ask("?", at: folder + "/file.socket"))
        XCTAssertNil(LocalSocket.ask("?", at: folder + String(repeating: "/long", count: 40)))
    }

    func testOneThatAProcessLeftBehindIsReplaced() throws {
        let path = try makeFolder() + "/x.socket"
        FileManager.default.createFile(atPath: path, contents: nil)
        try onMainActor {
            let pump = MainQueuePump()
            do {
                let server = try XCTUnwrap(LocalServer(at: path) { $0 })
                XCTAssertEqual(Self.ask("a", at: path), "a")
                withExtendedLifetime(server) {}
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: path))
            XCTAssertNil(Self.ask("b", at: path))
            withExtendedLifetime(pump) {}
        }
    }

    func testTheSameFolderHasTheSamePlaceAndOthersHaveOthers() throws {
        let folder = try makeFolder()
        let a = URL(fileURLWithPath: folder + "/a")
        try FileManager.default.createDirectory(at: a, withIntermediateDirectories: false)
        let link = URL(fileURLWithPath: folder + "/link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: a)
        let path = LocalSocket.path(for: a, in: "/run/user/1")
        XCTAssertEqual(path, LocalSocket.path(for: link, in: "/run/user/1"))
        XCTAssertNotEqual(path, LocalSocket.path(for: link.appendingPathComponent("b"), in: "/run"))
        XCTAssertEqual(path?.hasPrefix("/run/user/1/hawk-notes/"), true)
        XCTAssertLessThan(path?.utf8.count ?? .max, 100)
        XCTAssertNil(LocalSocket.path(for: a, in: nil))
        XCTAssertNil(LocalSocket.path(for: a, in: "relative"))
    }
}
