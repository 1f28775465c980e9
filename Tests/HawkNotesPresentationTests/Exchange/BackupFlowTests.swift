import Foundation
import HawkNotesModel
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Backups in a folder of the reader's choice, and the reminder to make one.
final class BackupFlowTests: XCTestCase {
    /// A library on the disk, a folder beside it, and a record as the preferences store it.
    @MainActor
    private final class Shelf {
        let library: Library
        let directory: URL
        let disk: URL
        var record: BackupRecord?
        var unfinished: URL?
        var drafts: [BackupDraft] = []
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        private(set) lazy var flow = makeFlow()

        /// As a start of the program makes it.
        func makeFlow() -> BackupFlow {
            BackupFlow(
                library,
                memory: BackupFlow.Memory(
                    load: { [unowned self] in record },
                    store: { [unowned self] in record = $0 }
                ),
                unfinished: UnfinishedFolder(
                    load: { [unowned self] in unfinished },
                    store: { [unowned self] in unfinished = $0 }
                ),
                drafts: { [unowned self] in drafts },
                now: { [unowned self] in now }
            )
        }

        init() throws {
            directory = FileManager.default.temporaryDirectory
                .appendingPathComponent(UUID().uuidString)
            disk = directory.appendingPathComponent("USB")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
            library = try Library.open(at: directory.appendingPathComponent("library.sqlite"))
        }

        func close() throws {
            try library.close()
            try FileManager.default.removeItem(at: directory)
        }

