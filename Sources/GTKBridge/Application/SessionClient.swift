import CGTK
import Phrases

/// The program as a client of the user's session, which asks before it ends and waits for the
/// reply.
///
/// For versions of GTK that no longer do this themselves (`Newer.leavesSessionToProgram`). The
/// session manager of GNOME or Xfce is tried first; if neither runs, the desktop portal reports the
/// end. Protocols: `org.gnome.SessionManager` of gnome-session, `org.xfce.Session.Manager` of
/// xfce4-session, and `org.freedesktop.portal.Inhibit` from version 3 on.
@MainActor
public final class SessionClient {
    /// The program's handlers for requests of the session.
    public struct Handlers {
        /// Saves the state because the session may be about to end. The request is answered when
        /// this returns.
        public var query: @MainActor () -> Void
        /// Saves everything and quits. The request is answered by `answerEnd()`. May be called
        /// again before that.
        public var end: @MainActor () -> Void

        /// Handlers for both requests.
        public init(query: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void) {
            self.query = query
            self.end = end
        }
    }

    /// The names that a session manager uses on the bus.
    private struct Manager {
        var service: String
        var path: String
        var interface: String
        var clientInterface: String

        var place: BusConnection.Place {
            .init(service: service, path: path, interface: interface)
        }

        static let known = [
            Manager(
                service: "org.gnome.SessionManager",
                path: "/org/gnome/SessionManager",
                interface: "org.gnome.SessionManager",
                clientInterface: "org.gnome.SessionManager.ClientPrivate"
            ),
            Manager(
                service: "org.xfce.SessionManager",
                path: "/org/xfce/SessionManager",
                interface: "org.xfce.Session.Manager",
                clientInterface: "org.xfce.Session.Client"
            ),
        ]
    }

    /// `session-state` of the portal.
    private enum PortalState {
        static let queriesEnd: UInt32 = 2
        static let ending: UInt32 = 3
    }

    private let identifier: String
    private let handlers: Handlers
    private var connection: BusConnection?
    private var signals: BusSubscription?
    /// The session manager's object for this client, once the program is registered.
    private var client: BusConnection.Place?
    /// The number of requests to end that have not been answered yet.
    private var unansweredEnds = 0

    /// Registers with the session, if there is one.
    ///
    /// - Parameter identifier: the application's; the session manager finds its desktop entry by
    ///   it.
    public init(identifier: String, _ handlers: Handlers) {
        self.identifier = identifier
        self.handlers = handlers
        BusConnection.open { [weak self] connection in
            self?.connection = connection
            self?.register(with: Manager.known[...])
        }
    }

    /// Tells the session, if it is waiting, that everything is saved. The program must end then.
    public func answerEnd() {
        guard unansweredEnds > 0 else { return }
        for _ in 0..<unansweredEnds { agree() }
        unansweredEnds = 0
        connection?.flush()
    }

    // MARK: Session managers

    private func register(with managers: ArraySlice<Manager>) {
        guard let connection else { return }
        guard let manager = managers.first else { return watchPortal(connection) }
        // Before the reply: the manager may send a signal right after it.
        signals = connection.onSignal(of: manager.clientInterface, from: manager.service) {
            [weak self] path, signal, _ in
            if path == self?.client?.path { self?.take(signal) }
        }
        // Empty, because GTK removes the startup ID of the last login from the environment.
        let values: [BusValue] = [.string(identifier), .string("")]
        connection.call("RegisterClient", at: manager.place, values) { [weak self] answer in
            guard let path = answer?.first?.text else {
                self?.register(with: managers.dropFirst())
                return
            }
            self?.client = .init(
                service: manager.service,
                path: path,
                interface: manager.clientInterface
            )
        }
    }

    private func take(_ signal: String) {
        switch signal {
        case "QueryEndSession":
            handlers.query()
            agree()
        case "EndSession":
            unansweredEnds += 1
            handlers.end()
        case "Stop": handlers.end()
        // `CancelEndSession`: there is nothing to undo.
        default: break
        }
    }

    private func agree() {
        guard let client else { return }
        connection?.tell("EndSessionResponse", at: client, [.boolean(true), .string("")])
    }

    // MARK: The portal

    private func watchPortal(_ connection: BusConnection) {
        let place = BusConnection.Place(
            service: "org.freedesktop.portal.Desktop",
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Inhibit"
        )
        let token = "hawknotes"
        let sender = connection.uniqueName.dropFirst().replacing(".", with: "_")
        let session = "\(place.path)/session/\(sender)/\(token)"
        signals = connection.onSignal(
            "StateChanged",
            of: place.interface,
            from: place.service,
            path: place.path
        ) { [weak self] _, _, values in
            guard values.first?.text == session, case .dictionary(let state)? = values.last,
                case .uint32(let number)? = state["session-state"]
            else { return }
            switch number {
            case PortalState.queriesEnd:
                self?.handlers.query()
                connection.tell("QueryEndResponse", at: place, [.objectPath(session)])
            case PortalState.ending: self?.handlers.end()
            default: break
            }
        }
        let options: BusValue = .dictionary(["session_handle_token": .string(token)])
        connection.call("CreateMonitor", at: place, [.string(""), options]) { _ in }
    }
}
