import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What windows learn of a merge by which rows get other ids.
final class PairingChangesTests: LibraryTestCase {
    /// Which of the ids of a row stays: the smaller one.
    private enum Ends: UInt8 { case stays = 1, becomesAlias = 3 }
    private let theirFirst: UInt8 = 2

    /// A window reads as soon as it is told of a change, even before the writing thread goes on.
    private func makeLibrary() throws -> Library {
        var environment = LibraryEnvironment.live
        environment.onMain = { job in MainActor.assumeIsolated(job) }
        return try Library.inMemory(environment: environment)
    }

    private func id(_ first: UInt8, _ number: Int) -> UUID {
        var bytes = uuid(number).uuid
        bytes.0 = first
        return UUID(uuid: bytes)
    }

    private func importFile(_ library: Library, _ first: (series: UInt8, parts: UInt8)) throws {
        let (series, book) = (id(first.series, 1), id(first.parts, 2))
        _ = try library.importBatch(format: "test", name: "file") { importer in
            let details = SeriesDetails(id: series, title: "Saga", author: nil)
            _ = try importer.add(details, source: "series")
            let read = Book(id: book, seriesID: series, title: "Read", position: 0)
            try importer.add(read, source: "book")
            let character = Character(
                id: id(first.parts, 3),
                seriesID: series,
                name: "B",
                position: 0
            )
            try importer.add(character, source: "character")
            let note = ImportedNote(id: id(first.parts, 4), on: .book(book), text: "imported")
            try importer.add(note, source: "note")
            return nil
        }
    }

    /// Each combination: a window may show a part whose id stays, in a series whose id doesn't.
    @MainActor
    func testWindowsReadTheIDsThatStayAsSoonAsTheyAreTold() async throws {
        for series in [Ends.stays, .becomesAlias] {
            for parts in [Ends.stays, .becomesAlias] {
                try checkChanges(series, parts)
            }
        }
    }

    @MainActor
    private func checkChanges(_ series: Ends, _ parts: Ends) throws {
        let (library, other) = (try makeLibrary(), try makeLibrary())
        try importFile(library, (series.rawValue, parts.rawValue))
        try importFile(other, (theirFirst, theirFirst))
        let (mySeries, theirSeries) = (id(series.rawValue, 1), id(theirFirst, 1))
        // As windows have it.
        XCTAssertNotNil(try library.series(mySeries))
        var (told, seen): ([LibraryChange], [UUID: Series]) = ([], [:])
        let observation = library.observeChanges { changes in
            told += changes
            for id in Set(changes.compactMap(\.seriesID)) { seen[id] = try? library.series(id) }
        }
        let name = "series \(series), parts \(parts)"

        let outcome = try LibraryMerge(of: other.store.writer, name: "other").run(into: library)
        let kept = try XCTUnwrap(seen[XCTUnwrap(UUID.min([mySeries, theirSeries]))], name)
        XCTAssertEqual(kept.books.count, 1, name)
        for number in [2, 3] {
            let both = [id(parts.rawValue, number), id(theirFirst, number)]
            for id in both {
                XCTAssertEqual((kept.book(id)?.id ?? kept.character(id)?.id), UUID.min(both), name)
            }
        }
        if series == .becomesAlias { XCTAssertTrue(told.contains(.seriesRemoved(mySeries)), name) }
        if parts == .becomesAlias {
            let (old, new) = (id(parts.rawValue, 2), id(theirFirst, 2))
            XCTAssertTrue(told.contains(.noteRemoved(id(parts.rawValue, 4), on: .book(old))), name)
            XCTAssertTrue(told.contains(.noteAdded(id(theirFirst, 4), on: .book(new))), name)
        }

        (told, seen) = ([], [:])
        XCTAssertNotNil(try library.series(kept.id))
        try library.undoImport(try XCTUnwrap(outcome.batch))
        let restored = try XCTUnwrap(seen[mySeries], name)
        XCTAssertEqual(restored.books.map(\.id), [id(parts.rawValue, 2)], name)
        // What was opened meanwhile leads to the row.
        let meanwhile = try XCTUnwrap(UUID.min([id(parts.rawValue, 2), id(theirFirst, 2)]))
        XCTAssertEqual(restored.book(meanwhile)?.id, id(parts.rawValue, 2), name)
        withExtendedLifetime(observation) {}
    }

    @MainActor
    func testWindowsReadWhatAnyWriteHasChanged() async throws {
        let library = try makeLibrary()
        try importFile(library, (1, 1))
        let series = id(1, 1)
        var titles: [String] = []
        let observation = library.observeChanges { _ in
            titles = (try? library.series(series))?.books.map(\.title) ?? []
        }
        func check(_ expected: [String], line: UInt = #line, _ write: () throws -> Void) throws {
            // Without this, nothing would be cached.
            _ = try library.series(series)
            try write()
            XCTAssertEqual(titles, expected, line: line)
        }
        let other = id(1, 5)
        for title in ["One", "Another"] {
            try check(["Read", title]) {
                try library.save(Book(id: other, seriesID: series, title: title, position: 1))
            }
        }
        try check(["Read"]) { try library.join(.book(other), into: id(1, 2)) }
        var undo: LibraryUndo?
        try check([]) { undo = try library.delete(.book(id(1, 2))) }
        try check(["Read"]) { try library.undo(try XCTUnwrap(undo)) }
        withExtendedLifetime(observation) {}
    }
}

extension UUID {
    fileprivate static func min(_ ids: [UUID]) -> UUID? {
        ids.min { $0.uuidString < $1.uuidString }
    }
}
