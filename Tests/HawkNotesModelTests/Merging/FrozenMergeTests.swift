import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// The properties of merged libraries, of those that released versions have left.
final class FrozenMergeTests: MergeTestCase {
    private static let names =
        (4...7).map { "version-\($0)" } + ["version-6-edited", "version-7-edited"]

    /// A frozen library, brought up to date in memory.
    private func open(_ name: String) throws -> RandomReader {
        let folder = directory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = LibraryFiles(database: folder.appendingPathComponent("library.sqlite"))
        try FrozenFiles.copy(name, to: files.all)
        let (file, queue) = (try DatabaseQueue(path: files.database.path), try DatabaseQueue())
        try file.backup(to: queue)
        try file.close()
        try LibrarySchema.migrate(queue)
        let environment = TestEnvironment().library
        let store = LibraryStore(queue, files: nil, environment: environment)
        return try RandomReader(
            seed: 1,
            name: "f",
            library: Library(store, environment: environment)
        )
    }

    func testTwoOfAllVersionsHaveTheProperties() throws {
        let all = try Self.names.map(open)
        for (index, one) in all.enumerated() {
            for (number, other) in all.enumerated().dropFirst(index) {
                let message = "\(Self.names[index]) and \(Self.names[number])"
                let merged = try merge(one, other)
                XCTAssertEqual(try missing(in: merged, one, other), [], message)
                XCTAssertEqual(try merged.library.check(), LibraryFindings(), message)
                try assertSame(merged, merge(other, one), message)
                let before = try merged.rows
                XCTAssertNil(try merged.merge(other).batch, message)
                XCTAssertEqual(try merged.rows.symmetricDifference(before), [], message)
                if index == number { try assertSame(merged, one, message) }
            }
        }
    }

    func testTheOrderOfThreeVersionsDoesNotMatter() throws {
        let all = try ["version-6-edited", "version-7", "version-7-edited"].map(open)
        let purged = Set(try all.flatMap { try $0.knowledge.purges.keys.map(\.id) })
        let first = try merge(all[0], all[1], all[2])
        for (one, two, three) in [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
            try assertSame(
                first,
                merge(all[one], all[two], all[three]),
                "\(one) \(two) \(three)",
                exceptValuesOf: purged
            )
        }
        for reader in all { XCTAssertEqual(try missing(in: first, reader, first), []) }
    }
}
