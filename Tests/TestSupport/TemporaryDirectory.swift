import Foundation
import Synchronization
import XCTest

/// A directory of a test's own, empty at first; it goes with this object, with all that is in it.
///
/// XCTest keeps what a test case or its teardown blocks refer to until the process ends: what is there then
/// goes as well.
public final class TemporaryDirectory: Sendable {
    /// Where it is.
    public let url: URL

    /// Makes the directory.
    ///
    /// - Throws: an error of Foundation's when there is no room for it.
    public init() throws {
        // Short names: the path of a socket has little room.
        let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        url = try Self.all.get().appendingPathComponent("\(number)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { Self.remove(url) }

    private static let count = Atomic(0)

    /// The one directory of the process, with those of its tests.
    private static let all: Result<URL, any Error> = Result {
        var path = FileManager.default.temporaryDirectory
            .appendingPathComponent("hawk-notes-tests-XXXXXX").path.utf8CString.map { $0 }
        guard mkdtemp(&path) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        atexit {
            if case .success(let url) = TemporaryDirectory.all { TemporaryDirectory.remove(url) }
        }
        return URL(
            fileURLWithFileSystemRepresentation: path,
            isDirectory: true,
            relativeTo: nil
        )
    }

    private static func remove(_ url: URL) {
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
