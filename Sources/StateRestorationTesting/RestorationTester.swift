import Foundation
import StateRestoration

/// Runs an application's restoration repeatedly, in memory and without delays.
///
/// ```swift
/// let tester = try RestorationTester()
/// let scene = tester.session.makeScene()
/// SceneStorage(wrappedValue: 0, "tab", in: scene.root).wrappedValue = 2
/// let restored = try tester.restartAndRestore().scenes[0]
/// ```
@MainActor
public final class RestorationTester {
    /// How a run ends.
    public enum Ending: Sendable {
        /// By quitting normally.
        case quit
        /// By SIGKILL, some time after the last change.
        case kill
        /// By SIGKILL, right after the last change.
        case killAtOnce
        /// By a power cut, some time after the last change.
        case powerCut
        /// By a power cut, right after the last change; data on its way to the disk still reaches
        /// it.
        case powerCutAtOnce
    }

    /// The files, which persist across runs.
    public let files: InMemoryFileSystem
    /// The clock.
    public let clock: ManualClock
    /// The session of the current run.
    public private(set) var session: RestorationSession
    /// Reported mistakes of the calling program.
    public let programmingErrors: RecordedMessages
    /// The configuration of the next run.
    public var configuration: RestorationSession.Configuration
    private var endProcess: @Sendable () -> Void

    /// The state directory in the files.
    public nonisolated static let directory = "/state"

    /// Starts the first run, and restores.
    ///
    /// - Parameters:
    ///   - files: The existing files; by default none.
    ///   - configure: Changes the configuration.
    ///   - restore: See `restartAndRestore`.
    public init(
        files: InMemoryFileSystem? = nil,
        configure: (inout RestorationSession.Configuration) -> Void = { _ in },
        restore: @MainActor (RestorationSession) throws -> Void = RestorationTester.restoreAll
    ) throws {
        let clock = ManualClock()
        self.clock = clock
        let files = files ?? InMemoryFileSystem(now: { clock.now })
        self.files = files
        programmingErrors = RecordedMessages()
        var configuration = RestorationSession.Configuration(
            directory: URL(fileURLWithPath: RestorationTester.directory),
            writer: "tester 1"
        )
        configure(&configuration)
        self.configuration = configuration
        (session, endProcess) = try RestorationTester.open(
            configuration,
            files,
            clock,
            programmingErrors
        )
        try restore(session)
        session.waitForWriter()
    }

    /// Ends the run, starts the next one, and restores.
    ///
    /// - Parameters:
    ///   - ending: How the run ends.
    ///   - restore: The application's work between opening and using its session; by default it
    ///     accesses every window and completes the restore.
    @discardableResult
    public func restartAndRestore(
        after ending: Ending = .kill,
        _ restore: @MainActor (RestorationSession) throws -> Void = RestorationTester.restoreAll
    ) throws -> RestorationSession {
        end(ending)
        return try start(restore)
    }

    /// Ends the run; `start` starts the next one.
    public func end(_ ending: Ending) {
        switch ending {
        case .quit: session.terminate()
        case .kill:
            clock.advance(by: .milliseconds(100))
            session.waitForWriter()
        case .killAtOnce: break
        case .powerCutAtOnce: session.waitForWriter()
        case .powerCut:
            // First the changes are written, then synced.
            clock.advance(by: .milliseconds(100))
            clock.advance(by: .milliseconds(900))
            session.waitForWriter()
        }
        endProcess()
        if ending == .powerCut || ending == .powerCutAtOnce { files.losePower() }
    }

    /// Starts a run.
    @discardableResult
    public func start(
        _ restore: @MainActor (RestorationSession) throws -> Void = RestorationTester.restoreAll
    ) throws -> RestorationSession {
        (session, endProcess) = try RestorationTester.open(
            configuration,
            files,
            clock,
            programmingErrors
        )
        try restore(session)
        session.waitForWriter()
        return session
    }

    /// Accesses every window and completes the restore.
    public static func restoreAll(_ session: RestorationSession) {
        for scene in session.scenesToRestore { _ = scene.root }
        session.completeRestoration()
    }

    private static func open(
        _ configuration: RestorationSession.Configuration,
        _ files: InMemoryFileSystem,
        _ clock: ManualClock,
        _ errors: RecordedMessages
    ) throws -> (RestorationSession, @Sendable () -> Void) {
        let (fileSystem, end) = files.makeProcess()
        var environment = RestorationEnvironment.inMemory(
            files: files,
            clock: clock,
            programmingErrors: errors
        )
        environment.fileSystem = fileSystem
        return (try RestorationSession.open(configuration, environment: environment), end)
    }
}

/// Messages, recorded from any thread.
public final class RecordedMessages: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [String] = []

    /// Makes an empty record.
    public init() {}

    /// The messages so far.
    public var messages: [String] { lock.withLock { recorded } }

    /// Adds a message.
    public func add(_ message: String) { lock.withLock { recorded.append(message) } }
}

extension RestorationTester {
    /// Ends the run, starts the next one, and launches the application on it.
    ///
    /// ```swift
    /// journal = try tester.restartAndLaunch(launch)
    /// ```
    ///
    /// Unlike `restartAndRestore(after:_:)`, it leaves everything to the application: that opens
    /// its windows and completes the restore, as in a real launch.
    ///
    /// - Parameters:
    ///   - ending: How the run ends.
    ///   - launch: Makes the application from the session, which is as returned by
    ///     `RestorationSession.open`.
    /// - Returns: The application; the earlier one must no longer be used.
    /// - Throws: The errors of opening the session or of `launch`.
    public func restartAndLaunch<Application>(
        after ending: Ending = .kill,
        _ launch: (RestorationSession) throws -> Application
    ) throws -> Application {
        end(ending)
        let session = try start { _ in }
        let application = try launch(session)
        session.waitForWriter()
        return application
    }
}

extension RestorationEnvironment {
    /// Files in memory and a clock that stands still; mistakes of the program are recorded.
    public static func inMemory(
        files: InMemoryFileSystem,
        clock: ManualClock,
        programmingErrors: RecordedMessages = RecordedMessages()
    ) -> RestorationEnvironment {
        RestorationEnvironment(
            fileSystem: files.fileSystem,
            clock: clock.clock,
            programmingError: { programmingErrors.add($0) }
        )
    }
}
