import Foundation
import Synchronization
import XCTest

/// A directory of a test's own, empty at first; it goes with this object, with all that is in it.
///
/// XCTest keeps what a test case or its teardown blocks refer to until the process ends: what is there then
/// goes as well.
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
        Self.removesAtExit
        Self.present.withLock { _ = $0.insert(url) }
    }

    deinit { Self.remove(url) }

    private static let present = Mutex<Set<URL>>([])

    private static let removesAtExit: Void = {
        atexit {
            let left = TemporaryDirectory.present.withLock { $0 }
            left.forEach(TemporaryDirectory.remove)
        }
    }()

    private static func remove(_ url: URL) {
        present.withLock { _ = $0.remove(url) }
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
