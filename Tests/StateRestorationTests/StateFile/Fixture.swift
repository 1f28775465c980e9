import Foundation
import StateRestorationTesting

@testable import StateRestoration

/// A state directory as a program of an earlier day left it, and what it says.
///
/// `Fixtures/<name>/state` is the directory, `Fixtures/<name>/expected.txt` the description that
/// was made when it was frozen. Neither is ever changed.
struct Fixture {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    let name: String

    private var url: URL { Fixture.folder.appendingPathComponent(name) }

    /// All fixtures of one format; of all formats without a number.
    static func all(ofFormat format: Int? = nil) throws -> [Fixture] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { name in
                let parts = name.split(separator: "-")
                guard parts.count > 1, parts[0] == "format", let number = Int(parts[1]) else {
                    return false
                }
                return format == nil || format == number
            }
            .map(Fixture.init)
    }

    /// The files, by the paths that they have in `RestorationTester.directory`.
    func files() throws -> [String: [UInt8]] {
        let state = url.appendingPathComponent("state")
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: state.path) {
            let file = state.appendingPathComponent(path)
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory),
                !isDirectory.boolValue
            else { continue }
            files["\(RestorationTester.directory)/\(path)"] = Array(try Data(contentsOf: file))
        }
        return files
    }

    func expectedDescription() throws -> String {
        try String(contentsOf: url.appendingPathComponent("expected.txt"), encoding: .utf8)
    }

    /// What once broke a reader, and what leads a fuzzer to where that may happen, by name.
    static func fuzzed() throws -> [String: [UInt8]] {
        let folder = folder.appendingPathComponent("fuzzed")
        var inputs: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            inputs[name] = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
        }
        return inputs
    }

    /// Writes a new fixture; there must be none of this name.
    static func freeze(_ name: String, files: [String: [UInt8]], description: String) throws {
        let fixture = Fixture(name: name)
        let manager = FileManager.default
        try manager.createDirectory(at: fixture.url, withIntermediateDirectories: false)
        for (path, bytes) in files {
            let file = fixture.url.appendingPathComponent("state")
                .appendingPathComponent(String(path.dropFirst(RestorationTester.directory.count)))
            try manager.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: file)
        }
        let expected = fixture.url.appendingPathComponent("expected.txt")
        try Data(description.utf8).write(to: expected)
    }
}

extension InMemoryFileSystem {
    /// A file system that holds these files, and the directories that they are in.
    convenience init(holding files: [String: [UInt8]]) throws {
        self.init()
        for (path, bytes) in files {
            try fileSystem.createDirectory((path as NSString).deletingLastPathComponent)
            setContents(path, bytes)
        }
    }
}
