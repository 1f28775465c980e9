import StateRestoration
import XCTest

@MainActor
final class UserActivityRegistryTests: XCTestCase {
    private struct Refusal: Error {}

    private func code(of body: () throws -> Void) -> RestorationError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? RestorationError)?.code
        }
    }

    func testSeveralContributeAndSeveralContinueInTheirOrder() async throws {
        let registry = UserActivityRegistry()
        registry.contribute(to: "a") { $0.userInfo["first"] = .bool(true) }
        registry.contribute(to: "a") { $0.title += "!" }
        registry.contribute(to: "a") { $0.title += "?" }
        let activity = try registry.makeActivity("a", title: "Cray", version: 2)
        XCTAssertEqual(activity.title, "Cray!?")
        XCTAssertEqual(activity.version, 2)
        XCTAssertEqual(activity.userInfo, ["first": .bool(true)])
        var continued: [String] = []
        registry.handle("a") { continued.append("window: " + $0.title) }
        registry.handle("a") { continued.append("page: " + $0.title) }
        XCTAssertEqual(registry.continuableTypes, ["a"])
        try registry.continue(activity)
        XCTAssertEqual(continued, ["window: Cray!?", "page: Cray!?"])
    }

    func testNoHandlerIsCalledForAnUnknownVersionNorAfterOneThatThrows()
        async throws
    {
        let registry = UserActivityRegistry()
        var continued: [String] = []
        registry.handle("a") { _ in continued.append("outer") }
        registry.handle("a", upToVersion: 1) { _ in continued.append("inner") }
        XCTAssertThrowsError(try registry.continue(UserActivity(activityType: "a", version: 2)))
        XCTAssertEqual(continued, [])
        registry.handle("a") { _ in throw Refusal() }
        registry.handle("a") { _ in continued.append("innermost") }
        XCTAssertThrowsError(try registry.continue(UserActivity(activityType: "a")))
        XCTAssertEqual(continued, ["outer", "inner"])
    }

    func testDeclaredTypesAreComparedWithTheHandlers() async throws {
        let registry = UserActivityRegistry(declaredTypes: ["a", "b"])
        registry.handle("b") { _ in }
        registry.handle("c") { _ in }
        XCTAssertEqual(registry.unhandledTypes, ["a"])
        XCTAssertEqual(registry.undeclaredTypes, ["c"])
    }

    func testUnknownTypesAreErrorsWithTheReason() async throws {
        let registry = UserActivityRegistry()
        registry.handle("a") { _ in }
        XCTAssertEqual(
            code { try registry.continue(UserActivity(activityType: "b")) },
            .unknownActivityType
        )
        XCTAssertEqual(code { _ = try registry.makeActivity("a") }, .unknownActivityType)
        XCTAssertThrowsError(try registry.makeActivity("org.example.odd")) { error in
            XCTAssertTrue("\(error)".contains("org.example.odd"), "\(error)")
        }
    }

    func testActivityOfALaterVersionIsRefused() async throws {
        let registry = UserActivityRegistry()
        var continued: [Int] = []
        registry.handle("a", upToVersion: 2) { continued.append($0.version) }
        for version in [0, 1, 2] {
            try registry.continue(UserActivity(activityType: "a", version: version))
        }
        XCTAssertThrowsError(
            try registry.continue(UserActivity(activityType: "a", version: 3))
        ) { error in
            XCTAssertEqual((error as? RestorationError)?.code, .badActivity)
            XCTAssertTrue("\(error)".contains("version 3"), "\(error)")
        }
        XCTAssertEqual(continued, [0, 1, 2])
    }

    func testWhatContributorsAndHandlersThrowIsPassedOn() async throws {
        let registry = UserActivityRegistry()
        registry.contribute(to: "a") { _ in throw Refusal() }
        registry.handle("a") { _ in throw Refusal() }
        XCTAssertThrowsError(try registry.makeActivity("a")) { XCTAssertTrue($0 is Refusal) }
        XCTAssertThrowsError(try registry.continue(UserActivity(activityType: "a"))) {
            XCTAssertTrue($0 is Refusal)
        }
    }
}
