import XCTest

@testable import StateRestoration

@MainActor
final class UserActivityTests: XCTestCase {
    private struct CharacterDetail: Codable, Equatable {
        var book: UUID
        var character: UUID
    }

    private struct Other: Codable {
        var name: String
    }

    private func activity() throws -> (UserActivity, CharacterDetail) {
        var activity = UserActivity(
            activityType: "org.example.character",
            title: "Cray 🐂",
            version: 3
        )
        let payload = CharacterDetail(book: UUID(), character: UUID())
        activity.targetContentIdentifier = payload.character.uuidString
        activity.webpageURL = URL(string: "https://example.org/")
        activity.userInfo = ["depth": .int(2), "seen": .date(Date(timeIntervalSince1970: 1))]
        try activity.setTypedPayload(payload)
        return (activity, payload)
    }

    func testActivityComesBackFromItsText() async throws {
        let (activity, payload) = try activity()
        let text = try activity.encodedString
        XCTAssertTrue(text.utf8.allSatisfy { $0 != 0x2B && $0 != 0x2F && $0 != 0x3D && $0 > 0x20 })
        let read = try UserActivity(encodedString: text)
        XCTAssertEqual(read, activity)
        XCTAssertEqual(try read.typedPayload(CharacterDetail.self), payload)
    }

    func testPayloadOfAnotherTypeIsAnErrorWithAReason() async throws {
        let (activity, _) = try activity()
        XCTAssertThrowsError(try activity.typedPayload(Other.self)) { error in
            XCTAssertEqual((error as? RestorationError)?.code, .badActivity)
            XCTAssertTrue("\(error)".contains("CharacterDetail"), "\(error)")
        }
        XCTAssertThrowsError(try UserActivity(activityType: "x").typedPayload(Other.self))
    }

    func testNonsenseAndOversizeAreRefused() async throws {
        for text in ["", "hawk", "e30", "!!!", "W10"] {
            XCTAssertThrowsError(try UserActivity(encodedString: text), text)
        }
        var (large, _) = try activity()
        large.userInfo["a"] = .string(String(repeating: "a", count: UserActivity.sizeLimit))
        XCTAssertThrowsError(try large.encodedString) { error in
            XCTAssertEqual((error as? RestorationError)?.code, .tooLarge)
        }
        XCTAssertThrowsError(
            try UserActivity(
                encodedString: String(repeating: "A", count: UserActivity.sizeLimit + 1)
            )
        )
    }

    func testEveryPlainValueComesBack() async throws {
        var activity = UserActivity(activityType: "org.example.all")
        activity.userInfo = [
            "bool": .bool(true), "int": .int(.min), "double": .double(-0.1),
            "string": .string("\u{0}\u{FFFF}🐂"), "url": .url(URL(fileURLWithPath: "/a b")),
            "data": .data(Data(0...255)), "date": .date(.distantFuture),
        ]
        XCTAssertEqual(try UserActivity(encodedString: activity.encodedString), activity)
        activity.userInfo["double"] = .double(.nan)
        XCTAssertThrowsError(try activity.encodedString) { error in
            XCTAssertEqual((error as? RestorationError)?.code, .badActivity)
        }
        XCTAssertThrowsError(try activity.setTypedPayload([Double.infinity]))
        XCTAssertFalse(activity.hasPayload)
    }

    func testTextOfTheLargestSizeIsAllowed() async throws {
        var activity = UserActivity(activityType: "a")
        activity.title = ""
        let rest = UserActivity.sizeLimit - (try activity.encodedString.utf8.count)
        // Three bytes take four characters.
        activity.title = String(repeating: "a", count: rest / 4 * 3)
        let text = try activity.encodedString
        XCTAssertGreaterThan(text.utf8.count, UserActivity.sizeLimit - 4)
        XCTAssertEqual(try UserActivity(encodedString: text), activity)
        activity.title += "aaa"
        XCTAssertThrowsError(try activity.encodedString)
    }

    func testDamagedTextIsAnErrorOrAnotherActivityButNeverACrash() async throws {
        let (activity, _) = try activity()
        let text = Array(try activity.encodedString.utf8)
        for length in 0..<text.count {
            XCTAssertThrowsError(
                try UserActivity(encodedString: String(decoding: text[..<length], as: UTF8.self)),
                "\(length)"
            )
        }
        var refused = 0
        for index in text.indices {
            var damaged = text
            damaged[index] = damaged[index] == 0x41 ? 0x7A : 0x41
            do {
                let read = try UserActivity(encodedString: String(decoding: damaged, as: UTF8.self))
                XCTAssertNotEqual(read, activity, "\(index)")
                _ = try? read.typedPayload(CharacterDetail.self)
            } catch {
                XCTAssertTrue(error is RestorationError, "\(error)")
                refused += 1
            }
        }
        XCTAssertGreaterThan(refused, text.count / 4)
        let nested = Data(String(repeating: "[", count: 40_000).utf8).base64EncodedString()
        XCTAssertThrowsError(try UserActivity(encodedString: nested))
    }

    func testPayloadWhoseTypeHasChangedItsFormIsAnError() async throws {
        enum Old { struct Detail: Codable { var year: Int } }
        enum New { struct Detail: Codable { var day: String } }
        var activity = UserActivity(activityType: "org.example.day")
        try activity.setTypedPayload(Old.Detail(year: 2024))
        XCTAssertThrowsError(try activity.typedPayload(New.Detail.self)) { error in
            XCTAssertEqual((error as? RestorationError)?.code, .badActivity)
            XCTAssertTrue("\(error)".contains("org.example.day"), "\(error)")
        }
    }

    func testWhetherItMayLeaveTheMachineComesThrough() throws {
        var activity = UserActivity(activityType: "org.example.page")
        XCTAssertTrue(activity.isEligibleForHandOff)
        // Nothing of it stands in what older programs made, or read.
        let plain = try JSONEncoder().encode(activity)
        XCTAssertFalse(String(decoding: plain, as: UTF8.self).contains("stays"))
        activity.isEligibleForHandOff = false
        let read = try UserActivity(encodedString: activity.encodedString)
        XCTAssertFalse(read.isEligibleForHandOff)
        XCTAssertEqual(read, activity)
        activity.isEligibleForHandOff = true
        XCTAssertTrue(try UserActivity(encodedString: activity.encodedString).isEligibleForHandOff)
    }
}
