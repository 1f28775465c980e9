import Foundation

/// The library's dependencies: the time, new ids, the main queue and delayed calls.
public struct LibraryEnvironment: Sendable {
    /// The current time, for the dates of notes and backups.
    public var now: @Sendable () -> Date
    /// Creates an id for a new note.
    public var makeID: @Sendable () -> UUID
    /// Runs a job later on the main thread; jobs must run in order.
    public var onMain: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    /// Runs reads for the observers off the main thread; jobs must run in order.
    public var reading: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Runs a job off the main thread, after this many seconds.
    public var after: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void
    /// Like `after`, for a short job that must not wait for others, because the user is waiting.
    public var onTimeout: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void =
        { seconds, job in
            DispatchQueue.global(qos: .userInteractive)
                .asyncAfter(deadline: .now() + seconds, execute: job)
        }
    /// The number of bytes available on the disk of a folder.
    public var freeSpace: @Sendable (_ folder: URL) throws -> Int64 = { try Disk.freeSpace(at: $0) }
    /// A token for a commit; see `CommitStamp`.
    public var makeToken: @Sendable () -> UUID = { UUID() }
    /// Calls back on any thread after another program may have touched a library's files, for the
    /// lifetime of the returned object; returns nil if changes can't be observed.
    public var watch: @Sendable (LibraryFiles, @escaping @Sendable () -> Void) -> (any Sendable)? =
        {
            files,
            onChange in
            FolderWatch(files.folder, names: files.watchedNames, onChange: onChange)
        }
    /// The current machine.
    public var host: LeaseHost = .current
    /// The seconds of a monotonic clock; only differences have a meaning.
    public var uptime: @Sendable () -> TimeInterval = {
        TimeInterval(DispatchTime.now().uptimeNanoseconds) / 1e9
    }
    /// The number of seconds without a change after which another machine's lease expires; this
    /// machine renews its own four times as often.
    public var leaseTime: TimeInterval = 120
    /// Whether other machines may change the files of a folder without this one noticing.
    public var isShared: @Sendable (_ folder: URL) -> Bool = { folder in
        MountedFileSystem.type(of: folder).map(MountedFileSystem.isShared) ?? false
    }
    /// Waits for a number of seconds, off the main thread.
    public var pause: @Sendable (TimeInterval) -> Void = { Thread.sleep(forTimeInterval: $0) }
    /// The number of seconds that a write waits for another program using the library.
    public var busyTimeout: TimeInterval = 10

    /// The number of seconds that the first value of an observation may block the main thread.
    public var readingPatience: TimeInterval = 0.05

    /// Takes each dependency from the caller, for tests and other main loops.
    public init(
        now: @escaping @Sendable () -> Date,
        makeID: @escaping @Sendable () -> UUID,
        onMain: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void,
        reading: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        after: @escaping @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void
    ) {
        self.now = now
        self.makeID = makeID
        self.onMain = onMain
        self.reading = reading
        self.after = after
    }

    /// The system's clock, random ids, the main dispatch queue and background queues.
    public static let live = LibraryEnvironment(
        now: { Date() },
        makeID: { UUID() },
        onMain: { job in
            DispatchQueue.main.async { MainActor.assumeIsolated(job) }
        },
        reading: { readingQueue.async(execute: $0) },
        after: { seconds, job in
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds, execute: job)
        }
    )

    private static let readingQueue = DispatchQueue(
        label: "HawkNotesModel.reading",
        qos: .userInitiated
    )
}
