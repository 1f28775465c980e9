import Foundation

/// The identity of a machine as seen by other machines.
public struct LeaseHost: Hashable, Sendable {
    /// Unique, and unchanged as long as the system is installed.
    public var identity: String
    /// Its name for users.
    public var name: String
    /// Changes with each start of the machine.
    public var boot: String

    /// A machine of this identity and name.
    public init(identity: String, name: String, boot: String = "") {
        self.identity = identity
        self.name = name
        self.boot = boot
    }

    /// This machine.
    public static let current: LeaseHost = {
        var buffer = [CChar](repeating: 0, count: 256)
        let length = gethostname(&buffer, buffer.count - 1) == 0 ? strnlen(buffer, 255) : 0
        let name = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return LeaseHost(
            machineID: firstLine(of: "/etc/machine-id"),
            name: name.isEmpty ? "localhost" : name,
            boot: firstLine(of: "/proc/sys/kernel/random/boot_id")
        )
    }()

    /// The machine with this ID, which is hashed: programs must not expose it (`man 5 machine-id`).
    /// A machine without an ID is identified by its name.
    init(machineID: String, name: String, boot: String) {
        let source = machineID.isEmpty ? "name:" + name : "machine:" + machineID
        let digest = SHA256.digest(Data(("hawk-notes-lease:" + source).utf8)).prefix(16)
        self.init(
            identity: digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined(),
            name: name,
            boot: boot
        )
    }

    /// Empty without such a file; a container may have none.
    private static func firstLine(of path: String) -> String {
        guard let data = try? Disk.read(URL(fileURLWithPath: path), upTo: 256) else { return "" }
        let line = data.prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self)
    }
}
