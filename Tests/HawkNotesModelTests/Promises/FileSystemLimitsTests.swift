import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// File systems that lack something, and what the library does there.
final class FileSystemLimitsTests: PromiseTestCase {
    /// The kernel's own file system answers `EINVAL`, as SMB and shared folders of virtual machines do.
    func testAFolderThatCannotBeSyncedIsNoFailure() throws {
        let folder = URL(fileURLWithPath: "/proc/self")
        XCTAssertThrowsError(try Disk.sync(folder))
        XCTAssertNoThrow(try Disk.syncFolder(folder))
        XCTAssertNoThrow(try Disk.syncFolder(of: folder.appendingPathComponent("file")))
    }

    func testOtherErrorsOfAFolderAreFailures() {
        XCTAssertFalse(
            [EIO, ENOSPC, EROFS, EACCES].contains(
                where: FileSystemLimits.leavesFoldersUnsynced
            )
        )
        XCTAssertThrowsError(try Disk.syncFolder(directory.appendingPathComponent("none")))
    }

    func testLocksThatAreNotThereAreToldFromThoseOfOthers() throws {
        XCTAssertFalse(FileSystemLimits.lacksLocks(directory))
        for number in [ENOLCK, ENOSYS, ENOTSUP] {
            XCTAssertTrue(FileSystemLimits.lacksLocks(directory) { _ in number })
        }
        for number in [0, EAGAIN, EACCES] {
            XCTAssertFalse(FileSystemLimits.lacksLocks(directory) { _ in number })
        }
        XCTAssertFalse(FileSystemLimits.lacksLocks(directory.appendingPathComponent("none")))
        XCTAssertEqual(try names(in: directory), [])
    }

    /// Which of SQLite's errors make it worth while to try.
    func testErrorsThatMayMeanThatThereAreNoLocks() {
        for code in [.SQLITE_BUSY, .SQLITE_PROTOCOL, .SQLITE_IOERR_LOCK] as [ResultCode] {
            XCTAssertTrue(DatabaseError(resultCode: code).mayMeanNoLocks, "\(code)")
        }
        for code in [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_IOERR_READ] as [ResultCode] {
            XCTAssertFalse(DatabaseError(resultCode: code).mayMeanNoLocks, "\(code)")
        }
        let error = DatabaseError(resultCode: .SQLITE_PROTOCOL)
        XCTAssertTrue(error.isPassing, "no reason to call the library damaged")
        let told = LibraryError.translating(error, doing: "open the library", url: databaseURL)
        XCTAssertEqual(told.code, .busy)
    }

    // MARK: Set aside on another disk

    /// What stands in the library's way goes to a folder that is a link to another disk.
    func testWhatIsInTheWayIsSetAsideOnAnotherDisk() throws {
        let other = try folderOnAnotherDisk()
        defer { try? FileManager.default.removeItem(at: other) }
        try FileManager.default.createSymbolicLink(at: files.setAside, withDestinationURL: other)
        let library = try open()
        let note = try library.addNote("text", on: subject)
        try library.close()
        try FileManager.default.createDirectory(
            at: files.log.appendingPathComponent("folder"),
            withIntermediateDirectories: true
        )
        try Data("content".utf8).write(to: files.log.appendingPathComponent("folder/file"))
        XCTAssertEqual(symlink("nothing", files.mark.path), 0)
        XCTAssertEqual(mkfifo(files.newMark.path, 0o600), 0)
        try Data("no journal".utf8).write(to: files.journal)

        let again = try open()
        XCTAssertEqual(try again.allNotes(), [note])
        try again.close()
        XCTAssertEqual(try names(in: directory), ["library.sqlite", "set-aside"])
        let found = try FileManager.default.subpathsOfDirectory(atPath: other.path)
            .map { $0.split(separator: "/").dropFirst().joined(separator: "/") }
            .filter { !$0.isEmpty }
        XCTAssertEqual(
            Set(found),
            [
                "library.sqlite-wal", "library.sqlite-wal/folder", "library.sqlite-wal/folder/file",
                "library.sqlite-mark", "library.sqlite-mark.new", "library.sqlite-journal",
            ]
        )
    }

    func testASocketThatWouldHaveToBeCopiedIsLeft() throws {
        let other = try folderOnAnotherDisk()
        defer { try? FileManager.default.removeItem(at: other) }
        let socket = directory.appendingPathComponent("socket")
        XCTAssertEqual(mknod(socket.path, S_IFSOCK | 0o600, 0), 0)
        XCTAssertThrowsError(try Disk.move(socket, to: other.appendingPathComponent("socket")))
        XCTAssertEqual(try names(in: directory), ["socket"])
        XCTAssertEqual(try names(in: other), [])
    }

    private func folderOnAnotherDisk() throws -> URL {
        let folder = URL(fileURLWithPath: "/dev/shm/hawk-notes-\(UUID().uuidString)")
        try XCTSkipUnless(mkdir(folder.path, 0o700) == 0, "no other disk")
        var (here, there) = (stat(), stat())
        guard stat(directory.path, &here) == 0, stat(folder.path, &there) == 0,
            here.st_dev != there.st_dev
        else {
            try FileManager.default.removeItem(at: folder)
            throw XCTSkip("no other disk")
        }
        return folder
    }
}
