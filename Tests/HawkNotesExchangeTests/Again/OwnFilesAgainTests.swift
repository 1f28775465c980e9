import Foundation
import HawkNotesFormats
import HawkNotesModel
import XCTest

@testable import HawkNotesExchange

/// What earlier versions have exported of a library comes back to it, and to another one, once.
final class OwnFilesAgainTests: ImportedAgainTestCase {
    private func sources(of maker: Maker) throws -> [(ImportSource, ImportFormatName)] {
        let folder = KeptSource.fixtures.appendingPathComponent("own/\(maker.rawValue)")
        let markdown = folder.appendingPathComponent("Lamplight Road")
        let seriesFile = folder.appendingPathComponent("Lamplight Road.hawknotes")
        return [
            (try ImportSource(path: markdown.path), .markdown),
            (try ImportSource(path: seriesFile.path), .seriesFile),
        ]
    }

    func testTheLibraryThatTheyComeFromKnowsThem() async throws {
        for maker in [Maker.schema4, .schema5] {
            let library = try await library(by: maker)
            for (source, format) in try sources(of: maker) {
                try await assertIsKnown(source, as: format, to: library, "\(maker): \(format)")
            }
            try library.close()
        }
    }

    func testAnotherLibraryTakesThemOnce() async throws {
        for maker in [Maker.schema4, .schema5] {
            let sources = try sources(of: maker)
            for (source, format) in sources {
                let library = try makeLibrary()
                let first = try await run(source, into: library, as: format)
                XCTAssertEqual(first.report.new[.note], 6, "\(maker): \(format)")
                XCTAssertEqual(first.report.new[.book], 2, "\(maker): \(format)")
                // As one form or the other, they are the same things.
                for (source, format) in sources {
                    try await assertIsKnown(source, as: format, to: library, "\(maker): \(format)")
                }
            }
        }
    }
}
