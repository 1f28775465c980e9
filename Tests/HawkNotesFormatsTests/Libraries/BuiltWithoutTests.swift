import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

/// The library for imports, as it is built where other libraries are missing.
final class BuiltWithoutTests: XCTestCase {
    private static let libraries = ["ARCHIVE", "XML", "CSV"]

    /// Builds it anew; skips the test where there is no compiler.
    private func library(without missing: String...) throws -> (ImportLibrary, TemporaryDirectory) {
        let folder = try TemporaryDirectory()
        let result = folder.url.appendingPathComponent("libHawkNotesImport.so").path
        let sources = SourceTree.root.appendingPathComponent("Sources/HawkNotesImport")
        let files = ["functions.c", "archive.c", "xml.c", "csv.c"]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["clang", "-shared", "-fPIC", "-I", sources.appendingPathComponent("include").path]
            + Self.libraries.map { "-DHAWK_IMPORT_HAS_\($0)=\(missing.contains($0) ? 0 : 1)" }
            + ["-o", result]
            + files.map { sources.appendingPathComponent($0).path }
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus == 127 { throw XCTSkip("there is no compiler") }
        XCTAssertEqual(process.terminationStatus, 0)
        return (ImportLibrary(paths: [result]), folder)
    }

    func testTheMissingLibrariesAreNamed() throws {
        let (library, folder) = try library(without: "ARCHIVE", "XML")
        try withExtendedLifetime(folder) {
            let missing = [
                ImportError.MissingLibrary(name: "libarchive.so.13", package: "libarchive-dev"),
                ImportError.MissingLibrary(name: "libxml2.so.2", package: "libxml2-dev"),
            ]
            XCTAssertEqual(library.problem(for: .epub), .builtWithout(missing))
            XCTAssertNil(library.problem(for: .kindleClippings))
            let source = try Fixtures.source("epub/epub-3.epub")
            let importer = Importer(library: library)
            XCTAssertThrowsError(try importer.readNow(source, as: .epub) { _ in }) { error in
                XCTAssertEqual(error as? ImportError, .builtWithout(missing))
            }
        }
    }

    func testTheLibraryForTablesIsNamed() throws {
        let (library, folder) = try library(without: "CSV")
        withExtendedLifetime(folder) {
            XCTAssertEqual(
                library.problem(for: .readwise),
                .builtWithout([
                    ImportError.MissingLibrary(name: "libcsv.so.3", package: "libcsv-dev")
                ])
            )
        }
    }
}
