import Foundation
import XCTest

@testable import Phrases

final class FileErrorTextTests: XCTestCase {
    func testEachReasonIsTold() {
        let reasons = [
            (ENOSPC, "the disk is full"), (EROFS, "the folder cannot be written to"),
            (ENOENT, "the folder no longer exists"),
            (ENAMETOOLONG, "the name is too long for this disk"),
            (EINVAL, "this disk does not allow the name"),
            (EFBIG, "the file is too large for this disk"), (EISDIR, "a folder has this name"),
            (EIO, "Input/output error"),
        ]
        for (number, reason) in reasons { XCTAssertEqual(FileErrorText.reason(number), reason) }
    }
}
