import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The program without its `main`: windows over a library and a state directory in memory.
@MainActor
final class TestProgram {
    private(set) var library: Library
    private(set) var context: AppContext
    let tester: RestorationTester
    /// The open windows, the newest last.
    private(set) var windows: [MainWindow] = []
    /// What dialogs show.
    var makeDialog: @MainActor (DialogKind, RestorationScope) -> (any DialogContent)? = {
        _,
        _ in nil
    }
    /// What windows asked to be opened elsewhere.
    private(set) var requests: [Place] = []
    /// The addresses that windows asked to be opened.
    private(set) var addresses: [String] = []

    var series: Series { context.series.first }
    var session: RestorationSession { tester.session }

    /// A program with a web engine, whose books all have their page at the same address.
    convenience init(
        pagesAt address: String,
        examineSandbox: @escaping WebPages.Examination = WebSandbox.examine
    ) throws {
        let library = try Library.inMemory(environment: .patient)
        let file = SourceTree.seriesFile
        try library.importSeries(from: file)
        for var book in try library.series().books {
            book.amazonURL = try XCTUnwrap(URL(string: address))
            try library.save(book)
        }
        try self.init(
            library: library,
            webPages: WebPages(
                WebPages.Places(
                    libraries: [URL(fileURLWithPath: TestWebLibrary.path)],
                    data: nil,
                    cache: nil
                ),
                examineSandbox: examineSandbox
            )
        )
    }

    /// - Parameters:
    ///   - library: the library to begin with; by default an empty one in memory.
    ///   - series: the series to begin with; by default the one that ships with the program.
    ///   - webPages: the web engine; by default there is none.
    ///   - spelling: the spelling checker; by default it has no dictionaries.
    ///   - files: what is on the disk of the windows' state; by default nothing.
    init(
        library: Library? = nil,
        series: Series? = nil,
        webPages: WebPages = WebPages(nil),
        spelling: SpellingChecker = SpellingChecker(),
        files: InMemoryFileSystem? = nil
    ) throws {
        TestDisplay.setUp()
        self.library = try library ?? Library.inMemory(environment: .patient)
        try self.library.importSeries(from: SourceTree.seriesFile)
        context = try Self.makeContext(
            self.library,
            series: series,
            webPages: webPages,
            spelling: spelling
        )
        TestDisplay.addAccents(context.series.first.books)
        tester = try RestorationTester(
            files: files,
            restore: { session in
                // Whoever begins with files opens their windows.
                if files == nil { RestorationTester.restoreAll(session) }
            }
        )
    }

    /// Opens the windows of the state that the program began with; the front one is the first.
    func openRestored() -> [MainWindow] {
        for scene in session.scenesToRestore.reversed() { openWindow(scene) }
        session.completeRestoration()
        return windows.reversed()
    }

    private static func makeContext(
        _ library: Library,
        series: Series?,
        webPages: WebPages,
        spelling: SpellingChecker
    ) throws -> AppContext {
        try AppContext(
            library: library,
            series: series ?? library.series(),
            formerSeries: library.formerSeries(),
            seriesDirectory: SourceTree.seriesFile.deletingLastPathComponent(),
            webPages: webPages,
            spelling: spelling,
            now: { Date() }
        )
    }

    /// Opens a window whose first note has this text; returns its card and the label of its text.
    func openCard(_ text: String) throws -> (NoteCard, Widget) {
        try library.addNote(text, on: .book(series.books[0].id))
        let notes = try XCTUnwrap(openWindow().tabController.page.notes)
        let card = try XCTUnwrap(notes.cards.first)
        XCTAssertTrue(MainLoop.run { card.root.isMapped && card.root.size.height > 0 })
        return (card, try XCTUnwrap(card.root.all("note-text").first))
    }

    /// Opens a new window, on the screen if wanted.
    func openWindow(width: Int? = nil, height: Int? = nil, presented: Bool = true) -> MainWindow {
        let scene = session.makeScene()
        let scope = scene.root.scope("window")
        if let width {
            SceneStorage(wrappedValue: 0, "width", in: scope).wrappedValue = width
        }
        if let height {
            SceneStorage(wrappedValue: 0, "height", in: scope).wrappedValue = height
        }
        return openWindow(scene, presented: presented)
    }

    /// Opens the window of a scene.
    @discardableResult
    func openWindow(_ scene: RestorationScene, presented: Bool = true) -> MainWindow {
        // As the window manager does before it makes windows.
        var isLoaded = false
        context.series.load(Set([scene.seriesID].compactMap(\.self))) { isLoaded = true }
        XCTAssertTrue(MainLoop.run { isLoaded }, "the series was not read")
        let window = MainWindow(
            application: TestDisplay.application,
            scene: scene,
            context: context,
            coordinator: self
        )
        windows.append(window)
        if presented { present(window) }
        return window
    }

    /// Puts a window on the screen and waits until it has been laid out.
    func present(_ window: MainWindow) {
        window.present()
        XCTAssertTrue(
            MainLoop.run { window.window.isMapped && window.chrome.content.size.width > 0 },
            "the window did not come up"
        )
        MainLoop.drain()
    }

    /// Makes a window on the screen as wide as this, and waits until it has been arranged for it.
    func resize(_ window: MainWindow, width: Int) {
        let wanted = SizeClass(width: width)
        // A window manager may answer an earlier wish after this one was made.
        for _ in 0..<20 where window.sizeClass != wanted {
            window.window.defaultSize = (width, 700)
            _ = MainLoop.run(upTo: 0.5) { window.sizeClass == wanted }
        }
        XCTAssertEqual(window.sizeClass, wanted)
        MainLoop.drain()
    }

