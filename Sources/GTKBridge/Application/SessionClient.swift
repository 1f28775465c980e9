import CGTK
import Phrases

/// The program as a client of the person's session, which asks before it ends, and waits for an answer.
///
/// For versions of GTK that no longer do this themselves (`Newer.leavesSessionToProgram`). The session manager of GNOME
/// or Xfce is asked first; where neither runs, the desktop portal tells of the end. Protocols:
/// `org.gnome.SessionManager` of gnome-session, `org.xfce.Session.Manager` of xfce4-session, and
/// `org.freedesktop.portal.Inhibit` from version 3 on.
@MainActor
public final class SessionClient {
    /// What the session wants of the program.
    public struct Handlers {
        /// Saves what there is; the session may be about to end. It is answered when this returns.
        public var query: @MainActor () -> Void
        /// Saves everything and quits. It is answered by `answerEnd()`. May be called again meanwhile.
        public var end: @MainActor () -> Void

        /// Takes both as they are.
        public init(query: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void) {
            self.query = query
            self.end = end
        }
    }

    /// A session manager as programs know it.
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
    /// Where the session manager takes answers, once the program is its client.
    private var client: BusConnection.Place?
    /// How many words of the end of the session are not answered yet.
    private var unansweredEnds = 0

    /// Becomes a client of the session, where there is one.
    ///
    /// - Parameter identifier: the application's, by which the session manager finds its desktop entry.
    public init(identifier: String, _ handlers: Handlers) {
        self.identifier = identifier
        self.handlers = handlers
        BusConnection.open { [weak self] connection in
            self?.connection = connection
            self?.register(with: Manager.known[...])
        }
    }

    /// Tells the session that everything is on the disk, where it waits for that. The program must end then.
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
        // Before the answer: the manager may have something to say right behind it.
        signals = connection.onSignal(of: manager.clientInterface, from: manager.service) {
            [weak self] path, signal, _ in
            if path == self?.client?.path { self?.take(signal) }
        }
        // What the session was started with at the last log-in, GTK takes out of the environment.
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
        // `CancelEndSession`: there is nothing to take back.
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
