import Foundation
import GRDB
import Synchronization
import TestSupport

@testable import HawkNotesModel

/// A reader who does whatever comes to mind, through the program's own functions.
package final class RandomReader {
    package let library: Library
    private let environment: TestEnvironment
    private var numbers: SeededNumbers
    private let ids: SeededIDs
    /// Distinguishes the lines of several readers.
    private let name: String
    private var lineCount = 0
    private var known = Known(changeCount: 0)

    package init(seed: Int, name: String, library: Library? = nil) throws {
        environment = TestEnvironment()
        numbers = SeededNumbers(seed: seed)
        ids = SeededIDs(seed: seed, name: name)
        self.name = name
        self.library =
            try library ?? Library.inMemory(environment: ids.environment(environment))
        guard library == nil else { return }
        try self.library.saveSeries(uuid(1), title: "Series")
        try self.library.save(Character(id: uuid(2), seriesID: uuid(1), name: "B", position: 0))
    }

    /// A reader with a copy of the library, whose clock goes on from the same time.
    package func fork(seed: Int, name: String) throws -> RandomReader {
        let queue = try DatabaseQueue()
        try library.store.writer.backup(to: queue)
        let clock = TestEnvironment()
        clock.advance(by: environment.library.now().timeIntervalSince(clock.library.now()))
        let ids = SeededIDs(seed: seed, name: name)
        let environment = ids.environment(clock)
        let store = LibraryStore(queue, files: nil, environment: environment)
        let copy = Library(store, environment: environment)
        return RandomReader(seed: seed, name: name, library: copy, clock, ids)
    }

    /// Forgets what is only kept for the next statement.
    package func releaseMemory() { (library.store.writer as? DatabaseQueue)?.releaseMemory() }

    private init(
        seed: Int,
        name: String,
        library: Library,
        _ clock: TestEnvironment,
        _ ids: SeededIDs
    ) {
        environment = clock
        self.ids = ids
        numbers = SeededNumbers(seed: seed)
        self.name = name
        self.library = library
    }

    /// What was read of the library since its last change.
    private struct Known {
        var changeCount: Int
        var values: [String: Any] = [:]
    }

    /// A value that is read once until the library changes.
    package func value<Value>(_ name: String, _ read: () throws -> Value) throws -> Value {
        let count = try library.read("look") { $0.totalChangesCount }
        if known.changeCount != count { known = Known(changeCount: count) }
        if let value = known.values[name] as? Value { return value }
        let value = try read()
        known.values[name] = value
        return value
    }

    /// The clock goes on.
    package func pass(_ seconds: TimeInterval) { environment.advance(by: seconds) }

    /// Does so many things, one in three of them with the parts of series that notes seldom need.
    package func act(_ count: Int) throws {
        for _ in 0..<count {
            pass(TimeInterval(number(4)))
            if number(3) == 0 { try actOnParts() } else { try act() }
        }
    }

    /// Imports a file that other readers import as well, each with ids of their own.
    package func importFile() throws {
        _ = try library.importBatch(format: "test", name: "the file") { importer in
            let book = Book(id: ids.next(), seriesID: uuid(1), title: "Read by all", position: 0)
            try importer.add(book, source: "file: book")
            let chapter = try importer.add(
                Chapter(id: ids.next(), bookID: book.id, name: "One", position: 0),
                source: "file: chapter"
            )
            let character = try importer.add(
                Character(id: ids.next(), seriesID: uuid(1), name: "Known", position: 1),
                source: "file: character"
            )
            for number in 1...3 {
                var note = ImportedNote(on: .book(book.id), text: "highlight\nand line \(number)")
                note.place = NotePlace(chapterID: number == 1 ? chapter : nil, text: "p. 1")
                try importer.add(note, source: "file: note \(number)")
            }
            try importer.add(
                ImportedNote(on: .character(character), text: "on the character"),
                source: "file: note on the character"
            )
            return nil
        }
        // The same book as another reader has it.
        let series = ids.next()
        try library.saveSeries(series, title: "With ISBN")
        var book = Book(id: ids.next(), seriesID: series, title: "With ISBN", position: 0)
        book.isbn10 = number(2) == 0 ? "0441013597" : "978-0-441-01359-3"
        try library.save(book)
        try library.addNote(line(), on: .book(book.id))
    }

    /// Two copies of a library and a third one of the second, all changed since.
    package static func makeThree(_ seed: Int) throws -> [RandomReader] {
        let first = try RandomReader(seed: 3 * seed, name: "a")
        try first.library.saveSeries(uuid(3), title: "Other series")
        try first.act(25)
        let second = try first.fork(seed: 3 * seed + 1, name: "b")
        try second.act(15)
        // All import the same file, some of them each for itself.
        let isForkOfFile = seed.isMultiple(of: 3)
        if isForkOfFile { try second.importFile() }
        let third = try second.fork(seed: 3 * seed + 2, name: "c")
        for reader in [first, third] + (isForkOfFile ? [] : [second])
        where !isForkOfFile || reader !== third {
            try reader.importFile()
        }
        try first.act(15)
        try third.act(15)
        let all = [first, second, third]
        for reader in all { reader.releaseMemory() }
        return all
    }

    private func actOnParts() throws {
        guard let series = try library.series(uuid(1)) else { return }
        let book = try book()
        let ids = try library.read("look") { db in
            try UUID.fetchAll(
                db,
                sql: "SELECT character.id FROM \(CharacterRecord.shownRows) ORDER BY character.id"
            )
        }
        let characters = ids.filter { $0 != uuid(2) }.compactMap { series.character($0) }
        switch number(8) {
        case 0:
            guard let book else { return }
            let chapter = Chapter(
                id: self.ids.next(),
                bookID: book.id,
                name: line(),
                position: number(5)
            )
            try library.save(chapter)
        case 1:
            let place = number(5)
            try library.save(
                Character(id: self.ids.next(), seriesID: uuid(1), name: line(), position: place)
            )
        case 2:
            guard let one = characters.randomElement(using: &numbers) else { return }
            try library.save(
                Relation(id: self.ids.next(), first: uuid(2), second: one.id, word: line())
            )
        case 3:
            guard var book else { return }
            book.coverID = try library.addPicture(
                StoredPicture(data: Data(line().utf8), type: "image/png", width: 1, height: 1)
            )
            try library.save(book)
        case 4:
            guard characters.count > 1 else { return }
            try library.join(.character(characters[0].id), into: characters[1].id)
        case 5:
            guard let book else { return }
            _ = try library.changeSeries { try $0.moveBook(book.id, to: .series(uuid(3))) }
        case 6:
            guard var one = characters.randomElement(using: &numbers) else { return }
            one.summary = line()
            try library.save(one)
        default:
            if let one = characters.randomElement(using: &numbers), number(3) == 0 {
                try library.delete(.character(one.id))
            } else if let note = try note(), let book {
                try library.moveNotes([note.id], to: .book(book.id))
            }
        }
    }

    private func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    private func line() -> String {
        lineCount += 1
        return number(4) == 0 ? "p. 12" : "\(name)\(lineCount)"
    }

    private func note() throws -> Note? {
        // Notes on a page in the trash can't be edited.
        let ids = try library.read("look") { db in
            try UUID.fetchAll(
                db,
                sql: """
                    SELECT id FROM note
                    WHERE subjectID IN (SELECT book.id FROM \(BookRecord.shownRows))
                    OR subjectID IN (SELECT character.id FROM \(CharacterRecord.shownRows))
                    ORDER BY sequence
                    """
            )
        }
        guard let id = ids.randomElement(using: &numbers) else { return nil }
        return try library.note(id)
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
                book = Book(
                    id: self.ids.next(),
                    seriesID: uuid(1),
                    title: line(),
                    position: number(9)
                )
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

/// Random ids that follow from a seed.
private final class SeededIDs: Sendable {
    private let numbers: Mutex<SeededNumbers>

    init(seed: Int, name: String) {
        let letters = name.utf8.reduce(0) { 256 * $0 + Int($1) }
        numbers = Mutex(SeededNumbers(seed: 1_000_003 * (seed + 1) + 7_919 * letters))
    }

    func next() -> UUID {
        numbers.withLock { numbers in
            var bytes = (0..<2).flatMap { _ -> [UInt8] in
                let number = numbers.next()
                return (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
            bytes[6] = bytes[6] & 0x0F | 0x40
            return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
        }
    }

    func environment(_ clock: TestEnvironment) -> LibraryEnvironment {
        var environment = clock.library
        environment.makeID = { [self] in next() }
        return environment
    }
}

/// Short ids that are the same in each run.
package func uuid(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number)))
}
