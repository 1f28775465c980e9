import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

final class EPUBTests: XCTestCase {
    func testEveryShape() throws { try checkFixtures(in: "epub", as: .epub) }

    func testACalibreFolder() throws {
        try checkFixtures(in: "calibre-folder", as: .calibreLibrary)
    }

    func testTheyAreRecognised() throws {
        let importer = Importer(library: Reading.library)
        for name in try Fixtures.names(in: "epub") {
            let source = ImportSource(name: name, bytes: try Fixtures.bytes("epub/\(name)"))
            XCTAssertEqual(try importer.formats(for: source), [.epub], name)
        }
        let folder = try Fixtures.source("calibre-folder/library")
        XCTAssertEqual(try importer.formats(for: folder), [.calibreLibrary])
    }

    func testAFileAndItsBytesAreTheSameBook() throws {
        let bytes = ImportSource(name: "epub-3.epub", bytes: try Fixtures.bytes("epub/epub-3.epub"))
        XCTAssertEqual(
            try Reading(bytes, as: .epub).items,
            try Reading(Fixtures.source("epub/epub-3.epub"), as: .epub).items
        )
    }

    func testTheBooksOfACalibreTableAreThoseOfTheFolder() throws {
        let folder = try Reading(Fixtures.source("calibre-folder/library"), as: .calibreLibrary)
        let table = try Reading(Fixtures.source("calibre-csv/catalogue.csv"), as: .calibreTable)
        let first = try XCTUnwrap(table.books.first)
        XCTAssertTrue(folder.books.contains { $0.identity == first.identity })
    }

    func testABombIsNotUnpacked() throws {
        let reading = try Reading(Fixtures.source("epub/bomb.epub"), as: .epub)
        XCTAssertEqual(reading.items, [])
        XCTAssertEqual(
            reading.reasons.first,
            .unpacksTooLarge(limit: ImportLimits().wholeFileSize)
        )
    }

    func testDamageAnywhereInAnEPUB() throws {
        let names = ["epub-3.epub", "epub-2-calibre.epub", "tricks.epub", "entities.epub"]
        let seeds = try names.map { try Fixtures.bytes("epub/\($0)") }
        for seed in 0..<HostileInputTests.count {
            var mutator = Mutator(seed: seed, tokens: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "../"])
            let bytes = mutator.mutated(seeds[seed % seeds.count])
            let broken = FormatProperties.violation(bytes, as: .epub, library: Reading.library)
            if let broken { return XCTFail("seed \(seed): \(broken)") }
        }
    }

    func testDamageAnywhereInAPackageDocument() throws {
        let path = "calibre-folder/library/Tamsyn Muir/Gideon the Ninth (1)/metadata.opf"
        let bytes = try Fixtures.bytes(path)
        let tokens = [
            "<!DOCTYPE p [<!ENTITY a \"b\">]>", "&a;", "&#0;", "]]>", "<![CDATA[", "<meta ",
            "<a><a><a><a>",
            "<?xml version=\"1.0\" encoding=\"UTF-7\"?>", "</metadata>", "\"",
        ]
        for seed in 0..<HostileInputTests.count {
            var mutator = Mutator(seed: seed, tokens: tokens)
            let broken = FormatProperties.violation(
                mutator.mutated(bytes),
                as: .calibreLibrary,
                library: Reading.library
            )
            if let broken { return XCTFail("seed \(seed): \(broken)") }
        }
    }

    func testNamesThatLeadOutOfAnArchive() {
        for name in ["", "/a", "a/../b", "../a", "a\\b", "a//b", "a/./b", "a\nb", "a\0b", "a/"] {
            XCTAssertNil(ArchiveReader.safeName(name), name)
        }
        XCTAssertEqual(ArchiveReader.safeName("a/b..c/Ä 影.png"), "a/b..c/Ä 影.png")
    }

    /// Books that were made by programs, not for tests; skipped where they cannot be had.
    func testRealBooks() throws {
        let folder = try TemporaryDirectory()
        let packages = [
            ("debian-policy", "usr/share/doc/debian-policy/policy.epub"),
            ("developers-reference", "usr/share/developers-reference/developers-reference.epub"),
            ("live-manual-epub", "usr/share/doc/live-manual/epub/live-manual.de.epub"),
        ]
        for (package, path) in packages {
            try run(["/usr/bin/apt-get", "download", package], in: folder.url)
            let file = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                .first { $0.hasPrefix("\(package)_") }
            try run(["/usr/bin/dpkg", "-x", try XCTUnwrap(file), "."], in: folder.url)
            let source = try ImportSource(path: folder.url.appendingPathComponent(path).path)
            XCTAssertEqual(try Importer(library: Reading.library).formats(for: source), [.epub])
            let reading = try Reading(source, as: .epub)
            XCTAssertEqual(reading.books.count, 1, package)
            XCTAssertFalse(reading.books.first?.authors.isEmpty ?? true, package)
            XCTAssertGreaterThan(reading.chapters.count, 5, package)
            let others = reading.reasons.filter {
                if case .leftOut(.key, _, _) = $0 { false } else { true }
            }
            XCTAssertEqual(others, [], package)
        }
    }

    private func run(_ command: [String], in folder: URL) throws {
        guard FileManager.default.isExecutableFile(atPath: command[0]) else {
            throw XCTSkip("there is no \(command[0])")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw XCTSkip("\(command.joined(separator: " ")) did not work here")
        }
    }
}
