import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

/// That the files in memory do what the real ones do, failures included.
final class InMemoryFileSystemTests: XCTestCase {
    private static let names = ["a", "b", "d", "d/a", "d/b", "e", "e/a", "e/d", "e/d/a"]

    func testRandomOperationsEndAsOnTheDisk() throws {
        for seed in 0..<20 {
            var random = SeededRandomNumberGenerator(seed: UInt64(seed))
            let root = try TemporaryDirectory()
            let files = InMemoryFileSystem()
            try files.fileSystem.createDirectory(root.url.path)
            var steps: [String] = []
            for _ in 0..<150 {
                let operation = Int.random(in: 0..<9, using: &random)
                let names = (0..<2).map { _ in Self.names.randomElement(using: &random) ?? "a" }
                let results = [FileSystem.live, files.fileSystem].map { files in
                    Self.perform(operation, names.map { root.url.path + "/" + $0 }, on: files)
                }
                steps.append("\(operation) \(names): \(results)")
                guard results[0] == results[1] else {
                    return XCTFail("Seed \(seed):\n" + steps.suffix(20).joined(separator: "\n"))
                }
            }
        }
    }

    /// How an operation ends.
    private static func perform(_ operation: Int, _ paths: [String], on files: FileSystem) -> String
    {
        do {
            switch operation {
            case 0: try files.createDirectory(paths[0])
            case 1: try files.create(paths[0], Array(paths[1].utf8))
            case 2: try files.append(paths[0], Array(paths[1].utf8))
            case 3: try files.rename(paths[0], paths[1])
            case 4: try files.link(paths[0], paths[1])
            case 5: try files.remove(paths[0])
            case 6: return "\(try files.read(paths[0], 200))"
            case 7: return "\(try files.names(paths[0]).sorted())"
            default:
                let status = try files.status(paths[0])
                return status.map { status in
                    "\(status.kind) \(status.kind == .file ? status.size : 0)"
                } ?? "nothing"
            }
            return "done"
        } catch let error as POSIXError {
            return "\(error.code)"
        } catch {
            return "\(error)"
        }
    }

    func testProcessThatHasEndedDoesNothingMoreAndGivesItsLockBack() throws {
        let files = InMemoryFileSystem()
        let (first, end) = files.makeProcess()
        try first.createDirectory("/d")
        let lock = try first.lock("/d/lock")
        XCTAssertNotNil(lock)
        XCTAssertNil(try files.fileSystem.lock("/d/lock"))
        end()
        XCTAssertThrowsError(try first.create("/d/a", []))
        XCTAssertNotNil(try files.fileSystem.lock("/d/lock"))
        XCTAssertNil(files.files["/d/a"])
    }

    func testFaultIsAskedBeforeTheOperationAndMayLetAPartThrough() throws {
        let files = InMemoryFileSystem()
        files.setContents("/d/a", [1])
        files.setFault { operation, index in
            XCTAssertEqual(files.files["/d/a"], [1])
            return index == 0 ? .cutOff(afterBytes: 2, .ENOSPC) : .fail(.EIO)
        }
        let disk = files.fileSystem
        XCTAssertThrowsError(try disk.append("/d/a", [2, 3, 4])) { error in
            XCTAssertEqual((error as? POSIXError)?.code, .ENOSPC)
        }
        XCTAssertEqual(files.files["/d/a"], [1, 2, 3])
        files.setFault(nil)
        try disk.append("/d/a", [5])
        XCTAssertEqual(files.files["/d/a"], [1, 2, 3, 5])
        XCTAssertEqual(files.operations.map(\.byteCount), [3, 1])
    }
}
