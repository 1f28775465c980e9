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
        /// The numbers of operations between which it holds.
        var since: Int
        var until = Int.max
    }

    let tester: RestorationTester
    private(set) var pictures: [SessionPicture] = []
    /// After how many operations which picture had reached the disk.
    private(set) var settled: [(operationCount: Int, picture: Int)] = [(0, 0)]
    private(set) var keepsakes: [Keepsake] = []

    init(_ configure: (inout RestorationSession.Configuration) -> Void) throws {
        tester = try RestorationTester(configure: configure)
        look()
    }

    var session: RestorationSession { tester.session }
    var operationCount: Int { tester.files.operations.count }

    /// Ends the preparation: what is there now is what the steps may not lose.
    func begin() throws {
        if session.hasTerminated { try lookAtDisk() } else { settle() }
        tester.files.resetOperations()
        pictures = pictures.suffix(1)
        settled = [(0, 0)]
        keepsakes = []
    }

    /// The earliest picture that a launch after so many operations may give.
    func firstPicture(after operationCount: Int) -> Int {
        settled.last { $0.operationCount <= operationCount }?.picture ?? 0
    }

    func look() {
        var picture = SessionPicture(session, on: tester.files)
        // While the disk fails a closed window may not have a file yet.
        for closed in session.recentlyClosed where picture.windows[closed.id] == nil {
            picture.windows[closed.id] = pictures.last?.windows[closed.id]
            picture.windows[closed.id]?.isOpen = false
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
        look()
        settled.append((operationCount, pictures.count - 1))
    }

    func window(_ title: String) throws -> RestorationScene {
        try XCTUnwrap(session.scenes.first { $0.title == title }, "no window “\(title)”")
    }

    func open(_ title: String, _ text: String = "text", isPrivate: Bool = false) {
        let scene = session.makeScene(isPrivate: isPrivate)
        look()
        scene.title = title
        look()
        RestorableText("draft", in: scene.root).setString(text)
        look()
    }

    /// Adds to the text of a window; a while later it is written.
    func type(_ text: String, in title: String) throws {
        let draft = RestorableText("draft", in: try window(title).root)
        let end = draft.string.unicodeScalars.count
        draft.replace(offset: end, removing: "", inserting: text)
        look()
        tester.clock.advance(by: .milliseconds(50))
    }

    func setText(_ text: String, in title: String) throws {
        RestorableText("draft", in: try window(title).root).setString(text)
        look()
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
        look()
    }

    func quit() {
        session.terminate()
        tester.end(.killAtOnce)
        look()
        settled.append((operationCount, pictures.count - 1))
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
        keepsakes.append(Keepsake(contents: contents("windows"), since: since))
        let closed = keepsakes.count
        keepsakes.append(Keepsake(contents: contents("closed"), since: since))
        try tester.start { session in
            try restore(session)
            if session.isRestorationComplete { keepsakes[closed].until = operationCount }
        }
        // Until the restore is complete nothing that is done is kept.
        if session.isRestorationComplete { look() }
    }
}
