import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

/// What the program offers on the session bus, called over a connection of the test's own.
final class BusObjectTests: DisplayTestCase {
    private static let description = """
        <node><interface name="io.github.hawknotes.Test"><method name="Echo">
        <arg type="as" direction="in"/><arg type="u" direction="in"/>
        <arg type="aa{sv}" direction="out"/></method></interface></node>
        """

    func testValuesComeBackAsTheyWere() {
        onMainActor {
            let values: [BusValue] = [
                .boolean(true), .int32(-7), .uint32(.max), .double(0.5), .string("ü “x”"),
                .strings([]), .strings(["a", ""]),
                .array([], of: "(sd)"),
                .array([.structure([.string("a"), .double(1)])], of: "(sd)"),
                .dictionary(["name": .string("x"), "rank": .uint32(3)]),
            ]
            guard let variant = BusValue.makeTuple(values) else { return XCTFail("no value") }
            g_variant_ref_sink(variant)
            defer { g_variant_unref(variant) }
            XCTAssertEqual(BusValue(variant), .structure(values))
        }
    }

    func testATextWithANulIsSentWithoutIt() {
        onMainActor {
            guard let variant = BusValue.string("a\0b").makeVariant() else { return XCTFail() }
            g_variant_ref_sink(variant)
            defer { g_variant_unref(variant) }
            XCTAssertEqual(BusValue(variant), .string("ab"))
        }
    }

    func testACallIsAnsweredLater() throws {
        try onMainActor {
            var called: [BusValue] = []
            let object = try XCTUnwrap(
                BusObject(path: "/test", description: Self.description) { method, values, reply in
                    XCTAssertEqual(method, "Echo")
                    called = values
                    MainLoop.whenIdle {
                        reply.answer([.array([.dictionary(["id": .string("1")])], of: "a{sv}")])
                    }
                }
            )
            let answer = try Self.call([.strings(["a", "b"]), .uint32(3)])
            XCTAssertEqual(called, [.strings(["a", "b"]), .uint32(3)])
            XCTAssertEqual(
                answer,
                .structure([.array([.dictionary(["id": .string("1")])], of: "a{sv}")])
            )
            withExtendedLifetime(object) {}
        }
    }

    func testACallThatNobodyAnswersIsAnError() throws {
        try onMainActor {
            let object = try XCTUnwrap(
                BusObject(path: "/test", description: Self.description) { _, _, _ in }
            )
            XCTAssertNil(try Self.call([.strings([]), .uint32(0)]))
            withExtendedLifetime(object) {}
        }
    }

    func testNothingIsCalledAfterItsEnd() throws {
        try onMainActor {
            var isCalled = false
            do {
                let object = BusObject(path: "/test", description: Self.description) { _, _, _ in
                    isCalled = true
                }
                XCTAssertNotNil(object)
            }
            XCTAssertNil(try Self.call([.strings([]), .uint32(0)]))
            XCTAssertFalse(isCalled)
        }
    }

    /// Calls over another connection, as another program does.
    ///
    /// - Returns: nil for an error.
    @MainActor
    private static func call(_ parameters: [BusValue]) throws -> BusValue? {
        let bus = try XCTUnwrap(g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil))
        let own = String(cString: g_dbus_connection_get_unique_name(bus))
        g_object_unref(UnsafeMutableRawPointer(bus))
        let connection = try OtherProgram().connection
        let other = connection.opaque
        var answer: BusValue?
        var isDone = false
        let answered = Callback<UInt, Void> { result in
            let result = OpaquePointer(bitPattern: result)
            if let variant = g_dbus_connection_call_finish(other, result, nil) {
                answer = BusValue(variant)
                g_variant_unref(variant)
            }
            isDone = true
        }
        g_dbus_connection_call(
            connection.opaque,
            own,
            "/test",
            "io.github.hawknotes.Test",
            "Echo",
            BusValue.makeTuple(parameters),
            nil,
            G_DBUS_CALL_FLAGS_NONE,
            -1,
            nil,
            { _, result, data in
                Callback<UInt, Void>.callAndRelease(data, UInt(bitPattern: result))
            },
            Unmanaged.passRetained(answered).toOpaque()
        )
        XCTAssertTrue(MainLoop.run { isDone })
        return answer
    }
}
