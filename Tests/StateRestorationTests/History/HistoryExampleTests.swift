import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// The code of the article on history, in a program of a few lines.
@MainActor
final class HistoryExampleTests: XCTestCase {
    @MainActor
    private final class Program {
        let session: RestorationSession
        var rows: [String] = []

        init(_ session: RestorationSession) { self.session = session }

        func list() async throws {
            for state in try await session.history() {
                showRow(state.date, state.windows.map { $0.title + ": " + $0.beginningOfText })
            }
        }

        func show(_ state: HistoryState, bringingBack id: SceneIdentifier) async {
            for window in await session.historyWindows(of: state.id) {
                for path in window.texts.sorted() {
                    if case .string(let text)? = window.values[path] {
                        showText(window.title, text)
                    }
                }
            }
            let scenes = await session.restoreFromHistory(
                state.id,
                windows: [id],
                paths: ["book/draft"]
            )
            for scene in scenes.reversed() { openWindow(for: scene) }
        }

        func forget() async {
            let problems = await session.forget([.recentlyClosed, .history])
            showRow(
                problems.isEmpty ? "Forgotten." : problems.map(\.description).joined(separator: " ")
            )
        }

        private func showRow(_ row: String) { rows.append(row) }

        private func showRow(_ date: Date, _ windows: [String]) { rows += windows }

        private func showText(_ title: String, _ text: String) { rows.append("\(title), \(text)") }

        private func openWindow(for scene: RestorationScene) {
            rows.append(scene.storedKeys().joined())
        }
    }

    func testTheExampleDoesWhatItSays() async throws {
        let tester = try RestorationTester { configuration in
            configuration.history = HistoryLimits(days: 30, byteCount: 100_000_000)
        }
        let scene = tester.open("a")[0]
        RestorableText("draft", in: scene.root.scope("book")).setString("short")
        try tester.restartAndRestore(after: .quit)
        let program = Program(tester.session)
        try await program.list()
        XCTAssertEqual(program.rows, ["a: draft of a"])
        let history = try await tester.session.history()
        await program.show(try XCTUnwrap(history.first), bringingBack: scene.id)
        let rows = ["a: draft of a", "a, short", "a, draft of a", "book/draft"]
        XCTAssertEqual(program.rows, rows)
        await program.forget()
        XCTAssertEqual(program.rows.last, "Forgotten.")
    }
}
