import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// The code of the article on workspaces, in a program of a few lines.
@MainActor
final class WorkspaceExampleTests: XCTestCase {
    @MainActor
    private final class Program {
        let session: RestorationSession
        var rows: [String] = []
        var windows: [SceneIdentifier] = []

        init(_ session: RestorationSession) { self.session = session }

        func saveAndList() {
            session.saveWorkspace(named: "Thesis")
            for workspace in session.workspaces {
                showRow(workspace.name, workspace.windows.map(\.title), isOpen: workspace.isOpen)
            }
        }

        func open(_ id: WorkspaceIdentifier) async {
            guard let opened = await session.openWorkspace(id, .instead) else {
                return showReport(session.report)
            }
            for scene in opened.scenes.reversed() {
                if opened.wasOpen { raiseWindow(of: scene) } else { openWindow(for: scene) }
            }
            closeWindowsWithoutScene()
        }

        private func showRow(_ name: String, _ titles: [String], isOpen: Bool) {
            rows.append("\(name): \(titles.joined(separator: ", "))\(isOpen ? ", open" : "")")
        }

        private func showReport(_ report: RestorationReport) { rows.append("report") }

        private func openWindow(for scene: RestorationScene) { windows.insert(scene.id, at: 0) }

        private func raiseWindow(of scene: RestorationScene) {
            windows.removeAll { $0 == scene.id }
            windows.insert(scene.id, at: 0)
        }

        func closeWindowsWithoutScene() {
            let ids = Set(session.scenes.map(\.id))
            windows.removeAll { !ids.contains($0) }
        }
    }

    func testTheExampleDoesWhatItSays() async throws {
        let tester = try RestorationTester()
        tester.open("a", "b")
        let program = Program(tester.session)
        program.windows = tester.session.scenes.map(\.id)
        program.saveAndList()
        XCTAssertEqual(program.rows, ["Thesis: b, a, open"])
        let id = try XCTUnwrap(tester.session.workspaces.first).id
        tester.session.leaveWorkspace(id)
        program.closeWindowsWithoutScene()
        XCTAssertEqual(program.windows, [])
        tester.open("c")
        await program.open(id)
        XCTAssertEqual(program.windows, tester.session.scenes.map(\.id))
        XCTAssertEqual(tester.titles, ["b", "a"])
        await program.open(id)
        XCTAssertEqual(program.windows, tester.session.scenes.map(\.id))
        XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["c"])
    }
}
