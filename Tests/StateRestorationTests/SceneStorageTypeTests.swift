import Foundation
import XCTest

/// That nothing but the listed types compiles, shown by compiling.
final class SceneStorageTypeTests: XCTestCase {
    func testListedTypesCompile() throws {
        let output = try typecheck(
            """
            enum Tab: String { case a }
            enum Zoom: Int { case a }
            @MainActor func use(_ scope: RestorationScope) {
                _ = SceneStorage(wrappedValue: false, "a", in: scope)
                _ = SceneStorage(wrappedValue: Date(), "b", in: scope)
                _ = SceneStorage(wrappedValue: Tab.a, "c", in: scope)
                _ = SceneStorage<Zoom?>("d", in: scope)
                _ = SceneStorage<Data?>("e", in: scope)
            }
            """
        )
        XCTAssertFalse(output.contains("error:"), output)
    }

    func testOtherTypesDoNotCompile() throws {
        let declarations = [
            "_ = SceneStorage(wrappedValue: [1], \"a\", in: scope)",
            "_ = SceneStorage(wrappedValue: [\"a\": 1], \"a\", in: scope)",
            "_ = SceneStorage(wrappedValue: Float(1), \"a\", in: scope)",
            "_ = SceneStorage(wrappedValue: Int8(1), \"a\", in: scope)",
            "_ = SceneStorage(wrappedValue: Model(), \"a\", in: scope)",
            "_ = SceneStorage(wrappedValue: Letter.a, \"a\", in: scope)",
            "_ = SceneStorage<Model?>(\"a\", in: scope)",
            "_ = SceneStorage<Int??>(\"a\", in: scope)",
        ]
        for declaration in declarations {
            let output = try typecheck(
                """
                struct Model: Codable {}
                enum Letter: Character { case a = "a" }
                @MainActor func use(_ scope: RestorationScope) {
                    \(declaration)
                }
                """
            )
            XCTAssertTrue(output.contains("error:"), "This compiled: \(declaration)")
        }
    }

    private func typecheck(_ source: String) throws -> String {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("main.swift")
        try ("import Foundation\nimport StateRestoration\n" + source)
            .write(to: file, atomically: true, encoding: .utf8)
        let modules = try BuildProducts.modules()
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path, file.path,
        ]
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self)
        XCTAssertFalse(text.contains("no such module"), text)
        XCTAssertEqual(process.terminationStatus == 0, !text.contains("error:"), text)
        return text
    }
}
