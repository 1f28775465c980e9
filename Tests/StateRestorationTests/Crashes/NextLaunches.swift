import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// What must be there after something went wrong, and the launches that look for it.
@MainActor
struct NextLaunches {
    /// The pictures of which each window must be in one.
    var pictures: ArraySlice<SessionPicture>
    /// Contents that some file must have.
    var keepsakes: [Set<[UInt8]>] = []
    /// Whether files may be cut off, or worse, so that the report has something to say.
    var mayBeDamaged = false

    /// Launches on these files: the first launch has the old or the new state, the person types at
    /// once, and the launches after that have what was typed, and nothing to report.
    ///
    /// - Returns: What is not as it should be.
    func problems(on files: InMemoryFileSystem) -> [String] {
        var problems: [String] = []
        let contents = Set(files.files.values)
        for keepsake in keepsakes where !keepsake.isSubset(of: contents) {
            problems.append("A file that was there at launch has been lost.")
        }
        do {
            let tester = try typeAtLaunch(files, &problems)
            try launchAgain(tester, &problems)
            end(tester, &problems)
        } catch {
            problems.append("\(error)")
        }
        return problems
    }

    private func typeAtLaunch(
        _ files: InMemoryFileSystem,
        _ problems: inout [String]
    ) throws -> RestorationTester {
        var found: SessionPicture?
        let tester = try RestorationTester(
            files: files,
            restore: { session in
                found = SessionPicture(session, on: files)
                for scene in session.scenesToRestore {
                    let draft = RestorableText("draft", in: scene.root)
                    draft.replace(offset: 0, removing: "", inserting: "+")
                }
                session.completeRestoration()
            }
        )
        problems += differences(of: try XCTUnwrap(found))
        let report = tester.session.report
        if !mayBeDamaged, !report.isComplete {
            problems.append("The report says: \(report.entries.filter { $0.outcome != .restored })")
        }
        tester.session.flush()
        return tester
    }

    private func differences(of found: SessionPicture) -> [String] {
        var differences: [String] = []
        for id in Set(pictures.flatMap(\.windows.keys)).union(found.windows.keys) {
            let windows = pictures.map { $0.windows[id] }
            guard !windows.contains(found.windows[id]) else { continue }
            // A new window whose first write was cut off comes back as far as it was written.
            if mayBeDamaged, windows.contains(nil), let part = found.windows[id],
                windows.contains(where: { $0.map { part.isPart(of: $0) } ?? false })
            {
                continue
            }
            func words(_ window: SessionPicture.Window?) -> String {
                window.map { "\($0)" } ?? "no window"
            }
            differences.append(
                "There is \(words(found.windows[id])), and there should be "
                    + windows.map(words).joined(separator: " or ")
            )
        }
        return differences
    }

    private func launchAgain(_ tester: RestorationTester, _ problems: inout [String]) throws {
        let picture = SessionPicture(tester.session, on: tester.files)
        for (_, window) in picture.windows where window.isOpen {
            if window.values["draft"]?.hasPrefix("+") != true { problems.append("Nothing typed.") }
        }
        for ending in [RestorationTester.Ending.killAtOnce, .quit] {
            try tester.restartAndRestore(after: ending)
            let now = SessionPicture(tester.session, on: tester.files)
            if now != picture {
                problems.append("After typing and \(ending) there is \(now.windows.values)")
            }
            if !tester.session.report.isComplete {
                problems.append("After \(ending) the report says \(tester.session.report.entries)")
            }
        }
    }

    /// A clean end leaves one file per window, and nothing is written after it.
    private func end(_ tester: RestorationTester, _ problems: inout [String]) {
        let session = tester.session
        session.terminate()
        let count = tester.files.operations.count
        for scene in session.scenes {
            scene.title = "too late"
            session.close(scene)
        }
        session.flush()
        tester.clock.advance(by: .seconds(60))
        if tester.files.operations.count != count { problems.append("Written after the end.") }
        let folder = session.directory.windows + "/"
        let left = Set(tester.files.files.keys.filter { $0.hasPrefix(folder) })
        let windows = Set(session.scenes.map { session.directory.window($0.id) })
        if left != windows { problems.append("Left over: \(left.subtracting(windows))") }
    }
}
