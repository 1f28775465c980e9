import Foundation
import HawkNotesPresentation
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotes

/// The entry is there as a whole or not at all, and nobody else's is touched.
final class AutostartFileTests: XCTestCase {
    private static let folder = "/config/autostart"
    private static let path = folder + "/notes.desktop"

    private let files = InMemoryFileSystem()
    private let entry = AutostartEntry(
        program: "/usr/bin/hawk-notes",
        icon: "notes",
        comment: "Opens it again"
    )
    private var file: AutostartFile {
        AutostartFile(folder: Self.folder, name: "notes.desktop", fileSystem: files.fileSystem)
    }

    private func put(_ text: String, at path: String = path) throws {
        try files.fileSystem.createDirectory((path as NSString).deletingLastPathComponent)
        try files.fileSystem.create(path, Array(text.utf8))
    }

    private var texts: [String: String] {
        files.files.mapValues { String(decoding: $0, as: UTF8.self) }
    }

    private func assertTaken(_ body: () throws -> Void, line: UInt = #line) {
        XCTAssertThrowsError(try body(), line: line) { error in
            guard case .taken(let path)? = error as? LoginEntryError else {
                return XCTFail("\(error)", line: line)
            }
            XCTAssertEqual(path, Self.path, line: line)
        }
    }

    func testItIsWrittenAndRemoved() throws {
        XCTAssertFalse(try file.isThere())
        try file.write(entry)
        XCTAssertEqual(texts, [Self.path: entry.text])
        XCTAssertTrue(try file.isThere())
        try file.remove()
        XCTAssertEqual(texts, [:])
        try file.remove()
    }

    func testOneThatStartsAnotherProgramIsReplaced() throws {
        var older = entry
        older.program = "/opt/older/hawk-notes"
        try put(older.text)
        try file.write(entry)
        XCTAssertEqual(texts, [Self.path: entry.text])
    }

    func testWhatSomebodyAddedToAnEntryThatIsRightStays() throws {
        try put(entry.text + "X-GNOME-Autostart-Delay=20\n")
        try file.write(entry)
        XCTAssertEqual(texts, [Self.path: entry.text + "X-GNOME-Autostart-Delay=20\n"])
    }

    func testWhatIsNotItsOwnStays() throws {
        let others = [
            "", "[Desktop Entry]\nType=Application\nExec=hawk-notes --fresh\n",
            entry.text + "Hidden=true\n", String(repeating: "x", count: 1 << 17),
        ]
        for text in others {
            try put(text)
            assertTaken { try file.write(entry) }
            assertTaken { _ = try file.isThere() }
            try file.remove()
            XCTAssertEqual(texts, [Self.path: text])
            try files.fileSystem.remove(Self.path)
        }
    }

    func testWhatIsNoFileStays() throws {
        for kind in [FileStatus.Kind.symbolicLink, .other] {
            try put(entry.text)
            files.setKind(Self.path, kind)
            assertTaken { try file.write(entry) }
            assertTaken { _ = try file.isThere() }
            try file.remove()
            XCTAssertEqual(try files.fileSystem.status(Self.path)?.kind, kind)
            try files.fileSystem.remove(Self.path)
        }
        try files.fileSystem.createDirectory(Self.path)
        assertTaken { try file.write(entry) }
        try file.remove()
        XCTAssertEqual(try files.fileSystem.status(Self.path)?.kind, .directory)
    }

    func testWhatAnInterruptedWriteLeftIsNoObstacle() throws {
        try put("[Desktop Ent", at: Self.path + ".new")
        try file.write(entry)
        XCTAssertEqual(texts, [Self.path: entry.text])
    }

    func testAFileInThePlaceOfTheFolderIsAnErrorAndStays() throws {
        try put("mine", at: Self.folder)
        XCTAssertThrowsError(try file.write(entry))
        XCTAssertEqual(texts, [Self.folder: "mine"])
    }

    /// Whichever operation fails: what was there before is there afterwards, or the new entry.
    func testNoErrorLeavesHalfAnEntry() throws {
        var older = entry
        older.program = "/opt/older/hawk-notes"
        for kind in [InMemoryFileSystem.Operation.Kind.create, .sync, .rename, .syncDirectory] {
            try put(older.text)
            files.setFault { operation, _ in operation.kind == kind ? .fail(.ENOSPC) : nil }
            XCTAssertThrowsError(try file.write(entry)) { error in
                guard case .disk(_, let reason)? = error as? LoginEntryError else {
                    return XCTFail("\(error)")
                }
                XCTAssertEqual((reason as? POSIXError)?.code, .ENOSPC)
            }
            files.setFault(nil)
            let expected = kind == .syncDirectory ? entry.text : older.text
            XCTAssertEqual(texts, [Self.path: expected], "\(kind)")
            try files.fileSystem.remove(Self.path)
        }
    }

    func testTheFoldersOnTheWayAreMadeForThePersonAlone() throws {
        let directory = try TemporaryDirectory()
        let config = directory.url.appendingPathComponent("config")
        let folder = config.appendingPathComponent("autostart")
        let file = AutostartFile(folder: folder.path, name: "notes.desktop")
        try file.write(entry)
        XCTAssertEqual(try mode(of: config), 0o700)
        XCTAssertEqual(try mode(of: folder), 0o700)
        XCTAssertEqual(try mode(of: folder.appendingPathComponent("notes.desktop")), 0o600)
    }

    /// A person may keep such folders elsewhere, and let others read them.
    func testAFolderThatIsThereStaysAsItIs() throws {
        let directory = try TemporaryDirectory()
        let files = FileManager.default
        let real = directory.url.appendingPathComponent("elsewhere")
        let link = directory.url.appendingPathComponent("autostart").path
        try files.createDirectory(
            at: real,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        try files.createSymbolicLink(atPath: link, withDestinationPath: real.path)
        let file = AutostartFile(folder: link, name: "notes.desktop")
        try file.write(entry)
        XCTAssertEqual(try files.contentsOfDirectory(atPath: real.path), ["notes.desktop"])
        XCTAssertEqual(try mode(of: real), 0o755)
        try file.remove()
        XCTAssertEqual(try files.contentsOfDirectory(atPath: real.path), [])
        XCTAssertEqual(try files.destinationOfSymbolicLink(atPath: link), real.path)
    }
}
