import Foundation
import HawkNotesFormats
import HawkNotesModel
import XCTest

@testable import HawkNotesExchange

/// A file or folder has another name and lies elsewhere when it is imported again.
final class MovedFileAgainTests: ImportedAgainTestCase {
    /// A copy in a folder of its own.
    private func copy(_ kept: KeptSource, isRenamed: Bool) throws -> URL {
        let url = try kept.url(.first)
        let parent = try temporaryFolder().appendingPathComponent("Elsewhere")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        let copy = parent.appendingPathComponent(
            isRenamed ? "Renamed\(ending)" : url.lastPathComponent
        )
        try FileManager.default.copyItem(at: url, to: copy)
        return copy
    }

    func testItIsKnownUnderAnotherName() async throws {
        try await eachLibrary { kept, library, name in
            let source = try ImportSource(path: copy(kept, isRenamed: true).path)
            try await assertIsKnown(source, as: kept.format, to: library, name)
        }
    }

    func testItIsKnownFromTheFolderAbove() async throws {
        try await eachLibrary { kept, library, name in
            guard try kept.source(.first).isFolder else { return }
            let above = try copy(kept, isRenamed: false).deletingLastPathComponent()
            let source = try ImportSource(path: above.path)
            try await assertIsKnown(source, as: kept.format, to: library, name)
        }
    }
}
