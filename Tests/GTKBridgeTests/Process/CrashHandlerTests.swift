import Foundation
import TestSupport
import XCTest

/// A process that dies of its own fault says where and what, and dies all the same.
final class CrashHandlerTests: XCTestCase {
    private var root: TemporaryDirectory?

    override func setUpWithError() throws { root = try TemporaryDirectory() }

    /// The folder of the reports, which is not there yet.
    private func folder() throws -> URL {
        try XCTUnwrap(root).url.appendingPathComponent("crashes")
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder().path).sorted()
    }

    /// The lines of the only report there is.
    private func report(file: StaticString = #filePath, line: UInt = #line) throws -> [String] {
        let names = try names()
        XCTAssertEqual(names.count, 1, file: file, line: line)
        let url = try folder().appendingPathComponent(try XCTUnwrap(names.first))
        return try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    }

    func testEveryKindOfFaultIsReportedAndStillEndsTheProcess() throws {
        let kinds: [(command: String, signal: Int32, name: String, cause: String)] = [
            ("trap", SIGILL, "SIGILL", "code"),
            ("no-address", SIGSEGV, "SIGSEGV", "memory at address 0x8"),
            ("division", SIGFPE, "SIGFPE", "code"),
            ("short-file", SIGBUS, "SIGBUS", "code"),
            ("nowhere", SIGSEGV, "SIGSEGV", "code"),
            ("endless", SIGSEGV, "SIGSEGV", "memory at the end of the stack"),
            ("abort", SIGABRT, "SIGABRT", "raised by the program itself"),
        ]
        for kind in kinds {
            root = try TemporaryDirectory()
            let process = try TestProcess(kind.command, folder().path)
            XCTAssertEqual(process.status, -kind.signal, kind.command)
            let lines = try report()
            XCTAssertEqual(lines.first, "Hawk Notes crash report, format 1", kind.command)
            XCTAssertTrue(lines.contains("Version: 1.2.3"), kind.command)
            XCTAssertTrue(lines.contains("Signal:  \(kind.name)"), "\(kind.command): \(lines)")
            let cause = lines.first { $0.hasPrefix("Cause:   ") } ?? ""
            XCTAssertTrue(cause.contains(kind.cause), "\(kind.command): \(cause)")
            XCTAssertTrue(lines.contains("Thread:  main"), kind.command)
            let frames = lines.filter { $0.first?.isNumber == true }
            XCTAssertTrue(
                frames.prefix(4).contains { $0.contains("ProcessTestProgram + 0x") },
                "\(kind.command): \(lines)"
            )
            XCTAssertEqual(lines.suffix(2), ["End of the report", ""], kind.command)
        }
    }

    func testTheBuildIsNamed() throws {
        _ = try TestProcess("abort", folder().path)
        let build = try XCTUnwrap(report().first { $0.hasPrefix("Build:   ") })
        XCTAssertNotNil(build.range(of: "^Build:   [0-9a-f]{8,64}$", options: .regularExpression))
    }

    func testAFaultInAnotherThreadNamesTheThread() throws {
        XCTAssertEqual(try TestProcess("thread", folder().path).status, -SIGSEGV)
        XCTAssertTrue(try report().contains("Thread:  worker 7"))
    }

    func testTwoThreadsThatDieAtOnceLeaveOneReport() throws {
        let status = try TestProcess("two-threads", folder().path).status
        XCTAssertTrue([-SIGSEGV, -SIGABRT].contains(status), "\(status)")
        XCTAssertEqual(try report().suffix(2), ["End of the report", ""])
    }

    /// What a person wrote may stand in the message of a trap, on a stack, or where an address should be.
    func testNothingOfTheMemoryIsInTheReport() throws {
        for (command, signal) in [("trap", SIGILL), ("overwritten", SIGSEGV)] {
            root = try TemporaryDirectory()
            XCTAssertEqual(try TestProcess(command, folder().path).status, -signal)
            let lines = try report()
            XCTAssertTrue(lines.contains { $0.hasPrefix("Place:   ") }, "\(lines)")
            let text = lines.joined(separator: "\n")
            XCTAssertFalse(text.contains("confession") || text.contains("nobody"), text)
            // "onfessio", as an address would have it.
            XCTAssertFalse(text.contains("6f697373"), text)
            XCTAssertFalse(text.contains("/"), "a path: \(text)")
        }
    }

    func testItIsForTheUserAloneWhateverTheUmask() throws {
        for umask in ["000", "077", "777"] {
            root = try TemporaryDirectory()
            let script = #"umask \#(umask); exec "$0" "$@""#
            _ = try TestProcess("abort", folder().path, script: script)
            XCTAssertEqual(try mode(of: folder()), 0o700, umask)
            let name = try XCTUnwrap(names().first)
            XCTAssertEqual(try mode(of: folder().appendingPathComponent(name)), 0o600, umask)
        }
    }

    func testAFolderThatOthersCouldReadIsClosed() throws {
        try FileManager.default.createDirectory(
            at: folder(),
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        _ = try TestProcess("abort", folder().path)
        XCTAssertEqual(try mode(of: folder()), 0o700)
        XCTAssertEqual(try names().count, 1)
    }

    func testTheNewestTenAreKeptAndNothingElseIsTouched() throws {
        try FileManager.default.createDirectory(
            at: folder(),
            withIntermediateDirectories: false
        )
        let old = (1...9).map { "2020010\($0)T000000Z-\($0).txt" }
        let seen = (1...6).map { "2019010\($0)T000000Z-\($0)-seen.txt" }
        let foreign = ["2018-notes.txt", "20180101T000000Z-1.md", "keep"]
        for name in old + seen + foreign {
            try Data("x".utf8).write(to: folder().appendingPathComponent(name))
        }
        _ = try TestProcess("abort", folder().path)
        let reports = try names().filter { !foreign.contains($0) }
        XCTAssertEqual(reports.count, 10)
        XCTAssertEqual(reports.dropLast(), old[...])
        XCTAssertTrue(Set(foreign).isSubset(of: try names()))
    }

    func testWhatStandsInThePlaceOfTheFolderIsLeftAlone() throws {
        let elsewhere = try XCTUnwrap(root).url.appendingPathComponent("elsewhere")
        let kinds: [(name: String, make: (String) throws -> Void)] = [
            ("file", { try Data("mine".utf8).write(to: URL(fileURLWithPath: $0)) }),
            ("FIFO", { XCTAssertEqual(mkfifo($0, 0o600), 0) }),
            ("link to a folder", { XCTAssertEqual(symlink(elsewhere.path, $0), 0) }),
            ("link to nothing", { XCTAssertEqual(symlink("/nowhere/at/all", $0), 0) }),
            ("file in the place of its parent", Self.replaceParent),
        ]
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
        for kind in kinds {
            let parent = try XCTUnwrap(root).url.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
            let path = parent.appendingPathComponent("crashes").path
            try kind.make(path)
            XCTAssertEqual(try TestProcess("no-address", path).status, -SIGSEGV, kind.name)
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path), [])
    }

    private static func replaceParent(of path: String) throws {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.removeItem(at: parent)
        try Data().write(to: parent)
    }

    func testAFolderThatIsTooLongOrNowhereDoesNoHarm() throws {
        let long = "/" + String(repeating: "a/", count: 3000)
        for path in [long, "", "/proc/nothing/crashes", "/dev/null/crashes"] {
            XCTAssertEqual(try TestProcess("no-address", path).status, -SIGSEGV, path)
        }
    }

    func testSwiftsOwnBacktraceComesAsWell() throws {
        let process = try TestProcess("no-address", folder().path, backtrace: true)
        XCTAssertEqual(process.status, -SIGSEGV)
        try XCTSkipIf(process.messages.isEmpty, "the toolchain has no program for backtraces")
        XCTAssertTrue(process.messages.contains("crashed"), process.messages)
        XCTAssertTrue(process.messages.contains("crash_reading_nothing"), process.messages)
        XCTAssertEqual(try report().suffix(2), ["End of the report", ""])
    }

    /// A shell that is told of the signal: the handler must not have turned it into an exit.
    func testASignalFromOutsideEndsTheProcessToo() throws {
        for (name, signal) in [("SEGV", SIGSEGV), ("ILL", SIGILL), ("ABRT", SIGABRT)] {
            root = try TemporaryDirectory()
            let script = #"""
                mkfifo "$2-ready"
                "$0" "$@" > "$2-ready" &
                read ready < "$2-ready"
                kill -\#(name) $!
                wait $!
                exit $?
                """#
            let process = try TestProcess("wait", folder().path, script: script)
            XCTAssertEqual(process.status, 128 + signal, process.messages)
            XCTAssertTrue(try report().contains("Cause:   sent by another process"))
        }
    }
}
