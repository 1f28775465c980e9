import Dispatch
import Foundation

/// Whether the session still owns its directory, from the application's view: another machine that
/// shares the directory may have taken it, which no lock shows.
///
/// Once lost, it stays lost, and the session's file system changes nothing from then on.
final class DirectoryHold: @unchecked Sendable {
    typealias Handler = @Sendable () -> Void

    private let question: (@Sendable () -> Bool)?
    /// Held during the call, so that the application is not called again after it has returned
    /// false.
    private let asking = NSLock()
    private let guarded = NSLock()
    private var wasLost = false
    private var handler: Handler = {}

    init(_ question: (@Sendable () -> Bool)?) { self.question = question }

    var isLost: Bool { guarded.withLock { wasLost } }

    /// Calls the body once when the directory is lost; immediately if that has already happened.
    func onLoss(_ body: @escaping Handler) {
        let isLost = guarded.withLock {
            handler = body
            return wasLost
        }
        if isLost { body() }
    }

    /// Asks the application before a write.
    ///
    /// - Returns: Whether the session has the directory.
    @discardableResult
    func ask() -> Bool {
        guard let question else { return !isLost }
        let (isHeld, handler) = asking.withLock {
            if isLost { return (false, nil as Handler?) }
            if Self.answer(question) { return (true, nil) }
            return (false, markAsLost())
        }
        handler?()
        return isHeld
    }

    /// Gives up the directory.
    func giveUp() { markAsLost()?() }

    /// - Returns: The handler to call; nil if the directory was lost before.
    private func markAsLost() -> Handler? {
        guarded.withLock {
            if wasLost { return nil }
            wasLost = true
            return handler
        }
    }

    /// A call that blocks the main thread waits for the answer there.
    private static func answer(_ question: @escaping @Sendable () -> Bool) -> Bool {
        guard Thread.isMainThread else { return question() }
        let answer = Answer()
        let work = DispatchWorkItem { answer.isHeld = question() }
        DispatchQueue.global(qos: .userInitiated).async(execute: work)
        work.wait()
        return answer.isHeld
    }

    /// Written by one thread before another, which waits for it, reads it.
    private final class Answer: @unchecked Sendable {
        var isHeld = false
    }
}

extension DirectoryHold {
    /// The error of each write after the loss.
    static func error(_ directory: URL) -> RestorationError {
        RestorationError(
            .alreadyInUse,
            "The state directory belongs to another session now.",
            url: directory
        )
    }
}

extension FileSystem {
    /// The same file system, which changes nothing once the directory is lost.
    func held(by hold: DirectoryHold, _ directory: URL) -> FileSystem {
        let files = self
        @Sendable func check() throws {
            if hold.isLost { throw DirectoryHold.error(directory) }
        }
        var held = self
        held.createDirectory = { path in
            try check()
            try files.createDirectory(path)
        }
        held.create = { path, bytes in
            try check()
            try files.create(path, bytes)
        }
        held.append = { path, bytes in
            try check()
            try files.append(path, bytes)
        }
        held.sync = { path in
            try check()
            try files.sync(path)
        }
        held.syncDirectory = { path in
            try check()
            try files.syncDirectory(path)
        }
        held.rename = { from, to in
            try check()
            try files.rename(from, to)
        }
        held.link = { from, to in
            try check()
            try files.link(from, to)
        }
        held.remove = { path in
            try check()
            try files.remove(path)
        }
        held.lock = { path in
            try check()
            return try files.lock(path)
        }
        return held
    }
}

// MARK: - The writer

// Handles a directory that another machine has taken. On the writer's queue.

extension StateWriter {
    /// Asks the application whether the session still owns the directory; if not, stops writing.
    /// Called before each burst of writing.
    func holdsDirectory() -> Bool {
        if access.hold.ask() { return true }
        stopWriting()
        return false
    }

    /// Stops writing permanently. Changes are still applied to the state of the windows, for the
    /// directory that they may move to.
    func stopWriting() {
        guard !isStopped else { return }
        isStopped = true
        mayWrite = false
        acquisition = nil
        heldBack = []
        jobs.abandonSoon()
        directoryLost()
    }
}
