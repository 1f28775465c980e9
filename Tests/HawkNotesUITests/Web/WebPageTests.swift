import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesUI

/// The book's page at the bookshop with the real engine; skipped where there is none.
final class WebPageTests: DisplayTestCase {
    /// Runs a program whose books have their pages on a server of the test.
    private static func withWebProgram(
        _ body: @MainActor (TestProgram, TestWebServer) throws -> Void
    ) throws {
        let server = try TestWebServer()
        defer { server.stop() }
        try MainActor.assumeIsolated {
            do {
                _ = try WebEngine(libraries: [TestWebLibrary.path])
            } catch {
                throw XCTSkip("There is no web engine: \(error)")
            }
            let program = try TestProgram(pagesAt: server.home)
            defer { program.finish() }
            try body(program, server)
        }
    }

    @MainActor
    private static func open(_ program: TestProgram) throws -> (MainWindow, AmazonPage) {
        let window = program.openWindow(presented: true)
        window.setWebPageShown(true, for: program.series.books[0])
        return (window, try XCTUnwrap(window.tabController.page as? AmazonPage))
    }

    @MainActor
    private static func controller(_ page: AmazonPage) throws -> WebPageController {
        XCTAssertTrue(MainLoop.run { page.controller != nil })
        return try XCTUnwrap(page.controller)
    }

    /// Waits until a page of this title is there, as a whole.
    @MainActor
    private static func expect(
        _ title: String,
        in view: WebView,
        file: StaticString = #filePath,
        line: UInt = #line,
        after action: (@MainActor () -> Void)? = nil
    ) {
        var isFinished = action == nil && !view.isLoading && view.title == title
        view.onFinish = { isFinished = true }
        action?()
        let isThere = MainLoop.run { isFinished && view.title == title }
        XCTAssertTrue(isThere, "\(title) did not come", file: file, line: line)
    }

    /// The addresses of a history that was kept, the current one first.
    @MainActor
    private static func addresses(in history: RestorableValue) -> [String] {
        guard case .data(let data) = history,
            let engine = try? WebEngine(libraries: [TestWebLibrary.path])
        else { return [] }
        let view = WebView(session: WebSession(ephemeral: engine))
        return view.restoreHistory(Array(data)) ? view.historyAddresses : []
    }

    func testTheWindowIsCalledAsThePageIs() throws {
        try Self.withWebProgram { program, server in
            let (window, page) = try Self.open(program)
            XCTAssertTrue(MainLoop.run { window.window.title == "home" })
            try Self.controller(page).view.load(server.home + "two")
            XCTAssertTrue(MainLoop.run { window.window.title == "two" })
            window.setWebPageShown(false, for: program.series.books[0])
            XCTAssertEqual(window.window.title, program.series.books[0].title)
        }
    }

    func testHistoryZoomAndScrollOffsetComeBackAfterAKill() throws {
        try Self.withWebProgram { program, server in
            let (window, page) = try Self.open(program)
            let view = try Self.controller(page).view
            Self.expect("home", in: view)
            Self.expect("one", in: view) { view.load(server.home + "one") }
            Self.expect("two", in: view) { view.load(server.home + "two") }
            Self.expect("one", in: view) { view.go(-1) }
            try Self.controller(page).setZoom(1.5)
            view.scrollTo(x: 0, y: 800)
            let scope = window.scene.root.tab(window.tab)
                .scope("book").scope("web")
            @MainActor func stored(_ key: String) -> RestorableValue? {
                window.scene.storedValue(at: scope.path(of: key))
            }
            XCTAssertTrue(MainLoop.run { stored("scroll") == .string("0.0 800.0") })
            var kept: [String] = []
            var seen: RestorableValue?
            XCTAssertTrue(
                MainLoop.run {
                    guard let now = stored("history"), now != seen else { return false }
                    seen = now
                    kept = Self.addresses(in: now)
                    return kept == [server.home + "one", server.home, server.home + "two"]
                },
                "\(kept)"
            )

            let restored = try program.restart(after: .kill, presented: true)[0]

            let back = try XCTUnwrap(restored.tabController.page as? AmazonPage)
            let again = try Self.controller(back).view
            Self.expect("one", in: again)
            XCTAssertEqual(again.zoom, 1.5)
            XCTAssertTrue(again.canGo(1))
            XCTAssertTrue(again.canGo(-1))
            // It may have been there before anybody could listen; loading the page again tells it.
            var place: Double?
            again.onScroll = { _, y in place = y }
            again.reload()
            XCTAssertTrue(MainLoop.run { place.map { abs($0 - 800) < 1 } ?? false })
        }
    }

