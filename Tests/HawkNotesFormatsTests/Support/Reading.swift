import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

/// What a reading of something has come to.
struct Reading {
    var items: [ImportedItem]
    var report: ImportReport

    var books: [ImportedBook] {
        items.compactMap { if case .book(let book) = $0 { book } else { nil } }
    }
    var series: [ImportedSeries] {
        items.compactMap { if case .series(let series) = $0 { series } else { nil } }
    }
    var notes: [ImportedNote] {
        items.compactMap { if case .note(let note) = $0 { note } else { nil } }
    }
    var characters: [ImportedCharacter] {
        items.compactMap { if case .character(let one) = $0 { one } else { nil } }
    }
    var chapters: [ImportedChapter] {
        items.compactMap { if case .chapter(let chapter) = $0 { chapter } else { nil } }
    }
    var pictures: [ImportedPicture] {
        items.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
    }
    var reasons: [ImportProblem.Reason] { report.problems.map { $0.reason } }

    init(
        _ source: ImportSource,
        as format: ImportFormatName,
        limits: ImportLimits = ImportLimits()
    ) throws {
        var items: [ImportedItem] = []
        report = try Importer(library: Self.library, limits: limits)
            .readNow(source, as: format) { items.append($0) }
        self.items = items
    }

    /// The library that the build has put beside the tests.
    static let library = ImportLibrary(
        paths: [BuildProducts.place(of: "libHawkNotesImport.so").path]
    )
}

/// Files that the tests read.
enum Fixtures {
    static let folder = SourceTree.root.appendingPathComponent(
        "Tests/HawkNotesFormatsTests/Fixtures"
    )

    static func source(_ path: String) throws -> ImportSource {
        try ImportSource(path: folder.appendingPathComponent(path).path)
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(path)))
    }

    /// Names in a folder, without what is expected of them.
    static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: folder.appendingPathComponent(path).path
        )
        .filter { !$0.hasSuffix(".expected") }.sorted()
    }
}

/// Reads every fixture of a folder and compares with the file of the same name that ends in `.expected`.
///
/// One that has none gets it written, and fails: to be looked at and committed.
func checkFixtures(
    in path: String,
    as format: ImportFormatName,
    file: StaticString = #filePath,
    line: UInt = #line
) throws {
    let names = try Fixtures.names(in: path)
    XCTAssertFalse(names.isEmpty, file: file, line: line)
    for name in names {
        let source = try Fixtures.source("\(path)/\(name)")
        let reading = try Reading(source, as: format)
        let found = ReadingDescription(reading).text
        let url = Fixtures.folder.appendingPathComponent("\(path)/\(name).expected")
        guard FileManager.default.fileExists(atPath: url.path) else {
            try found.write(to: url, atomically: true, encoding: .utf8)
            XCTFail("\(name): nothing was expected yet", file: file, line: line)
            continue
        }
        let expected = try String(contentsOf: url, encoding: .utf8)
        XCTAssertEqual(found, expected, name, file: file, line: line)
        // What is the same again is known again.
        XCTAssertEqual(try Reading(source, as: format).items, reading.items, name)
    }
}
