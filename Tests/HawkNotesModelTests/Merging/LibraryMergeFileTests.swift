import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Files that are merged into the open library.
final class LibraryMergeFileTests: LibraryTestCase {
    private var otherURL: URL { directory.appendingPathComponent("other/other.sqlite") }
    private var copies: URL { directory.appendingPathComponent("copies") }
    private let environment = TestEnvironment()

    override func setUpWithError() throws {
        try super.setUpWithError()
        try Disk.makeFolder(otherURL.deletingLastPathComponent())
    }

    private func makeLibrary(at url: URL, series: Int) throws -> Library {
        let library = try Library.open(at: url, environment: environment.library)
        try library.saveSeries(uuid(series), title: "Series \(series)")
        try library.save(
            Book(id: uuid(series + 1), seriesID: uuid(series), title: "Book", position: 0)
        )
        return library
    }

    @discardableResult
    private func merge(
        _ url: URL,
        into library: Library,
        bringsBack: Bool = false
    ) throws -> MergeOutcome {
        let merge = try LibraryMerge(of: url, in: copies, environment: environment.library)
        let outcome = try merge.run(into: library, bringsBack: bringsBack)
        try merge.close()
        return outcome
    }

    private func texts(_ library: Library) throws -> [String] {
        try library.allNotes().map(\.text).sorted()
    }

    // MARK: - Files

    func testALibraryThatIsInUseIsReadWithItsLogAndStaysAsItIs() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        let other = try makeLibrary(at: otherURL, series: 11)
        try library.addNote("mine", on: .book(uuid(2)))
        try other.addNote("in the file", on: .book(uuid(12)))
        try other.store.foldIn()
        try other.addNote("in the log", on: .book(uuid(12)))
        let log = otherURL.path + "-wal"
        let before = [
            try Data(contentsOf: otherURL), try Data(contentsOf: URL(fileURLWithPath: log)),
        ]

        let merge = try LibraryMerge(of: otherURL, in: copies, environment: environment.library)
        let preview = try merge.preview(into: library)
        XCTAssertEqual(preview.report.added, ["note": 2, "book": 1, "series": 1])
        XCTAssertEqual(preview.report.sameNotes, 1)
        XCTAssertEqual(preview.contents.noteCount, 2)
        XCTAssertFalse(preview.isCopy)
        XCTAssertEqual(try texts(library), ["mine"], "a preview writes nothing")
        let outcome = try merge.run(into: library)
        try merge.close()

