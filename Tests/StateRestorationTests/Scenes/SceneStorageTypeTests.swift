import Foundation
import TestSupport
import XCTest

/// That nothing but the listed types compiles, shown by compiling.
final class SceneStorageTypeTests: XCTestCase {
    private static let types = ["Bool", "Int", "Double", "String", "URL", "Data", "Date"]

    func testListedTypesAndOptionalsOfThemCompile() throws {
        let plain = Self.types.map { "@SceneStorage var of\($0): \($0)" }
        let optional = (Self.types + ["Tab", "Zoom"]).map { "@SceneStorage var maybe\($0): \($0)?" }
        let made = (Self.types + ["Tab", "Zoom"]).map {
            "_maybe\($0) = SceneStorage(\"maybe\($0)\", in: scope)"
        }
        let output = try typecheck(
            """
            enum Tab: String { case a }
            struct Zoom: RawRepresentable { var rawValue: Int }
            @MainActor final class Page {
                \((plain + optional).joined(separator: "\n"))
                @SceneStorage var tab: Tab
                @SceneStorage var zoom: Zoom
                init(_ scope: RestorationScope, url: URL) {
                    _ofBool = SceneStorage(wrappedValue: false, "ofBool", in: scope)
                    _ofInt = SceneStorage(wrappedValue: 1, "ofInt", in: scope)
                    _ofDouble = SceneStorage(wrappedValue: 1, "ofDouble", in: scope)
                    _ofString = SceneStorage(wrappedValue: "", "ofString", in: scope)
                    _ofURL = SceneStorage(wrappedValue: url, "ofURL", in: scope)
                    _ofData = SceneStorage(wrappedValue: Data(), "ofData", in: scope)
                    _ofDate = SceneStorage(wrappedValue: Date(), "ofDate", in: scope)
                    _tab = SceneStorage(wrappedValue: .a, "tab", in: scope)
                    _zoom = SceneStorage(wrappedValue: Zoom(rawValue: 1), "zoom", in: scope)
                    \(made.joined(separator: "\n"))
                }
            }
            @MainActor func use(_ scope: RestorationScope) {
                @SceneStorage("a", in: scope) var count = 0
                count += 1
            }
            """
        )
        XCTAssertFalse(output.contains("error:"), output)
    }

    func testOtherTypesDoNotCompile() throws {
        let declarations = [
            "SceneStorage(wrappedValue: [1], \"a\", in: scope)",
            "SceneStorage(wrappedValue: [\"a\": 1], \"a\", in: scope)",
            "SceneStorage(wrappedValue: Float(1), \"a\", in: scope)",
            "SceneStorage(wrappedValue: Int8(1), \"a\", in: scope)",
            "SceneStorage(wrappedValue: UInt(1), \"a\", in: scope)",
            "SceneStorage(wrappedValue: UUID(), \"a\", in: scope)",
            "SceneStorage(wrappedValue: Character(\"a\"), \"a\", in: scope)",
            "SceneStorage(wrappedValue: Model(), \"a\", in: scope)",
            "SceneStorage(wrappedValue: Letter.a, \"a\", in: scope)",
            "SceneStorage(wrappedValue: RestorableValue.int(1), \"a\", in: scope)",
            "SceneStorage<Model?>(\"a\", in: scope)",
            "SceneStorage<Letter?>(\"a\", in: scope)",
            "SceneStorage<[Int]?>(\"a\", in: scope)",
            "SceneStorage<Int??>(\"a\", in: scope)",
            "RestorationKey(name: \"a\", default: [1])",
            "RestorationKey(name: \"a\", default: UUID())",
            "RestorationKey(name: \"a\", default: Model())",
            "RestorationKey<Letter?>(name: \"a\")",
            "RestorationKey<Int??>(name: \"a\")",
            "RestorationKey<Int?>(name: \"a\", default: 1)",
            "SceneStorage<Int>(RestorationKey<Bool>(name: \"a\", default: true), in: scope)",
            "RestorableText(RestorationKey(name: \"a\", default: \"\"), in: scope)",
        ]
        let output = try typecheck(
            """
            struct Model: Codable {}
            enum Letter: Character { case a = "a" }
            @MainActor func use(_ scope: RestorationScope) {
            \(declarations.map { "    _ = " + $0 }.joined(separator: "\n"))
            }
            """
        )
        for (index, declaration) in declarations.enumerated() {
            // Two imports stand above the source, and three lines above the declarations.
            XCTAssertTrue(
                output.contains("main.swift:\(index + 6):") && output.contains("error:"),
                "This compiled: \(declaration)\n\(output)"
            )
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