    /// Closes a window as its close button would. GTK ignores that of a window that was never shown.
    func close(_ window: MainWindow) {
        if window.window.isMapped { window.window.close() } else { didClose(window) }
    }

    /// Ends the run, begins the next one, and opens its windows; the front one is the first.
    ///
    /// - Parameter library: the library of the next run, by default the same; then what this run still
    ///   waits for is done after all.
    @discardableResult
    func restart(
        after ending: RestorationTester.Ending = .kill,
        library: Library? = nil,
        presented: Bool = true
    ) throws -> [MainWindow] {
        try beginNextRun(after: ending, library: library) { session in
            for scene in session.scenesToRestore.reversed() {
                openWindow(scene, presented: presented)
            }
            session.completeRestoration()
        }
        return windows.reversed()
    }

    /// Ends the run and begins the next one; whoever asks opens its windows.
    func beginNextRun(
        after ending: RestorationTester.Ending = .kill,
        library: Library? = nil,
        _ open: @MainActor (RestorationSession) throws -> Void = { _ in }
    ) throws {
        tester.end(ending)
        removeWindows()
        self.library = library ?? self.library
        context = try Self.makeContext(
            self.library,
            series: context.series.first,
            webPages: context.webPages,
            spelling: context.spelling
        )
        try tester.start(open)
    }

    /// Takes all windows away and reports mistakes in how their state was claimed and edited.
    func finish(file: StaticString = #filePath, line: UInt = #line) {
        removeWindows()
        XCTAssertEqual(tester.programmingErrors.messages, [], file: file, line: line)
        let misfits = session.report.entries.map(\.reason).filter { $0.contains("did not fit") }
        XCTAssertEqual(misfits, [], file: file, line: line)
    }

    private func removeWindows() {
        for window in windows { window.tearDown() }
        windows = []
        MainLoop.drain()
    }
}

extension TestProgram {
    /// Opens windows in the session as the application does; they are gone when the body is done.
    func withManager(
        preferences: (Preferences, ApplicationConfiguration)? = nil,
        _ body: @MainActor (WindowManager) throws -> Void
    ) rethrows {
        let manager = WindowManager(
            application: TestDisplay.application,
            context: context,
            session: session,
            preferences: preferences,
            quit: {}
        )
        defer {
            manager.terminate()
            MainLoop.drain()
        }
        try body(manager)
    }
}

extension ApplicationConfiguration {
    /// That of a program that has no files of its own.
    static var nowhere: ApplicationConfiguration {
        let nowhere = URL(fileURLWithPath: "/nowhere")
        return ApplicationConfiguration(
            version: "0",
            dataDirectory: SourceTree.data,
            iconDirectory: SourceTree.icons,
            localeDirectory: SourceTree.data,
            libraryFile: nowhere.appendingPathComponent("library.sqlite"),
            stateDirectory: nowhere,
            webPageLibraries: [],
            webDataDirectory: nowhere,
            webCacheDirectory: nowhere
        )
    }
}

extension TestProgram: WindowCoordinator {
    func openWindow(showing place: Place, isPrivate: Bool, raisingExisting: Bool) {
        requests.append(place)
    }

    func open(address: String, isPrivate: Bool) { addresses.append(address) }

    func orphanedDraftsDidChange() {}

    var openScenes: [RestorationScene] { session.scenes }

    func showDraft(_ draft: SearchDraft, at address: DraftAddress) {
        windows.first { $0.scene.id == address.scene }?.showDraft(draft, at: address.path)
    }

    func didActivate(_ window: MainWindow) { session.activate(window.scene) }
    func sightDidChange() {}

    func didClose(_ window: MainWindow) {
        windows.removeAll { $0 === window }
        session.close(window.scene)
        window.tearDown()
    }

    func dialogContent(
        _ kind: DialogKind,
        in scope: RestorationScope,
        of window: MainWindow
    ) -> (any DialogContent)? { makeDialog(kind, scope) }

    func window(_ window: MainWindow, didNotRestore subject: String, reason: String) {
        session.addToReport(.partial, scene: window.scene, subject: subject, reason: reason)
    }
}

/// What all tests of this process share, because there is one display.
@MainActor
enum TestDisplay {
    static let application: Application = {
        let application = Application(identifier: "io.github.hawknotes.HawkNotes.Tests")
        if let problem = application.register() {
            XCTFail("the application cannot be registered: \(problem)")
        }
        return application
    }()

    /// What the style sheets were found to be wrong with.
    static var styleErrors: [String] = []

    private static let pump = MainQueuePump()
    private static var accents: StyleSheet?
    private static var isSetUp = false

    /// Begins to drain the main queue, loads style sheet and icons. Nothing moves, unless a test says so.
    static func setUp() {
        Style.animates = false
        guard !isSetUp else { return }
        isSetUp = true
        withExtendedLifetime(pump) {}
        withExtendedLifetime(application) {}
        Style.addIcons(path: SourceTree.icons.path)
        Style.load(path: SourceTree.styleFile.path) { styleErrors.append($0) }
    }

    static func addAccents(_ books: [Book], inHighContrast: Bool = false) {
        let rules = AccentSheet.rules(
            for: books,
            inHighContrastOn: inHighContrast ? PageColors.surfaces : nil
        )
        if let accents {
            accents.replace(rules: rules)
        } else {
            accents = Style.add(rules: rules) { styleErrors.append($0) }
        }
    }
}

/// Runs a test's body with a program whose windows are gone afterwards.
func withProgram(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @MainActor (TestProgram) throws -> Void
) throws {
    try MainActor.assumeIsolated {
        let program = try TestProgram()
        defer { program.finish(file: file, line: line) }
        try body(program)
    }
}
