import Foundation
import HawkNotesFormats
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange
@testable import HawkNotesModel

/// An import that is cut off, and one that is very large.
final class ImportKillTests: ExchangeTestCase {
    /// As a kill leaves it: the log ends somewhere within the import.
    func testAnImportThatIsCutAnywhereLeavesTheLibraryAsItWas() async throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("library.sqlite")
        let files = LibraryFiles(database: url)
        let library = try Library.open(at: url, environment: clock.environment)
        try library.saveSeries(UUID(), title: "Mine")
        let before = try LibraryDescription.lines(library)
        let present = [files.database, files.log, files.mark]
        let start = try Data(contentsOf: files.log).count
        let source = Self.clippings(300)
        _ = try await imports(into: library).run(source, as: .kindleClippings)
        let after = try LibraryDescription.lines(library)
        let left = try present.map { try Data(contentsOf: $0) }
        try library.close()

        let whole = left[1].count
        let step = (whole - start) / sample(few: 12, more: 25, all: 400)
        var found: [Int: Int] = [:]
        for cut in Array(stride(from: start, to: whole, by: step)) + [whole - 1, whole] {
            for (place, data) in zip(present, left) { try data.write(to: place) }
            try left[1].prefix(cut).write(to: files.log)
            try Disk.remove(files.sharedMemory)
            let torn = try LibraryStore.open(files, environment: clock.environment)
            let again = Library(torn, environment: clock.environment)
            let lines = try LibraryDescription.lines(again)
            XCTAssertTrue(lines == before || lines == after, "cut at \(cut)")
            found[lines.count, default: 0] += 1
            if lines == before {
                // It can be begun again.
                let outcome = try await imports(into: again).run(source, as: .kindleClippings)
                XCTAssertEqual(outcome.report.new[.note], 300, "cut at \(cut)")
            }
            XCTAssertTrue(try again.check().isEmpty, "cut at \(cut)")
            try torn.closeWithoutFolding()
        }
        XCTAssertEqual(found.count, 2, "before it was there and after")
        XCTAssertEqual(found[after.count], 1)
    }

    func testAVeryLargeImportTakesLittleMemory() async throws {
        let count = isExhaustive ? 100_000 : 10_000
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("library.sqlite")
        let library = try Library.open(at: url, environment: clock.environment)
        let source = Self.clippings(count)
        let memory = try Self.startOfPeak()
        let begin = ContinuousClock.now
        let outcome = try await imports(into: library).run(source, as: .kindleClippings)
        let took = begin.duration(to: .now)
        let grown = try Self.memory("VmHWM:") - memory
        print("import of \(count) notes: \(took), \(grown >> 20) MB")
        XCTAssertEqual(outcome.report.new[.note], count)
        // As many changes are told at its end, each of some bytes.
        XCTAssertLessThan(grown, 64 << 20 + count * 400)
        try library.close()
    }
}
