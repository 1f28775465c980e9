import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

/// Archives, XML and tables, each where the library for it is there and the others are not.
final class ImportPartsTests: XCTestCase {
    private let absent = ImportLibrary.Source(
        names: ["libhawk-absent.so.2", "libhawk-absent.so.1"],
        package: .init(names: ["absent2", "absent1"])
    )

    /// A library that nothing has opened, so that it begins without the libraries for its parts.
    private func library(
        in folder: TemporaryDirectory,
        _ sources: [ImportLibrary.Part: ImportLibrary.Source]
    ) throws -> ImportLibrary {
        let copy = folder.url.appendingPathComponent("\(UUID()).so")
        try FileManager.default.copyItem(
            at: try BuildProducts.find("libHawkNotesImport.so"),
            to: copy
        )
        return ImportLibrary(paths: [copy.path], sources: sources)
    }

    /// A library with some parts, and with no library for the others.
    private func library(
        in folder: TemporaryDirectory,
        with parts: ImportLibrary.Part...
    ) throws -> ImportLibrary {
        var sources = ImportLibrary.sources
        for part in sources.keys where !parts.contains(part) {
            sources[part]?.names = absent.names
        }
        return try library(in: folder, sources)
    }

    private func read(
        _ path: String,
        as format: ImportFormatName,
        by library: ImportLibrary
    ) throws -> Int {
        try Importer(library: library).readNow(try Fixtures.source(path), as: format) { _ in }
            .itemCount
    }

    private func assertMissing(
        _ parts: ImportLibrary.Part...,
        line: UInt = #line,
        _ body: () throws -> Int
    ) {
        let packages = parts.compactMap { ImportLibrary.sources[$0]?.package }
        XCTAssertThrowsError(try body(), line: line) { error in
            XCTAssertEqual(error as? ImportError, .needsPackages(packages), line: line)
        }
    }

    // MARK: - One part without the others

    func testTablesNeedNeitherArchivesNorXML() throws {
        let folder = try TemporaryDirectory()
        let library = try library(in: folder, with: .tables)
        XCTAssertGreaterThan(try read("readwise/cut.csv", as: .readwise, by: library), 0)
        assertMissing(.archives, .xml) { try read("epub/epub-3.epub", as: .epub, by: library) }
        assertMissing(.xml) { try read("calibre-folder", as: .calibreLibrary, by: library) }
    }

    func testAFolderWithMetadataNeedsXMLOnly() throws {
        let folder = try TemporaryDirectory()
        let library = try library(in: folder, with: .xml)
        XCTAssertGreaterThan(try read("calibre-folder", as: .calibreLibrary, by: library), 0)
        assertMissing(.archives) { try read("epub/epub-3.epub", as: .epub, by: library) }
        assertMissing(.tables) { try read("readwise/cut.csv", as: .readwise, by: library) }
    }

    func testAnEPUBNeedsXMLAsWell() throws {
        let folder = try TemporaryDirectory()
        let library = try library(in: folder, with: .archives)
        assertMissing(.xml) { try read("epub/epub-3.epub", as: .epub, by: library) }
    }

    func testTextNeedsNoneOfThem() throws {
        let folder = try TemporaryDirectory()
        let library = try library(in: folder)
        XCTAssertGreaterThan(try read("kindle/german.txt", as: .kindleClippings, by: library), 0)
    }

    // MARK: - Which library is opened

    func testOneOfSeveralVersionsIsEnough() throws {
        let folder = try TemporaryDirectory()
        var sources = ImportLibrary.sources
        // The C library has none of the functions.
        for part in sources.keys {
            sources[part]?.names.insert(contentsOf: ["libhawk-absent.so.1", "libc.so.6"], at: 0)
        }
        let library = try library(in: folder, sources)
        XCTAssertGreaterThan(try read("readwise/cut.csv", as: .readwise, by: library), 0)
        XCTAssertGreaterThan(try read("epub/epub-3.epub", as: .epub, by: library), 0)
    }

    func testWhatIsInstalledMeanwhileIsFound() throws {
        let folder = try TemporaryDirectory()
        let later = folder.url.appendingPathComponent("later.so")
        var source = absent
        source.names.append(later.path)
        let library = try library(in: folder, [.tables: source])
        XCTAssertThrowsError(try read("readwise/cut.csv", as: .readwise, by: library)) { error in
            XCTAssertEqual(error as? ImportError, .needsPackages([absent.package]))
        }
        try FileManager.default.copyItem(at: try place(of: .tables), to: later)
        XCTAssertGreaterThan(try read("readwise/cut.csv", as: .readwise, by: library), 0)
    }

    func testTheVersionInTheProcessComesBeforeNewerOnes() throws {
        let folder = try TemporaryDirectory()
        let newer = folder.url.appendingPathComponent("newer.so")
        let inProcess = try place(of: .xml)
        try FileManager.default.copyItem(at: inProcess, to: newer)
        var source = absent
        source.names = [newer.path, inProcess.path]
        _ = try library(in: folder, [.xml: source]).functions(for: [.xml])
        XCTAssertFalse(isInProcess(newer))
        source.names = [newer.path]
        _ = try library(in: folder, [.xml: source]).functions(for: [.xml])
        XCTAssertTrue(isInProcess(newer))
    }

    /// Opens a part's library by its soname, and says where it is.
    private func place(of part: ImportLibrary.Part) throws -> URL {
        let names = try XCTUnwrap(ImportLibrary.sources[part]).names
        let name = try XCTUnwrap(names.first { dlopen($0, RTLD_NOW | RTLD_LOCAL) != nil })
        // Foundation takes a file without a size for one of a few kilobytes.
        let maps = try XCTUnwrap(FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd())
        let line = String(decoding: maps, as: UTF8.self).split(separator: "\n")
            .first { $0.contains("/\(name)") }
        let path = try XCTUnwrap(line?.drop { $0 != "/" })
        return URL(fileURLWithPath: String(path))
    }

    private func isInProcess(_ file: URL) -> Bool {
        dlopen(file.path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD) != nil
    }

    // MARK: - Declarations

    /// A build needs none of the headers; where they are installed, they must say the same.
    func testDeclarationsAreThoseOfTheHeaders() throws {
        let headers = [
            ("libarchive", "archive.h"), ("libcsv", "csv.h"), ("libxml2", "libxml/xmlreader.h"),
        ]
        guard try compile("int unused;\n") else { throw XCTSkip("there is no compiler") }
        let installed = try headers.filter { try compile("#include <\($0.1)>\n") }
        if installed.isEmpty { throw XCTSkip("there are no headers") }
        for (name, _) in installed {
            let code = try String(
                contentsOf: Fixtures.folder.appendingPathComponent("declarations/\(name).c"),
                encoding: .utf8
            )
            XCTAssertTrue(try compile(code), name)
        }
    }

    private func compile(_ code: String) throws -> Bool {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("code.c")
        try code.write(to: file, atomically: false, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "clang", "-fsyntax-only", "-Werror=incompatible-pointer-types",
            "-I/usr/include/libxml2",
            "-I", SourceTree.root.appendingPathComponent("Sources/HawkNotesImport").path,
            file.path,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
