import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// The ids of joined books and characters in an exported library.
final class ExportedFormerIDsTests: ExchangeTestCase {
    private let series = UUID()
    private let ids = [UUID(), UUID(), UUID()]

    /// A library with three characters, each named in a note.
    private func makeSeries(in library: Library) throws {
        try library.saveSeries(series, title: "Sea")
        for (position, id) in ids.enumerated() {
            try library.save(
                HawkNotesModel.Character(
                    id: id,
                    seriesID: series,
                    name: "Agatha \(position)",
                    position: position
                )
            )
            try library.addNote(Mention.link(to: id, name: "Agatha"), on: .character(ids[2]))
        }
    }

    /// The first with the second, and that with the third.
    private func join(in library: Library) throws {
        for (one, other) in zip(ids, ids.dropFirst()) {
            _ = try library.changeSeries { try $0.join(.character(one), into: other) }
        }
    }

    private func export(_ library: Library) async throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        _ = try await LibraryExport(of: library).writeLibrary(into: LibraryFolder(folder.url))
        return folder
    }

    private func current(_ library: Library) throws -> [Place?] {
        try ids.map { try library.locate(.character($0))?.place }
    }

    func testMentionsLeadToTheRemainingCharacterAlsoOnPages() async throws {
        let library = try makeLibrary()
        try makeSeries(in: library)
        try join(in: library)
        let folder = try await export(library)
        let page = folder.url.appendingPathComponent("Sea/Characters/Agatha 2.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for id in ids {
            XCTAssertTrue(text.contains("(Agatha%202.md#\(Place.character(id).link))"), text)
        }
        let empty = try makeLibrary()
        let source = try ImportSource(path: folder.url.path)
        let outcome = try await run(source, into: empty)
        let batch = try XCTUnwrap(outcome.batch)
        XCTAssertEqual(try current(empty), Array(repeating: .character(ids[2]), count: 3))
        XCTAssertEqual(try LibraryTables.lines(empty), try LibraryTables.lines(library))
        let undone = try empty.undoImport(batch.id)
        let left = try LibraryTables.lines(empty).filter { $0.hasPrefix("idAlias") }
        XCTAssertEqual(left, [])
        try empty.undo(undone.undo)
        XCTAssertEqual(try current(empty), Array(repeating: .character(ids[2]), count: 3))
    }

    func testCharactersOfTheirOwnStay() async throws {
        let (library, other) = (try makeLibrary(), try makeLibrary())
        try makeSeries(in: library)
        try makeSeries(in: other)
        let before = try LibraryTables.lines(other).filter { !$0.hasPrefix("note") }
        try join(in: library)
        let folder = try await export(library)
        let source = try ImportSource(path: folder.url.path)
        try await run(source, into: other)
        let after = try LibraryTables.lines(other).filter { !$0.hasPrefix("note") }
        XCTAssertEqual(after.filter { !before.contains($0) && !$0.hasPrefix("mention") }, [])
        XCTAssertEqual(before.filter { !after.contains($0) }, [])
        XCTAssertEqual(try current(other), ids.map { .character($0) })
    }

    /// Two pages that name each other, themselves, and no id.
    func testDamagedIDsLeadNowhereElse() async throws {
        let library = try makeLibrary()
        try makeSeries(in: library)
        let folder = try await export(library)
        let stray = UUID()
        for number in 0...1 {
            let name = "Sea/Characters/Agatha \(number).md"
            let page = folder.url.appendingPathComponent(name)
            let text = try String(contentsOf: page, encoding: .utf8)
            let own = "[\"\(ids[0])\", \"\(ids[1])\", \"?\", \"\(stray) \(ids[2])\"]"
            try text.replacing("kind: ", with: "former-ids: \(own)\nkind: ")
                .write(to: page, atomically: true, encoding: .utf8)
        }
        let empty = try makeLibrary()
        try await run(try ImportSource(path: folder.url.path), into: empty)
        XCTAssertEqual(try current(empty), ids.map { .character($0) })
        XCTAssertEqual(try empty.locate(.character(stray))?.place, .character(ids[0]))
    }
}
