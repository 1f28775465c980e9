import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That the windows of another state directory are opened in a session, once each, and nothing is lost on
/// the way.
@MainActor
final class AdoptingTests: XCTestCase {
    private func adopt(_ session: RestorationSession) async throws -> [RestorationScene] {
        try await session.adoptWindows(of: Program.away)
    }

    private func count(_ program: Program) throws -> Int {
        var environment = RestorationEnvironment.inMemory(
            files: program.files,
            clock: program.clock
        )
        environment.fileSystem = program.spoil(environment.fileSystem)
        return try RestorationSession.windowCount(in: Program.away, environment: environment)
    }

    func testWindowsComeWithAllThatTheyHoldAndAreGoneThere() async throws {
        let program = Program()
        let away = try program.runAway()
        for title in ["a", "b", "ç"] { away.openRich(title) }
        away.open("closed")
        away.close(away.scenes[0])
        away.activate(away.scenes[2])
        away.terminate()
        let (ids, contents) = (away.scenes.map(\.id), away.contentsByTitle)
        XCTAssertEqual(try count(program), 3)
        let session = try program.run()
        session.open("own")
        let scenes = try await adopt(session)
        XCTAssertEqual(scenes.map(\.title), ["a", "ç", "b"])
        XCTAssertEqual(scenes.map(\.id), ids)
        XCTAssertEqual(session.titles, ["a", "ç", "b", "own"])
        for scene in scenes { assertSame(scene.contents, contents[scene.title], scene.title) }
        XCTAssertTrue(session.report.isComplete)
        XCTAssertEqual(try count(program), 0)
        // They are on the disk, and can be gone on with.
        program.endProcess()
        program.files.losePower()
        let next = try program.run()
        XCTAssertEqual(next.titles, ["a", "ç", "b", "own"])
        for title in ["a", "b", "ç"] { assertSame(next.contentsByTitle[title], contents[title]) }
        next.scenes[0].type(" and more")
        next.terminate()
        let rest = try program.runAway()
        XCTAssertEqual(rest.titles, [])
        XCTAssertEqual(rest.recentlyClosed.map(\.title), ["closed"])
        XCTAssertTrue(rest.report.isComplete)
        rest.terminate()
    }

    func testLeavingAndAdoptingIsARoundTrip() async throws {
        let program = Program()
        let session = try program.run()
        for title in ["a", "b"] { session.openRich(title) }
        await program.wait(session, .seconds(2))
        session.leaveDirectory(for: Program.away)
        session.scenes[0].type(" in between")
        let contents = session.contentsByTitle
        await session.end()
        let shared = try program.run()
        // “a” holds the same in both directories, “b” was gone on with.
        let scenes = try await adopt(shared)
        XCTAssertEqual(scenes.map(\.title), ["b"])
        XCTAssertEqual(shared.titles, ["b", "b", "a"])
        assertSame(scenes[0].contents, contents["b"])
        XCTAssertEqual(shared.scenes[1].id, session.scenes[0].id)
        XCTAssertNotEqual(scenes[0].id, session.scenes[0].id)
        XCTAssertEqual(try count(program), 0)
        shared.terminate()
    }

    /// - Parameter change: Makes one of the two copies another one.
    private func program(
        _ change: @MainActor (RestorationScene) -> Void
    ) throws -> (Program, RestorationSession) {
        let program = Program()
        let session = try program.run()
        session.open("first")
        session.openRich("a")
        session.terminate()
        for (path, bytes) in program.files.files {
            let name = "/away" + path.dropFirst("/state".count)
            program.files.setContents(name, bytes)
        }
        let away = try program.runAway()
        away.scenes.filter { $0.title == "a" }.forEach(change)
        away.terminate()
        return (program, try program.run())
    }

    func testEqualWindowsAreNotOpenedAgainWhateverHasBecomeOfThemHere() async throws {
        for fate in ["open", "closed", "left alone", "put away"] {
            let (program, started) = try program { _ in }
            var session = started
            let scene = session.scenes[0]
            switch fate {
            case "closed": session.close(scene)
            case "left alone":
                session.terminate()
                session = try program.run { session in
                    _ = session.scenesToRestore[1].root
                    session.completeRestoration()
                }
            case "put away":
                let saved = session.saveWorkspace(named: "Work", of: [scene])
                session.leaveWorkspace(try XCTUnwrap(saved).id)
            default: break
            }
            let titles = session.titles
            let adopted = try await adopt(session)
            XCTAssertEqual(adopted.count, 0, fate)
            XCTAssertEqual(session.titles, titles, fate)
            XCTAssertEqual(try count(program), 0, fate)
            session.terminate()
            XCTAssertTrue(
                program.files.files.contains {
                    $0.key.hasPrefix("/state") && $0.key.contains(scene.id.rawValue)
                },
                fate
            )
        }
    }

    func testWindowsThatDifferAreOpenedBesideWhateverHasBecomeOfThemHere() async throws {
        for fate in ["open", "closed", "left alone"] {
            let (program, started) = try program { $0.type(" away") }
            var session = started
            let scene = session.scenes[0]
            if fate == "closed" { session.close(scene) }
            if fate == "left alone" {
                session.terminate()
                session = try program.run { session in
                    _ = session.scenesToRestore[1].root
                    session.completeRestoration()
                }
            }
            let adopted = try await adopt(session)
            XCTAssertEqual(adopted.map(\.title), ["a"], fate)
            XCTAssertNotEqual(adopted.first?.id, scene.id, fate)
            XCTAssertEqual(adopted.first?.draft.hasSuffix(" away"), true, fate)
            XCTAssertEqual(try count(program), 0, fate)
            session.terminate()
        }
    }

