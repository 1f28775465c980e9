import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

/// What the person's session and the program tell each other at its end, by a session manager and a portal of the
/// test's own.
final class SessionClientTests: DisplayTestCase {
    private static let identifier = "io.github.hawknotes.Test"
    private static let manager = """
        <node><interface name="org.gnome.SessionManager"><method name="RegisterClient">
        <arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="o" direction="out"/></method></interface></node>
        """
    private static let clientInterface = "org.gnome.SessionManager.ClientPrivate"
    private static let client = """
        <node><interface name="\(clientInterface)"><method name="EndSessionResponse">
        <arg type="b" direction="in"/><arg type="s" direction="in"/></method></interface></node>
        """
    private static let clientPath = "/org/gnome/SessionManager/Client7"
    private static let portalPath = "/org/freedesktop/portal/desktop"
    private static let portalInterface = "org.freedesktop.portal.Inhibit"
    private static let portal = """
        <node><interface name="\(portalInterface)"><method name="CreateMonitor">
        <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
        <arg type="o" direction="out"/></method><method name="QueryEndResponse">
        <arg type="o" direction="in"/></method></interface></node>
        """

    /// What happened, in its order.
    @MainActor
    private final class Events {
        var seen: [String] = []

        func expect(_ events: [String], line: UInt = #line) {
            XCTAssertTrue(MainLoop.run { self.seen.count >= events.count }, "\(seen)", line: line)
            XCTAssertEqual(seen, events, line: line)
            seen = []
        }
    }

    @MainActor
    private static func makeManager(_ events: Events) throws -> OtherProgram {
        let program = try OtherProgram()
        try program.offer(at: "/org/gnome/SessionManager", manager) { _, values, reply in
            guard values.first?.text == identifier else {
                // What carries accessibility is a client of the session, too.
                return reply.answer([.objectPath("/org/gnome/SessionManager/Client1")])
            }
            events.seen.append("registered")
            reply.answer([.objectPath(clientPath)])
        }
        try program.offer(at: clientPath, client) { _, values, reply in
            events.seen.append(values.first == .boolean(true) ? "agreed" : "refused")
            reply.answer()
        }
        program.takeName("org.gnome.SessionManager")
        return program
    }

    @MainActor
    private static func join(_ events: Events) -> SessionClient {
        SessionClient(
            identifier: identifier,
            .init(
                query: { events.seen.append("saved") },
                end: { events.seen.append("ending") }
            )
        )
    }

    @MainActor
    private static func tell(_ signal: String, by manager: OtherProgram, at path: String) {
        let values: [BusValue] = signal.hasSuffix("EndSession") ? [.uint32(0)] : []
        manager.emit(signal, of: clientInterface, at: path, values)
    }

    func testTheSessionIsAnsweredAfterWhatItWaitsFor() throws {
        try onMainActor {
            let events = Events()
            let manager = try Self.makeManager(events)
            let client = Self.join(events)
            events.expect(["registered"])

            Self.tell("QueryEndSession", by: manager, at: Self.clientPath)
            events.expect(["saved", "agreed"])
            Self.tell("CancelEndSession", by: manager, at: Self.clientPath)

            Self.tell("EndSession", by: manager, at: Self.clientPath)
            Self.tell("EndSession", by: manager, at: Self.clientPath)
            events.expect(["ending", "ending"])
            // Nothing is answered before everything is on the disk.
            Self.tell("QueryEndSession", by: manager, at: Self.clientPath)
            events.expect(["saved", "agreed"])
            client.answerEnd()
            events.expect(["agreed", "agreed"])
            client.answerEnd()
            Self.tell("Stop", by: manager, at: Self.clientPath)
            events.expect(["ending"])
        }
    }

    func testWhatOtherProgramsAreToldIsNotForThisOne() throws {
        try onMainActor {
            let events = Events()
            let manager = try Self.makeManager(events)
            let client = Self.join(events)
            events.expect(["registered"])
            Self.tell("EndSession", by: manager, at: "/org/gnome/SessionManager/Client8")
            Self.tell("QueryEndSession", by: manager, at: Self.clientPath)
            events.expect(["saved", "agreed"])
            withExtendedLifetime(client) {}
        }
    }

    func testWithoutASessionManagerThePortalIsHeard() throws {
        try onMainActor {
            let events = Events()
            let portal = try OtherProgram()
            var session = ""
            let bus = try XCTUnwrap(g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil))
            defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
            let own = String(cString: g_dbus_connection_get_unique_name(bus))
                .dropFirst().replacing(".", with: "_")
            try portal.offer(at: Self.portalPath, Self.portal) { method, values, reply in
                if method == "QueryEndResponse" {
                    events.seen.append(values == [.string(session)] ? "agreed" : "\(values)")
                    return reply.answer()
                }
                guard case .dictionary(let options)? = values.last else { return }
                let token = options["session_handle_token"]?.text ?? ""
                session = "\(Self.portalPath)/session/\(own)/\(token)"
                events.seen.append("watched")
                reply.answer([.objectPath("\(Self.portalPath)/request/1")])
            }
            portal.takeName("org.freedesktop.portal.Desktop")
            let client = Self.join(events)
            events.expect(["watched"])
            let tell = { (session: String, state: UInt32) in
                let state: BusValue = .dictionary([
                    "screensaver-active": .boolean(false), "session-state": .uint32(state),
                ])
                portal.emit(
                    "StateChanged",
                    of: Self.portalInterface,
                    at: Self.portalPath,
                    [.objectPath(session), state]
                )
            }
            tell(session, 1)
            tell("\(Self.portalPath)/session/another", 3)
            tell(session, 2)
            events.expect(["saved", "agreed"])
            tell(session, 3)
            events.expect(["ending"])
            client.answerEnd()
        }
    }
}
