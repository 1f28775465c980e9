import Dispatch
import Foundation

/// Whether the session still has its directory, as far as the application can tell: a machine that shares
/// the directory may have taken it, and no lock says so.
///
/// Once it is lost it stays lost, and the file system of the session changes nothing from then on.
final class DirectoryHold: @unchecked Sendable {
    typealias Handler = @Sendable () -> Void

    private let question: (@Sendable () -> Bool)?
    /// Held while the application is asked, so that it is not asked again once it has said no.
    private let asking = NSLock()
    private let guarded = NSLock()
    private var wasLost = false
    private var handler: Handler = {}

    init(_ question: (@Sendable () -> Bool)?) { self.question = question }

    var isLost: Bool { guarded.withLock { wasLost } }

    /// Calls the body when the directory is lost, once; at once when it has been.
    func onLoss(_ body: @escaping Handler) {
        let isLost = guarded.withLock {
            handler = body
            return wasLost
        }
        if isLost { body() }
    }

    /// Asks the application, before something is written.
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

    /// Gives the directory up.
    func giveUp() { markAsLost()?() }

    /// - Returns: the handler to call; nil if it was lost before.
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

    /// Written by one thread before another one, which waits for it, reads it.
    private final class Answer: @unchecked Sendable {
        var isHeld = false
    }
}

extension DirectoryHold {
    /// The error of every write after the loss.
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

// A directory that another machine has taken. On the writer's queue.

extension StateWriter {
    /// Asks the application whether the session still has the directory, and stops writing when it has
    /// not. Before each burst of writing.
    func holdsDirectory() -> Bool {
        if access.hold.ask() { return true }
        stopWriting()
        return false
    }

    /// Stops writing, whatever becomes of the session. What changes is still applied to the state
    /// of the windows, for the directory that they may go on in.
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
