import Foundation

/// What a library takes from the world around it: the time, fresh ids, the main queue, later calls.
public struct LibraryEnvironment: Sendable {
    /// The present time, for the dates of notes and copies.
    public var now: @Sendable () -> Date
    /// An id for a new note.
    public var makeID: @Sendable () -> UUID
    /// Runs a job later on the main thread; jobs must run in the order in which they came.
    public var onMain: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    /// Reads for the observers, off the main thread; jobs must run in the order in which they came.
    public var reading: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Runs a job off the main thread, after this many seconds.
    public var after: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void
    /// The same for a job that is over at once and must not wait for others: a person does.
    public var onTimeout: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void =
        { seconds, job in
            DispatchQueue.global(qos: .userInteractive)
                .asyncAfter(deadline: .now() + seconds, execute: job)
        }
    /// How many bytes may still be written to the disk that a folder is on.
    public var freeSpace: @Sendable (_ folder: URL) throws -> Int64 = { try Disk.freeSpace(at: $0) }
    /// A token for a commit; see `CommitStamp`.
    public var makeToken: @Sendable () -> UUID = { UUID() }
    /// Calls back, on any thread, after another program may have touched a library's files, for as long as what
    /// it returns lives; returns nil where nothing tells of that.
    public var watch: @Sendable (LibraryFiles, @escaping @Sendable () -> Void) -> (any Sendable)? =
        {
            files,
            onChange in
            FolderWatch(files.folder, names: files.watchedNames, onChange: onChange)
        }
    /// The machine that this is.
    public var host: LeaseHost = .current
    /// The seconds of a monotonic clock, to compare with one another.
    public var uptime: @Sendable () -> TimeInterval = {
        TimeInterval(DispatchTime.now().uptimeNanoseconds) / 1e9
    }
    /// After how many seconds without a change another machine's lease is over; an own one is renewed four
    /// times as often.
    public var leaseTime: TimeInterval = 120
    /// Whether other machines may change the files of a folder without this one's knowledge.
    public var isShared: @Sendable (_ folder: URL) -> Bool = { folder in
        MountedFileSystem.type(of: folder).map(MountedFileSystem.isShared) ?? false
    }
    /// Waits for so many seconds, off the main thread.
    public var pause: @Sendable (TimeInterval) -> Void = { Thread.sleep(forTimeInterval: $0) }
    /// How many seconds a write waits for another program that is using the library.
    public var busyTimeout: TimeInterval = 10

    /// How many seconds the first value of an observation may keep the main thread.
    public var readingPatience: TimeInterval = 0.05

    /// Takes each from the caller, for tests and other main loops.
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

    /// The system's clock, random ids, the main dispatch queue and the ones beside it.
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
