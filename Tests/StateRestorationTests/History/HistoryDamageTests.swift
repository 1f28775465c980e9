import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That damage, crashes and failing disks cost a state of the history at most, and nothing else.
@MainActor
final class HistoryDamageTests: XCTestCase {
    /// Two states, which share the file of the window “b”; that of “a” is in each another one.
    private func makeTester() async throws -> (tester: RestorationTester, states: [HistoryState]) {
        let tester = try RestorationTester { $0.history = HistoryLimits() }
        tester.open("a", "b")
        try tester.restartAndRestore(after: .quit)
        let scene = try XCTUnwrap(tester.session.scenes.first { $0.title == "a" })
        RestorableText("draft", in: scene.root).setString("changed")
        tester.clock.advance(by: .seconds(60))
        try tester.restartAndRestore(after: .quit)
        let states = try await tester.session.history()
        XCTAssertEqual(states.count, 2)
        XCTAssertEqual(tester.names(in: "history/objects").count, 3)
        tester.end(.quit)
        return (tester, states)
    }

    private func path(_ state: HistoryState) -> String {
        RestorationTester.path("history/\(state.id.milliseconds).json")
    }

    private func start(
        _ files: InMemoryFileSystem,
        at tester: RestorationTester
    ) throws -> RestorationTester {
        let next = try RestorationTester(files: files) { $0.history = HistoryLimits() }
        next.session.flush()
        return next
    }

