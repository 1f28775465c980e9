import Foundation
import Synchronization

/// A small file that names the machine that uses a library or a folder, for file systems on which
/// the locks of one machine do not reach the others.
///
/// The machines share no clock, so the file has no time. Its holder changes it regularly; it
/// expires when it has not changed for `LibraryEnvironment.leaseTime` by the observer's clock.
/// Nothing waits for the disk: after a power cut the lease is meaningless.
struct LibraryLease: Codable, Equatable, Sendable {
    /// The identity of the machine; see `LeaseHost`.
    var host: String
    /// The machine's name for users.
    var name: String
    /// The boot of the machine during which it was taken.
    var boot: String
    /// A random value that distinguishes the leases of one machine.
    var number: UUID
    /// The number of renewals.
    var renewals: Int

    /// The maximum size of a lease, in bytes.
    private static let sizeLimit = 4096
    /// The maximum length of a shown name.
    private static let nameLimit = 64

    /// Reads the lease. Returns nil if there is no file, or if it is not a lease.
    static func read(_ file: URL) -> LibraryLease? {
        var status = stat()
        // Does not follow links.
        guard lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= sizeLimit,
            let data = try? Disk.read(file, upTo: sizeLimit),
            let lease = try? JSONDecoder().decode(LibraryLease.self, from: data),
            !lease.host.isEmpty
        else { return nil }
        return lease
    }

    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try Disk.replace(file, with: try encoder.encode(self), syncs: false)
    }

    /// The machine's name, made safe to show.
    var shownName: String {
        let isShown = { (scalar: Unicode.Scalar) in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
                false
            default: true
            }
        }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: name.unicodeScalars.lazy.filter(isShown).prefix(Self.nameLimit))
        return shown.isEmpty ? "?" : String(shown)
    }
}

extension LibraryError {
    /// The error for a library, or a folder, that another machine uses.
    static func heldElsewhere(_ host: String, _ file: URL) -> LibraryError {
        LibraryError(
            .heldElsewhere,
            "The computer “\(host)” is using it: \(file.path).",
            url: file,
            host: host
        )
    }
}

/// Observes leases of other machines and detects expired ones.
///
/// Remembers the observed leases: keep one object and poll it.
public final class LeaseWatch: Sendable {
    private struct Sight {
        var lease: LibraryLease
        /// When the lease was first seen in its current state.
        var since: TimeInterval
    }

    private let environment: LibraryEnvironment
    private let sights = Mutex<[URL: Sight]>([:])

    /// A watch without observations.
    public init(environment: LibraryEnvironment = .live) {
        self.environment = environment
    }

    /// The name of the machine that holds a lease; nil if no other machine does, or its lease has
    /// expired.
    public func holder(of file: URL) -> String? {
        let lease = LibraryLease.read(file)
        let now = environment.uptime()
        return sights.withLock { sights in
            guard let lease, lease.host != environment.host.identity else {
                sights[file] = nil
                return nil
            }
            if let sight = sights[file], sight.lease == lease {
                return now - sight.since >= environment.leaseTime ? nil : lease.shownName
            }
            sights[file] = Sight(lease: lease, since: now)
            return lease.shownName
        }
    }

    /// - Throws: `.heldElsewhere` if another machine has the lease.
    public func requireNoHolder(of file: URL) throws {
        if let holder = holder(of: file) { throw LibraryError.heldElsewhere(holder, file) }
    }
}

/// A lease that this program holds.
public final class HeldLease: Sendable {
    private struct State {
        var lease: LibraryLease
        /// When it was last written.
        var renewed: TimeInterval?
        var hasEnded = false
        var lost: (@Sendable () -> Void)?
    }

    private let file: URL
    private let environment: LibraryEnvironment
    private let state: Mutex<State>

    /// Takes a lease, even from another holder: check with `LeaseWatch` first.
    ///
    /// On a shared file system, it is renewed as long as this object lives. A failure to write it
    /// does not stop the program.
    public init(_ file: URL, environment: LibraryEnvironment = .live) {
        self.file = file
        self.environment = environment
        let host = environment.host
        let lease = LibraryLease(
            host: host.identity,
            name: host.name,
            boot: host.boot,
            number: UUID(),
            renewals: 0
        )
        state = Mutex(State(lease: lease))
        state.withLock { write(&$0) }
        if environment.isShared(file.deletingLastPathComponent()) { scheduleRenewal() }
    }

    /// The name of another machine that has taken the lease since.
    var otherHolder: String? {
        guard let lease = LibraryLease.read(file), lease.host != environment.host.identity else {
            return nil
        }
        return lease.shownName
    }

    /// Whether no other machine has taken the lease. Reads a small file.
    public var isHeld: Bool { otherHolder == nil }

    /// Calls the body on any thread when a renewal finds that another machine has taken the lease.
    public func onLoss(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.lost = body }
    }

    /// Renews the lease, unless that was just done.
    func renew() {
        state.withLock { state in
            let pause = environment.leaseTime / 12
            if let renewed = state.renewed, environment.uptime() - renewed < pause { return }
            renewIfOwn(&state)
        }
    }

    /// Removes the lease; leaves another machine's lease alone.
    public func end() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            state.lost = nil
            guard LibraryLease.read(file)?.number == state.lease.number else { return }
            // A lease that cannot be removed expires for others, and is ignored here.
            try? Disk.remove(file)
        }
    }

    private func scheduleRenewal() {
        environment.after(environment.leaseTime / 4) { [weak self] in
            guard let self, keepUp() else { return }
            scheduleRenewal()
        }
    }

    /// - Returns: whether the lease is still this program's.
    private func keepUp() -> Bool {
        let (goesOn, lost) = state.withLock { state in
            (renewIfOwn(&state), state.lost)
        }
        if !goesOn { lost?() }
        return goesOn
    }

    @discardableResult
    private func renewIfOwn(_ state: inout State) -> Bool {
        guard !state.hasEnded, otherHolder == nil else { return false }
        state.lease.renewals += 1
        write(&state)
        return true
    }

    private func write(_ state: inout State) {
        do {
            try state.lease.write(to: file)
            state.renewed = environment.uptime()
        } catch {
            // The next commit or renewal tries again; a disk that fails refuses commits as well.
            state.renewed = nil
        }
    }
}
