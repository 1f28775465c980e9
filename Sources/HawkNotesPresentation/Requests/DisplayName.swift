/// The display that a process shows its windows on, as its environment names it.
///
/// On a desktop with Wayland, a process may know the compositor, its X server, or both.
package struct DisplayName: Codable, Hashable, Sendable {
    /// The socket of the Wayland compositor; nil without one.
    package var wayland: String?
    /// The X server, without the screen's number; nil without one.
    package var x11: String?

    /// - Parameter environment: the variables of the process.
    package init(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let backend = value("GDK_BACKEND")
        if backend != "x11" {
            wayland = value("WAYLAND_DISPLAY").map { name in
                name.hasPrefix("/") ? name : "\(value("XDG_RUNTIME_DIR") ?? "")/\(name)"
            }
        }
        if backend != "wayland" { x11 = value("DISPLAY").map(Self.server) }
    }

    /// Whether windows on one of the displays cannot be seen on the other. False if that is
    /// unknown.
    package func isElsewhere(than other: DisplayName) -> Bool {
        if let wayland, let otherWayland = other.wayland { return wayland != otherWayland }
        if let x11, let otherX11 = other.x11 { return x11 != otherX11 }
        // An X server of this machine may be a part of the compositor; a forwarded one is not.
        return [self, other].contains { $0.wayland == nil && $0.x11?.hasPrefix(":") == false }
            && [self, other].contains { $0.wayland != nil }
    }

    /// `host:1` for `host:1.0`, and `:1` for the ways to name a server of this machine.
    private static func server(_ name: String) -> String {
        guard let colon = name.lastIndex(of: ":") else { return name }
        let host = name[..<colon]
        let number = name[colon...].prefix { $0 != "." }
        return (host == "unix" || host.hasSuffix("/unix") ? "" : String(host)) + number
    }
}
