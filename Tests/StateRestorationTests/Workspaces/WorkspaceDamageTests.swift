import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That damage to a workspace costs at most its name, and never a window.
@MainActor
final class WorkspaceDamageTests: XCTestCase {
    /// What a quit left: “a” and “b” in the workspace “Work”, and the open window “c”.
    @MainActor
    private struct Setup {
        let files: InMemoryFileSystem
        let id: WorkspaceIdentifier
        let members: [SceneIdentifier]
        let index: [UInt8]

        var path: String { RestorationTester.path("workspaces/\(id)/workspace.json") }
        func path(_ number: Int) -> String {
            RestorationTester.path("workspaces/\(id)/\(members[number]).state")
        }
    }

    private func makeSetup(isOpen: Bool = false) throws -> Setup {
        let tester = try RestorationTester()
        let work = tester.open("a", "b")
        tester.open("c")
        let id = try XCTUnwrap(tester.session.saveWorkspace(named: "Work", of: work)).id
        if !isOpen { tester.session.leaveWorkspace(id) }
        tester.end(.quit)
        let path = RestorationTester.path("workspaces/\(id)/workspace.json")
        return Setup(
            files: tester.files,
            id: id,
            members: work.map(\.id),
            index: try XCTUnwrap(tester.files.files[path])
        )
    }

