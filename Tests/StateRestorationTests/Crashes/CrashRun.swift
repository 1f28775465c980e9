import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// One run through the steps of a `CrashScenario`, which remembers what there was to lose.
///
/// After each change it takes a picture of the session. From `settle()` on, what was in the last
/// picture must outlive everything.
@MainActor
final class CrashRun {
    /// Contents of files, and from when on some file must have them.
    struct Keepsake {
        var contents: Set<[UInt8]>
        /// Whether they were on the disk then, and not only written.
        var isDurable: Bool
        /// The numbers of operations between which it holds.
        var since: Int
        var until = Int.max
    }

    let tester: RestorationTester
    private(set) var pictures: [SessionPicture] = []
    /// After how many operations which picture had been written, and whether it was on the disk.
    private var settled: [(operationCount: Int, picture: Int, isDurable: Bool)] = [(0, 0, true)]
    private var keepsakes: [Keepsake] = []
    private var hasEnded = false
    private var wasKilled = false

    init(_ configure: (inout RestorationSession.Configuration) -> Void) throws {
        tester = try RestorationTester(configure: configure)
        recordPicture()
    }

    var session: RestorationSession { tester.session }
    var operationCount: Int { tester.files.operations.count }

    /// Ends the preparation: what is there now is what the steps may not lose.
    func begin() throws {
        let durable = settled.last { $0.isDurable }?.picture ?? 0
        if hasEnded { try lookAtDisk() } else { settle() }
        tester.files.resetOperations()
        pictures = wasKilled ? Array(pictures[durable...]) : pictures.suffix(1)
        settled = [(0, 0, true), (0, pictures.count - 1, !wasKilled)]
        keepsakes = []
    }

    /// What the launch after so many operations must find.
    ///
    /// - Parameter losingPower: Whether what was not synced counts as lost.
    func expectation(after operationCount: Int, losingPower: Bool) -> NextLaunches {
        let settled = settled.last {
            $0.operationCount <= operationCount && ($0.isDurable || !losingPower)
        }
        let keepsakes = keepsakes.filter {
            ($0.since...$0.until).contains(operationCount) && ($0.isDurable || !losingPower)
        }
        return NextLaunches(
            pictures: pictures[(settled?.picture ?? 0)...],
            keepsakes: keepsakes.map(\.contents)
        )
    }

    func recordPicture() {
        var picture = SessionPicture(session, on: tester.files)
        // While the disk fails a closed window may not have a file yet.
        for closed in session.recentlyClosed {
            let path = session.directory.closedWindow(closed.id)
            guard tester.files.files[path] == nil else { continue }
            picture.windows[closed.id] = pictures.last?.windows[closed.id]
            picture.windows[closed.id]?.isOpen = false
        }
        for workspace in session.workspaceList where !workspace.index.isRemoved {
            for id in workspace.files {
                // An older one may be there.
                guard let last = pictures.last?.windows[id] else { continue }
                picture.windows[id] = last
                picture.windows[id]?.isOpen = false
                picture.windows[id]?.workspace = workspace.index.name
            }
        }
        pictures.append(picture)
    }

    /// A picture of what the next launch will find.
    private func lookAtDisk() throws {
        let files = tester.files.copy()
        let next = try RestorationTester(files: files, restore: { _ in })
        pictures.append(SessionPicture(next.session, on: files))
    }
}

// MARK: - Steps

extension CrashRun {
    /// Waits until everything is on the disk.
    func settle() {
        if !session.hasTerminated { session.flush() }
        recordPicture()
        settled.append((operationCount, pictures.count - 1, true))
    }

    func window(_ title: String) throws -> RestorationScene {
        try XCTUnwrap(session.scenes.first { $0.title == title }, "no window “\(title)”")
    }

    func open(_ title: String, _ text: String = "text", isPrivate: Bool = false) {
        let scene = session.makeScene(isPrivate: isPrivate)
        recordPicture()
        scene.title = title
        recordPicture()
        RestorableText("draft", in: scene.root).setString(text)
        recordPicture()
    }

    /// Adds to the text of a window; a while later it is written.
    func type(_ text: String, in title: String) throws {
        let draft = RestorableText("draft", in: try window(title).root)
        let end = draft.string.unicodeScalars.count
        draft.replace(offset: end, removing: "", inserting: text)
        recordPicture()
        tester.clock.advance(by: .milliseconds(50))
    }

    func setText(_ text: String, in title: String) throws {
        RestorableText("draft", in: try window(title).root).setString(text)
        recordPicture()
        tester.clock.advance(by: .milliseconds(50))
    }

    func close(_ title: String) throws {
        let scene = try window(title)
        var closed = SessionPicture(session, on: tester.files)
        closed.windows[scene.id]?.isOpen = false
        pictures.append(closed)
        session.close(scene)
        tester.clock.advance(by: .milliseconds(50))
        session.waitForWriter()
        recordPicture()
    }

    /// Ends the process at once; what is on its way to the disk need not get there.
    func kill() {
        tester.end(.killAtOnce)
        (hasEnded, wasKilled) = (true, true)
    }

    func quit() {
        session.terminate()
        tester.end(.killAtOnce)
        (hasEnded, wasKilled) = (true, false)
        recordPicture()
        settled.append((operationCount, pictures.count - 1, true))
    }

    /// Begins a run on what the one before has left; it must have ended.
    func launch(
        _ restore: @MainActor (RestorationSession) throws -> Void = RestorationTester.restoreAll
    ) throws {
        let directory = RestorationTester.directory
        let (since, files) = (operationCount, tester.files.files)
        func contents(_ folder: String) -> Set<[UInt8]> {
            Set(files.filter { $0.key.hasPrefix("\(directory)/\(folder)/") }.values)
        }
        let windows = contents("windows")
        // The replacements that a kill left over are tidied up, and what they replace is replaced.
        if !wasKilled {
            keepsakes.append(Keepsake(contents: windows, isDurable: true, since: since))
        }
        let contents = windows.union(contents("closed"))
        keepsakes.append(Keepsake(contents: contents, isDurable: !wasKilled, since: since))
        let untilRestored = keepsakes.count - 1
        hasEnded = false
        try tester.start { session in
            // Before anything is done on behalf of the new run, if there is a window to tell of it.
            var count: Int?
            let observation = session.onDidDecode { _ in count = count ?? self.operationCount }
            try restore(session)
            if session.isRestorationComplete {
                keepsakes[untilRestored].until = count ?? operationCount
            }
            withExtendedLifetime(observation) {}
        }
        // Until the restore is complete nothing that is done is kept.
        if session.isRestorationComplete { recordPicture() }
    }
}

/// Something an application does with its session, during which anything may happen.
struct CrashScenario {
    var name: String
    var configure: (inout RestorationSession.Configuration) -> Void = { _ in }
    /// Whether the files are damaged from the beginning.
    var isDamaged = false
    /// What must hold of the files after the next launches, beyond what holds in every scenario.
    var invariant: (InMemoryFileSystem) -> Bool = { _ in true }
    /// Brings about what is there before.
    var prepare: @MainActor (CrashRun) async throws -> Void
    /// What is done.
    var steps: @MainActor (CrashRun) async throws -> Void
}
