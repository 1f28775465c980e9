import Foundation
import XCTest

/// What the build has put beside the tests.
enum BuildProducts {
    /// The program that types until it is killed.
    static func typist() throws -> URL { try find("StateRestorationTypist") }

    /// The folder of the modules' interfaces.
    static func modules() throws -> URL { try find("Modules") }

    private static func find(_ name: String) throws -> URL {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
        let url = tests.deletingLastPathComponent().appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw TypistError(message: "There is no \(name) beside \(tests.path).")
        }
        return url
    }
}

/// A directory that is there as long as this object.
final class TemporaryDirectory {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("StateRestorationTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            print("\(url.path) is left over: \(error)")
        }
    }
}
