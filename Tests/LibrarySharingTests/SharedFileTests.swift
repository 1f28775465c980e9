import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import LibrarySharing

/// A file counts as a whole or not at all, whatever happened to it on its way.
final class SharedFileTests: SharingTestCase {
    private func example() -> SharedFileDraft {
        drafts([text("One\n\"two\" \\ \u{1}é"), text("🦅"), text("", of: uuid(2))])[0]
    }

    func testAFileSaysWhoWroteIt() {
        let draft = example()
        let found = reader(draft.bytes).examine()
        XCTAssertEqual(found.header, header())
        XCTAssertEqual(found.id, draft.id)
        XCTAssertEqual(found.recordCount, 3)
        XCTAssertNil(found.problem)
    }

    func testNamesFitEveryCarrier() {
        let name = drafts([text("a")], header: header(.max))[0].name
        XCTAssertLessThanOrEqual(name.utf8.count, 60)
        XCTAssertNotNil(name.wholeMatch(of: /[0-9]+-[0-9a-f]{16}\.hawk/), name)
        XCTAssertEqual(SharedFileName.folder(ofDevice: 0xa), "000000000000000a")
        let folder = SharedFileName.folder(ofLibrary: uuid(255))
        XCTAssertNotNil(folder.wholeMatch(of: /[a-z0-9-]{36}/), folder)
    }

    func testNoBeginningOfAFileIsWhole() {
        let bytes = example().bytes
        for count in 0..<bytes.count {
            let found = reader(Array(bytes.prefix(count))).examine()
            XCTAssertNil(found.id, "\(count) bytes")
            switch found.problem {
            case .empty: XCTAssertEqual(count, 0)
            case .cut(let lines):
                let feeds = bytes.prefix(count).count { $0 == 0x0A }
                XCTAssertEqual(lines, feeds, "\(count) bytes")
            default: XCTFail("\(count) bytes: \(String(describing: found.problem))")
            }
        }
    }

