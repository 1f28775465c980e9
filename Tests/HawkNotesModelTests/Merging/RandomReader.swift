import Foundation
import GRDB
import LibraryTestSupport
import TestSupport

@testable import HawkNotesModel

/// A reader who does whatever comes to mind, through the program's own functions.
final class RandomReader {
    let library: Library
    private let environment: TestEnvironment
    private var numbers: SeededNumbers
    /// Distinguishes the lines of several readers.
    private let name: String
    private var lineCount = 0

    init(seed: Int, name: String, library: Library? = nil) throws {
        environment = TestEnvironment()
        numbers = SeededNumbers(seed: seed)
        self.name = name
        self.library = try library ?? Library.inMemory(environment: environment.library)
        guard library == nil else { return }
        try self.library.saveSeries(uuid(1), title: "Series")
        try self.library.save(Character(id: uuid(2), seriesID: uuid(1), name: "B", position: 0))
    }

    /// A reader with a copy of the library, whose clock goes on from the same time.
    func fork(seed: Int, name: String) throws -> RandomReader {
        let queue = try DatabaseQueue()
        try library.store.writer.backup(to: queue)
        let clock = TestEnvironment()
        clock.advance(by: environment.library.now().timeIntervalSince(clock.library.now()))
        let store = LibraryStore(queue, files: nil, environment: clock.library)
        let copy = Library(store, environment: clock.library)
        return try RandomReader(seed: seed, name: name, library: copy, clock)
    }

    private init(seed: Int, name: String, library: Library, _ clock: TestEnvironment) throws {
        environment = clock
        numbers = SeededNumbers(seed: seed)
        self.name = name
        self.library = library
    }

    var knowledge: LibraryKnowledge {
        get throws { try library.readAtOnce("look") { try LibraryKnowledge($0) } }
    }

    func pass(_ seconds: TimeInterval) { environment.advance(by: seconds) }

    func act(_ count: Int) throws {
        for _ in 0..<count {
            pass(TimeInterval(number(4)))
            try act()
        }
    }

    private func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    private func line() -> String {
        lineCount += 1
        return number(4) == 0 ? "p. 12" : "\(name)\(lineCount)"
    }

    private func note() throws -> Note? {
        try library.allNotes().randomElement(using: &numbers)
    }

    private func book() throws -> Book? {
        try library.series(uuid(1))?.books.randomElement(using: &numbers)
    }

    private func act() throws {
        switch number(14) {
        case 0...2:
            let book = number(2) == 0 ? try book() : nil
            let lines = (0..<(1 + number(5))).map { _ in line() }
            try library.addNote(
                lines.joined(separator: "\n"),
                on: book.map { .book($0.id) } ?? .character(uuid(2))
            )
        case 3...5:
            guard let note = try note() else { return }
            var lines = note.text.components(separatedBy: "\n")
            let place = number(lines.count)
            if number(3) == 0 { lines[place] = line() } else { lines.insert(line(), at: place) }
            try library.updateNote(note.id, text: lines.joined(separator: "\n"))
        case 6:
            guard let note = try note() else { return }
            if number(2) == 0 {
                try library.setTags([line()], of: note.id)
            } else {
                try library.setQuote(Quote(line()), of: note.id)
            }
        case 7:
            // Back to an earlier text: A, B, A.
            guard let note = try note(),
                let version = try library.earlierVersions(of: note.id).first
            else { return }
            try library.bringBack(version: version.id, of: note.id)
        case 8:
            if let note = try note() { try library.deleteNote(note.id) }
        case 9:
            let items = try library.trash(limit: 99)
                .sorted { ($0.deletedAt, $0.title) < ($1.deletedAt, $1.title) }
            guard let item = items.randomElement(using: &numbers) else { return }
            if number(3) == 0 { try library.purge(item) } else { try library.restore([item]) }
        case 10, 11:
            var book =
                try number(3) == 0
                ? nil
                : book()
            if book == nil {
                book = Book(id: UUID(), seriesID: uuid(1), title: line(), position: number(9))
            }
            guard var book else { return }
            book.tagline = line()
            book.shelves = number(2) == 0 ? [line()] : []
            try library.save(book)
        case 12:
            if number(2) == 0 {
                try library.setFavorite(uuid(2), number(2) == 0)
            } else if let book = try book() {
                try library.delete(.book(book.id))
            }
        default:
            let source = "source \(number(5))"
            let batch = try library.importBatch(format: "test", name: line()) { importer in
                try importer.add(
                    ImportedNote(on: .character(uuid(2)), text: line()),
                    source: source
                )
                return nil
            }
            if let batch, number(3) == 0 { try library.undoImport(batch.id) }
        }
    }
}
