import Foundation
import TestSupport
import XCTest

/// That the documentation is complete, that its links lead somewhere, and that its code is real.
final class DocumentationTests: XCTestCase {
    private static let catalog = SourceTree.root.appendingPathComponent(
        "Sources/StateRestoration/StateRestoration.docc"
    )

    func testDocumentationBuildsWithoutAWarning() throws {
        let directory = try TemporaryDirectory()
        let folder = directory.url
        _ = try symbols(of: "StateRestoration", in: directory)
        let output = try run(
            "docc",
            "convert",
            Self.catalog.path,
            "--additional-symbol-graph-dir",
            folder.path,
            "--output-path",
            folder.appendingPathComponent("documentation").path,
            "--fallback-display-name",
            "StateRestoration",
            "--fallback-bundle-identifier",
            "StateRestoration"
        )
        XCTAssertFalse(output.contains("warning:") || output.contains("error:"), output)
    }

    func testEveryPublicSymbolIsDocumented() throws {
        for module in ["StateRestoration", "StateRestorationTesting"] {
            let symbols = try symbols(of: module, in: TemporaryDirectory())
            XCTAssertGreaterThan(symbols.count, 10)
            // What the compiler writes itself, such as `init(rawValue:)`, stands nowhere.
            for symbol in symbols where symbol.location != nil && symbol.docComment == nil {
                XCTFail("\(module) has no documentation of \(symbol.pathComponents)")
            }
        }
    }

    func testEveryTypeIsInATopic() throws {
        let symbols = try symbols(of: "StateRestoration", in: TemporaryDirectory())
        let page = try String(
            contentsOf: Self.catalog.appendingPathComponent("StateRestoration.md"),
            encoding: .utf8
        )
        let topics = try XCTUnwrap(page.components(separatedBy: "## Topics").last)
        for symbol in symbols where symbol.pathComponents.count == 1 {
            let name = symbol.pathComponents[0]
            XCTAssertTrue(topics.contains("- ``\(name)``\n"), "No topic has \(name).")
        }
    }

    /// Each block of Swift stands, line by line, in the sources of the tests, which compile.
    func testCodeInTheArticlesIsCompiledCode() throws {
        let sources = try files(in: SourceTree.root.appendingPathComponent("Tests"), "swift").map {
            try lines(of: $0).joined(separator: "\n") + "\n"
        }
        var count = 0
        for article in try files(in: Self.catalog, "md") {
            let text = try String(contentsOf: article, encoding: .utf8)
            for part in text.components(separatedBy: "```swift\n").dropFirst() {
                let block = try XCTUnwrap(part.components(separatedBy: "```").first)
                let code = trimmed(block).joined(separator: "\n")
                XCTAssertTrue(
                    sources.contains { $0.contains("\n" + code) },
                    "This stands in \(article.lastPathComponent) and in no test:\n\(block)"
                )
                count += 1
            }
        }
        XCTAssertGreaterThan(count, 10)
    }

    // MARK: - Reading

    private struct Symbol: Decodable {
        struct Location: Decodable { var uri: String }
        struct DocComment: Decodable {}
        var pathComponents: [String]
        var location: Location?
        var docComment: DocComment?
    }

    /// The public symbols of a module that has been built; their graph is left in the folder.
    private func symbols(of module: String, in folder: TemporaryDirectory) throws -> [Symbol] {
        struct Target: Decodable {
            struct Info: Decodable { var triple: String }
            var target: Info
        }
        struct Graph: Decodable { var symbols: [Symbol] }
        let info = Data(try run("swiftc", "-print-target-info").utf8)
        let output = try run(
            "swift-symbolgraph-extract",
            "-module-name",
            module,
            "-I",
            BuildProducts.modules().path,
            "-target",
            JSONDecoder().decode(Target.self, from: info).target.triple,
            "-minimum-access-level",
            "public",
            "-skip-inherited-docs",
            "-output-dir",
            folder.url.path
        )
        let file = folder.url.appendingPathComponent("\(module).symbols.json")
        XCTAssertTrue(FileManager.default.fileExists(atPath: file.path), output)
        return try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols
    }

    private func files(in folder: URL, _ pathExtension: String) throws -> [URL] {
        let folder = folder.resolvingSymlinksInPath()
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return names.sorted().map(folder.appendingPathComponent).filter {
            $0.pathExtension == pathExtension
        }
    }

    private func lines(of file: URL) throws -> [String] {
        trimmed(try String(contentsOf: file, encoding: .utf8))
    }

    private func trimmed(_ text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func run(_ arguments: String...) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