    func testDirectoryThatIsNotThereHasNoWindows() async throws {
        let program = Program()
        let session = try program.run()
        XCTAssertEqual(try count(program), 0)
        let adopted = try await adopt(session)
        XCTAssertEqual(adopted.count, 0)
        XCTAssertNil(program.files.kind("/away"))
        session.terminate()
    }

    func testCountSaysThatADirectoryCannotBeListed() async throws {
        let program = Program()
        try program.leaveAway("a", "b")
        XCTAssertEqual(try count(program), 2)
        program.files.setListingFault { _, _ in .init(.EACCES) }
        XCTAssertThrowsError(try count(program)) { error in
            XCTAssertEqual((error as? RestorationError)?.code, .cannotWrite)
        }
    }

    func testDirectoryOfAnotherProcessIsLeftAlone() async throws {
        let program = Program()
        let away = try program.runAway()
        away.open("a")
        await program.wait(away, .seconds(2))
        let before = program.filesAway
        let session = try program.run()
        await assertThrowsRestorationError(.alreadyInUse) { _ = try await adopt(session) }
        XCTAssertEqual(program.filesAway, before)
        XCTAssertEqual(session.titles, [])
        away.terminate()
        // Its own is no other.
        await assertThrowsRestorationError(.alreadyInUse) {
            _ = try await session.adoptWindows(of: program.configuration.directory)
        }
        let adopted = try await adopt(session)
        XCTAssertEqual(adopted.map(\.title), ["a"])
        session.terminate()
    }

    func testSessionThatWritesNothingAdoptsNothing() async throws {
        let program = Program()
        try program.leaveAway("a")
        let before = program.filesAway
        let unfinished = try program.run { _ in }
        await assertThrowsRestorationError(.cannotWrite) { _ = try await adopt(unfinished) }
        unfinished.terminate()
        await assertThrowsRestorationError(.cannotWrite) { _ = try await adopt(unfinished) }
        let lost = try program.run()
        lost.leaveDirectory(for: URL(fileURLWithPath: "/third"))
        await assertThrowsRestorationError(.cannotWrite) { _ = try await adopt(lost) }
        await lost.end()
        XCTAssertEqual(program.filesAway, before)
    }

    func testWhatCannotBeReadStaysAndIsInTheReport() async throws {
        let program = Program()
        let away = try program.runAway()
        for title in ["whole", "damaged", "unreadable", "newer"] { away.open(title) }
        let ids = Dictionary(uniqueKeysWithValues: away.scenes.map { ($0.title, $0.id) })
        away.terminate()
        func path(_ title: String) -> String {
            "/away/windows/\(ids[title]?.rawValue ?? "").state"
        }
        var damaged = try XCTUnwrap(program.files.files[path("damaged")])
        damaged[damaged.count - 5] ^= 1
        program.files.setContents(path("damaged"), damaged)
        program.files.setContents(path("unreadable"), Array("nonsense\n".utf8))
        var newer: [UInt8] = []
        StateLine.append(
            [
                .init("n", .int(0)), .init("format", .int(99)), .init("minimumReader", .int(99)),
                .init("writer", .string("later 9")),
            ],
            to: &newer
        )
        program.files.setContents(path("newer"), newer)
        program.files.setContents("/away/windows/letter.txt", Array("mine".utf8))
        program.files.setContents("/away/notes/mine", Array("mine".utf8))
        let before = program.filesAway
        let session = try program.run()
        let adopted = try await adopt(session)
        XCTAssertEqual(adopted.map(\.title), ["damaged", "whole"])
        XCTAssertEqual(
            Set(session.report.codes()),
            [.damagedFile, .unreadableFile, .tooNew]
        )
        let left = session.report.entries.first { $0.code == .unreadableFile }
        XCTAssertEqual(left?.file?.path, path("unreadable"))
        XCTAssertEqual(left?.reason.contains("is left where it is"), true)
        for title in ["unreadable", "newer"] {
            XCTAssertEqual(program.files.files[path(title)], before[path(title)])
        }
        XCTAssertNil(program.files.files[path("damaged")])
        XCTAssertTrue(
            program.filesAway.contains { $0.key.contains("quarantine") && $0.value == damaged }
        )
        XCTAssertEqual(program.filesAway["/away/windows/letter.txt"], Array("mine".utf8))
        XCTAssertEqual(program.filesAway["/away/notes/mine"], Array("mine".utf8))
        // Once more brings nothing but what stays.
        let again = try await adopt(session)
        XCTAssertEqual(again.count, 0)
        session.terminate()
    }

    func testWindowOfWhichTheFileIsLostComesAsItWasAndOnlyOnce() async throws {
        let program = Program()
        try program.leaveAway("a", "b")
        let away = try program.runAway()
        away.scenes[0].type(" spoiled")
        away.terminate()
        let path = "/away/windows/\(away.scenes[0].id).state"
        for bytes in [nil, Array("nonsense".utf8)] {
            let copy = Program(files: program.files.copy())
            copy.files.setContents(path, bytes)
            let session = try copy.run()
            let adopted = try await adopt(session)
            XCTAssertEqual(adopted.map(\.draft), ["draft of b", "draft of a"])
            session.scenes[0].type(" and more")
            let again = try await adopt(session)
            XCTAssertEqual(again.count, 0)
            session.terminate()
        }
    }
}