        XCTAssertEqual(outcome.report.added, preview.report.added)
        XCTAssertEqual(try texts(library), ["in the file", "in the log", "mine"])
        XCTAssertEqual(
            [try Data(contentsOf: otherURL), try Data(contentsOf: URL(fileURLWithPath: log))],
            before
        )
        XCTAssertFalse(FileManager.default.fileExists(atPath: copies.path))
        try other.addNote("later", on: .book(uuid(12)))
        try other.close()
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
        let again = try Library.open(at: databaseURL, environment: environment.library)
        XCTAssertEqual(try texts(again).count, 3)
        try again.close()
    }

    /// What was frozen is all there afterwards, and the file is as it was.
    func testLibrariesOfOlderVersionsAreMerged() throws {
        for name in (1...7).map({ "version-\($0)" }) + ["version-6-edited", "version-7-edited"] {
            let folder = directory.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let files = LibraryFiles(database: folder.appendingPathComponent("library.sqlite"))
            try FrozenFiles.copy(name, to: files.all)
            let before = try Data(contentsOf: files.database)
            let library = try Library.inMemory(environment: environment.library)
            try merge(files.database, into: library)
            XCTAssertEqual(try Data(contentsOf: files.database), before, name)
            XCTAssertNil(try merge(files.database, into: library).batch, name)
            let queue = try DatabaseQueue(path: files.database.path)
            try LibrarySchema.migrate(queue)
            let theirs = try queue.read { try LibraryKnowledge($0) }
            let mine = try library.readAtOnce("look") { try LibraryKnowledge($0) }
            XCTAssertFalse(theirs.items.isEmpty, name)
            // A record of a change goes with what was permanently deleted.
            let purged = Set(theirs.purges.keys.map(\.id.databaseValue))
            let missing = theirs.items.subtracting(mine.items).filter { item in
                guard item.kind == RecordTable.importedChange.kind else { return true }
                return purged.isDisjoint(with: theirs.value("row", of: item)?.columns ?? [])
            }
            XCTAssertEqual(missing, [], name)
            for note in theirs.texts.keys {
                XCTAssertEqual(mine.text(of: note)?.text, theirs.text(of: note)?.text, name)
            }
            let shown = try queue.read { try String.fetchAll($0, sql: "SELECT text FROM note") }
            XCTAssertEqual(try texts(library), shown.sorted(), name)
            XCTAssertEqual(try library.check(), LibraryFindings(), name)
            try queue.close()
        }
    }

    /// Older versions kept no record of what was deleted permanently: a backup may bring it back.
    func testAPreviewTellsThatOlderVersionsMayHaveDeletedWhatIsNew() throws {
        for name in ["version-5", nil] {
            let folder = directory.appendingPathComponent(name ?? "new")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let files = LibraryFiles(database: folder.appendingPathComponent("library.sqlite"))
            if let name {
                try FrozenFiles.copy(name, to: files.all)
            } else {
                try makeLibrary(at: files.database, series: 1).close()
            }
            // Migrates it.
            try Library.open(at: files.database, environment: environment.library).close()
            let backup = folder.appendingPathComponent("backup.sqlite")
            try FileManager.default.copyItem(at: files.database, to: backup)
            let other = try Library.open(at: backup, environment: environment.library)
            let book = try XCTUnwrap(try other.firstSeries().books.first)
            try other.addNote("deleted since", on: .book(book.id))
            try other.close()
            let library = try Library.open(at: files.database, environment: environment.library)
            for isNew in [true, false] {
                let merge = try LibraryMerge(
                    of: backup,
                    in: copies,
                    environment: environment.library
                )
                let preview = try merge.preview(into: library)
                XCTAssertTrue(preview.isCopy)
                XCTAssertEqual(preview.mayRestoreDeleted, name != nil && isNew, name ?? "new")
                _ = try merge.run(into: library)
                try merge.close()
            }
            try library.close()
        }
    }

    func testAFileThatCannotBeMergedIsRefusedByNameAndReason() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        func refuse(_ code: LibraryError.Code, line: UInt = #line) {
            XCTAssertThrowsError(try merge(otherURL, into: library), line: line) { error in
                let error = error as? LibraryError
                XCTAssertEqual(error?.code, code, "\(error as Any)", line: line)
                XCTAssertTrue(error?.message.contains("other.sqlite") ?? false, line: line)
            }
            XCTAssertFalse(FileManager.default.fileExists(atPath: copies.path), line: line)
        }
        refuse(.cannotOpen)
        try Data("no library".utf8).write(to: otherURL)
        refuse(.damaged)
        try Data().write(to: otherURL)
        refuse(.damaged)
        try FileManager.default.removeItem(at: otherURL)
        let queue = try DatabaseQueue(path: otherURL.path)
        try LibrarySchema.migrate(queue)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        try queue.close()
        refuse(.newerSchema)
        try library.close()
    }

    func testACancelledMergeChangesNothing() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        let other = try makeLibrary(at: otherURL, series: 11)
        try other.addNote("theirs", on: .book(uuid(12)))
        try other.close()
        let merge = try LibraryMerge(of: otherURL, in: copies, environment: environment.library)
        for limit in stride(from: 0.05, through: 0.95, by: 0.1) {
            XCTAssertThrowsError(
                try merge.run(into: library) { if $0 >= limit { throw CancellationError() } }
            )
            XCTAssertEqual(try texts(library), [], "at \(limit)")
            XCTAssertEqual(try library.importBatches(), [])
        }
        // Changes have stamps again.
        let note = try library.addNote("mine", on: .book(uuid(2)))
        try library.updateNote(note.id, text: "edited")
        let revisions = try library.read("look") { try $0.rowCount(of: "noteRevision") }
        XCTAssertEqual(revisions, 2)
        try merge.run(into: library)
        XCTAssertEqual(try texts(library), ["edited", "theirs"])
        try merge.close()
        try library.close()
    }

    // MARK: - Rules

    /// A library and its backup.
    private func makeBackup(_ library: Library) throws {
        try? FileManager.default.removeItem(at: otherURL)
        let queue = try DatabaseQueue(path: otherURL.path)
        try library.store.writer.backup(to: queue)
        try queue.close()
    }

    func testDeletedPermanentlyStaysDeletedUntilItIsBroughtBackOnce() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        for number in 1...3 { try library.addNote("note \(number)", on: .book(uuid(2))) }
        try makeBackup(library)
        try library.delete(.book(uuid(2)))
        try library.emptyTrash()
        XCTAssertEqual(try texts(library), [])
        XCTAssertNil(try merge(otherURL, into: library).batch)
        XCTAssertEqual(try texts(library), [])

        let merge = try LibraryMerge(of: otherURL, in: copies, environment: environment.library)
        let preview = try merge.preview(into: library)
        try merge.close()
        XCTAssertEqual(preview.restorableCount, 3)
        XCTAssertTrue(preview.isCopy)
        XCTAssertTrue(preview.report.isEmpty)
        let outcome = try self.merge(otherURL, into: library, bringsBack: true)
        XCTAssertEqual(outcome.report.restoredNotes, 3)
        XCTAssertEqual(try texts(library), ["note 1", "note 2", "note 3"])
        XCTAssertEqual(try library.series(uuid(1))?.books.map(\.title), ["Book"])
        for bringsBack in [false, true] {
            let again = try self.merge(otherURL, into: library, bringsBack: bringsBack)
            XCTAssertNil(again.batch)
            XCTAssertEqual(try texts(library).count, 3)
        }
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
    }

    func testTwoTextsThatCannotBeMergedAreBothKeptAndDoNotExpire() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        let note = try library.addNote("first", on: .book(uuid(2)))
        environment.advance(by: 60)
        try makeBackup(library)
        try library.updateNote(note.id, text: "mine")
        environment.advance(by: 60)
        let other = try Library.open(at: otherURL, environment: environment.library)
        try other.updateNote(note.id, text: "theirs")
        try other.close()
        let outcome = try merge(otherURL, into: library)
        XCTAssertEqual(outcome.report.bothTexts.map(\.note), [note.id])
        XCTAssertEqual(try texts(library), ["theirs"])
        environment.advance(by: 400 * 24 * 60 * 60)
        try library.expire()
        var earlier = try library.earlierVersions(of: note.id)
        XCTAssertTrue(earlier.contains { $0.text == "mine" })
        // Once it was chosen, nothing is beside it, and versions expire as ever.
        let version = try XCTUnwrap(earlier.first { $0.text == "mine" })
        try library.bringBack(version: version.id, of: note.id)
        let shown = try library.read("look") { try $0.fetchTexts(of: note.id).shown }
        XCTAssertEqual(shown?.text, "mine")
        environment.advance(by: 400 * 24 * 60 * 60)
        try library.expire()
        earlier = try library.earlierVersions(of: note.id)
        XCTAssertEqual(earlier.map(\.text), [])
        try library.close()
    }

    func testTextsWhoseChangesDoNotTouchAreMerged() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        let note = try library.addNote("a\nb\nc", on: .book(uuid(2)))
        try makeBackup(library)
        environment.advance(by: 60)
        try library.updateNote(note.id, text: "a\nb\nc\nd")
        let other = try Library.open(at: otherURL, environment: environment.library)
        try other.updateNote(note.id, text: "x\na\nb\nc")
        try other.close()
        let batch = try XCTUnwrap(try merge(otherURL, into: library).batch)
        XCTAssertEqual(try texts(library), ["x\na\nb\nc\nd"])
        XCTAssertNil(try merge(otherURL, into: library).batch)
        let undone = try library.undoImport(batch)
        XCTAssertEqual(try texts(library), ["a\nb\nc\nd"])
        try library.undo(undone.undo)
        XCTAssertEqual(try texts(library), ["x\na\nb\nc\nd"])
        try library.close()
    }

    /// The other library has deleted something that is still here: it can be taken back.
    func testWhatTheOtherDeletedPermanentlyGoesToTheTrash() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        let note = try library.addNote("note", on: .book(uuid(2)))
        try makeBackup(library)
        let other = try Library.open(at: otherURL, environment: environment.library)
        try other.deleteNote(note.id)
        try other.emptyTrash()
        try other.close()
        let batch = try XCTUnwrap(try merge(otherURL, into: library).batch)
        XCTAssertEqual(try texts(library), [])
        XCTAssertEqual(try library.trashEntries().map(\.id), [note.id])
        XCTAssertNil(try merge(otherURL, into: library).batch)
        try library.undoImport(batch)
        XCTAssertEqual(try texts(library), ["note"])
        XCTAssertNil(try merge(otherURL, into: library).batch)
        XCTAssertEqual(try texts(library), ["note"])
        try library.close()
    }

    /// The same with the page of a note: it comes back as a whole, by the undo and from the trash.
    func testAPageThatTheOtherDeletedPermanentlyComesBackWithItsNotes() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        try library.addNote("note", on: .book(uuid(2)))
        try makeBackup(library)
        environment.advance(by: 60)
        let other = try Library.open(at: otherURL, environment: environment.library)
        try other.delete(.book(uuid(2)))
        try other.emptyTrash()
        try other.close()
        let batch = try XCTUnwrap(try merge(otherURL, into: library).batch)
        XCTAssertEqual(try library.series(uuid(1))?.books, [])
        XCTAssertEqual(try library.trashEntries().map(\.id), [uuid(2)])
        try library.undoImport(batch)
        for isUndone in [true, false] {
            environment.advance(by: 60)
            if !isUndone {
                let items = try library.trash(limit: 9)
                try library.restore(items)
            }
            XCTAssertEqual(try library.series(uuid(1))?.books.map(\.id), [uuid(2)])
            XCTAssertNil(try merge(otherURL, into: library).batch, "undone: \(isUndone)")
            XCTAssertEqual(try library.notes(on: .book(uuid(2))).map(\.text), ["note"])
            guard isUndone else { break }
            try library.delete(.book(uuid(2)))
        }
        try library.close()
    }

    func testANoteThatIsNewerThanTheDeletionOfItsPageBringsItBack() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        try library.save(Book(id: uuid(3), seriesID: uuid(1), title: "Other", position: 1))
        try makeBackup(library)
        environment.advance(by: 30)
        try library.addNote("older", on: .book(uuid(3)))
        environment.advance(by: 30)
        let other = try Library.open(at: otherURL, environment: environment.library)
        for book in [2, 3] { try other.delete(.book(uuid(book))) }
        try other.close()
        environment.advance(by: 30)
        try library.addNote("newer", on: .book(uuid(2)))
        try merge(otherURL, into: library)
        XCTAssertEqual(try library.series(uuid(1))?.books.map(\.id), [uuid(2)])
        XCTAssertEqual(try library.notes(on: .book(uuid(2))).map(\.text), ["newer"])
        XCTAssertEqual(try library.trashEntries().map(\.id), [uuid(3)])
        try library.close()
    }

    /// A copy of the files at any time of a merge is a library as before it, or as after it.
    func testALibraryKilledInAMergeIsAsBeforeOrAfter() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        let other = try makeLibrary(at: otherURL, series: 11)
        for number in 1...300 {
            try library.addNote("mine \(number)", on: .book(uuid(2)))
            try other.addNote("theirs \(number)", on: .book(uuid(12)))
        }
        try other.close()
        let before = try texts(library)
        var copies: [URL] = []
        func copyFiles() throws {
            let folder = directory.appendingPathComponent("kill \(copies.count)")
            try Disk.makeFolder(folder)
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    at: URL(fileURLWithPath: databaseURL.path + suffix),
                    to: folder.appendingPathComponent("library.sqlite" + suffix)
                )
            }
            copies.append(folder.appendingPathComponent("library.sqlite"))
        }
        let merge = try LibraryMerge(
            of: otherURL,
            in: self.copies,
            environment: environment.library
        )
        try merge.run(into: library) { _ in try copyFiles() }
        try merge.close()
        let after = try texts(library)
        XCTAssertEqual(after.count, 600)
        XCTAssertGreaterThan(copies.count, 5)
        try copyFiles()
        for (index, copy) in copies.enumerated() {
            let killed = try Library.open(at: copy, environment: environment.library)
            XCTAssertEqual(try texts(killed), index == copies.count - 1 ? after : before)
            XCTAssertEqual(try killed.check(), LibraryFindings())
            try killed.close()
        }
        try library.close()
    }

    func testUndoKeepsWhatTheReaderHasAddedSince() throws {
        let library = try makeLibrary(at: databaseURL, series: 1)
        let other = try makeLibrary(at: otherURL, series: 11)
        let theirs = try other.addNote("theirs", on: .book(uuid(12)))
        try other.close()
        let batch = try XCTUnwrap(try merge(otherURL, into: library).batch)
        try library.addNote("mine, on theirs", on: .book(uuid(12)))
        try library.undoImport(batch)
        XCTAssertEqual(try texts(library), ["mine, on theirs"])
        XCTAssertNotNil(try library.series(uuid(11)))
        XCTAssertEqual(try library.trashEntries().map(\.id), [theirs.id])
        try library.close()
    }

    /// Time and memory, printed: `HAWK_NOTES_MERGE=20000`.
    func testMergingManyNotes() throws {
        let variable = ProcessInfo.processInfo.environment["HAWK_NOTES_MERGE"]
        guard let count = variable.flatMap(Int.init) else {
            throw XCTSkip("only measured on request")
        }
        let words = String(repeating: "words of a note ", count: 18)
        func add(_ library: Library, _ series: Int) throws {
            _ = try library.importBatch(format: "test", name: "file") { importer in
                for number in 0..<count {
                    try importer.add(
                        ImportedNote(on: .book(uuid(series + 1)), text: "\(number) \(words)"),
                        source: "\(series) \(number)"
                    )
                }
                return nil
            }
        }
        let library = try makeLibrary(at: databaseURL, series: 1)
        let other = try makeLibrary(at: otherURL, series: 11)
        try add(library, 1)
        let start = Date()
        try add(other, 11)
        print("importing \(count): \(Date().timeIntervalSince(start)) s, \(Self.memory)")
        try other.close()
        for _ in 1...2 {
            let start = Date()
            let outcome = try merge(otherURL, into: library)
            let seconds = Date().timeIntervalSince(start)
            print("merging: \(seconds) s, \(outcome.report.addedCount) new, \(Self.memory)")
        }
        try library.close()
    }

    private static var memory: String {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return status.split(separator: "\n").filter {
            $0.hasPrefix("VmHWM") || $0.hasPrefix("VmRSS")
        }
        .joined(separator: " ")
    }
}