        var names: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: disk.path) }
        }

        func waitForEnd(line: UInt = #line) {
            let hasEnded = runMainQueue {
                if case .writing = flow.stage { false } else { true }
            }
            XCTAssertTrue(hasEnded, line: line)
        }
    }

    @MainActor
    private static func withShelf(_ body: @MainActor (Shelf) throws -> Void) throws {
        let shelf = try Shelf()
        try body(shelf)
        try shelf.close()
    }

    func testAGoodBackupIsRememberedWithItsDrafts() throws {
        try onMainActor {
            try Self.withShelf { shelf in
                let draft = BackupDraft(page: .book(UUID()), words: "a draft")
                shelf.drafts = [draft]
                var stages: [BackupFlow.Stage] = []
                let changes = shelf.flow.observe { stages.append(shelf.flow.stage) }
                shelf.flow.begin(in: shelf.disk)
                shelf.waitForEnd()
                let record = try XCTUnwrap(shelf.record)
                XCTAssertEqual(record.folder, shelf.disk)
                XCTAssertEqual(stages.first, .writing(shelf.disk, 0))
                XCTAssertEqual(stages.last, .done(shelf.disk, record))
                let file = shelf.disk.appendingPathComponent(try XCTUnwrap(shelf.names.first))
                let restore = LibraryRestore(at: shelf.directory.appendingPathComponent("x"))
                XCTAssertEqual(try restore.drafts(in: file), [draft])
                shelf.flow.beginAgain()
                shelf.waitForEnd()
                XCTAssertEqual(try shelf.names.count, 2)
                _ = changes
            }
        }
    }

    func testACancelledBackupLeavesNothingAndIsNotRemembered() throws {
        try onMainActor {
            try Self.withShelf { shelf in
                shelf.flow.begin(in: shelf.disk)
                shelf.flow.cancel()
                XCTAssertEqual(shelf.flow.stage, .idle)
                // The next one ends after it.
                let other = shelf.directory.appendingPathComponent("Other")
                try FileManager.default.createDirectory(
                    at: other,
                    withIntermediateDirectories: true
                )
                shelf.flow.begin(in: other)
                shelf.waitForEnd()
                XCTAssertEqual(shelf.record?.folder, other)
                XCTAssertTrue(runMainQueue { (try? shelf.names) == [] })
            }
        }
    }

    func testABackupAfterACancelledOneInTheSameFolderIsGood() throws {
        try onMainActor {
            try Self.withShelf { shelf in
                for _ in 1...3 {
                    shelf.flow.begin(in: shelf.disk)
                    XCTAssertEqual(shelf.unfinished, shelf.disk)
                    shelf.flow.cancel()
                }
                shelf.flow.begin(in: shelf.disk)
                shelf.waitForEnd()
                let record = try XCTUnwrap(shelf.record)
                XCTAssertEqual(shelf.flow.stage, .done(shelf.disk, record))
                XCTAssertEqual(try shelf.names.count, 1)
                XCTAssertNil(shelf.unfinished)
            }
        }
    }

    func testTheRemainsOfAKilledBackupGoOnceTheDiskIsBack() throws {
        try onMainActor {
            try Self.withShelf { shelf in
                let moved = shelf.directory.appendingPathComponent("moved")
                try FileManager.default.moveItem(at: shelf.disk, to: moved)
                shelf.unfinished = shelf.disk
                shelf.flow.finishUnfinished()
                var hasLooked = false
                Task {
                    await shelf.flow.work?.value
                    hasLooked = true
                }
                XCTAssertTrue(runMainQueue { hasLooked })
                XCTAssertEqual(shelf.unfinished, shelf.disk, "its disk is away")
                try FileManager.default.moveItem(at: moved, to: shelf.disk)
                shelf.flow.finishUnfinished()
                XCTAssertTrue(runMainQueue { shelf.unfinished == nil })
            }
        }
    }

    func testADiskThatIsAwayIsSaidAndNothingIsWrittenInItsPlace() throws {
        try onMainActor {
            try Self.withShelf { shelf in
                shelf.flow.begin(in: shelf.disk)
                shelf.waitForEnd()
                let record = try XCTUnwrap(shelf.record)
                // As the mount point is without its disk.
                for name in try shelf.names {
                    try FileManager.default.removeItem(at: shelf.disk.appendingPathComponent(name))
                }
                shelf.flow.beginAgain()
                shelf.waitForEnd()
                XCTAssertEqual(
                    shelf.flow.stage,
                    .failed(
                        "Your backups in “USB” are not available. Connect the disk, or choose another folder."
                    )
                )
                XCTAssertEqual(try shelf.names, [])
                XCTAssertEqual(shelf.record, record)
                shelf.flow.begin(in: shelf.directory.appendingPathComponent("nowhere"))
                shelf.waitForEnd()
                guard case .failed(let reason) = shelf.flow.stage else { return XCTFail() }
                XCTAssertTrue(reason.contains("“nowhere”"), reason)
                XCTAssertEqual(shelf.record, record)
            }
        }
    }

    func testTheReminderComesWhenTheDiskIsAwayAndNotAgainOnceDismissed() throws {
        try onMainActor {
            try Self.withShelf { shelf in
                shelf.now = Date()
                shelf.flow.begin(in: shelf.disk)
                shelf.waitForEnd()
                let again = shelf.makeFlow()
                var found: BackupReminder?
                try FileManager.default.removeItem(at: shelf.disk)
                again.findReminder { found = $0 }
                XCTAssertTrue(runMainQueue { found != nil })
                XCTAssertEqual(found, shelf.record.map(BackupReminder.away))
                again.dismissReminder()
                XCTAssertEqual(shelf.record?.dismissed, shelf.now)
            }
        }
    }

    @MainActor
    private static func due(
        age days: Double,
        isAvailable: Bool = true,
        dismissed: Double? = nil
    ) -> BackupReminder? {
        let day: TimeInterval = 24 * 60 * 60
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let record = BackupRecord(
            folder: URL(fileURLWithPath: "/media/USB"),
            date: now - days * day,
            dismissed: dismissed.map { now - $0 * day }
        )
        return BackupReminder.due(after: record, isAvailable: isAvailable, now: now)
    }

    func testABackupIsOldAfterThirtyDays() throws {
        onMainActor {
            XCTAssertNil(Self.due(age: 0))
            XCTAssertNil(Self.due(age: 30))
            guard case .old = Self.due(age: 30.1) else { return XCTFail("old") }
            guard case .old = Self.due(age: -1) else { return XCTFail("from the future") }
            guard case .away = Self.due(age: 1, isAvailable: false) else { return XCTFail("away") }
            XCTAssertNil(Self.due(age: 40, dismissed: 29))
            XCTAssertNil(Self.due(age: 40, isAvailable: false, dismissed: 29))
            guard case .old = Self.due(age: 70, dismissed: 31) else { return XCTFail("again") }
            guard case .old = Self.due(age: 40, dismissed: -2) else { return XCTFail("future") }
        }
    }

    func testTheRecordIsStoredAsTexts() {
        let record = BackupRecord(
            folder: URL(fileURLWithPath: "/media/USB"),
            date: Date(timeIntervalSince1970: 1_700_000_000),
            dismissed: Date(timeIntervalSince1970: 1_700_000_100)
        )
        XCTAssertEqual(record.storedDate, "2023-11-14T22:13:20Z")
        func read(_ folder: String, _ date: String, _ dismissed: String) -> BackupRecord? {
            BackupRecord(folder: folder, date: date, dismissed: dismissed)
        }
        XCTAssertEqual(read("/media/USB", record.storedDate, record.storedDismissal), record)
        XCTAssertNil(read("", "", ""))
        XCTAssertNil(read("/media/USB", "yesterday", ""))
        XCTAssertNil(read("USB", record.storedDate, ""))
    }

    func testDraftsOfAllWindowsAreCollectedOnce() throws {
        try onMainActor {
            let tester = try RestorationTester()
            let book = UUID()
            let scenes = (0..<3).map { _ in tester.session.makeScene() }
            for (scene, words) in zip(scenes, ["first", "first", "second"]) {
                let scope = scene.root.tab(.book(book)).page(.book(book))
                StoredDraft(in: scope).add(words, quoting: words == "second" ? Quote("line") : nil)
            }
            XCTAssertEqual(
                WrittenDrafts.backupDrafts(in: scenes),
                [
                    BackupDraft(page: .book(book), words: "first"),
                    BackupDraft(page: .book(book), words: "second", quote: "line"),
                ]
            )
        }
    }

    func testADraftThatIsOpenAlreadyIsNotRestoredAgain() {
        let (book, other) = (NoteSubject.book(UUID()), NoteSubject.book(UUID()))
        let draft = BackupDraft(page: book, words: "a draft")
        XCTAssertTrue(draft.contains(draft))
        XCTAssertTrue(BackupDraft(page: book, words: "first\n\na draft").contains(draft))
        XCTAssertTrue(BackupDraft(page: book, words: "a draft", quote: "line").contains(draft))
        XCTAssertFalse(BackupDraft(page: other, words: "a draft").contains(draft))
        XCTAssertFalse(BackupDraft(page: book, words: "a draft, grown").contains(draft))
        let quoting = BackupDraft(page: book, words: "", quote: "line")
        XCTAssertFalse(draft.contains(quoting))
        XCTAssertTrue(BackupDraft(page: book, words: "more", quote: "line").contains(quoting))
    }
}
