import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// An exported library whose files were edited before they are imported.
final class EditedPagesTests: ExportedLibraryTestCase {
    private func change(_ id: UUID, to text: String, in library: Library) throws {
        clock.advance(by: 60)
        let note = try XCTUnwrap(try library.note(id))
        _ = try library.saveEdit(
            of: id,
            text: text,
            base: note.text,
            on: note.subject,
            newID: UUID()
        )
    }

    func testEditedNoteIsTakenUnlessItChangedHereToo() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let book = try makeBook(in: library)
        let one = try library.addNote("The gate is closed", on: .book(book)).id
        let other = try library.addNote("Petra waits", on: .book(book)).id
        // Earlier versions don't make a note contested.
        try change(other, to: "Petra waits there", in: library)
        try await export(library, to: folder.url)
        try change(one, to: "The gate was closed", in: library)
        let page = folder.url.appending("Sea/The Salt Road.md")
        try edit(page, "The gate is closed", "The gate is open")
        try edit(page, "Petra waits there", "Petra waits at the gate")
        let source = try ImportSource(path: folder.url.path)
        let outcome = try await run(source, into: library)
        XCTAssertEqual(outcome.report.changed, [.note: 2])
        XCTAssertEqual(
            Set(try library.notes(on: .book(book)).map(\.text)),
            ["The gate was closed", "The gate is open", "Petra waits at the gate"]
        )
        let again = try await run(source, into: library)
        XCTAssertNil(again.batch)
        XCTAssertEqual(again.report.changed, [:])
        try library.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(
            Set(try library.notes(on: .book(book)).map(\.text)),
            ["The gate was closed", "Petra waits there"]
        )
        let empty = try makeLibrary()
        try await run(source, into: empty)
        XCTAssertEqual(
            Set(try empty.notes(on: .book(book)).map(\.text)),
            ["The gate is open", "Petra waits at the gate"]
        )
    }

    /// One line for each page, as long as it differs from the library.
    func testChangedDetailsOfAPageAreNamed() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let id = try makeBook(in: library)
        let book = try XCTUnwrap(
            try library.allSeries().compactMap { try library.series($0.id) }
                .flatMap(\.books).first
        )
        let one = Chapter(id: UUID(), bookID: id, name: "Act One", position: 0)
        let character = HawkNotesModel.Character(
            id: UUID(),
            seriesID: book.seriesID,
            name: "Agatha",
            position: 0
        )
        try library.save(one)
        try library.save(character)
        try await export(library, to: folder.url)
        let source = try ImportSource(path: folder.url.path)
        let same = try await run(source, into: library)
        XCTAssertEqual(same.report.problems, [])
        let page = folder.url.appending("Sea/The Salt Road.md")
        try edit(page, "title: \"The Salt Road\"", "title: \"The Salt Way\"")
        try edit(page, "chapters: [\"Act One\"]", "chapters: [\"Act 1\"]")
        try edit(
            folder.url.appending("Sea/Characters/Agatha.md"),
            "name: ",
            "tagline: \"A hawk\"\nname: "
        )
        try edit(folder.url.appending("Sea/Sea.md"), "title: ", "author: \"Noor Vale\"\ntitle: ")
        let changed = try await run(source, into: library)
        XCTAssertEqual(
            Set(changed.report.problems),
            Set(
                ["Sea/The Salt Road.md", "Sea/Characters/Agatha.md", "Sea/Sea.md"].map {
                    ImportProblem(.keptDetails, file: $0)
                }
            )
        )
        XCTAssertEqual(changed.report.problems.count, 3)
        XCTAssertNil(changed.batch)
        // With the values of the page nothing is left out.
        var other = book
        other.title = "The Salt Way"
        try library.save(other)
        var chapter = one
        chapter.name = "Act 1"
        try library.save(chapter)
        let again = try await run(source, into: library)
        XCTAssertEqual(again.report.problems.count, 2)
    }

    /// As well as those that were added here since.
    func testRemovedChaptersAndRelationsOfAPageAreNamed() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let bookID = try makeBook(in: library)
        let seriesID = try XCTUnwrap(try library.allSeries().first).id
        for (position, name) in ["Act One", "Act Two"].enumerated() {
            try library.save(Chapter(id: UUID(), bookID: bookID, name: name, position: position))
        }
        let people = ["Agatha", "Petra", "Noor"].enumerated().map { position, name in
            HawkNotesModel.Character(id: UUID(), seriesID: seriesID, name: name, position: position)
        }
        for character in people { try library.save(character) }
        for other in people.dropFirst() {
            try library.save(Relation(id: UUID(), first: people[0].id, second: other.id))
        }
        try library.delete(.character(people[2].id))
        try await export(library, to: folder.url)
        let source = try ImportSource(path: folder.url.path)
        let same = try await run(source, into: library)
        XCTAssertEqual(same.report.problems, [])
        func remove(_ pattern: some RegexComponent, _ path: String) throws {
            let url = folder.url.appending(path)
            let text = try String(contentsOf: url, encoding: .utf8)
            let edited = text.replacing(pattern, with: "")
            XCTAssertNotEqual(edited, text)
            try edited.write(to: url, atomically: true, encoding: .utf8)
        }
        try remove(#/(?m)^(related|relation)[a-z-]*: .*\n/#, "Sea/Characters/Agatha.md")
        let book = folder.url.appending("Sea/The Salt Road.md")
        try edit(book, "[\"Act One\", \"Act Two\"]", "[\"Act One\"]")
        let changed = try await run(source, into: library)
        XCTAssertEqual(
            Set(changed.report.problems),
            Set(
                ["Sea/The Salt Road.md", "Sea/Characters/Agatha.md"].map {
                    ImportProblem(.keptDetails, file: $0)
                }
            )
        )
        XCTAssertNil(changed.batch)
    }

    /// Renamed and moved files, other line ends, another order of properties, a page that is gone,
    /// and a copy of a page.
    func testFolderEditedByAnotherProgramComesBack() async throws {
        for seed in 0..<8 {
            let folder = try TemporaryDirectory()
            let library = try makeRandomLibrary(seed)
            try await export(library, to: folder.url)
            let pages = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
                .filter { $0.hasSuffix(".md") }.sorted()
            for (number, path) in pages.enumerated() {
                let url = folder.url.appending(path)
                let text = try String(contentsOf: url, encoding: .utf8)
                try FileManager.default.removeItem(at: url)
                let scalars = text.unicodeScalars
                let lines = scalars.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { String($0) }
                let end = try XCTUnwrap(lines.dropFirst().firstIndex(of: "---"))
                let properties = lines[2..<end].reversed().flatMap(Self.inSeveralLines)
                let all: [String] = lines[..<2] + properties + lines[end...]
                // Texts with carriage returns of their own cannot be told from converted ones.
                let isConverted = number.isMultiple(of: 2) && !scalars.contains("\r")
                let edited = all.joined(separator: isConverted ? "\r\n" : "\n")
                let moved = folder.url.appending("Vault/Page \(number).md")
                try Disk.makeFolder(moved.deletingLastPathComponent())
                try edited.write(to: moved, atomically: true, encoding: .utf8)
            }
            let source = try ImportSource(path: folder.url.path)
            let empty = try makeLibrary()
            let outcome = try await run(source, into: empty)
            let others = outcome.report.problems.filter {
                if case .missingFile = $0.reason { false } else { true }
            }
            XCTAssertEqual(others, [], "seed \(seed)")
            assertSame(
                try LibraryTables.lines(empty),
                try LibraryTables.lines(library),
                "seed \(seed)"
            )
        }
    }

    /// A property as editors write it: a list in several lines.
    private static func inSeveralLines(_ line: String) -> [String] {
        guard let start = line.range(of: ": ["), line.hasSuffix("]") else { return [line] }
        let key = String(line[..<start.lowerBound])
        return ["\(key):"] + items(line[start.upperBound...].dropLast()).map { "  - \($0)" }
    }

    /// The texts of a list, in their quotation marks.
    private static func items(_ list: Substring) -> [String] {
        var (items, item, isEscaped, isOpen) = ([String](), "", false, false)
        for scalar in list.unicodeScalars where isOpen || scalar == "\"" {
            item.unicodeScalars.append(scalar)
            if scalar == "\"", !isEscaped {
                isOpen.toggle()
                if !isOpen {
                    items.append(item)
                    item = ""
                }
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return items
    }

    func testACopyOfAPageIsNamedAndBringsNothingTwice() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let book = try makeBook(in: library)
        try library.addNote("The gate is closed", on: .book(book))
        try await export(library, to: folder.url)
        let page = folder.url.appending("Sea/The Salt Road.md")
        let copy = folder.url.appending("Sea/The Salt Road 1.md")
        try FileManager.default.copyItem(at: page, to: copy)
        let empty = try makeLibrary()
        let outcome = try await run(try ImportSource(path: folder.url.path), into: empty)
        XCTAssertEqual(outcome.report.problems.map(\.reason), [.repeated])
        assertSame(try LibraryTables.lines(empty), try LibraryTables.lines(library), "copy")
        // Without the page of its series, a book has one with its name.
        let other = try makeLibrary()
        for name in ["Sea.md", "The Salt Road 1.md"] {
            try FileManager.default.removeItem(at: folder.url.appending("Sea/\(name)"))
        }
        let part = try await run(try ImportSource(path: folder.url.path), into: other)
        XCTAssertEqual(part.report.problems.map(\.reason), [.missingFile("Sea/Sea.md")])
        XCTAssertEqual(try other.allNotes().map(\.text), ["The gate is closed"])
    }

    func testWhatIsNotReadIsNamed() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let book = try makeBook(in: library)
        let note = try library.addNote("The gate is closed", on: .book(book))
        try library.addNote("Petra waits", on: .book(book))
        try await export(library, to: folder.url)
        let page = folder.url.appending("Sea/The Salt Road.md")
        try edit(page, "## Notes", "## Notes\n\nA line beside the notes")
        try edit(page, "\"id\":\"\(note.id)\"", "\"id\":\"?\"")
        try FileManager.default.removeItem(at: folder.url.appending("Sea/Sea.md"))
        let list = folder.url.appending(ExportManifest.name)
        let digest = String(repeating: "0", count: 64)
        try edit(list, "Library.md\n", "Library.md\n\(digest)  ../../passwd\n")
        let empty = try makeLibrary()
        let outcome = try await run(try ImportSource(path: folder.url.path), into: empty)
        let file = "Sea/The Salt Road.md"
        XCTAssertEqual(
            Set(outcome.report.problems),
            [
                ImportProblem(.missingFile("Sea/Sea.md"), file: ExportManifest.name),
                ImportProblem(.unsafePath("../../passwd"), file: ExportManifest.name),
                ImportProblem(.leftOut(.besideNotes, count: 1, example: file), file: file),
                ImportProblem(.damaged, file: file),
            ]
        )
        XCTAssertEqual(
            Set(try empty.allNotes().map(\.text)),
            ["The gate is closed", "Petra waits"]
        )
    }
}
