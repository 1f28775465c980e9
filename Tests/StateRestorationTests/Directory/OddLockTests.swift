import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// What stands in the lock's place, and that a lock which a process holds stays where it is.
@MainActor
final class OddLockTests: XCTestCase {
    func testLockWorksWhateverStoodInItsPlace() async throws {
        let root = try TemporaryDirectory()
        for thing in OddThing.allCases {
            let state = root.url.appendingPathComponent("\(thing)")
            let lock = state.path + "/lock"
            guard try thing.put(at: lock, outside: root.url.path) != nil else { continue }
            let session = try RestorationSession.open(.init(directory: state, writer: "test"))
            if case .failing(let error) = session.storageStatus { XCTFail("\(thing): \(error)") }
            XCTAssertEqual(try FileSystem.live.status(lock)?.kind, .file, "\(thing)")
            XCTAssertThrowsError(
                try RestorationSession.open(.init(directory: state, writer: "test")),
                "\(thing)"
            ) {
                XCTAssertEqual(($0 as? RestorationError)?.code, .alreadyInUse, "\(thing)")
            }
            session.terminate()
        }
    }

    /// Whatever happens between two calls of a process that sets something aside.
    func testLockThatAnotherProcessHasJustMadeIsNotSetAside() async throws {
        let path = RestorationTester.path("lock")
        var turn = 1
        while true {
            let files = InMemoryFileSystem()
            files.setKind(path, .directory)
            let first = Program(files: files)
            let second = Program(files: files)
            let holder = Shared<RestorationSession?>(nil)
            let count = Shared(0)
            let number = turn
            first.spoil = { fileSystem in
                fileSystem.asking { _, _ in
                    let isTurn = count.change { count in
                        count += 1
                        return count == number
                    }
                    // What it opens and restores is asked about on this thread only.
                    guard isTurn, Thread.isMainThread else { return }
                    MainActor.assumeIsolated { holder.value = try? second.run() }
                }
            }
            let session = try? first.run()
            if count.value < turn { break }
            turn += 1
            guard let other = holder.value else { continue }
            // At most one of them may write.
            let writers = [session, other].compactMap { $0 }.filter(\.access.isHeld)
            XCTAssertLessThanOrEqual(writers.count, 1, "\(turn)")
            if other.access.isHeld {
                XCTAssertThrowsError(try Program(files: files).run(), "\(turn)")
            }
            if turn > 200 { break }
        }
        XCTAssertGreaterThan(turn, 5)
    }

    func testLockWithoutPermissionIsGivenItsModeBackAndNotSetAside() async throws {
        let root = try TemporaryDirectory()
        let state = root.url.appendingPathComponent("state")
        let lock = state.path + "/lock"
        let holder = try RestorationSession.open(.init(directory: state, writer: "test"))
        let number = try FileSystem.live.status(lock)?.inode
        XCTAssertEqual(chmod(lock, 0), 0)
        XCTAssertThrowsError(
            try RestorationSession.open(.init(directory: state, writer: "test"))
        ) {
            XCTAssertEqual(($0 as? RestorationError)?.code, .alreadyInUse)
        }
        XCTAssertEqual(chmod(lock, 0), 0)
        holder.terminate()
        let next = try RestorationSession.open(.init(directory: state, writer: "test"))
        XCTAssertEqual(try FileSystem.live.status(lock)?.inode, number)
        next.terminate()
    }

    /// As after a run as another user. One that is held is not touched: its holder may write here.
    func testLockOfAnotherUserIsSetAsideUnlessItIsHeld() async throws {
        let path = RestorationTester.path("lock")
        let files = InMemoryFileSystem()
        let holder = Program(files: files)
        let session = try holder.run()
        let foreign = files.inode(path)
        XCTAssertNotNil(foreign)
        let second = Program(files: files)
        second.spoil = {
            $0.asking { call, asked in
                let isForeign = call == .lock && asked == path && files.inode(path) == foreign
                if isForeign { throw POSIXError(.EACCES) }
            }
        }
        XCTAssertThrowsError(try second.run()) {
            XCTAssertEqual(($0 as? RestorationError)?.code, .alreadyInUse)
        }
        XCTAssertEqual(files.inode(path), foreign)
        session.terminate()

        let next = try second.run()
        XCTAssertTrue(next.access.isHeld)
        XCTAssertNotEqual(files.inode(path), foreign)
        next.terminate()
    }
}
