import Foundation
import TestSupport

/// The library's files as released versions left them. Frozen: they are only ever added to.
enum FrozenFiles {
    /// Puts the files of a version in the place of these, by their names; those that it lacks are removed.
    static func copy(version: Int, to urls: [URL]) throws {
        try copy("version-\(version)", to: urls)
    }

    /// The same for the files of a fixture.
    static func copy(_ name: String, to urls: [URL]) throws {
        let folder = SourceTree.root
            .appendingPathComponent("Tests/HawkNotesModelTests/Fixtures/\(name)/data")
        for url in urls {
            try? FileManager.default.removeItem(at: url)
            let source = folder.appendingPathComponent(url.lastPathComponent)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            try FileManager.default.copyItem(at: source, to: url)
        }
    }
}