    /// The drafts in a state, by title.
    private func drafts(
        of state: HistoryState,
        in tester: RestorationTester
    ) async -> [String: RestorableValue?] {
        let windows = await tester.session.historyWindows(of: state.id)
        return Dictionary(
            windows.map { ($0.title, $0.values["draft"]) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func testAHugeFileInPlaceOfAContentCostsNoOtherState() async throws {
        let (tester, states) = try await makeTester()
        let huge = [UInt8](repeating: 0, count: 5000)
        for name in tester.names(in: "history/objects") {
            let files = tester.files.copy()
            files.setContents(RestorationTester.path("history/objects/" + name), huge)
            let next = try RestorationTester(files: files) {
                $0.history = HistoryLimits(days: 30, byteCount: 4000)
            }
            next.session.flush()
            let history = try await next.session.history()
            for state in states {
                XCTAssertTrue(history.contains(state), "it counts for no more than it was")
            }
            let aside = next.names(in: "quarantine").contains { file in
                files.files[RestorationTester.path("quarantine/" + file)] == huge
            }
            XCTAssertTrue(aside, "it is set aside")
        }
    }

    func testEveryFlippedByteOfAnIndexCostsNothing() async throws {
        let (tester, states) = try await makeTester()
        let whole = try XCTUnwrap(tester.files.files[path(states[1])])
        for index in whole.indices {
            let files = tester.files.copy()
            var bytes = whole
            bytes[index] ^= 1
            files.setContents(path(states[1]), bytes)
            let next = try start(files, at: tester)
            let history = try await next.session.history()
            XCTAssertTrue(history.contains(states[1]), "\(index)")
            XCTAssertTrue(history.contains(states[0]), "\(index)")
            XCTAssertEqual(Set(next.titles), ["a", "b"])
        }
    }

    func testEveryPrefixOfAnIndexCostsThatStateAtMost() async throws {
        let (tester, states) = try await makeTester()
        let whole = try XCTUnwrap(tester.files.files[path(states[1])])
        for count in whole.indices {
            let files = tester.files.copy()
            let bytes = Array(whole.prefix(count))
            files.setContents(path(states[1]), bytes)
            let next = try start(files, at: tester)
            let history = try await next.session.history()
            XCTAssertTrue(history.contains(states[0]), "\(count)")
            let isWhole = count >= whole.count / 2 - 1
            XCTAssertEqual(history.contains(states[1]), isWhole, "\(count)")
            if !isWhole {
                let kept = next.files.files.filter { $0.key.contains("/quarantine/") }
                XCTAssertTrue(kept.values.contains(bytes), "\(count)")
            }
            let drafts = await drafts(of: states[0], in: next)
            XCTAssertEqual(drafts, ["a": .string("changed"), "b": .string("draft of b")])
            XCTAssertEqual(next.session.report.complaints, [])
        }
    }

    /// The path of the file that the states share.
    private func sharedPath(_ tester: RestorationTester, _ states: [HistoryState]) throws -> String
    {
        let indexes = try states.map {
            try HistoryIndex(try XCTUnwrap(tester.files.files[path($0)]))
        }
        let objects = indexes.map { Set($0.windows.flatMap(\.objects)) }
        let shared = try XCTUnwrap(objects.first?.intersection(objects[1]).first)
        return RestorationTester.path("history/objects/\(shared)")
    }

    func testADamagedContentCostsWhatStandsInItAndIsMendedByTheNextLaunch() async throws {
        let (tester, states) = try await makeTester()
        let path = try sharedPath(tester, states)
        let whole = try XCTUnwrap(tester.files.files[path])
        for index in whole.indices {
            let files = tester.files.copy()
            var bytes = whole
            bytes[index] ^= 1
            files.setContents(path, bytes)
            let next = try RestorationTester(files: files)
            for state in states {
                let windows = await next.session.historyWindows(of: state.id)
                XCTAssertEqual(windows.map(\.isWhole), [false, true], "\(index)")
            }
            let copies = await next.session.restoreFromHistory(states[0].id)
            XCTAssertEqual(copies.last?.draft, "changed", "\(index)")
            XCTAssertEqual(next.session.report.codes().filter { $0 == .damagedFile }.count, 1)
            // It is in the present state as well, and so is there once more.
            let damaged = tester.files.copy()
            damaged.setContents(path, bytes)
            let again = try start(damaged, at: tester)
            for state in states {
                let windows = await again.session.historyWindows(of: state.id)
                XCTAssertTrue(windows.allSatisfy(\.isWhole), "\(index)")
            }
            let kept = again.files.files.filter { $0.key.contains("/quarantine/") }
            XCTAssertTrue(kept.values.contains(bytes), "\(index)")
        }
    }

    func testOddThingsInTheFolderDoNoHarm() async throws {
        let (tester, states) = try await makeTester()
        let folder = RestorationTester.path("history")
        for number in 0..<6 {
            let files = tester.files.copy()
            switch number {
            case 0: files.setContents(folder + "/notes.txt", [1])
            case 1: files.setContents(folder + "/objects/notes.txt", [1])
            case 2: files.setKind(path(states[1]), .directory)
            case 3: files.setKind(path(states[1]), .symbolicLink)
            case 4: files.setContents(folder + "/objects/00000000-5.state.new", [1])
            default: files.setContents(folder + "/-1.json", [1])
            }
            let next = try start(files, at: tester)
            let history = try await next.session.history()
            XCTAssertTrue(history.contains(states[0]), "\(number)")
            XCTAssertEqual(next.titles.sorted(), ["a", "b"])
            switch number {
            case 0: XCTAssertEqual(files.files[folder + "/notes.txt"], [1])
            case 1: XCTAssertEqual(files.files[folder + "/objects/notes.txt"], [1])
            case 4: XCTAssertNil(files.files[folder + "/objects/00000000-5.state.new"])
            default: break
            }
        }
        for kind in [FileStatus.Kind.file, .symbolicLink] {
            let files = tester.files.copy()
            for path in files.files.keys where path.hasPrefix(folder) {
                files.setContents(path, nil)
            }
            files.setKind(folder, kind)
            let next = try start(files, at: tester)
            let history = try await next.session.history()
            XCTAssertEqual(history.count, 1, "\(kind)")
        }
    }

    func testWhatALaterVersionWroteIsLeftWithAllContents() async throws {
        let (tester, states) = try await makeTester()
        let later = BadFileSetup.line(#"{"format":99,"minimumReader":99,"writer":"later 9"}"#)
        tester.files.setContents(path(states[1]), later)
        let before = tester.names(in: "history/objects")
        try tester.start()
        tester.session.historyLimits = HistoryLimits(days: 0, byteCount: 10)
        tester.session.flush()
        XCTAssertEqual(tester.files.files[path(states[1])], later)
        XCTAssertTrue(before.isSubset(of: tester.names(in: "history/objects")))
    }

    // MARK: - The disk

    func testAFailingDiskHoldsUpNothingAndIsTriedAgain() async throws {
        for code in [POSIXErrorCode.ENOSPC, .EIO, .EROFS] {
            let tester = try RestorationTester { $0.history = HistoryLimits() }
            tester.open("a")
            tester.end(.quit)
            tester.files.setFault { operation, _ in
                operation.path.contains("/history") ? .fail(code) : nil
            }
            try tester.start()
            tester.open("b")
            XCTAssertTrue(tester.session.writer.save(), "\(code)")
            tester.clock.advance(by: .seconds(10))
            var history = try await tester.session.history()
            XCTAssertEqual(history, [])
            // The report is written on the main queue.
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            XCTAssertTrue(tester.session.report.codes().contains(.historyFailed))
            XCTAssertTrue(tester.session.report.isComplete)
            guard case .working = tester.session.storageStatus else {
                return XCTFail("\(tester.session.storageStatus)")
            }
            XCTAssertEqual(tester.clock.waitingCount, 0)
            tester.files.setFault(nil)
            tester.clock.advance(by: .seconds(100))
            tester.open("c")
            tester.session.flush()
            history = try await tester.session.history()
            XCTAssertEqual(history.map { $0.windows.map(\.title) }, [["a"]], "\(code)")
            try tester.restartAndRestore(after: .powerCut)
            XCTAssertEqual(tester.titles, ["c", "b", "a"])
        }
    }

    func testWhatCouldNotBeKeptIsKeptWhenTheHistoryIsReadAgain() async throws {
        let tester = try RestorationTester { $0.history = HistoryLimits() }
        tester.open("a")
        tester.end(.quit)
        tester.files.setListingFault { path, _ in path.hasSuffix("/history") ? .init() : nil }
        try tester.start()
        do {
            let history = try await tester.session.history()
            XCTFail("\(history.count) states")
        } catch {
            XCTAssertEqual((error as? RestorationError)?.code, .cannotRead)
        }
        tester.files.setListingFault(nil)
        let history = try await tester.session.history()
        XCTAssertEqual(history.map { $0.windows.map(\.title) }, [["a"]])
        let again = try await tester.session.history()
        XCTAssertEqual(again, history, "it is kept once")
    }

    func testAHistoryThatCannotBeReadIsNotAnEmptyOne() async throws {
        let (tester, states) = try await makeTester()
        let folder = RestorationTester.path("history")
        let next = try RestorationTester(files: tester.files)
        func assertCannotRead(_ name: String, underlying code: POSIXErrorCode? = nil) async {
            do {
                let history = try await next.session.history()
                XCTFail("\(name): \(history.count) states")
            } catch {
                let error = error as? RestorationError
                XCTAssertEqual(error?.code, .cannotRead, name)
                XCTAssertEqual(error?.url?.path, folder, name)
                XCTAssertEqual((error?.underlying as? POSIXError)?.code, code, name)
            }
        }
        for entries in 0...2 {
            tester.files.setListingFault { path, _ in
                path == folder ? .init(afterEntries: entries) : nil
            }
            await assertCannotRead("the listing fails after \(entries)", underlying: .EIO)
            // What was listed before is found by its name.
            for state in states {
                let windows = await next.session.historyWindows(of: state.id)
                XCTAssertEqual(windows.count, state.windows.count)
                XCTAssertTrue(windows.allSatisfy(\.isWhole))
            }
        }
        tester.files.setListingFault(nil)
        var history = try await next.session.history()
        XCTAssertEqual(history, states)
        let later = BadFileSetup.line(#"{"format":99,"minimumReader":99,"writer":"later 9"}"#)
        tester.files.setContents(path(states[0]), later)
        history = try await next.session.history()
        XCTAssertEqual(history, [states[1]], "the one that can be read")
        tester.files.setContents(path(states[1]), later)
        await assertCannotRead("both are of a later version")
    }

    func testWithoutAFolderTheHistoryIsEmpty() async throws {
        let tester = try RestorationTester()
        let history = try await tester.session.history()
        XCTAssertEqual(history, [])
    }

    func testStopWhileTheHistoryIsKeptAndThinnedOut() async throws {
        let scenario = CrashScenario(
            name: "history",
            configure: { $0.history = HistoryLimits() },
            invariant: { files in MainActor.assumeIsolated { Self.isInOrder(files) } },
            prepare: { run in
                run.open("a", "first")
                run.open("b", "second")
                run.settle()
                run.quit()
                try run.launch()
                try run.type("!", in: "a")
                run.quit()
            },
            steps: { run in
                run.tester.clock.advance(by: .seconds(60))
                try run.launch()
                try run.type("x", in: "b")
                run.settle()
                run.tester.clock.advance(by: .seconds(3600))
                try run.type("y", in: "b")
                run.settle()
                run.session.historyLimits = HistoryLimits(days: 0)
                run.recordPicture()
                run.settle()
            }
        )
        try await scenario.examine()
    }

    /// Every state that is listed is whole, and the next thinning leaves no contents without a state.
    private static func isInOrder(_ files: InMemoryFileSystem) -> Bool {
        do {
            let tester = try RestorationTester(files: files)
            let directory = tester.session.directory
            let limits = HistoryLimits()
            let history = HistoryFiles(directory: directory, writer: "", limits: limits)
            try history.thin(now: tester.clock.now)
            let states = try history.indexes().states
            let used = Set(states.flatMap(\.index.windows).flatMap(\.objects))
            let isWhole = used.allSatisfy { name in
                let bytes = files.files[directory.historyObjects + "/" + name]
                return bytes.map(HistoryObject.name) == name
            }
            return isWhole && used == tester.names(in: "history/objects")
                && !tester.names(in: "quarantine").contains { $0.contains(".json.") }
        } catch {
            return false
        }
    }
}