    func testNoDamagedFileIsWhole() {
        let bytes = example().bytes
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                XCTAssertNil(reader(damaged).examine().id, "bit \(bit) of byte \(index)")
            }
        }
    }

    func testDamageIsFoundInItsLine() {
        var bytes = example().bytes
        let feed = bytes.firstIndex(of: 0x0A) ?? 0
        bytes[feed + 30] ^= 1
        XCTAssertEqual(problem(bytes), .damaged(line: 2))
    }

    func testLinesThatAreLeftOutOrChangedInOrderAreNoticed() {
        let bytes = example().bytes
        var lines = bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }
        let all = lines
        lines.remove(at: 2)
        XCTAssertEqual(problem(Array(lines.joined())), .damaged(line: 4))
        lines = all
        lines.swapAt(1, 2)
        XCTAssertEqual(problem(Array(lines.joined())), .damaged(line: 5))
        // Lines of another file that are whole.
        XCTAssertEqual(problem(bytes + all[1]), .damaged(line: 6))
        XCTAssertEqual(problem(bytes + bytes), .damaged(line: 6))
    }

    func testAFileThatWasFilledWithZerosIsNotWhole() {
        let bytes = example().bytes
        let zeros = [UInt8](repeating: 0, count: 50)
        XCTAssertEqual(problem(Array(bytes.dropLast(50)) + zeros), .cut(wholeLines: 4))
        XCTAssertEqual(problem(zeros), .other)
        XCTAssertEqual(problem(bytes + zeros), .damaged(line: 6))
    }

    func testOtherFilesAreNoProblemOfOurs() {
        for text in ["", "x", "[folder]\nicon=x\n", "{\"hawk\":1}\n", "\n"] {
            let expected: SharedFileProblem = text.isEmpty ? .empty : .other
            XCTAssertEqual(problem(Array(text.utf8)), expected, text)
        }
        XCTAssertEqual(problem(line("{\"other\":1}")), .other)
    }

    func testAFileOfAnotherLibraryIsNotRead() {
        let bytes = example().bytes
        let other = SharedFileReader(SharedBytes(bytes), library: uuid(201))
        XCTAssertEqual(other.examine().problem, .otherLibrary(library))
        XCTAssertThrowsError(try other.forEachGoodLine { _, _ in })
        XCTAssertThrowsError(try other.forEachRecord(of: other.examine()) { _, _ in })
    }

    func testANewerFormatWaits() {
        var newer = header()
        newer.format = 3
        newer.oldestReader = 2
        XCTAssertEqual(problem(file([], header: newer)), .newer(format: 3))
        // One that earlier versions may read is read.
        newer.oldestReader = 1
        XCTAssertNil(problem(file([], header: newer)))
        newer.cipher = "xchacha20"
        XCTAssertEqual(problem(file([], header: newer)), .encrypted)
        var windows = header()
        windows.content = "windows"
        let found = reader(file(["{\"window\":1}"], header: windows))
        XCTAssertNotNil(found.examine().id)
        XCTAssertNoThrow(
            try found.forEachRecord(of: found.examine()) { record, _ in XCTFail("\(record)") }
        )
    }

    func testNamesOfComputersAreBounded() {
        for name in [
            "e" + String(repeating: "\u{301}", count: 1_000), String(repeating: "🇮🇸", count: 99),
        ] {
            var long = header()
            long.name = name
            let found = reader(file([], header: long)).examine().header?.name ?? ""
            XCTAssertLessThanOrEqual(found.utf8.count, 200)
            XCTAssertTrue(Array(name.utf8).starts(with: found.utf8))
            XCTAssertGreaterThan(found.utf8.count, 190)
        }
    }

    func testFilesAndLinesThatAreTooLongAreNotRead() throws {
        var limits = SharingLimits()
        limits.lineSize = 300
        let long = text(String(repeating: "x", count: 400))
        let bytes = drafts([text("a"), long, text("b")])[0].bytes
        XCTAssertNil(problem(bytes))
        XCTAssertEqual(problem(bytes, limits: limits), .damaged(line: 3))
        limits.fileSize = bytes.count - 1
        XCTAssertEqual(problem(bytes, limits: limits), .tooLarge(bytes.count))
        // A record that nobody could read is not written, and not dropped without a word.
        var writer = SharedFileWriter(header: header(), limits: limits)
        writer.add(long) { _ in XCTFail("written") }
        XCTAssertEqual(writer.tooLong, [long])
    }

    func testTheGoodLinesOfADamagedFileCanBeRead() throws {
        let bytes = example().bytes
        var damaged = bytes
        damaged[(bytes.firstIndex(of: 0x0A) ?? 0) + 30] ^= 1
        damaged.removeLast(20)
        var found: [SharedRecord] = []
        let reading = try reader(damaged).forEachGoodLine { record, _ in found.append(record) }
        XCTAssertEqual(found, [text("🦅"), text("", of: uuid(2))])
        XCTAssertEqual(reading.damagedLines, [2, 5])
        XCTAssertEqual(reading.understood, 2)
    }

    func testAFileThatChangesWhileItIsReadDoesNotCount() {
        let draft = example()
        var other = draft.bytes
        other.replaceSubrange(0..<0, with: [])
        let feed = other.firstIndex(of: 0x0A) ?? 0
        other.replaceSubrange(feed + 1..<feed + 1, with: line("{\"later\":1}"))
        let whole = reader(draft.bytes).examine()
        XCTAssertThrowsError(try reader(other).forEachRecord(of: whole) { _, _ in }) {
            XCTAssertEqual($0 as? SharedFileProblem, .changed)
        }
    }

    func testReadingGoesOnWhereItWasStopped() throws {
        let bytes = example().bytes
        let reader = reader(bytes)
        var found: [Int] = []
        try reader.forEachRecord(of: reader.examine(), from: 2) { _, place in found.append(place) }
        XCTAssertEqual(found, [2])
    }

    func testFilesAreCutAtFourMegabytes() throws {
        let texts = (0..<300).map { text("\($0)" + String(repeating: "x", count: 20_000)) }
        let files = drafts(texts)
        XCTAssertEqual(files.count, 2)
        for file in files { XCTAssertLessThanOrEqual(file.bytes.count, SharedFileSize.file) }
        XCTAssertGreaterThan(files[0].bytes.count, SharedFileSize.file - SharedFileSize.record)
        XCTAssertEqual(files.map(\.header.number), [1, 2])
        XCTAssertEqual(try files.flatMap { try records($0.bytes) }, texts)
    }

    func testALongRecordHasAFileOfItsOwn() throws {
        let long = text(String(repeating: "x", count: SharedFileSize.record))
        let files = drafts([text("a"), long, text("b"), SharedRecord(read: [], at: 1)])
        XCTAssertEqual(files.count, 3)
        XCTAssertEqual(try records(files[0].bytes), [long])
        XCTAssertEqual(try records(files[1].bytes), [SharedRecord(read: [], at: 1)])
        XCTAssertEqual(try records(files[2].bytes), [text("a"), text("b")])
        XCTAssertEqual(Set(files.map(\.header.number)).count, 3)
    }

    func testErrorsOfTheDiskAreNamed() {
        let bytes = SharedBytes(size: 100) { _, _ in throw POSIXError(.EIO) }
        let found = SharedFileReader(bytes, library: library).examine()
        XCTAssertEqual(found.problem, .unreadable(code: EIO))
    }

    func testMemoryIsUsedForALineAndNotForTheFile() {
        // 4 MB that are read in parts.
        let draft = drafts((0..<190).map { text("\($0)" + String(repeating: "x", count: 20_000)) })[
            0
        ]
        let largest = LargestRead()
        let bytes = SharedBytes(size: draft.bytes.count) { offset, count in
            largest.note(count)
            return Array(draft.bytes[offset...].prefix(count))
        }
        XCTAssertEqual(SharedFileReader(bytes, library: library).examine().id, draft.id)
        XCTAssertLessThanOrEqual(largest.count, 1 << 18)
    }
}

private final class LargestRead: @unchecked Sendable {
    private(set) var count = 0
    func note(_ count: Int) { self.count = max(self.count, count) }
}
