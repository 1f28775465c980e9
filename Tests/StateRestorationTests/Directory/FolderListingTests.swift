import StateRestorationTesting
import TestSupport
import XCTest

@testable import StateRestoration

/// That a folder which cannot be listed, or only by half, costs nothing: neither what was not seen, nor
/// what was kept of it elsewhere.
@MainActor
final class FolderListingTests: XCTestCase {
    private nonisolated static let windows = RestorationTester.directory + "/windows"

    /// An error of `readdir` looks like the end of the directory, but for `errno`.
    func testAnErrorInTheMiddleOfADirectoryIsNotItsEnd() async throws {
        let root = try TemporaryDirectory()
        let file = root.url.appendingPathComponent("file")
        try Data("not a directory".utf8).write(to: file)
        let descriptor = open(file.path, O_RDONLY)
        defer { close(descriptor) }
        XCTAssertThrowsError(
            try PosixFiles.names(root.url.path) { directory in
                // Whatever is read from now on is no directory any more.
                XCTAssertGreaterThanOrEqual(dup2(descriptor, directory), 0)
            }
        ) { error in
            XCTAssertEqual((error as? POSIXError)?.code, .ENOTDIR)
        }
    }

    func testALongDirectoryIsListedWhole() async throws {
        let root = try TemporaryDirectory()
        let names = (0..<3000).map { "\($0) " + String(repeating: "x", count: 200) }
        for name in names {
            let path = root.url.appendingPathComponent(name).path
            XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
        }
        XCTAssertEqual(Set(try FileSystem.live.names(root.url.path)), Set(names))
    }

    // MARK: - Every listing, at every entry

    private enum Length: CaseIterable { case once, always }

    func testEveryListingThatFailsAtEveryEntryCostsNothing() async throws {
        let before = try await Before()
        let (folders, counts) = try await before.listings()
        XCTAssertGreaterThan(folders.count, 10)
        var rounds = 0
        for (index, folder) in folders.enumerated() {
            for entry in 0...counts[index] {
                for length in Length.allCases {
                    for ending in [RestorationTester.Ending.kill, .quit] {
                        let place = "\(folder) (\(index)), entry \(entry), \(length), \(ending)"
                        try await survive(before, ending, place) { path, number in
                            let isDue = length == .once ? number == index : path == folder
                            return isDue ? .init(afterEntries: entry) : nil
                        }
                        rounds += 1
                    }
                }
            }
        }
        XCTAssertGreaterThan(rounds, 200)
        print("Listings that failed: \(folders.count), rounds: \(rounds)")
    }

    private func survive(
        _ before: Before,
        _ ending: RestorationTester.Ending,
        _ place: String,
        _ fault: @escaping @Sendable (String, Int) -> InMemoryFileSystem.ListingFault?
    ) async throws {
        let program = before.program()
        program.files.setListingFault(fault)
        let session = try program.run()
        let isSeen = !session.report.codes().contains(.unreadableFolder)
        var shown = session.drafts
        for scene in session.scenes { scene.type(" and a key") }
        await program.wait(session, .seconds(2))
        for title in shown.keys { shown[title]? += " and a key" }
        XCTAssertEqual(session.drafts, shown, place)
        if ending == .quit { session.terminate() }
        program.endProcess()
        program.files.setListingFault(nil)

        // Nothing that was there is nowhere, unless a launch that saw everything threw it away.
        let kept = before.texts(in: program.files)
        let expected = isSeen ? before.drafts.values.map { $0 } : before.texts.sorted()
        for text in expected {
            XCTAssertTrue(kept.contains { $0.hasPrefix(text) }, "\(place): “\(text)”")
        }
        let next = try program.run()
        await program.wait(next, .seconds(2))
        for (title, draft) in before.drafts {
            let found = try XCTUnwrap(next.drafts[title], "\(place): \(title)")
            let wasShown = shown[title] != nil
            let expected = wasShown ? shown[title] : draft
            XCTAssertEqual(found, expected, "\(place): \(title)")
        }
        for closed in next.recentlyClosed {
            let draft = await next.reopen(closed.id)?.draft
            XCTAssertEqual(draft, "draft of \(closed.title)", place)
        }
        XCTAssertTrue(next.scenes.contains { $0.title == "closed" }, place)
        XCTAssertEqual(next.workspaces.map(\.name), ["Work"], place)
        XCTAssertEqual(next.application.scene?.value(at: "page"), .string("library"), place)
        let states = try await next.history()
        for state in before.states {
            XCTAssertTrue(states.contains { $0.id == state.id }, place)
            let windows = await next.historyWindows(of: state.id)
            XCTAssertTrue(windows.allSatisfy(\.isWhole), "\(place): \(state.id)")
            XCTAssertEqual(windows.count, state.windows.count, place)
        }
        next.terminate()
        program.endProcess()
    }

    // MARK: - What is known by name

    func testWindowsThatTheIndexNamesAreOpenedByName() async throws {
        let before = try await Before()
        let program = before.program()
        program.files.setListingFault { path, _ in path == Self.windows ? .init() : nil }
        let session = try program.run()
        XCTAssertEqual(Set(session.drafts.keys), Set(before.drafts.keys))
        let entry = try XCTUnwrap(session.report.entries.first { $0.code == .unreadableFolder })
        XCTAssertTrue(entry.reason.contains("Input/output error"), entry.reason)
        XCTAssertTrue(entry.reason.contains("Nothing in it is replaced"), entry.reason)
        program.endProcess()
    }

