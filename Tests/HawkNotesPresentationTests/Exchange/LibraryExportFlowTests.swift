import Foundation
import HawkNotesExchange
import HawkNotesFormats
import LibraryTestSupport
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesPresentation

/// The export of the whole library from the preferences.
final class LibraryExportFlowTests: XCTestCase {
    /// A library with notes, and a folder for it.
    @MainActor
    private final class Desk {
        let library: Library
        let temporary: TemporaryDirectory
        var unfinished: URL?
        private(set) lazy var flow = makeFlow()

        let folder: URL

        init() throws {
            library = try Library.inMemory()
            temporary = try TemporaryDirectory()
            folder = temporary.url.appendingPathComponent("Export")
            let (seriesID, bookID) = (UUID(), UUID())
            try library.saveSeries(seriesID, title: "Sea")
            let book = Book(id: bookID, seriesID: seriesID, title: "The Salt Road", position: 0)
            try library.save(book)
            for number in 1...300 { try library.addNote("Note \(number)", on: .book(bookID)) }
        }

        /// As a start of the program makes it.
        func makeFlow() -> LibraryExportFlow {
            LibraryExportFlow(
                LibraryExport(of: library),
                unfinished: UnfinishedFolder(
                    load: { [unowned self] in unfinished },
                    store: { [unowned self] in unfinished = $0 }
                )
            )
        }

        func waitForEnd(line: UInt = #line) {
            let hasEnded = runMainQueue {
                if case .writing = flow.stage { false } else { true }
            }
            XCTAssertTrue(hasEnded, line: line)
        }

        var names: [String] {
            FileManager.default.subpaths(atPath: folder.path)?.sorted() ?? []
        }
    }

    func testProgressAndTheResultAreTold() throws {
        try onMainActor {
            let desk = try Desk()
            var stages: [LibraryExportFlow.Stage] = []
            let changes = desk.flow.observe { stages.append(desk.flow.stage) }
            desk.flow.begin(in: desk.folder)
            XCTAssertEqual(desk.unfinished, desk.folder)
            desk.waitForEnd()
            XCTAssertEqual(stages.first, .writing(desk.folder, 0))
            XCTAssertTrue(stages.contains(.writing(desk.folder, 1)), "\(stages)")
            guard case .done(let folder, let counts) = desk.flow.stage else {
                return XCTFail("\(desk.flow.stage)")
            }
            XCTAssertEqual(counts.notes, 300)
            XCTAssertEqual(
                LibraryExportText.done(in: folder, counts),
                "Exported to “Export”: 1 series, 1 book, 300 notes"
            )
            XCTAssertNil(desk.unfinished)
            XCTAssertEqual(
                desk.names,
                [
                    "Library.md", "Sea", "Sea/Sea.md", "Sea/The Salt Road.md",
                    ExportManifest.name,
                ].sorted()
            )
            _ = changes
        }
    }

    func testACancelledExportLeavesNothing() throws {
        try onMainActor {
            let desk = try Desk()
            desk.flow.begin(in: desk.folder)
            desk.flow.cancel()
            XCTAssertEqual(desk.flow.stage, .idle)
            XCTAssertTrue(runMainQueue { desk.unfinished == nil })
            XCTAssertFalse(FileManager.default.fileExists(atPath: desk.folder.path))
        }
    }

    func testWhatIsInTheWayIsNamed() throws {
        try onMainActor {
            let desk = try Desk()
            try FileManager.default.createDirectory(
                at: desk.folder,
                withIntermediateDirectories: false
            )
            try Data().write(to: desk.folder.appendingPathComponent("mine.txt"))
            desk.flow.begin(in: desk.folder)
            desk.waitForEnd()
            XCTAssertEqual(
                desk.flow.stage,
                .failed(
                    "Nothing was exported to “Export”, because “mine.txt” is not from an export or "
                        + "has changed. Choose an empty folder."
                )
            )
            XCTAssertEqual(desk.names, ["mine.txt"])
        }
    }

    func testTheRemainsOfAKilledExportAreRemovedAtTheNextStart() throws {
        try onMainActor {
            let desk = try Desk()
            let part = desk.folder.appendingPathComponent(".hawk-notes-export.part/Sea")
            try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
            desk.unfinished = desk.folder
            let flow = desk.makeFlow()
            flow.finishUnfinished()
            XCTAssertTrue(runMainQueue { desk.unfinished == nil })
            XCTAssertEqual(desk.names, [])
            // Its disk may be away.
            desk.unfinished = desk.temporary.url.appendingPathComponent("away")
            flow.finishUnfinished()
            flow.begin(in: desk.folder)
            XCTAssertTrue(runMainQueue { if case .done = flow.stage { true } else { false } })
        }
    }

    func testAnExportWithoutItsLastStepIsCompletedAtTheNextStart() throws {
        try onMainActor {
            let desk = try Desk()
            desk.flow.begin(in: desk.folder)
            desk.waitForEnd()
            let expected = desk.names
            // As it was before a file could not go to its place.
            let new = desk.folder.appendingPathComponent(".hawk-notes-export")
            let copy = desk.temporary.url.appendingPathComponent("copy")
            try FileManager.default.moveItem(at: desk.folder, to: copy)
            let obstacle = desk.folder.appendingPathComponent("Library.md/x")
            try FileManager.default.createDirectory(
                at: obstacle,
                withIntermediateDirectories: true
            )
            try FileManager.default.moveItem(at: copy, to: new)
            desk.flow.begin(in: desk.folder)
            desk.waitForEnd()
            XCTAssertEqual(
                desk.flow.stage,
                .failed(
                    "The export to “Export” isn’t complete yet: the folder cannot be used. It will "
                        + "be completed at the next start."
                )
            )
            XCTAssertEqual(desk.unfinished, desk.folder)
            try FileManager.default.removeItem(at: obstacle.deletingLastPathComponent())
            let next = desk.makeFlow()
            next.finishUnfinished()
            XCTAssertTrue(runMainQueue { desk.unfinished == nil })
            XCTAssertEqual(desk.names, expected)
        }
    }

    func testAFullDiskIsTold() throws {
        onMainActor {
            let folder = URL(fileURLWithPath: "/media/USB")
            let full = LibraryError(.diskFull, "full")
            XCTAssertEqual(
                LibraryExportText.failure(full, in: folder),
                "Nothing was exported to “USB”: the disk is full."
            )
            XCTAssertEqual(
                LibraryExportText.failure(UnfinishedExport(underlying: full), in: folder),
                "The export to “USB” isn’t complete yet: the disk is full. It will be completed at "
                    + "the next start."
            )
        }
    }
}
