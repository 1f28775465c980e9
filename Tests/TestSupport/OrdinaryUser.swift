import Foundation
import XCTest

/// Runs a body as a user for whom permissions count; to the superuser everything is permitted.
///
/// The whole process is that user meanwhile, so that no other test may run in it.
///
/// - Parameter folder: what the body works in, which is that user's meanwhile, with all that is in it.
public func asOrdinaryUser(owning folder: String, _ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    let nobody: uid_t = 65534
    let manager = FileManager.default
    let paths = try [folder] + manager.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
    for path in paths { XCTAssertEqual(lchown(path, nobody, gid_t.max), 0, path) }
    // For all threads of the process.
    XCTAssertEqual(seteuid(nobody), 0)
    defer { XCTAssertEqual(seteuid(0), 0) }
    try body()
}
