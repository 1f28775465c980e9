import Foundation

/// The content of `running.json`: how the last run, or its launch, ended.
///
/// It exists while the application runs. An invalid marker counts as an incomplete launch: this
/// error restores less once, while the opposite one would never end a crash loop.
struct LaunchMarker: Sendable, Equatable {
    /// The number of consecutive incomplete launches before this one.
    var incompleteLaunches = 0
    /// Whether the launch reached `completeRestoration()`.
    var wasRestored = false
    /// The date of that, by the wall clock.
    var restorationDate: Date?

    /// The number of consecutive failed launches when this marker is found.
    var failedLaunches: Int { wasRestored ? 0 : incompleteLaunches + 1 }
}

extension LaunchMarker {
    /// The byte that one more launch appends to a marker that cannot be rewritten.
    static let stroke = UInt8(ascii: "+")

    /// The time after the restore in which a crash by its own fault makes a run a failed launch:
    /// the restored content is the likely cause, and would crash every later launch.
    private static let faultInterval: Duration = .seconds(30)

    /// The dates of files may lag behind those of the clock by one tick.
    private static let dateTolerance: Duration = .milliseconds(50)

    /// Higher counts are not distinguished.
    private static let countLimit = 1000

    init(_ bytes: [UInt8]) {
        let line = bytes.filter { $0 != LaunchMarker.stroke }
        let strokes = bytes.count - line.count
        let json = line.withUnsafeBufferPointer(JSONParser.parse)
        let count = json?["incompleteLaunches"]?.intValue ?? 0
        incompleteLaunches = min(max(count, 0), LaunchMarker.countLimit)
        wasRestored = json?["restored"] == .bool(true)
        restorationDate = json?["restoredAt"]?.doubleValue
            .map(Date.init(timeIntervalSinceReferenceDate:))
        if strokes > 0 {
            self = LaunchMarker(incompleteLaunches: failedLaunches + strokes - 1)
        }
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        var members: [JSONValue.Member] = [
            .init("incompleteLaunches", .int(incompleteLaunches)),
            .init("restored", .bool(wasRestored)),
        ]
        if let restorationDate {
            let seconds = restorationDate.timeIntervalSinceReferenceDate
            members.append(.init("restoredAt", .double(seconds)))
        }
        JSONValue.object(members).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Reads the marker of the last run; `nil` when it ended cleanly.
    ///
    /// - Parameter fault: The date of the last crash by its own fault, if known.
    static func read(_ directory: StateDirectory, fault: Date?) -> LaunchMarker? {
        do {
            var marker = LaunchMarker(try directory.fileSystem.read(directory.running, 4096))
            if let fault { marker.countFault(at: fault) }
            return marker
        } catch let error as POSIXError where error.code == .ENOENT {
            return nil
        } catch {
            return LaunchMarker()
        }
    }

    /// Counts the launch as failed if it crashed at this date, soon after its restore.
    private mutating func countFault(at date: Date) {
        guard wasRestored, let restorationDate else { return }
        let interval = date.timeIntervalSince(restorationDate)
        let earliest = -LaunchMarker.dateTolerance.timeInterval
        if (earliest...LaunchMarker.faultInterval.timeInterval).contains(interval) {
            wasRestored = false
        }
    }

    /// Writes a marker that counts this launch, based on the last one.
    ///
    /// - Returns: The error, if any: a full disk must not keep the application from starting.
    static func leave(after last: LaunchMarker?, in directory: StateDirectory) -> (any Error)? {
        do {
            try LaunchMarker(incompleteLaunches: last?.failedLaunches ?? 0).leave(in: directory)
            return nil
        } catch {
            return error
        }
    }

    /// Writes the marker for the next launch.
    ///
    /// Without space for a new file, a stroke is appended to the existing one, or an empty one is
    /// made, which both mostly fit nevertheless. If even this fails, the count does not change.
    func leave(in directory: StateDirectory) throws {
        do {
            try write(to: directory)
        } catch {
            do {
                try directory.fileSystem.append(directory.running, [LaunchMarker.stroke])
            } catch let error as POSIXError where error.code == .ENOENT {
                try directory.fileSystem.create(directory.running, [])
            }
            throw error
        }
    }

    /// Records that the launch reached `completeRestoration()`, and when. The count stays: if this
    /// run crashes by its own fault right away, it continues from there.
    ///
    /// Without space even for this, the marker is removed: an application that can start must not
    /// be treated as one that cannot, only because its disk is full.
    func markRestored(in directory: StateDirectory) throws {
        do {
            try write(to: directory)
        } catch {
            try directory.removeIfPresent(directory.running)
        }
    }

    /// Replaces the marker atomically; in a crash loop there must never be a moment without one.
    private func write(to directory: StateDirectory) throws {
        if let status = try directory.fileSystem.status(directory.running), status.kind != .file {
            try directory.setAside(directory.running)
        }
        let new = StateDirectory.replacement(of: directory.running)
        do {
            try directory.createAnew(new, encoded())
        } catch {
            // A part of it may exist.
            try directory.removeIfPresent(new)
            throw error
        }
        try directory.fileSystem.rename(new, directory.running)
    }
}
