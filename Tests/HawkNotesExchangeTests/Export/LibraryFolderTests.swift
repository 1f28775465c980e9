import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// The folder of an exported library, with what else is in it, and exports that don't end.
final class LibraryFolderTests: ExchangeTestCase {
    private func makeFilledLibrary() throws -> Library {
        let library = try makeLibrary()
        var random = RandomLibrary(seed: 4)
        try random.fill(library)
        return library
    }

    private func paths(_ folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }

    private func assertInTheWay(
        _ names: [String],
        _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            XCTFail("nothing is in the way")
        } catch {
            XCTAssertEqual(error as? LibraryFolderError, .inTheWay(names))
        }
    }

    func testFolderWithOtherFilesIsLeftAlone() async throws {
        let folder = try TemporaryDirectory()
        try Data("x".utf8).write(to: folder.url.appendingPathComponent("mine.txt"))
        let export = LibraryExport(of: try makeFilledLibrary())
        await assertInTheWay(["mine.txt"]) {
            _ = try await export.writeLibrary(into: LibraryFolder(folder.url))
        }
        XCTAssertEqual(try paths(folder.url), ["mine.txt"])
    }

    func testExportReplacesAnEarlierOneAndKeepsOtherFiles() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeFilledLibrary()
        let target = LibraryFolder(folder.url)
        _ = try await LibraryExport(of: library).writeLibrary(into: target)
        let settings = folder.url.appendingPathComponent(".obsidian")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: false)
        try Data("{}".utf8).write(to: settings.appendingPathComponent("app.json"))
        let gone = try XCTUnwrap(try library.allSeries().first)
        try library.delete(.series(gone.id))
        _ = try await LibraryExport(of: library).writeLibrary(into: target)
        let fresh = folder.url.appendingPathComponent("fresh")
        _ = try await LibraryExport(of: library).writeLibrary(into: LibraryFolder(fresh))
        let expected = try paths(fresh) + [".obsidian", ".obsidian/app.json"]
        let found = try paths(folder.url).filter { $0 != "fresh" && !$0.hasPrefix("fresh/") }
        XCTAssertEqual(found, expected.sorted())
    }

    func testChangedFileIsNamedAndKept() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeFilledLibrary()
        let target = LibraryFolder(folder.url)
        _ = try await LibraryExport(of: library).writeLibrary(into: target)
        let page = folder.url.appendingPathComponent("Library.md")
        try Data("mine".utf8).write(to: page)
        let before = try paths(folder.url)
        await assertInTheWay(["Library.md"]) {
            _ = try await LibraryExport(of: library).writeLibrary(into: target)
        }
        XCTAssertEqual(try paths(folder.url), before)
        XCTAssertEqual(try Data(contentsOf: page), Data("mine".utf8))
    }

    /// A new page where there is another program's file, and a folder that is a link to elsewhere.
    func testFilesInNewPlacesAreNamed() async throws {
        let (folder, elsewhere) = (try TemporaryDirectory(), try TemporaryDirectory())
        let library = try makeLibrary()
        let target = LibraryFolder(folder.url)
        try library.saveSeries(UUID(), title: "Sea")
        _ = try await LibraryExport(of: library).writeLibrary(into: target)
        try Data("x".utf8).write(to: folder.url.appendingPathComponent("Sand"))
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("Salt"),
            withDestinationURL: elsewhere.url
        )
        try library.saveSeries(UUID(), title: "Sand")
        try library.saveSeries(UUID(), title: "Salt")
        await assertInTheWay(["Sand", "Salt"]) {
            _ = try await LibraryExport(of: library).writeLibrary(into: target)
        }
        XCTAssertEqual(try paths(elsewhere.url), [])
    }

    func testCancelledExportLeavesNothing() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeFilledLibrary()
        let url = folder.url.appendingPathComponent("new")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await LibraryExport(of: library).writeLibrary(into: LibraryFolder(url))
        }
        do {
            try await task.value
            XCTFail("it was not cancelled")
        } catch {
            XCTAssertTrue(error is CancellationError, "\(error)")
        }
        XCTAssertEqual(try paths(folder.url), [])
    }

    /// As if the program were killed while it wrote.
    func testUnfinishedFilesAreRemoved() async throws {
        let folder = try TemporaryDirectory()
        let target = LibraryFolder(folder.url)
        let part = folder.url.appendingPathComponent(".hawk-notes-export.part/Sea")
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: part.appendingPathComponent("Sea.md"))
        XCTAssertTrue(try target.finish())
        XCTAssertEqual(try paths(folder.url), [])
        XCTAssertFalse(try LibraryFolder(folder.url.appendingPathComponent("no")).finish())
    }

    /// As if the program were killed at each file while the files went to their places.
    func testInterruptedMovingGoesOn() async throws {
        let library = try makeFilledLibrary()
        let (earlier, later) = (try TemporaryDirectory(), try TemporaryDirectory())
        _ = try await LibraryExport(of: library).writeLibrary(into: LibraryFolder(earlier.url))
        let gone = try XCTUnwrap(try library.allSeries().first)
        try library.delete(.series(gone.id))
        try library.saveSeries(UUID(), title: "Sea")
        _ = try await LibraryExport(of: library).writeLibrary(into: LibraryFolder(later.url))
        let expected = try paths(later.url)
        let list = try String(
            contentsOf: later.url.appendingPathComponent(ExportManifest.name),
            encoding: .utf8
        )
        let files = ExportManifest(list).entries.map(\.path)
        for count in 0...files.count {
            let folder = try TemporaryDirectory()
            let root = folder.url.appendingPathComponent("export")
            let new = root.appendingPathComponent(".hawk-notes-export")
            try FileManager.default.copyItem(at: earlier.url, to: root)
            try FileManager.default.copyItem(at: later.url, to: new)
            for path in files.prefix(count) {
                let (from, to) = (
                    new.appendingPathComponent(path), root.appendingPathComponent(path)
                )
                try Disk.makeFolder(to.deletingLastPathComponent())
                try Disk.rename(from, to: to)
            }
            try LibraryFolder(root).finish()
            XCTAssertEqual(try paths(root), expected, "\(count) moved")
        }
    }

    /// The export is there, and is completed later.
    func testAFileThatCannotGoToItsPlaceLeavesAnUnfinishedExport() async throws {
        let folder = try TemporaryDirectory()
        let new = folder.url.appendingPathComponent(".hawk-notes-export")
        _ = try await LibraryExport(of: try makeFilledLibrary())
            .writeLibrary(into: LibraryFolder(new))
        let expected = try paths(new)
        let obstacle = folder.url.appendingPathComponent("Library.md/x")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        XCTAssertThrowsError(try LibraryFolder(folder.url).finish()) { error in
            XCTAssertTrue(error is UnfinishedExport, "\(error)")
        }
        try FileManager.default.removeItem(at: obstacle.deletingLastPathComponent())
        XCTAssertTrue(try LibraryFolder(folder.url).finish())
        XCTAssertEqual(try paths(folder.url), expected)
    }

    /// Between the interruption and the next start.
    func testAFileThatWasEditedAfterTheInterruptionStays() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeFilledLibrary()
        let target = LibraryFolder(folder.url)
        _ = try await LibraryExport(of: library).writeLibrary(into: target)
        try library.saveSeries(UUID(), title: "Sea")
        let new = folder.url.appendingPathComponent(".hawk-notes-export")
        _ = try await LibraryExport(of: library).writeLibrary(into: LibraryFolder(new))
        let page = folder.url.appendingPathComponent("Library.md")
        try Data("mine".utf8).write(to: page)
        try target.finish()
        XCTAssertEqual(try Data(contentsOf: page), Data("mine".utf8))
        XCTAssertTrue(try paths(folder.url).contains("Sea/Sea.md"))
        await assertInTheWay(["Library.md"]) {
            _ = try await LibraryExport(of: library).writeLibrary(into: target)
        }
    }
}
