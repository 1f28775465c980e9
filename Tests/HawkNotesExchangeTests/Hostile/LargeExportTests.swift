import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// A very large library that is exported as a folder.
final class LargeExportTests: ExportedLibraryTestCase {
    func testAVeryLargeLibraryTakesLittleMemoryAndComesBack() async throws {
        let count = sample(few: 2_000, more: 10_000, all: 100_000)
        let folder = try TemporaryDirectory()
        let library = try Library.open(
            at: folder.url.appending("one.sqlite"),
            environment: clock.environment
        )
        _ = try await imports(into: library).run(Self.clippings(count), as: .kindleClippings)
        let pages = folder.url.appending("pages")
        let memory = try Self.startOfPeak()
        try await export(library, to: pages)
        let grown = try Self.memory("VmHWM:") - memory
        // A page of a megabyte at a time, and the names of all pages.
        XCTAssertLessThan(grown, 64 << 20)
        let other = try Library.open(
            at: folder.url.appending("other.sqlite"),
            environment: clock.environment
        )
        let outcome = try await imports(into: other).run(try ImportSource(path: pages.path))
        XCTAssertEqual(outcome.report.new[.note], count)
        XCTAssertEqual(outcome.report.problems, [])
        assertSame(try LibraryTables.lines(other), try LibraryTables.lines(library), "\(count)")
        try library.close()
        try other.close()
    }
}
