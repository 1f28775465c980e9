import Foundation
import StateRestorationTesting

@testable import StateRestoration

extension FileSystem {
    enum Call: String, CaseIterable {
        case status, names, read, createDirectory, create, append, sync, syncDirectory, rename, link
        case remove, lock, lockDirectory
    }

    /// The same file system, which asks the body before each call, also before those that only look.
    func asking(_ body: @escaping @Sendable (Call, _ path: String) throws -> Void) -> FileSystem {
        let files = self
        var asking = self
        asking.status = {
            try body(.status, $0)
            return try files.status($0)
        }
        asking.names = {
            try body(.names, $0)
            return try files.names($0)
        }
        asking.read = {
            try body(.read, $0)
            return try files.read($0, $1)
        }
        if let readWithStatus = files.readWithStatus {
            asking.readWithStatus = {
                try body(.read, $0)
                return try readWithStatus($0, $1)
            }
        }
        asking.createDirectory = {
            try body(.createDirectory, $0)
            try files.createDirectory($0)
        }
        asking.create = {
            try body(.create, $0)
            try files.create($0, $1)
        }
        asking.append = {
            try body(.append, $0)
            try files.append($0, $1)
        }
        asking.sync = {
            try body(.sync, $0)
            try files.sync($0)
        }
        asking.syncDirectory = {
            try body(.syncDirectory, $0)
            try files.syncDirectory($0)
        }
        asking.rename = {
            try body(.rename, $0)
            try files.rename($0, $1)
        }
        asking.link = {
            try body(.link, $0)
            try files.link($0, $1)
        }
        asking.remove = {
            try body(.remove, $0)
            try files.remove($0)
        }
        asking.lock = {
            try body(.lock, $0)
            return try files.lock($0)
        }
        asking.lockDirectory = {
            try body(.lockDirectory, $0)
            return try files.lockDirectory($0)
        }
        return asking
    }
}

/// A program that is run again and again on files in memory, each time as a process of its own, on a
/// file system that a test may spoil.
@MainActor
final class Program {
    let files: InMemoryFileSystem
    let clock = ManualClock()
    var configuration = RestorationSession.Configuration(
        directory: URL(fileURLWithPath: RestorationTester.directory),
        writer: "program 1"
    )
    /// What the next run makes of its file system.
    var spoil: (FileSystem) -> FileSystem = { $0 }
    private(set) var endProcess: @Sendable () -> Void = {}

    init(files: InMemoryFileSystem? = nil) {
        let clock = clock
        self.files = files ?? InMemoryFileSystem(now: { clock.now })
    }

    /// Begins a run; the windows that are found are restored.
    func run(
        _ restore: @MainActor (RestorationSession) throws -> Void = RestorationTester.restoreAll
    ) throws -> RestorationSession {
        let (fileSystem, end) = files.makeProcess()
        endProcess = end
        var environment = RestorationEnvironment.inMemory(files: files, clock: clock)
        environment.fileSystem = spoil(fileSystem)
        let session = try RestorationSession.open(configuration, environment: environment)
        try restore(session)
        return session
    }

    /// Lets time pass, and what comes to the main thread arrive.
    func wait(_ session: RestorationSession, _ duration: Duration) async {
        for _ in 0..<10 {
            clock.advance(by: duration / 10)
            session.waitForWriter()
            await Program.serveMainQueue()
        }
    }

    static func serveMainQueue() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}

extension RestorationSession {
    /// Opens a window with a draft.
    @discardableResult
    func open(_ title: String) -> RestorationScene {
        let scene = makeScene()
        scene.title = title
        scene.type("draft of \(title)")
        return scene
    }

    /// The drafts of the open windows by title.
    var drafts: [String: String] {
        Dictionary(scenes.map { ($0.title, $0.draft) }, uniquingKeysWith: { $0 + " and " + $1 })
    }
}

extension RestorationScene {
    /// Adds to the end of the draft.
    func type(_ text: String) {
        let draft = RestorableText("draft", in: root)
        draft.replace(
            offset: draft.string.unicodeScalars.count,
            removing: "",
            inserting: text
        )
    }
}

/// A value that any thread may change.
final class Shared<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&stored) }
    }
}