    func testAHistoryThatLeadsOffTheWebIsNotLoaded() throws {
        try Self.withWebProgram { program, server in
            let (window, page) = try Self.open(program)
            let view = try Self.controller(page).view
            Self.expect("home", in: view)
            Self.expect("two", in: view) { view.load(server.home + "two") }
            let path = window.scene.root.tab(window.tab)
                .scope("book").scope("web").path(of: "history")
            // As if somebody had changed the state's file: `home` leads to a file now.
            var history = Data(view.history)
            let bad = try XCTUnwrap(history.range(of: Data("http".utf8)))
            history.replaceSubrange(bad, with: Data("file".utf8))
            window.setWebPageShown(false, for: program.series.books[0])
            let other = program.openWindow()
            let scope = other.scene.root.tab(other.tab).scope("book")
            XCTAssertEqual(scope.scope("web").path(of: "history"), path)
            SceneStorage(wrappedValue: Data(), "history", in: scope.scope("web")).wrappedValue =
                history
            program.present(other)

            other.setWebPageShown(true, for: program.series.books[0])

            let back = try XCTUnwrap(other.tabController.page as? AmazonPage)
            let again = try Self.controller(back).view
            Self.expect("home", in: again)
            XCTAssertFalse(again.canGo(-1))
            let reasons = program.session.report.entries.map(\.reason)
            XCTAssertTrue(reasons.contains { $0.contains("which is not on the web") }, "\(reasons)")
        }
    }

    func testAFailureIsToldAndTriedAgain() throws {
        try Self.withWebProgram { program, server in
            let (window, page) = try Self.open(program)
            XCTAssertTrue(MainLoop.run { window.window.title == "home" })
            let view = try Self.controller(page).view
            server.stop()

            view.load(server.home + "two")

            XCTAssertTrue(MainLoop.run { page.message.root.isMapped })
            XCTAssertEqual(window.window.title, program.series.books[0].title)
        }
    }

    func testAPageThatEndedTheProgramWaitsToBeAskedFor() throws {
        try Self.withWebProgram { program, _ in
            let window = program.openWindow()
            let book = program.series.books[0]
            let scope = window.scene.root.tab(window.tab).scope("book")
            SceneStorage(wrappedValue: false, "isStarting", in: scope.scope("web")).wrappedValue =
                true
            program.present(window)

            window.setWebPageShown(true, for: book)

            let page = try XCTUnwrap(window.tabController.page as? AmazonPage)
            XCTAssertTrue(MainLoop.run { page.message.root.isMapped })
            XCTAssertNil(page.controller)
            page.message.tryAgain.click()
            Self.expect("home", in: try Self.controller(page).view)
        }
    }

    func testAPageThatCannotBeIsolatedIsNotShownUnasked() throws {
        try MainActor.assumeIsolated {
            guard FileManager.default.fileExists(atPath: TestWebLibrary.path) else {
                throw XCTSkip("There is no web engine.")
            }
            let program = try TestProgram(pagesAt: "http://127.0.0.1:9/") { answer in
                MainLoop.whenIdle { answer("no namespaces") }
            }
            defer { program.finish() }

            let (_, page) = try Self.open(program)

            XCTAssertTrue(MainLoop.run { page.message.root.isMapped })
            XCTAssertTrue(page.message.showAnyway.isVisible)
            XCTAssertFalse(page.message.tryAgain.isVisible)
            XCTAssertNil(page.controller)
        }
    }

    func testDoneForgetsThePageAndKeepsItsSize() throws {
        try Self.withWebProgram { program, server in
            let (window, page) = try Self.open(program)
            let view = try Self.controller(page).view
            Self.expect("home", in: view)
            Self.expect("two", in: view) { view.load(server.home + "two") }
            try Self.controller(page).setZoom(2)

            window.setWebPageShown(false, for: program.series.books[0])
            window.setWebPageShown(true, for: program.series.books[0])

            XCTAssertTrue(MainLoop.run { window.window.title == "home" })
            let next = try XCTUnwrap(window.tabController.page as? AmazonPage)
            XCTAssertEqual(try Self.controller(next).view.zoom, 2)
        }
    }

    func testNothingIsLeftOfAPageThatWasLeft() throws {
        try Self.withWebProgram { program, _ in
            let watch = LeakWatch()
            let window = try Self.openAndLeave(program, watch)
            watch.assertGone()
            withExtendedLifetime(window) {}
        }
    }

    /// A function of its own, so that nothing here holds on to the page.
    @MainActor
    private static func openAndLeave(_ program: TestProgram, _ watch: LeakWatch) throws
        -> MainWindow
    {
        let (window, page) = try open(program)
        let view = try controller(page).view
        expect("home", in: view)
        watch.watch(view)
        window.setWebPageShown(false, for: program.series.books[0])
        return window
    }
}
