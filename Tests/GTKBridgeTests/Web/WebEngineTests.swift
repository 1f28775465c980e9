import CWebPage
import DisplayTestSupport
import Foundation
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class WebEngineTests: XCTestCase {
    func testALibraryThatIsNowhereIsNamed() throws {
        try onMainActor {
            let error = try Self.error {
                try WebEngine(libraries: ["/nowhere/a.so", "/nowhere/b.so"])
            }
            XCTAssertEqual(error.code, .libraryMissing)
            XCTAssertEqual(error.path, "/nowhere/a.so")
        }
    }

    func testALibraryThatCannotBeOpenedGivesTheSystemsReason() throws {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("library.so")
        try Data("no library".utf8).write(to: file)
        try onMainActor {
            let error = try Self.error { try WebEngine(libraries: ["/nowhere/a.so", file.path]) }
            XCTAssertEqual(error.code, .engineMissing)
            XCTAssertTrue(error.reason.contains(file.path), error.reason)
        }
    }

    func testALibraryOfAnotherVersionIsRefused() throws {
        try onMainActor {
            var table = HawkWebFunctions()
            table.interface_version = HAWK_WEB_INTERFACE_VERSION + 1
            let error = try Self.error { try WebEngine(&table, path: "/a.so") }
            XCTAssertEqual(error.code, .wrongVersion)
            XCTAssertEqual(try Self.error { try WebEngine(nil, path: "/a.so") }.code, .wrongVersion)
        }
    }

    func testALibraryThatWasBuiltWithoutAnEngineSaysSo() throws {
        try onMainActor {
            try "built without it".withCString { reason in
                var table = HawkWebFunctions()
                table.interface_version = HAWK_WEB_INTERFACE_VERSION
                table.missing = reason
                let error = try Self.error { try WebEngine(&table, path: "/a.so") }
                XCTAssertEqual(error.code, .builtWithout)
                XCTAssertEqual(error.reason, "built without it")
            }
        }
    }

    func testTheProgramItselfDoesNotLoadTheEngine() throws {
        let bytes = try Data(contentsOf: BuildProducts.find("hawk-notes"))
        XCTAssertNil(bytes.range(of: Data("libwebkitgtk-6.0.so".utf8)))
    }

    func testASandboxThatDoesNotWorkGivesItsReason() {
        onMainActor {
            XCTAssertEqual(
                Self.outcome(["sh", "-c", "echo no namespaces >&2; exit 1"]),
                "no namespaces"
            )
            XCTAssertNil(Self.outcome(["true"]))
            XCTAssertEqual(Self.outcome(["false"]), "")
            XCTAssertEqual(
                Self.outcome(["hawk-notes-no-such-program"]),
                "hawk-notes-no-such-program was not found"
            )
        }
    }

    @MainActor
    private static func outcome(_ arguments: [String]) -> String? {
        var reason: String??
        WebSandbox.run(arguments, needing: []) { reason = .some($0) }
        XCTAssertTrue(MainLoop.run { reason != nil })
        return reason ?? "nothing was said"
    }

    @MainActor
    private static func error(_ body: @MainActor () throws -> WebEngine) throws -> WebEngineError {
        var found: WebEngineError?
        XCTAssertThrowsError(try body()) { found = $0 as? WebEngineError }
        return try XCTUnwrap(found)
    }
}
