import Foundation

/// What `running.json` says: how the last run, or its launch, ended.
///
/// It is there while the application runs. One that makes no sense counts as a launch that did not
/// complete: erring to that side brings back less for once, erring to the other never ends a crash
/// loop.
struct LaunchMarker: Sendable, Equatable {
    /// How many launches before it in a row did not complete.
    var incompleteLaunches = 0
    /// Whether the launch that left it got as far as `completeRestoration()`.
    var wasRestored = false
    /// When it did, by the wall clock.
    var restorationDate: Date?

    /// How many launches in a row have failed when this one is found.
    var failedLaunches: Int { wasRestored ? 0 : incompleteLaunches + 1 }
}

extension LaunchMarker {
    /// What one more launch adds to a marker that cannot be written anew.
    static let stroke = UInt8(ascii: "+")

    /// How long after its restore a run that dies of its own fault counts as a launch that failed: what
    /// it restored is likely to be what it died of, and would kill every launch after it.
    private static let faultInterval: Duration = .seconds(30)

    /// The dates of files may lag behind those of the clock by a tick.
    private static let dateTolerance: Duration = .milliseconds(50)

    /// More are not told apart.
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
    /// - Parameter fault: When the last run that died of its own fault did so, as far as is known.
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

    /// Counts the launch as one that failed, when it died of this fault soon after its restore.
    private mutating func countFault(at date: Date) {
        guard wasRestored, let restorationDate else { return }
        let interval = date.timeIntervalSince(restorationDate)
        let earliest = -LaunchMarker.dateTolerance.timeInterval
        if (earliest...LaunchMarker.faultInterval.timeInterval).contains(interval) {
            wasRestored = false
        }
    }

    /// Leaves one that counts this launch, after what the last one has left.
    ///
    /// - Returns: Why it could not be done: a full disk must not keep the application from starting.
    static func leave(after last: LaunchMarker?, in directory: StateDirectory) -> (any Error)? {
        do {
            try LaunchMarker(incompleteLaunches: last?.failedLaunches ?? 0).leave(in: directory)
            return nil
        } catch {
            return error
        }
    }

    /// Leaves it for the next launch.
    ///
    /// Where there is no room for a new file, a stroke is added to the one that is there, or an empty
    /// one made, which both mostly fit in all the same. If even this fails the count stands still.
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

    /// Notes that the launch got as far as `completeRestoration()`, and when. The count stays: should
    /// this run die of its own fault right away, it goes on from there.
    ///
    /// Where there is no room even for this, the marker is taken away: an application that can start
    /// must not come to be treated as one that cannot, merely because its disk is full.
    func markRestored(in directory: StateDirectory) throws {
        do {
            try write(to: directory)
        } catch {
            try directory.removeIfPresent(directory.running)
        }
    }

    /// Replaces the marker in one step; in a crash loop there must not be a moment without one.
    private func write(to directory: StateDirectory) throws {
        if let status = try directory.fileSystem.status(directory.running), status.kind != .file {
            try directory.setAside(directory.running)
        }
        let new = StateDirectory.replacement(of: directory.running)
        do {
            try directory.createAnew(new, encoded())
        } catch {
            // A part of it may stand there.
            try directory.removeIfPresent(new)
            throw error
        }
        try directory.fileSystem.rename(new, directory.running)
    }
}