    /// The window `a` had a later file, which was not seen when it was opened by name.
    func testALaterFileThatWasNotSeenIsSetAsideAndNamed() async throws {
        let before = try await Before()
        let program = before.program()
        program.files.setListingFault { path, _ in path == Self.windows ? .init() : nil }
        let session = try program.run()
        XCTAssertNotEqual(session.drafts["a"], before.drafts["a"])
        for scene in session.scenes { scene.type(" and a key") }
        await program.wait(session, .seconds(2))
        program.endProcess()
        program.files.setListingFault(nil)
        let next = try program.run()
        await program.wait(next, .seconds(2))
        let entry = try XCTUnwrap(next.report.entries.first { $0.code == .foundLater })
        let file = try XCTUnwrap(entry.file)
        guard case .state(let state, _)? = next.directory.readState(file.path)?.reading else {
            return XCTFail("\(file.path) cannot be read.")
        }
        XCTAssertEqual(state.texts.map(\.text), [before.drafts["a"]])
        next.terminate()
        let last = try program.run()
        XCTAssertEqual(last.report.complaints, [])
        XCTAssertFalse(last.report.codes().contains(.foundLater))
    }

    func testThePreviousSessionStaysWhereTheWindowsCannotBeListed() async throws {
        let before = try await Before()
        let program = before.program()
        let folder = RestorationTester.path("previous-session/")
        let files = program.files.files.filter { $0.key.hasPrefix(folder) }
        XCTAssertFalse(files.isEmpty)
        program.files.setListingFault { path, _ in path == Self.windows ? .init() : nil }
        let session = try program.run()
        for scene in session.scenes { scene.type(" and a key") }
        await program.wait(session, .seconds(2))
        session.terminate()
        XCTAssertEqual(program.files.files.filter { $0.key.hasPrefix(folder) }, files)
        program.endProcess()
    }
}

/// A state directory in which there is something of everything, after a kill.
@MainActor
private struct Before {
    private let files: InMemoryFileSystem
    /// The drafts of the windows that were open.
    let drafts: [String: String]
    /// All texts that any file has.
    private(set) var texts: Set<String> = []
    let states: [HistoryState]

    init() async throws {
        let program = Program()
        Before.configure(program)
        var session = try program.run()
        for title in ["a", "b", "c", "closed", "left", "gone"] { session.open(title) }
        let page = SceneStorage(wrappedValue: "", "page", in: session.application)
        page.wrappedValue = "library"
        let left = try XCTUnwrap(session.scenes.first { $0.title == "left" })
        let workspace = try XCTUnwrap(session.saveWorkspace(named: "Work", of: [left]))
        session.leaveWorkspace(workspace.id)
        for title in ["gone", "closed"] {
            session.scenes.first { $0.title == title }.map { session.close($0) }
        }
        await program.wait(session, .seconds(2))
        session.terminate()
        program.endProcess()
        for _ in 0..<2 {
            session = try program.run()
            for scene in session.scenes { scene.type(" on") }
            await program.wait(session, .seconds(60))
            session.terminate()
            program.endProcess()
        }
        // The last run is killed before the new file of one of the windows has its name.
        session = try program.run()
        let late = session.directory.window(try XCTUnwrap(session.scenes.last).id)
        program.files.setFault { operation, _ in
            operation.kind == .rename && operation.target == late ? .fail(.EIO) : nil
        }
        for scene in session.scenes { scene.type(" and on") }
        await program.wait(session, .seconds(1))
        drafts = session.drafts
        XCTAssertEqual(session.scenes.last?.title, "a")
        states = try await session.history()
        XCTAssertGreaterThan(states.count, 1)
        program.endProcess()
        files = program.files.copy()
        texts = texts(in: files)
    }

    private static func configure(_ program: Program) {
        program.configuration.recentlyClosedLimit = 1
        program.configuration.history = HistoryLimits()
    }

    func program() -> Program {
        let program = Program(files: files.copy())
        Before.configure(program)
        program.clock.advance(by: .seconds(3600))
        return program
    }

    /// The folders that a run lists, in this order, and how much is in each.
    func listings() async throws -> (folders: [String], counts: [Int]) {
        let program = program()
        program.files.setListingFault { _, _ in nil }
        let session = try program.run()
        for scene in session.scenes { scene.type(" and a key") }
        await program.wait(session, .seconds(2))
        let folders = program.files.listedDirectories
        session.terminate()
        let counts = folders.map { folder in
            do { return try program.files.fileSystem.names(folder).count } catch { return 0 }
        }
        return (folders, counts)
    }

    /// The texts that can be read in any file.
    func texts(in files: InMemoryFileSystem) -> Set<String> {
        var texts: Set<String> = []
        for bytes in files.files.values {
            guard case .state(let state, _) = StateFileReader.read(bytes) else { continue }
            texts.formUnion(state.texts.map(\.text))
        }
        return texts
    }
}
