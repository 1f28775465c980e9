import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class SignalTests: XCTestCase {
    /// Something that a closure holds on to.
    private final class Token {}

    /// An object that has signals and needs no display.
    @MainActor
    private static func makeAction() -> Action { Action("act") {} }

    @MainActor
    private static func connectHolding(
        _ token: Token,
        to action: Action,
        _ body: @escaping @MainActor () -> Void = {}
    ) -> SignalConnection {
        action.onNotify("enabled") {
            withExtendedLifetime(token) {}
            body()
        }
    }

    func testTheClosureIsFreedWithTheObject() {
        onMainActor {
            weak var token: Token?
            var action: Action? = Self.makeAction()
            do {
                let held = Token()
                token = held
                if let action { _ = Self.connectHolding(held, to: action) }
            }
            XCTAssertNotNil(token, "the connection holds the closure")
            action = nil
            XCTAssertNil(action)
            XCTAssertNil(token)
        }
    }

    func testDisconnectingSilencesTheHandlerAndFreesTheClosure() {
        onMainActor {
            let action = Self.makeAction()
            var calls = 0
            weak var token: Token?
            let connection: SignalConnection
            do {
                let held = Token()
                token = held
                connection = Self.connectHolding(held, to: action) { calls += 1 }
            }
            action.isEnabled = false
            XCTAssertEqual(calls, 1)
            connection.disconnect()
            XCTAssertNil(token)
            action.isEnabled = true
            XCTAssertEqual(calls, 1)
            connection.disconnect()
        }
    }

    func testAConnectionOutlivesItsObjectWithoutHarm() {
        onMainActor {
            weak var token: Token?
            let connection: SignalConnection
            do {
                let held = Token()
                token = held
                connection = Self.connectHolding(held, to: Self.makeAction())
            }
            XCTAssertNotNil(token, "the connection keeps its object")
            connection.disconnect()
            connection.disconnect()
            XCTAssertNil(token)
        }
    }
}

final class ActionTests: XCTestCase {
    @MainActor
    private static func activate(_ action: Action, _ parameter: String? = nil) {
        g_action_activate(action.opaque, parameter.map { g_variant_new_string($0) })
    }

    @MainActor
    private static func state(_ action: Action) -> String? {
        guard let state = g_action_get_state(action.opaque) else { return nil }
        defer { g_variant_unref(state) }
        return takeString(g_variant_print(state, 0))
    }

    func testAnActionIsPerformed() {
        onMainActor {
            var count = 0
            let action = Action("act") { count += 1 }
            Self.activate(action)
            Self.activate(action)
            XCTAssertEqual(count, 2)
            XCTAssertNil(Self.state(action))
        }
    }

    func testADisabledActionDoesNothing() {
        onMainActor {
            var count = 0
            let action = Action("act") { count += 1 }
            action.isEnabled = false
            XCTAssertFalse(action.isEnabled)
            Self.activate(action)
            XCTAssertEqual(count, 0)
            action.isEnabled = true
            Self.activate(action)
            XCTAssertEqual(count, 1)
        }
    }

    func testAStringReachesTheAction() {
        onMainActor {
            var received: [String] = []
            let action = Action("act", performWithString: { received.append($0) })
            Self.activate(action, "A “quoted” text with an emoji 🦅")
            Self.activate(action, "")
            XCTAssertEqual(received, ["A “quoted” text with an emoji 🦅", ""])
        }
    }

    func testAChoiceTellsWhatIsChosenAndShowsWhatItIsSetTo() {
        onMainActor {
            var chosen: [String] = []
            let action = Action("act", choice: "one") { chosen.append($0) }
            XCTAssertEqual(Self.state(action), "'one'")
            Self.activate(action, "two")
            XCTAssertEqual(chosen, ["two"])
            action.setChoice("two")
            XCTAssertEqual(Self.state(action), "'two'")
        }
    }

    func testASwitchAsksForTheOpposite() {
        onMainActor {
            var asked: [Bool] = []
            let action = Action("act", isOn: false) { asked.append($0) }
            Self.activate(action)
            XCTAssertEqual(Self.state(action), "false", "only its owner turns it")
            action.setOn(true)
            XCTAssertEqual(Self.state(action), "true")
            Self.activate(action)
            XCTAssertEqual(asked, [true, false])
        }
    }
}
