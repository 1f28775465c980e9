import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// A library with a few notes, and ways to take its files as a person or a bad disk would.
class PromiseTestCase: LibraryTestCase {
    let subject = NoteSubject.book(TestSeries.bookOne)
    let environment = TestEnvironment()

    var files: LibraryFiles { LibraryFiles(database: databaseURL) }

    func open(isExpected: Bool = false) throws -> Library {
        try Library.open(
            at: databaseURL,
            isExpected: isExpected,
            environment: environment.library
        )
    }

    func assertDamaged(
        _ kind: LibraryDamage.Kind,
        since date: Date? = nil,
        isExpected: Bool = false,
        file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let before = try snapshot()
        for _ in 1...2 {
            XCTAssertThrowsError(try open(isExpected: isExpected), file: file, line: line) {
                let damage = ($0 as? LibraryError)?.damage
                XCTAssertEqual(damage?.kind, kind, "\($0)", file: file, line: line)
                if let date {
                    XCTAssertEqual(damage?.changesMayBeLostSince, date, file: file, line: line)
                }
            }
        }
        XCTAssertEqual(try snapshot(), before, "it is as it was", file: file, line: line)
    }

    /// What the library's own files hold, the shared memory left out: it holds nothing of value.
    func snapshot() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for url in files.all where FileManager.default.fileExists(atPath: url.path) {
            let data = try Data(contentsOf: url)
            // A log without a frame is as good as none.
            if url == files.log, data.count <= 32 { continue }
            contents[url.lastPathComponent] = data
        }
        return contents
    }

    /// Leaves the folder as a kill would: with the files as they are now.
    func kill(_ library: Library, keeping names: Set<String>? = nil) throws {
        let kept = try snapshot().filter { names?.contains($0.key) ?? true }
        try library.close()
        for url in files.all + [files.sharedMemory] { try Disk.remove(url) }
        for (name, data) in kept { try data.write(to: directory.appendingPathComponent(name)) }
    }

    func names(in folder: URL) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
