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

    func testSeveralContributeAndOneContinues() async throws {
        let registry = UserActivityRegistry()
        registry.contribute(to: "a") { $0.userInfo["first"] = .bool(true) }
        registry.contribute(to: "a") { $0.title += "!" }
        let activity = try registry.makeActivity("a", title: "Cray")
        XCTAssertEqual(activity.title, "Cray!")
        XCTAssertEqual(activity.userInfo, ["first": .bool(true)])
        var continued: [String] = []
        registry.handle("a") { continued.append($0.title) }
        try registry.continue(activity)
        XCTAssertEqual(continued, ["Cray!"])
        for body in [
            { try registry.continue(UserActivity(activityType: "b")) },
            { _ = try registry.makeActivity("b") },
        ] {
            XCTAssertThrowsError(try body()) { error in
                XCTAssertEqual((error as? RestorationError)?.code, .unknownActivityType)
            }
        }
    }
}
