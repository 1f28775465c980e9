import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Whatever happens to a byte of the library: it is noticed, or only the row that holds it differs.
final class AnyLibraryDamageTests: PromiseTestCase {
    /// What a library shows.
    private struct Contents: Equatable {
        var notes: [UUID: Note] = [:]
        var favorites: Set<UUID> = []
        var series: Series?

        init(_ library: Library) throws {
            for note in try library.allNotes() { notes[note.id] = note }
            favorites = try library.favorites()
            series = try library.series()
        }
    }

    private var original = Data()
    private var caseCounts: [String: Int] = [:]

    /// Writes a library with all kinds of pages: long notes, and notes enough for a tree.
    private func makeLibrary() throws -> Contents {
        let library = try open()
        try library.importSeries(from: try write(TestSeries()))
        for number in 1...60 {
            let text = String(repeating: "Note \(number) says this. ", count: number * 7)
            try library.addNote(text, on: number % 3 == 0 ? .character(TestSeries.hawk) : subject)
        }
        try library.addNote(String(repeating: "影空三部作 🦅 ", count: 1500), on: subject)
        try library.setFavorite(TestSeries.hawk, true)
        for note in try library.allNotes().prefix(12) { try library.deleteNote(note.id) }
        let contents = try Contents(library)
        try library.close()
        original = try Data(contentsOf: databaseURL)
        return contents
    }

    /// What the damaged library must be like.
    private func examine(_ bytes: Data, _ expected: Contents, _ what: String, allowsOneRow: Bool)
        throws
    {
        caseCounts[String(what.prefix { !$0.isNumber }), default: 0] += 1
        for url in files.all + [files.sharedMemory] { try Disk.remove(url) }
        try bytes.write(to: databaseURL)
        let library: Library
        do {
            library = try open()
        } catch let error as LibraryError {
            let isNoticed = error.damage != nil || error.code == .newerSchema
            XCTAssertTrue(isNoticed, "\(what): \(error)")
            XCTAssertEqual(try Data(contentsOf: databaseURL), bytes, "\(what): it was changed")
            return
        }
        defer { XCTAssertNoThrow(try library.close(), what) }
        let findings = try library.check()
        if !findings.isEmpty { return }
        do {
            let contents = try Contents(library)
            guard contents != expected else { return }
            XCTAssertTrue(allowsOneRow, "\(what): not noticed")
            let changed = expected.notes.filter { contents.notes[$0.key] != $0.value }
            XCTAssertLessThanOrEqual(changed.count, 1, "\(what): \(changed.keys)")
            XCTAssertEqual(contents.notes.count, expected.notes.count, "\(what): a note is gone")
        } catch let error as LibraryError {
            XCTAssertEqual(error.code, .damaged, "\(what): \(error)")
        }
    }

    func testAnyFlippedByteOfTheHeaderIsNoticedOrHarmless() throws {
        let expected = try makeLibrary()
        for place in stride(from: 0, to: 100, by: isExhaustive ? 1 : 2) {
            let masks: [UInt8] = [0x01, 0x02, 0x10, 0x80, 0xFF]
            for mask in isExhaustive ? masks : [masks[place % masks.count]] {
                var bytes = original
                bytes[place] ^= mask
                try examine(bytes, expected, "header byte \(place) ^ \(mask)", allowsOneRow: false)
            }
        }
        printCounts()
    }

    func testAnyFlippedByteOfAnyPageIsNoticedOrChangesItsRowOnly() throws {
        let expected = try makeLibrary()
        for place in places() {
            var bytes = original
            bytes[place] ^= place % 2 == 0 ? 0x01 : 0x40
            try examine(bytes, expected, "byte \(place)", allowsOneRow: true)
        }
        printCounts()
    }

    /// Every byte of one page of each kind, or a sample of all pages.
    private func places() -> [Int] {
        guard isExhaustive else { return Array(stride(from: 100, to: original.count, by: 9973)) }
        var pages: [UInt8: Int] = [:]
        for page in 1..<original.count / 4096 where pages[original[page * 4096]] == nil {
            pages[original[page * 4096]] = page
        }
        return pages.values.sorted().flatMap { $0 * 4096..<($0 + 1) * 4096 } + Array(100..<4096)
    }

    func testLibraryThatIsCutAtAnyPageIsNoticed() throws {
        let expected = try makeLibrary()
        for page in stride(from: 0, to: original.count / 4096, by: isExhaustive ? 1 : 2) {
            for size in [page * 4096, page * 4096 + 1000] where size > 0 {
                try examine(
                    original.prefix(size),
                    expected,
                    "cut at \(size)",
                    // The last pages may be free ones.
                    allowsOneRow: false
                )
            }
        }
        printCounts()
    }

    func testAnyPageOfZerosOrNoiseIsNoticed() throws {
        let expected = try makeLibrary()
        for page in stride(from: 0, to: original.count / 4096, by: isExhaustive ? 1 : 3) {
            for filler: UInt8 in [0, 0xA5] {
                var bytes = original
                bytes.replaceSubrange(
                    page * 4096..<(page + 1) * 4096,
                    with: Data(repeating: filler, count: 4096)
                )
                try examine(bytes, expected, "page \(page) of \(filler)", allowsOneRow: true)
            }
        }
        printCounts()
    }

    private func printCounts() {
        for (kind, count) in caseCounts.sorted(by: { $0.key < $1.key }) {
            print("damaged library: \(count) cases of \(kind.trimmingCharacters(in: .whitespaces))")
        }
    }
}