    /// That both windows come back from the workspace, and what is set aside.
    private func assertWhole(
        _ tester: RestorationTester,
        _ id: WorkspaceIdentifier,
        name: String,
        _ message: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) async throws {
        let workspace = tester.session.workspaces.first { $0.id == id }
        XCTAssertEqual(workspace?.name, name, message, file: file, line: line)
        XCTAssertEqual(tester.titles, ["c"], message, file: file, line: line)
        let opened = await tester.session.openWorkspace(id)
        let drafts = Set(opened?.scenes.map(\.draft) ?? [])
        XCTAssertEqual(drafts, ["draft of a", "draft of b"], message, file: file, line: line)
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.report.complaints, [], message, file: file, line: line)
        XCTAssertEqual(Set(tester.titles), ["a", "b", "c"], message, file: file, line: line)
        let isOpen = tester.session.workspaces.first { $0.id == id }?.isOpen
        XCTAssertEqual(isOpen, true, message, file: file, line: line)
    }

    func testEveryFlippedByteOfTheIndexCostsNothing() async throws {
        let setup = try makeSetup()
        for index in setup.index.indices {
            for pattern: UInt8 in [0x01, 0x80] {
                let files = setup.files.copy()
                var bytes = setup.index
                bytes[index] ^= pattern
                files.setContents(setup.path, bytes)
                let tester = try RestorationTester(files: files)
                tester.session.flush()
                XCTAssertTrue(files.files.values.contains(bytes), "\(index)")
                try await assertWhole(tester, setup.id, name: "Work", "\(index), \(pattern)")
            }
        }
    }

    func testEveryPrefixOfTheIndexCostsTheNameAtMost() async throws {
        let setup = try makeSetup()
        let half = setup.index.count / 2
        for count in setup.index.indices {
            let files = setup.files.copy()
            files.setContents(setup.path, Array(setup.index.prefix(count)))
            let tester = try RestorationTester(files: files)
            // The first line lacks nothing but its line feed.
            let isNamed = count >= half - 1
            let name = try XCTUnwrap(tester.session.workspaces.first).name
            XCTAssertTrue(isNamed ? name == "Work" : ["a", "b"].contains(name), "\(count)")
            XCTAssertEqual(
                tester.session.report.codes().contains(.indexLost),
                !isNamed,
                "\(count)"
            )
            try await assertWhole(tester, setup.id, name: name, "\(count)")
        }
    }

    func testWhatStandsInThePlaceOfTheIndexIsSetAside() async throws {
        let setup = try makeSetup()
        for number in 0..<5 {
            let files = setup.files.copy()
            switch number {
            case 0: files.setContents(setup.path, nil)
            case 1: files.setKind(setup.path, .directory)
            case 2: files.setKind(setup.path, .symbolicLink)
            case 3: files.setContents(setup.path, Array(repeating: 0, count: 5000))
            default: files.setContents(setup.path, Array("{}\n".utf8))
            }
            let tester = try RestorationTester(files: files)
            let name = try XCTUnwrap(tester.session.workspaces.first).name
            XCTAssertTrue(["a", "b"].contains(name), "\(number)")
            try await assertWhole(tester, setup.id, name: name, "\(number)")
        }
    }

    func testTheIndexOfAnOpenOneIsNoReasonToLoseAWindow() async throws {
        let setup = try makeSetup(isOpen: true)
        let contents: [[UInt8]?] = [nil, [], Array(setup.index.prefix(20))]
        for bytes in contents {
            let files = setup.files.copy()
            files.setContents(setup.path, bytes)
            let tester = try RestorationTester(files: files)
            XCTAssertEqual(tester.titles, ["c", "b", "a"])
            XCTAssertEqual(tester.session.workspaces, [])
            try tester.restartAndRestore(after: .quit)
            XCTAssertEqual(tester.titles, ["c", "b", "a"])
            XCTAssertEqual(tester.session.report.complaints, [])
        }
    }

    func testADamagedWindowCostsItsDamagedLine() async throws {
        let setup = try makeSetup()
        let files = setup.files.copy()
        var bytes = try XCTUnwrap(files.files[setup.path(0)])
        bytes[bytes.count - 5] ^= 1
        files.setContents(setup.path(0), bytes)
        files.setContents(setup.path(1), [])
        let tester = try RestorationTester(files: files)
        let opened = await tester.session.openWorkspace(setup.id)
        XCTAssertEqual(opened?.scenes.map(\.title), ["a"])
        XCTAssertEqual(tester.session.report.codes().filter { $0 != .restored }.count, 2)
        tester.session.flush()
        let name = setup.members[0].rawValue
        XCTAssertTrue(tester.names(in: "quarantine").contains { $0.contains(name) })
        // What cannot be read is not thrown away.
        XCTAssertNotNil(files.files[setup.path(1)])
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(Set(tester.titles), ["a", "c"])
        tester.session.flush()
        XCTAssertTrue(files.files.values.contains([]))
    }

    func testAWindowThatCannotBeOpenedStaysInTheWorkspace() async throws {
        let setup = try makeSetup()
        let later = BadFileSetup.line(#"{"n":0,"format":99,"minimumReader":99,"writer":"later 9"}"#)
        setup.files.setContents(setup.path(1), later)
        let tester = try RestorationTester(files: setup.files)
        for isUpdated in [false, true] {
            let opened = await tester.session.openWorkspace(setup.id)
            XCTAssertEqual(opened?.scenes.map(\.title), ["a"])
            if isUpdated { tester.session.updateWorkspace(setup.id) }
            tester.session.leaveWorkspace(setup.id)
            let windows = try XCTUnwrap(tester.session.workspaces.first).windows
            let titles = isUpdated ? ["a", "b", "c"] : ["a", "b"]
            XCTAssertEqual(windows.map(\.title).sorted(), titles)
            try tester.restartAndRestore(after: .kill)
            XCTAssertEqual(tester.session.workspaces.first?.windows, windows)
        }
        XCTAssertEqual(setup.files.files[setup.path(1)], later)
    }

    func testWhatALaterVersionWroteIsLeftAsItIs() async throws {
        let setup = try makeSetup()
        let later = #"{"format":99,"minimumReader":99,"writer":"later 9","name":"Work"}"#
        for path in [setup.path, setup.path(0)] {
            let files = setup.files.copy()
            let line =
                path == setup.path
                ? BadFileSetup.line(later)
                : BadFileSetup.line(
                    #"{"n":0,"format":99,"minimumReader":99,"writer":"later 9"}"#
                )
            files.setContents(path, line)
            let before = files.files.filter { $0.key.contains("/workspaces/") }
            let tester = try RestorationTester(files: files)
            XCTAssertEqual(tester.titles, ["c"])
            if path == setup.path {
                XCTAssertEqual(tester.session.workspaces, [])
                XCTAssertFalse(tester.session.report.isComplete)
            } else {
                let opened = await tester.session.openWorkspace(setup.id)
                XCTAssertEqual(opened?.scenes.map(\.title), ["b"])
                tester.session.removeWorkspace(setup.id)
            }
            tester.session.flush()
            try tester.restartAndRestore(after: .quit)
            if path == setup.path {
                let after = files.files.filter { $0.key.contains("/workspaces/") }
                XCTAssertEqual(after, before)
            }
            XCTAssertEqual(files.files[path], line)
        }
    }

    func testOddThingsInTheFolderDoNoHarm() async throws {
        let setup = try makeSetup()
        let folder = RestorationTester.path("workspaces")
        for number in 0..<4 {
            let files = setup.files.copy()
            switch number {
            case 0: files.setContents(folder + "/notes.txt", [1])
            case 1: files.setKind(folder + "/other", .symbolicLink)
            case 2: files.setContents(folder + "/\(setup.id)/notes.txt", [1])
            default: try files.fileSystem.createDirectory(folder + "/empty")
            }
            let tester = try RestorationTester(files: files)
            XCTAssertEqual(tester.session.workspaces.count, 1, "\(number)")
            try await assertWhole(tester, setup.id, name: "Work", "\(number)")
            tester.session.removeWorkspace(setup.id)
            tester.session.flush()
            if number == 2 {
                XCTAssertEqual(files.files[folder + "/\(setup.id)/notes.txt"], [1])
            }
        }
        let files = setup.files.copy()
        files.setKind(folder, .symbolicLink)
        let tester = try RestorationTester(files: files)
        XCTAssertEqual(tester.session.workspaces, [])
        XCTAssertNotNil(tester.session.saveWorkspace(named: "New"))
        try tester.restartAndRestore(after: .quit)
        XCTAssertEqual(tester.session.workspaces.map(\.name), ["New"])
    }

    // MARK: - The disk

    func testAFullDiskKeepsTheWindowsWhereTheyAre() async throws {
        let tester = try RestorationTester()
        let work = tester.open("a", "b")
        let id = try XCTUnwrap(tester.session.saveWorkspace(named: "Work", of: work)).id
        tester.session.flush()
        tester.files.setFault { operation, _ in
            operation.byteCount > 0 ? .cutOff(afterBytes: 0, .ENOSPC) : nil
        }
        tester.session.leaveWorkspace(id)
        tester.session.flush()
        let killed = try RestorationTester(files: tester.files.copy())
        XCTAssertEqual(killed.titles, ["b", "a"])
        XCTAssertTrue(try XCTUnwrap(killed.session.workspaces.first).isOpen)
        // From memory, as there is no file.
        let opened = await tester.session.openWorkspace(id)
        XCTAssertEqual(opened?.scenes.map(\.draft), ["draft of b", "draft of a"])
        tester.session.leaveWorkspace(id)
        tester.files.setFault(nil)
        tester.clock.advance(by: .seconds(60))
        try tester.restartAndRestore(after: .powerCut)
        XCTAssertEqual(tester.titles, [])
        XCTAssertEqual(tester.session.workspaces.first?.windows.count, 2)
    }

    func testNothingOfAPrivateWindowIsWritten() async throws {
        let tester = try RestorationTester()
        tester.open("a")
        let secret = tester.session.makeScene(isPrivate: true)
        secret.title = "secret"
        XCTAssertNil(tester.session.saveWorkspace(named: "Secret", of: [secret]))
        let id = try XCTUnwrap(tester.session.saveWorkspace(named: "Work")).id
        XCTAssertTrue(tester.session.updateWorkspace(id, with: tester.session.scenes))
        tester.session.leaveWorkspace(id)
        tester.session.flush()
        for bytes in tester.files.files.values {
            XCTAssertFalse(String(decoding: bytes, as: UTF8.self).contains("secret"))
        }
        XCTAssertEqual(tester.titles, ["secret"])
    }

    func testASymbolicLinkIsNotFollowedOutOfTheDirectory() async throws {
        let setup = try makeSetup(isOpen: true)
        let files = setup.files.copy()
        files.setKind(RestorationTester.path("workspaces/\(setup.id)"), .symbolicLink)
        let tester = try RestorationTester(files: files)
        XCTAssertEqual(tester.titles, ["c", "b", "a"])
        XCTAssertEqual(tester.session.workspaces, [])
    }
}
