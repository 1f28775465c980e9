import Foundation
import XCTest

/// A directory of a test's own, empty at first; it goes with this object, with all that is in it.
public final class TemporaryDirectory {
    /// Where it is.
    public let url: URL

    /// Makes the directory.
    ///
    /// - Throws: an error of Foundation's when there is no room for it.
    public init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("hawk-notes-test-\(UUID().uuidString)")
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

/// The permissions of a file or folder, such as `0o700`.
public func mode(of url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try XCTUnwrap(attributes[.posixPermissions] as? Int, url.path)
}
