import Foundation

/// The report of a crash.
public struct CrashReport: Sendable, Equatable {
    /// The time of the crash.
    public var date: Date
    /// The location and the error, in lines for the developers.
    public var text: String

    /// Creates a report.
    public init(date: Date, text: String) {
        self.date = date
        self.text = text
    }
}

/// The source of crash reports. Another module reads the files themselves.
public struct CrashReports: Sendable {
    /// The folder of the reports, for showing all of them.
    public var folder: URL
    /// Returns the newest report that was never taken, and marks the others as taken, too. Reads
    /// files: call it off the main thread.
    public var takeNewest: @Sendable () -> CrashReport?
    /// The time of the last crash, whether or not its report was taken; nil if there was none.
    /// Reads a folder.
    public var newestFault: @Sendable () -> Date?

    /// Creates a source for a folder.
    public init(
        folder: URL,
        newestFault: @escaping @Sendable () -> Date?,
        takeNewest: @escaping @Sendable () -> CrashReport?
    ) {
        self.folder = folder
        self.newestFault = newestFault
        self.takeNewest = takeNewest
    }
}
