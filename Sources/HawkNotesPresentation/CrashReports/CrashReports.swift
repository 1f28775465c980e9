import Foundation

/// What was left behind when the program died of its own fault.
public struct CrashReport: Sendable, Equatable {
    /// When it happened.
    public var date: Date
    /// Where and what, in lines for the developers.
    public var text: String

    /// A report.
    public init(date: Date, text: String) {
        self.date = date
        self.text = text
    }
}

/// Where the reports of crashes come from. The files themselves are read elsewhere.
public struct CrashReports: Sendable {
    /// The folder of the reports, to show them all.
    public var folder: URL
    /// Takes the newest report that was never taken, and counts the others as taken, too. Reads files: it
    /// is not for the main thread.
    public var takeNewest: @Sendable () -> CrashReport?
    /// When the program died of its own fault the last time, whether or not that report was taken; nil
    /// when it never did. Reads a folder.
    public var newestFault: @Sendable () -> Date?

    /// Reports from a folder.
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
