import Foundation
import Synchronization

/// A small file that says which machine uses a library, or a folder, where the locks of one machine do not
/// reach the others.
///
/// No clock is common to them, so there is no time in it. The machine that has it changes it now and then; it
/// is over when it has stayed the same for `LibraryEnvironment.leaseTime` by the clock of the one that looks.
/// Nothing waits for the disk: after a power cut it says nothing of use.
struct LibraryLease: Codable, Equatable, Sendable {
    /// Which machine has it; see `LeaseHost`.
    var host: String
    /// The machine's name, for people.
    var name: String
    /// The start of the machine that it was taken in.
    var boot: String
    /// Made for each lease, to tell those of one machine apart.
    var number: UUID
    /// How often it was renewed.
    var renewals: Int

    /// No lease is as long, in bytes.
    private static let sizeLimit = 4096
    /// A name is shown up to this length.
    private static let nameLimit = 64

    /// Reads the lease. Returns nil if there is no file, or if what it holds is not a lease.
    static func read(_ file: URL) -> LibraryLease? {
        var status = stat()
        // A link may lead anywhere.
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

    /// The machine's name as it may be shown, whatever stands in the file.
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

/// Looks at leases of other machines, and knows when they are over.
///
/// It remembers what it has seen: one is to be asked again and again.
public final class LeaseWatch: Sendable {
    private struct Sight {
        var lease: LibraryLease
        /// When the lease was first seen as it is.
        var since: TimeInterval
    }

    private let environment: LibraryEnvironment
    private let sights = Mutex<[URL: Sight]>([:])

    /// A watch that has seen nothing yet.
    public init(environment: LibraryEnvironment = .live) {
        self.environment = environment
    }

    /// The name of the machine that has a lease; nil where none has, this one has, or its lease is over.
    /// Reads a small file, and does not wait.
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

/// A lease that this program has, until it ends it.
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

    /// Takes a lease, even from another holder: `LeaseWatch` is to be asked before.
    ///
    /// Where other machines share the file system it is renewed as long as this lives. A lease that cannot be
    /// written does not keep the program from its work.
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

    /// The name of another machine that has taken the lease meanwhile.
    var otherHolder: String? {
        guard let lease = LibraryLease.read(file), lease.host != environment.host.identity else {
            return nil
        }
        return lease.shownName
    }

    /// Whether no other machine has taken the lease meanwhile. Reads a small file.
    public var isHeld: Bool { otherHolder == nil }

    /// Calls the body, on any thread, when a renewal finds the lease in other hands.
    public func onLoss(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.lost = body }
    }

    /// Writes the lease anew, unless that has just been done.
    func renew() {
        state.withLock { state in
            let pause = environment.leaseTime / 12
            if let renewed = state.renewed, environment.uptime() - renewed < pause { return }
            renewIfOwn(&state)
        }
    }

    /// Gives the lease back; does nothing to another's.
    public func end() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            state.lost = nil
            guard LibraryLease.read(file)?.number == state.lease.number else { return }
            // One that stays is over in a while for others, and counts for nothing here.
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
            // The next commit or renewal tries again; a disk that takes nothing refuses commits as well.
            state.renewed = nil
        }
    }
}
