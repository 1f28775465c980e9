import Foundation
import XCTest

@testable import HawkNotesModel

/// Files whose size is not known before they are read.
final class DiskReadTests: XCTestCase {
    func testWhatTheKernelWritesIsReadToItsEnd() throws {
        let bytes = try Disk.read(URL(fileURLWithPath: "/proc/self/maps"), upTo: 16 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        XCTAssertGreaterThan(bytes.count, 4096)
        // What the kernel maps last.
        XCTAssertTrue(text.hasSuffix("\n") && text.contains("[stack]"))
    }
}
